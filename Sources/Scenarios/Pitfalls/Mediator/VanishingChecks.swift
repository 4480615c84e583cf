import ManagedObserving
import RawObserving

/// MED-9: parameters are checked by asserts, which a release build leaves out.
enum VanishingChecks {
  static let pitfall = Pitfall(
    "MED-9", "vanishing-checks", "Parameters are checked by asserts, which a release build drops",
    lesson: "26-the-mediators-small-print.md#med-9-vanishing-checks", isShownNaively: true,
    acts: [
      .raw(
        "an empty list of key paths, in a \(isDebugBuild ? "debug" : "release") build",
        isDebugBuild
          ? .dies("there is no key path to observe")
          : .finds("1 change: heard 0 times, and no word of it"), naive),
      .managed(
        "the same, in every build",
        .dies("the list of key paths is empty. Name at least one."), here),
    ])

  // snippet.build
  /// Whether asserts are evaluated in this build: one asks an assert.
  static let isDebugBuild: Bool = {
    var isEvaluated = false
    func evaluate() -> Bool {
      isEvaluated = true
      return true
    }
    assert(evaluate())
    return isEvaluated
  }()
  // snippet.end

  private final class ClockView: KeyValueObject {}

  /// The key paths that a view wants to hear of. Somebody has forgotten to fill it in.
  private static let keyPaths: [String] = []

  private static func naive(_ story: Story) -> String {
    let (clock, controller, heard) = (Clock(), NaiveController(), Locked(0))
    controller.observe(clock, keyPaths: keyPaths) { heard.withLock { $0 += 1 } }
    clock.date = 1
    return "1 change: heard \(heard.withLock { $0 }) times, and no word of it"
  }

  private static func here(_ story: Story) -> String {
    let (clock, view, heard) = (Clock(), ClockView(), Locked(0))
    view.kvoController.observe(clock, keyPaths: keyPaths) { _, _, _ in
      heard.withLock { $0 += 1 }
    }
    clock.date = 1
    return "1 change: heard \(heard.withLock { $0 }) times, and it went on"
  }
}
