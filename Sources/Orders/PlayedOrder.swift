import Harness
package import RawObserving

/// An order that was played to its end, or to the line that ended the process.
package struct PlayedOrder: Hashable {
  /// How an order ends: the gravest that happened in it. The cases are in that order.
  package enum Ending: String, CaseIterable {
    case dies, leaks, misses, twice, late, well

    /// What so many orders do: `18 die`.
    package var verb: String {
      switch self {
      case .dies: "die"
      case .leaks: "leak"
      case .misses: "lose a change"
      case .twice: "are called twice"
      case .late: "are called after the stop"
      case .well: "end well"
      }
    }

    /// What one order does.
    var singular: String {
      switch self {
      case .dies: "dies"
      case .leaks: "leaks"
      case .misses: "loses a change"
      case .twice: "is called twice"
      case .late: "is called after the stop"
      case .well: "ends well"
      }
    }

    /// What has happened in an order that ends so, for the help and for the page with the rules.
    package var meaning: String {
      switch self {
      case .dies: "a line ends the process"
      case .leaks: "something is alive although every owner has let go of it"
      case .misses: "the view had asked to be called, and was not"
      case .twice: "the view was called more than once for one change"
      case .late: "the view was called after it had stopped"
      case .well: "none of these"
      }
    }

    var isGood: Bool { self == .well }
  }

  /// A line that was made, and what followed.
  struct Step: Hashable {
    let move: Move
    let heard: Heard
    /// How often the view was called so far.
    let calls: Int
    let state: WorldState
  }

  var steps: [Step] = []
  /// The line that ended the process, and what was printed then.
  package var death: Death?

  package struct Death: Hashable {
    let move: Move
    package let message: String
    /// The rule that was broken; nil if something else than the engine ended the process.
    package let violation: Violation.ID?
  }

  /// Whether something is alive although every owner has let go of it.
  var leaks: Bool { death == nil && !(steps.last?.state.isEmpty ?? true) }

  var moves: [Move] { steps.map(\.move) + (death.map { [$0.move] } ?? []) }

  /// Everything that happened in it, the gravest first.
  package var happenings: [Ending] {
    let heard = Set(steps.map(\.heard))
    return [
      death != nil ? .dies : nil, leaks ? .leaks : nil, heard.contains(.missed) ? .misses : nil,
      heard.contains(.twice) ? .twice : nil, heard.contains(.late) ? .late : nil,
    ].compactMap(\.self)
  }

  var ending: Ending { happenings.first ?? .well }
}

extension PlayedOrder.Death {
  /// Nil if these stories may not end so.
  var cause: CauseOfDeath? { CauseOfDeath(violation) }
}
