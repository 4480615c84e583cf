import Harness

/// An order that was played to its end, or to the line that ended the process.
package struct PlayedOrder {
  /// How an order ends: the gravest that happened in it. The cases are in that order.
  package enum Ending: String, CaseIterable, Sendable {
    case dies, hangs, exits, breaks, leaks, misses, twice, late, well

    /// What so many orders do: `18 die`.
    package var verb: String {
      switch self {
      case .dies: "die"
      case .hangs: "hang"
      case .exits: "exit"
      case .breaks: "break a check"
      case .leaks: "leak"
      case .misses: "lose a change"
      case .twice: "are called twice"
      case .late: "are called too late"
      case .well: "end well"
      }
    }

    /// What one order does.
    var singular: String {
      switch self {
      case .dies: "dies"
      case .hangs: "hangs"
      case .exits: "exits"
      case .breaks: "breaks a check"
      case .leaks: "leaks"
      case .misses: "loses a change"
      case .twice: "is called twice"
      case .late: "is called too late"
      case .well: "ends well"
      }
    }

    /// What has happened in an order that ends so, for the help and for the page with the rules.
    package var meaning: String {
      switch self {
      case .dies: "a line ends the process"
      case .hangs: "a line does not end"
      case .exits: "a line leaves the program, by `exit` or so"
      case .breaks: "a precondition or an assertion does not hold"
      case .leaks: "something is alive although every owner has let go of it"
      case .misses: "the view had asked to be called, and was not"
      case .twice: "an observer was called more than once for one change"
      case .late: "an observer was called after it had stopped, or after every variable had let go of it"
      case .well: "none of these"
      }
    }

    var isGood: Bool { self == .well }

    /// Whether it is the end of the process.
    var isDeath: Bool { [.dies, .hangs, .exits, .breaks].contains(self) }

    fileprivate var gravity: Int { Self.allCases.firstIndex(of: self)! }

    /// The graver one of two.
    static func graver(_ one: Ending, _ other: Ending) -> Ending { one.gravity < other.gravity ? one : other }
  }

  struct Step {
    let made: OrderStep
    /// How often observers were called so far.
    let calls: Int
    /// The place behind it; nil if it ended the process.
    let place: Int?
    let state: OrderState?
  }

  var steps: [Step] = []
  var end = OrderPlace.End.well

  /// The line or check that ended the process.
  package var death: Death? {
    if case .ends(let death)? = steps.last?.made.effect { return death }
    if case .dies(let death) = end { return death }
    return nil
  }

  var lines: [Int] { steps.map(\.made.line) }

  /// Everything that happened in it, the gravest first.
  package var happenings: [Ending] {
    var all = steps.reduce(into: Set<Ending>()) { $0.formUnion($1.made.faults) }
    if let death { all.insert(death.ending) }
    if case .leaks = end { all.insert(.leaks) }
    return Ending.allCases.filter(all.contains)
  }

  package var ending: Ending { happenings.first ?? .well }
}
