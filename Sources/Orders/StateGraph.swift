import Harness

/// The states that orders pass through, and the lines that lead from one to the next.
///
/// The graph stands for every order only if the same line always does the same in the same state. That is checked while
/// the graph is made.
struct StateGraph {
  /// What a line does in a state.
  struct Edge: Hashable, CustomStringConvertible {
    enum Effect: Hashable {
      case leads(to: OrderState)
      /// The process ends so, with what is told of it.
      case ends(PlayedOrder.Ending, String, CauseOfDeath?)
    }
    let effect: Effect
    let faults: Set<PlayedOrder.Ending>
    /// How often an observer was called.
    let calls: Int

    /// What is wrong with the calls; nil if nothing is.
    var fault: PlayedOrder.Ending? { PlayedOrder.Ending.allCases.first(where: faults.contains) }

    /// What was heard, in a word; nil if nothing was, and nothing was asked for.
    var words: String? {
      switch fault {
      case .misses: "missed"
      case .twice: "twice"
      case .late: "late"
      default: calls > 0 ? "called" : nil
      }
    }

    var description: String {
      switch effect {
      case .leads(let state): "it leads to \(state.code), with \(calls) calls (\(words ?? "none"))"
      case .ends(let ending, let words, _): "it \(ending.singular): \(words)"
      }
    }
  }

  /// Two orders in which the same line does different things in the same state.
  struct Conflict: Error, CustomStringConvertible {
    let description: String
    /// The beginnings of the two orders, up to that line.
    let beginnings: [[Int]]
  }

  let lines: OrderLines
  /// In the order in which they are listed. The first one is where every order begins.
  let states: [OrderState]
  /// By the columns of the lines.
  let edges: [OrderState: [Int: Edge]]
  /// The states from which no way leads to a good end.
  let lost: Set<OrderState>
  /// The states in which an order ends because a check at the end does not hold.
  private let breaks: Set<OrderState>

  /// - Throws: ``Conflict`` if the states do not say everything that matters.
  init(_ played: PlayedOrders) throws(Conflict) {
    var edges: [OrderState: [Int: Edge]] = [:]
    var firsts: [OrderState: [Int: [Int]]] = [:]
    let beginnings = played.beginnings
    // The shortest ones first, so that a conflict names short ones.
    let order = played.places.indices.sorted {
      (beginnings[$0].count, $0) < (beginnings[$1].count, $1)
    }
    for index in order {
      let place = played.places[index]
      for step in place.steps {
        let (column, edge) = (played.lines.lines[step.line].column, Edge(step, in: played))
        if let former = edges[place.state]?[column] {
          if former == edge { continue }
          throw Conflict(
            description:
              "\(played.lines.title): the same line does two things in the state \(place.state.code): \(former) and \(edge).",
            beginnings: [firsts[place.state]![column]!, beginnings[index] + [step.line]])
        }
        edges[place.state, default: [:]][column] = edge
        firsts[place.state, default: [:]][column] = beginnings[index] + [step.line]
      }
    }
    let good = Set(played.places.indices.filter(played.canEndWell).map { played.places[$0].state })
    let seen = Set(played.places.map(\.state))
    (lines, self.edges, lost) = (played.lines, edges, seen.subtracting(good))
    breaks = Set(played.places.filter { if case .dies = $0.end { true } else { false } }.map(\.state))
    states = seen.sorted { $0.rank == $1.rank ? $0.code < $1.code : $0.rank.lexicographicallyPrecedes($1.rank) }
  }

  /// What is wrong with a state in which no line can run; nil if nothing is.
  func badEnd(_ state: OrderState) -> String? {
    if edges[state] != nil || !lost.contains(state) { return nil }
    return breaks.contains(state) ? "a check breaks" : state.isEmpty ? nil : "a leak"
  }
}

extension StateGraph.Edge {
  init(_ step: OrderStep, in played: PlayedOrders) {
    switch step.effect {
    case .leads(let next): effect = .leads(to: played.places[next].state)
    case .ends(let death): effect = .ends(death.ending, death.words, death.cause)
    }
    (faults, calls) = (step.faults, step.calls)
  }
}

extension PlayedOrders {
  /// The shortest beginning of an order that leads to each place.
  var beginnings: [[Int]] {
    var beginnings: [[Int]?] = [[]] + [[Int]?](repeating: nil, count: places.count - 1)
    for (index, place) in places.enumerated() {
      guard let beginning = beginnings[index] else { continue }
      for step in place.steps {
        guard case .leads(let next) = step.effect, beginnings[next].map({ $0.count > beginning.count + 1 }) ?? true
        else { continue }
        beginnings[next] = beginning + [step.line]
      }
    }
    return beginnings.map { $0 ?? [] }
  }
}
