import Harness
import ManagedObserving
import RawObserving

/// MED-9: parameters are checked with assertions, which a release build leaves out.
enum VanishingChecks {
  static let pitfall = Pitfall(
    "MED-9", "vanishing-checks", "Parameters are checked with assertions, which a release build leaves out",
    frequency: .sometimes, symptoms: [.neverCalled, .diesWhenAdded], isShownNaively: true,
    change: .delete("controller.observe(clock, keyPaths: keyPaths) { heard.withLock { $0 += 1 } }"),
    acts: acts)

  static let acts: [Act] = [
    .raw(
      "an empty list of key paths, in a \(isDebugBuild ? "debug" : "release") build",
      isDebugBuild
        ? .dies(Message(nil, "there is no key path to observe"))
        : .finds("the handler is called 0 times, the empty list is not reported"),
      wanted: "the handler is called 0 times, the empty list is reported", naive),
    .managed(
      "the same, in every build",
      .dies(Message(.invalidArgument, "the list of key paths is empty. Name at least one.")), here),
  ]

  /// Whether assertions are evaluated in this build.
  static let isDebugBuild: Bool = {
    var isEvaluated = false
    func evaluate() -> Bool {
      isEvaluated = true
      return true
    }
    assert(evaluate())
    return isEvaluated
  }()

  private static func naive(_ story: Story) -> String {
    let (clock, controller, heard) = (Clock(), NaiveController(), Locked(0))
    controller.observe(clock, keyPaths: keyPaths) { heard.withLock { $0 += 1 } }
    clock.date = 1
    return "the handler is called \(times(heard.withLock { $0 })), the empty list is not reported"
  }

  // snippet.asked
  /// The key paths that a view observes: empty, by mistake.
  private static let keyPaths: [String] = []

  private static func here(_ story: Story) -> String {
    let (clock, view, heard) = (Clock(), CountingView(), Locked(0))
    view.kvoController.observe(clock, keyPaths: keyPaths) { _, _, _ in
      heard.withLock { $0 += 1 }
    }
    clock.date = 1
    return "the handler is called \(times(heard.withLock { $0 })), the empty list is not reported"
  }
  // snippet.end
}
