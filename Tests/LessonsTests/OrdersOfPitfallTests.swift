import TestSupport
import Testing

@testable import Book
@testable import Harness
@testable import Orders

/// The orders that cards tell of.
@Suite("The orders of pitfalls", .watched)
struct OrdersOfPitfallTests {
  @Test("some order ends as the card tells, and if it dies, with a message of the card's", arguments: ids)
  func fit(_ id: String) throws {
    let pitfall = try #require(Pitfall.named(id))
    let orders = try #require(pitfall.orders)
    let played = try Generated.played(orders.plan)
    for ending in orders.endings {
      #expect(
        played.orders.orders.contains { $0.happenings.contains(ending) && ($0.death == nil || pitfall.explains($0)) })
    }
  }

  private static let ids = OrdersOfPitfall.all.keys.sorted()
}
