/// The steps that decide that an order ends badly: a line, in a state from which some order ends well, after which none
/// does any more. A guard that forbids them is what the code lacks.
struct DecidingSteps {
  struct Step: Hashable {
    let column: Int
    let state: OrderState
  }

  /// By line, and by state in the order of the graph.
  let steps: [Step]
  /// How many orders each of them decides: those in which it is the first such step.
  let counts: [Step: Int]
  /// How many orders are without any of these steps. All of them end well.
  let rest: Int

  /// Nil if no order ends badly, or if not all orders without these steps end well, or if there are none.
  init?(_ played: PlayedOrders, _ graph: StateGraph) {
    var steps: Set<Step> = []
    for place in played.places where !graph.lost.contains(place.state) {
      for step in place.steps {
        let isBad =
          switch step.effect {
          case .ends: true
          case .leads(let next): !step.faults.isEmpty || graph.lost.contains(played.places[next].state)
          }
        if isBad { steps.insert(Step(column: played.lines.lines[step.line].column, state: place.state)) }
      }
    }
    // Orders in which nothing decides: those that go on from each place, and of them those that end well.
    var (all, good) = (
      [Int](repeating: 0, count: played.places.count), [Int](repeating: 0, count: played.places.count)
    )
    for (index, place) in played.places.enumerated().reversed() {
      if place.steps.isEmpty { (all[index], good[index]) = (1, place.end == .well ? 1 : 0) }
      for step in place.steps {
        if steps.contains(Step(column: played.lines.lines[step.line].column, state: place.state)) { continue }
        switch step.effect {
        case .ends: all[index] += 1
        case .leads(let next):
          all[index] += all[next]
          good[index] += step.faults.isEmpty ? good[next] : 0
        }
      }
    }
    guard !steps.isEmpty, all[0] > 0, all[0] == good[0] else { return nil }
    // How many beginnings without such a step lead to each place.
    var (ways, counts) = ([1] + [Int](repeating: 0, count: played.places.count - 1), [Step: Int]())
    for (index, place) in played.places.enumerated() {
      for step in place.steps {
        let deciding = Step(column: played.lines.lines[step.line].column, state: place.state)
        if steps.contains(deciding) {
          counts[deciding, default: 0] += ways[index] * played.futures(of: step).values.reduce(0, +)
        } else if case .leads(let next) = step.effect {
          ways[next] += ways[index]
        }
      }
    }
    self.counts = counts
    let states = graph.states
    self.steps = steps.sorted { one, other in
      (one.column, states.firstIndex(of: one.state) ?? 0) < (other.column, states.firstIndex(of: other.state) ?? 0)
    }
    rest = all[0]
  }
}
