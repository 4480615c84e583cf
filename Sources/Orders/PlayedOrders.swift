import Harness

/// Lines with every order of them played.
///
/// The orders are not kept one by one, of which there may be millions, but as ways through places that they share: counts
/// are sums over places.
package struct PlayedOrders: Sendable {
  let lines: OrderLines
  /// The first one is where every order begins. A step leads to a later one.
  let places: [OrderPlace]
  /// How many orders go on from each place, by how they end then.
  private let futures: [Counts]

  typealias Counts = [PlayedOrder.Ending: Int]

  init(_ lines: OrderLines, _ places: [OrderPlace]) {
    (self.lines, self.places) = (lines, places)
    var futures = [Counts](repeating: [:], count: places.count)
    for (index, place) in places.enumerated().reversed() {
      futures[index] =
        place.steps.isEmpty
        ? [place.end.ending: 1]
        : place.steps.reduce(into: [:]) { sum, step in
          sum.merge(Self.futures(of: step, futures), uniquingKeysWith: +)
        }
    }
    self.futures = futures
  }

  private static func futures(of step: OrderStep, _ futures: [Counts]) -> Counts {
    switch step.effect {
    case .ends(let death): return [death.ending: 1]
    case .leads(let next): return graver(futures[next], than: step.faults)
    }
  }

  /// The counts of orders in which this has happened before.
  private static func graver(_ counts: Counts, than faults: Set<PlayedOrder.Ending>) -> Counts {
    guard let fault = PlayedOrder.Ending.allCases.first(where: faults.contains) else { return counts }
    return counts.reduce(into: [:]) { $0[.graver($1.key, fault), default: 0] += $1.value }
  }

  func futures(of step: OrderStep) -> Counts { Self.futures(of: step, futures) }

  func futures(from place: Int) -> Counts { futures[place] }

  /// Whether some order ends well from this place on.
  func canEndWell(from place: Int) -> Bool { futures[place][.well] != nil }

  // MARK: Counts

  package func count(_ ending: PlayedOrder.Ending) -> Int { futures[0][ending] ?? 0 }

  /// How many orders end in which way, the gravest first; endings that no order has are left out.
  var counts: [(ending: PlayedOrder.Ending, count: Int)] {
    PlayedOrder.Ending.allCases.map { ($0, count($0)) }.filter { $0.1 > 0 }
  }

  /// Why the orders that the process did not survive ended so, and how many of them, by what is told of it.
  var causes: [(death: Death, count: Int)] {
    var counts: [(death: Death, count: Int)] = []
    func add(_ death: Death, _ count: Int) {
      if let index = counts.firstIndex(where: { $0.death.ending == death.ending && $0.death.words == death.words }) {
        counts[index].count += count
      } else {
        counts.append((death, count))
      }
    }
    for (place, ways) in zip(places, ways) {
      for case .ends(let death) in place.steps.map(\.effect) { add(death, ways) }
      if place.steps.isEmpty, case .dies(let death) = place.end { add(death, ways) }
    }
    let known = CauseOfDeath.allCases
    return counts.sorted { one, other in
      func rank(_ each: (death: Death, count: Int)) -> (Int, Int) {
        (each.death.cause.flatMap(known.firstIndex) ?? known.count, -each.count)
      }
      return rank(one) < rank(other)
    }
  }

  /// How many beginnings of orders lead to each place.
  private var ways: [Int] {
    var ways = [1] + [Int](repeating: 0, count: places.count - 1)
    for (index, place) in places.enumerated() {
      for case .leads(let next) in place.steps.map(\.effect) { ways[next] += ways[index] }
    }
    return ways
  }

  // MARK: Orders

  /// The orders, depth first: those with the same beginning are neighbours.
  package var orders: Orders { Orders(played: self) }

  /// They are made when they are asked for.
  package struct Orders: RandomAccessCollection, Sendable {
    fileprivate let played: PlayedOrders

    package var startIndex: Int { 0 }
    package var endIndex: Int { played.futures[0].values.reduce(0, +) }

    package subscript(index: Int) -> PlayedOrder {
      var (order, place, rest) = (PlayedOrder(), 0, index)
      var calls = 0
      while true {
        let steps = played.places[place].steps
        guard !steps.isEmpty else {
          order.end = played.places[place].end
          return order
        }
        for step in steps {
          let count = played.futures(of: step).values.reduce(0, +)
          if rest >= count {
            rest -= count
            continue
          }
          calls += step.calls
          guard case .leads(let next) = step.effect else {
            order.steps.append(.init(made: step, calls: calls, place: nil, state: nil))
            return order
          }
          order.steps.append(.init(made: step, calls: calls, place: next, state: played.places[next].state))
          place = next
          break
        }
      }
    }
  }

  /// The number of a shortest order that ends so, counted from 1; of two as short the one that was played first.
  func shortest(_ ending: PlayedOrder.Ending) -> Int? { shortest { $0 == ending } }

  /// The same for orders that end in a death that is told so.
  func shortest(_ death: Death) -> Int? {
    shortest({ $0 == death.ending }) { $0.ending == death.ending && $0.words == death.words }
  }

  private struct Way: Hashable {
    let place: Int
    let worst: PlayedOrder.Ending
  }

  private func shortest(
    _ isWanted: (PlayedOrder.Ending) -> Bool, _ isWantedDeath: (Death) -> Bool = { _ in true }
  ) -> Int? {
    /// From each place, with the worst that has happened before: how long the shortest way is, and how many orders come
    /// before it.
    var known: [Way: (length: Int, before: Int)?] = [:]
    func search(_ way: Way) -> (length: Int, before: Int)? {
      if let found = known[way] { return found }
      let place = places[way.place]
      var best: (length: Int, before: Int)?
      if place.steps.isEmpty {
        let isDeath = if case .dies(let death) = place.end { isWantedDeath(death) } else { true }
        best = isWanted(.graver(place.end.ending, way.worst)) && isDeath ? (0, 0) : nil
      }
      var before = 0
      for step in place.steps {
        var found: (length: Int, before: Int)?
        switch step.effect {
        case .ends(let death): found = isWanted(death.ending) && isWantedDeath(death) ? (0, 0) : nil
        case .leads(let next):
          found = search(Way(place: next, worst: step.faults.reduce(way.worst) { .graver($0, $1) }))
        }
        if let found, best.map({ found.length + 1 < $0.length }) ?? true {
          best = (found.length + 1, before + found.before)
        }
        before += futures(of: step).values.reduce(0, +)
      }
      known[way] = .some(best)
      return best
    }
    return search(Way(place: 0, worst: .well)).map { $0.before + 1 }
  }

  // MARK: The line that decides

  /// How the orders end that begin like this one, up to a number of lines.
  func futures(of order: PlayedOrder, after count: Int) -> Counts {
    let steps = order.steps.prefix(count)
    guard let last = steps.last else { return futures[0] }
    if case .ends(let death) = last.made.effect { return [death.ending: 1] }
    let faults = steps.reduce(into: Set()) { $0.formUnion($1.made.faults) }
    return last.place.map { Self.graver(futures[$0], than: faults) } ?? [:]
  }

  /// The point of no return of an order that ends badly: the number of its first line after which every order ends
  /// badly, whatever the lines that follow. Nil for an order that ends well.
  func pointOfNoReturn(of order: PlayedOrder) -> Int? {
    if order.ending.isGood { return nil }
    return (1...max(1, order.steps.count)).first { futures(of: order, after: $0)[.well] == nil }
  }

  /// Of the orders whose process ends: how many lines lie between the point of no return and the line that ends it, and in
  /// how many orders.
  var distances: [(lines: Int, orders: Int)] {
    /// From each place: how many orders die after so many lines.
    var deaths = [[Int: Int]](repeating: [:], count: places.count)
    /// The same for those that are not lost at the place, counted from where they are.
    var distances = deaths
    for (index, place) in places.enumerated().reversed() {
      for step in place.steps {
        switch step.effect {
        case .ends:
          deaths[index][1, default: 0] += 1
          distances[index][0, default: 0] += 1
        case .leads(let next):
          for (length, count) in deaths[next] { deaths[index][length + 1, default: 0] += count }
          let isLost = !step.faults.isEmpty || !canEndWell(from: next)
          distances[index].merge(isLost ? deaths[next] : distances[next], uniquingKeysWith: +)
        }
      }
    }
    return distances[0].sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension OrderPlace.End {
  var ending: PlayedOrder.Ending {
    switch self {
    case .well, .cut: .well
    case .leaks: .leaks
    case .dies(let death): death.ending
    }
  }
}
