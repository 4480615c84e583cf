import Harness
package import RawObserving

/// Where an order is after some of its lines. Orders that have come to the same share their places.
struct OrderPlace: Sendable {
  let state: OrderState
  /// What each line does that can run here, in the order of the lines.
  var steps: [OrderStep]
  /// How an order is when it ends here.
  var end = End.well

  enum End: Hashable, Sendable {
    case well
    /// It was not played further.
    case cut
    /// These are alive, and no owner or variable leads to them, unless one of these closures does, which cannot be read.
    case leaks([String], closures: [String] = [])
    /// A check at the end ends the process.
    case dies(Death)
  }
}

/// A line that is made, and what follows.
struct OrderStep: Hashable, Sendable {
  let line: Int
  /// What is wrong with the calls that it makes: of ``PlayedOrder/Ending``, `misses`, `twice` and `late`.
  var faults: Set<PlayedOrder.Ending> = []
  /// How often an observer was called, and which, if that is known.
  var calls = 0
  var called: [String] = []
  /// What was printed.
  var printed: [String] = []
  /// Whether a mediator dropped a duplicate.
  var dropsDuplicate = false
  let effect: Effect

  enum Effect: Hashable, Sendable {
    /// The index of the place where the order goes on.
    case leads(Int)
    case ends(Death)
  }
}

/// The end of a process.
package struct Death: Hashable, Sendable {
  /// Whether it dies, hangs, exits or breaks a check.
  let ending: PlayedOrder.Ending
  package let message: String
  /// The rule that was broken; nil if something else than the engine ended the process.
  package let violation: Violation.ID?

  init(_ ending: PlayedOrder.Ending = .dies, _ message: String, _ violation: Violation.ID? = nil) {
    (self.ending, self.message, self.violation) = (ending, message, violation)
  }

  var cause: CauseOfDeath? { CauseOfDeath(violation) }

  /// What tells it from other deaths: addresses do not.
  var words: String {
    if let cause { return cause.words }
    return String(message.replacing(#/0x[0-9a-f]+/#, with: "0x…").split(separator: "\n").first ?? "")
  }
}
