import Harness

/// A plan with every order played.
package struct PlayedOrders {
  let plan: OrderPlan
  /// Depth first: orders with the same beginning are neighbours.
  package let orders: [PlayedOrder]

  package func count(_ ending: PlayedOrder.Ending) -> Int { orders.count { $0.ending == ending } }

  /// How many orders end in which way, the gravest first; endings that no order has are left out.
  var counts: [(ending: PlayedOrder.Ending, count: Int)] {
    PlayedOrder.Ending.allCases.map { ($0, count($0)) }.filter { $0.1 > 0 }
  }

  /// The number of a shortest order that ends so, counted from 1; of two as short the one that was played first.
  func shortest(_ ending: PlayedOrder.Ending) -> Int? {
    orders.indices.filter { orders[$0].ending == ending }.min { orders[$0].moves.count < orders[$1].moves.count }
      .map { $0 + 1 }
  }

  /// The orders that begin with these moves.
  func futures(after moves: [Move]) -> [PlayedOrder] { orders.filter { $0.moves.starts(with: moves) } }

  /// The point of no return of an order that ends badly: the number of its first line after which every order ends
  /// badly, whatever the lines that follow. Nil for an order that ends well.
  func pointOfNoReturn(of order: PlayedOrder) -> Int? {
    if order.ending.isGood { return nil }
    let moves = order.moves
    return moves.indices.map { $0 + 1 }.first { length in
      futures(after: Array(moves[..<length])).allSatisfy { !$0.ending.isGood }
    }
  }

  /// Of the orders that die: how many lines lie between the point of no return and the line that ends the process, and
  /// in how many orders.
  var distances: [(lines: Int, orders: Int)] {
    var counts: [Int: Int] = [:]
    for order in orders where order.death != nil {
      if let point = pointOfNoReturn(of: order) { counts[order.moves.count - point, default: 0] += 1 }
    }
    return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Why the orders that die do so, and how many of them; nil is a cause that these stories must not have.
  var causes: [(cause: CauseOfDeath?, count: Int)] {
    let deaths = orders.compactMap(\.death)
    let known = CauseOfDeath.allCases.map { cause in (cause, deaths.count { $0.cause == cause }) }
    return known.filter { $0.1 > 0 }
      + (deaths.contains { $0.cause == nil } ? [(nil, deaths.count { $0.cause == nil })] : [])
  }
}
