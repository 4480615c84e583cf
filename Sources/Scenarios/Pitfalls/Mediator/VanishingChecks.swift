import ManagedObserving
import RawObserving

/// MED-9: parameters are checked with assertions, which a release build leaves out.
enum VanishingChecks {
  static let pitfall = Pitfall(
    "MED-9", "vanishing-checks", "Parameters are checked with assertions, which a release build leaves out",
    lesson: .mediatorTraps, symptoms: [.neverCalled, .diesWhenAdded],
    why: "A release build leaves assertions out, so a mistake that stops a debug build has no visible effect.",
    fix: "Check parameters in every build, with `precondition` or by throwing an error. This repository's mediator "
      + "ends the process with a message.",
    prediction: Prediction(
      "A view passes an empty list of key paths, because its code forgets to fill it in. A mediator that checks "
        + "with `assert` says so in a debug build and does nothing in a release build. What does this repository's "
        + "mediator do in a release build?", act: 2,
      .wrong(
        "Nothing: a loop over no key paths has nothing to do.",
        "This is what remains of a function whose check was an assertion. This mediator's check is an ordinary "
          + "condition, which no build leaves out."),
      .wrong(
        "It returns a token that is not active.",
        "It does that for an object that is nil, which may be intended. An empty list of key paths is always a mistake "
          + "of the caller."),
      .right(
        "The process dies, as in a debug build, and the message asks for a key path.",
        "The check is in every build, so developer and user see the same.")),
    isShownNaively: true,
    acts: [
      .raw(
        "an empty list of key paths, in a \(isDebugBuild ? "debug" : "release") build",
        isDebugBuild
          ? .dies(Message(nil, "there is no key path to observe"))
          : .finds("the handler is called 0 times, the empty list is not reported"),
        wanted: "the handler is called 0 times, the empty list is reported", naive),
      .managed(
        "the same, in every build",
        .dies(Message("NSInvalidArgumentException", "the list of key paths is empty. Name at least one.")), here),
    ])

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

  private final class ClockView: KeyValueObject {}

  /// The key paths that a view observes: empty, by mistake.
  private static let keyPaths: [String] = []

  // snippet.naive
  private static func naive(_ story: Story) -> String {
    let (clock, controller, heard) = (Clock(), NaiveController(), Locked(0))
    controller.observe(clock, keyPaths: keyPaths) { heard.withLock { $0 += 1 } }
    clock.date = 1
    return "the handler is called \(times(heard.withLock { $0 })), the empty list is not reported"
  }
  // snippet.end

  // snippet.here
  private static func here(_ story: Story) -> String {
    let (clock, view, heard) = (Clock(), ClockView(), Locked(0))
    view.kvoController.observe(clock, keyPaths: keyPaths) { _, _, _ in
      heard.withLock { $0 += 1 }
    }
    clock.date = 1
    return "the handler is called \(times(heard.withLock { $0 })), the empty list is not reported"
  }
  // snippet.end
}
