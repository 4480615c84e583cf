import ManagedObserving
import RawObserving

/// MED-10: a mediator that is asked to observe nil, or an object that it already observes, does nothing.
enum SilentNothing {
  static let pitfall = Pitfall(
    "MED-10", "silent-nothing", "A nil object, or one that is already observed, is silently ignored",
    lesson: .mediatorTraps, symptoms: [.neverCalled],
    why: "For a nil object or a duplicate, the call returns early, and its result does not say so.",
    fix: "Read the `isActive` of the token that `observe` returns.",
    prediction: Prediction(
      "A mediator that is written like FBKVOController is asked to observe a nil clock, then a clock, and then the "
        + "same clock again. The clock is set. What do the first and the third call do?",
      .right(
        "Nothing: one handler is called, and the caller gets no error.",
        "Both calls return without observing, and no value or error distinguishes them from the second call."),
      .wrong(
        "An assertion stops the debug build at the first call.",
        "The same function asserts that the list of key paths is not empty. It asserts nothing about a nil object or a "
          + "duplicate."),
      .wrong(
        "The first does nothing, and the third adds a handler: two are called.",
        "By hand each add makes its own registration. The mediator drops a second observation of the same key "
          + "path.")),
    isShownNaively: true,
    acts: [
      .raw(
        "a nil clock, a clock, and the same clock again",
        .finds("1 of 3 handlers is called, 2 are dropped without an error"),
        wanted: "1 of 3 handlers is called, 2 tokens are inactive", naive),
      .managed(
        "the same, and isActive of each token is read",
        .finds("1 of 3 handlers is called, 2 tokens are inactive"), tokens),
    ])

  private final class ClockView: KeyValueObject {}

  /// What a view is asked to observe: nil, because its clock does not exist yet; the clock; and the same clock again.
  private static func clocks() -> [Clock?] {
    let clock = Clock()
    return [nil, clock, clock]
  }

  // snippet.naive
  private static func naive(_ story: Story) -> String {
    let (clocks, controller, called) = (clocks(), NaiveController(), Locked(0))
    for clock in clocks {
      controller.observe(clock, keyPaths: ["date"]) { called.withLock { $0 += 1 } }
    }
    clocks.last??.date = 1
    let heard = called.withLock { $0 }
    return outcome(of: clocks.count, heard, "\(clocks.count - heard) are dropped without an error")
  }
  // snippet.end

  // snippet.tokens
  private static func tokens(_ story: Story) -> String {
    let (clocks, view) = (clocks(), ClockView())
    var called = 0
    let tokens = clocks.map { clock in
      view.kvoController.observe(clock, \.$date) { _, _, _ in called += 1 }
    }
    clocks.last??.date = 1
    return outcome(of: clocks.count, called, "\(tokens.count { !$0.isActive }) tokens are inactive")
  }
  // snippet.end

  private static func outcome(of count: Int, _ called: Int, _ words: String) -> String {
    "\(called) of \(count) handlers is called, \(words)"
  }
}
