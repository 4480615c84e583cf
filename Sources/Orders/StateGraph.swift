import Harness

/// The states that the orders of a plan pass through, and the moves that lead from one to the next.
///
/// The graph stands for every order only if the same line always does the same in the same state. That is checked while
/// the graph is made.
struct StateGraph {
  /// What a line does in a state.
  struct Edge: Hashable, CustomStringConvertible {
    enum Effect: Hashable {
      case leads(to: WorldState)
      case dies(CauseOfDeath?)
    }
    let effect: Effect
    let heard: Heard
    /// How often the view was called.
    let calls: Int

    /// What was heard, in a word; nil if nothing was, and nothing was asked for.
    var words: String? {
      switch heard {
      case .asAsked: calls > 0 ? "called" : nil
      case .missed: "missed"
      case .twice: "twice"
      case .late: "late"
      }
    }

    var description: String {
      switch effect {
      case .leads(let state): "it leads to \(state.code), with \(calls) calls (\(heard))"
      case .dies: "it dies"
      }
    }
  }

  /// A line of the graph: lines that do the same thing, such as the two sets, are one.
  enum Line: Int, CaseIterable, Hashable {
    case add, addOther, set, remove, releaseView, releaseClock
  }

  /// Two orders in which the same line does different things in the same state.
  struct Conflict: Error, CustomStringConvertible {
    let description: String
    /// The beginnings of the two orders, up to that line.
    var beginnings: [[Move]] = []
  }

  let plan: OrderPlan
  /// The first one is where every order begins.
  let states: [WorldState]
  let edges: [WorldState: [Line: Edge]]
  /// The states from which no way leads to a good end.
  let lost: Set<WorldState>

  /// - Throws: ``Conflict`` if the states do not say everything that matters.
  init(_ played: PlayedOrders) throws(Conflict) {
    let plan = played.plan
    var edges: [WorldState: [Line: Edge]] = [:]
    var firsts: [WorldState: [Line: [Move]]] = [:]
    var good: Set<WorldState> = []
    guard let start = played.orders.first?.steps.first.map({ _ in WorldState.beginning(of: plan) }) else {
      throw Conflict(description: "\(plan.name): no order was played")
    }
    var seen: Set<WorldState> = [start]
    // The shortest orders first, so that a conflict names short ones.
    for order in played.orders.sorted(by: { $0.moves.count < $1.moves.count }) {
      var (state, calls) = (start, 0)
      var path = [start]
      for (index, move) in order.moves.enumerated() {
        let line = Line(move, in: plan.story)
        let edge: Edge
        if index < order.steps.count {
          let step = order.steps[index]
          edge = Edge(effect: .leads(to: step.state), heard: step.heard, calls: step.calls - calls)
          calls = step.calls
        } else {
          edge = Edge(effect: .dies(order.death?.cause), heard: .asAsked, calls: 0)
        }
        if let former = edges[state]?[line], former != edge {
          let beginnings = [firsts[state]![line]!, Array(order.moves[...index])]
          let ways = beginnings.map { String($0.map(\.rawValue)) }
          throw Conflict(
            description: "\(plan.name): after \(ways[0]) and \(ways[1]) the same line does two things in the state "
              + "\(state.code): \(former) and \(edge).", beginnings: beginnings)
        }
        if edges[state]?[line] == nil {
          edges[state, default: [:]][line] = edge
          firsts[state, default: [:]][line] = Array(order.moves[...index])
        }
        guard case .leads(let next) = edge.effect else { break }
        state = next
        seen.insert(state)
        path.append(state)
      }
      // From each state after its last fault on, this order shows a way to a good end.
      if order.death == nil && !order.leaks {
        let lastFault = order.steps.lastIndex { $0.heard != .asAsked } ?? -1
        good.formUnion(path[(lastFault + 1)...])
      }
    }
    self.plan = plan
    self.edges = edges
    states = seen.sorted {
      $0.rank == $1.rank ? $0.code < $1.code : $0.rank.lexicographicallyPrecedes($1.rank)
    }
    lost = seen.subtracting(good)
  }
}

extension StateGraph.Line {
  init(_ move: Move, in story: OrderStory) {
    switch move {
    case .add: self = .add
    case .again: self = story.parts.isEmpty ? .add : .addOther
    case .first, .second: self = .set
    case .remove: self = .remove
    case .releaseView: self = .releaseView
    case .releaseClock: self = .releaseClock
    }
  }
}

extension WorldState {
  /// The state of a world that has just been made.
  static func beginning(of plan: OrderPlan) -> WorldState { plan.style.world.init(plan.story).state }

  /// The order in which states are listed: who lives, then who is registered.
  fileprivate var rank: [Int] {
    func rank(_ fate: Fate?) -> Int { fate.map { [.owned, .kept, .freed].firstIndex(of: $0) ?? 0 } ?? 0 }
    return [
      rank(view) + rank(clock), rank(clock), registered.count, registered == "f" ? 1 : 0, asked.count,
      asked == "f" ? 1 : 0, believes == true ? 1 : 0,
    ]
  }
}
