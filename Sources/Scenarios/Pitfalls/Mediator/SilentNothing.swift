import Harness
import ManagedObserving
import RawObserving

/// MED-10: a mediator that is asked to observe nil, or an object that it already observes, does nothing.
enum SilentNothing {
  static let pitfall = Pitfall(
    "MED-10", "silent-nothing", "A nil object, or one that is already observed, is silently ignored",
    frequency: .sometimes, symptoms: [.neverCalled], isShownNaively: true,
    change: .delete(#"controller.observe(clock, keyPaths: ["date"]) { called.withLock { $0 += 1 } }"#),
    acts: acts)

  static let acts: [Act] = [
    .raw(
      "a nil clock, a clock, and the same clock again",
      .finds("1 of 3 handlers is called, 2 are dropped without an error"),
      wanted: "1 of 3 handlers is called, 2 tokens are inactive", naive),
    .managed(
      "the same, and isActive of each token is read", .finds("1 of 3 handlers is called, 2 tokens are inactive"), tokens
    ),
  ]

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
    let (clocks, view) = (clocks(), CountingView())
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
