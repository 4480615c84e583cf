import RawObserving
import TestSupport

@testable import Scenarios

/// What the pages tell of the orders of stories: the numbers are those of a run of the program.
extension Generated {
  static var everyOrder: [String: [String]] { ["endings": endings] }

  /// A row for each way in which an order can end.
  private static var endings: [String] {
    ["| counted as | orders that end so | what has happened in them |", "| --- | --- | --- |"]
      + PlayedOrder.Ending.allCases.map { "| `\($0.rawValue)` | \($0.verb) | \($0.meaning) |" }
  }

  /// The line of a card that tells how many orders end in the pitfall; none if no story is about it.
  static func orders(of pitfall: Pitfall) -> [String] {
    guard let orders = pitfall.orders else { return [] }
    let plan = orders.plan
    let all = "**[Every order](../16-every-order.md)** of \"\(plan.story.title)\", \(plan.style.title), in the \(plan.era) era:"
    do {
      let played = try playedOrders.value(for: plan)
      let counts = orders.endings.map { ending in
        "\(played.count(ending))\(ending == orders.endings.first ? " of \(played.orders.count) orders" : "") \(ending.verb)"
      }
      let ends = counts.joined(separator: ", and ") + (orders.endings == [.dies] ? messages(of: pitfall, in: played) : "")
      return ["\(all) \(ends). `\(orders.command)`"]
    } catch {
      return ["\(all) not played: \(error)"]
    }
  }

  /// How many of the orders that die do so with a message of the pitfall's.
  private static func messages(of pitfall: Pitfall, in played: PlayedOrders) -> String {
    let count = played.orders.count { order in
      order.death.map { death in pitfall.messages.contains { $0.isFound(in: death.message) } } ?? false
    }
    return ", \(count == played.count(.dies) ? "all" : "\(count)") of them with the message below"
  }

  /// Each plan is played once.
  private static let playedOrders = Memo { (plan: OrderPlan) in
    try OrderPlayer(plan: plan, program: Executable.url()).play()
  }
}
