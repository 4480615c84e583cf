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
    let all =
      "**[Every order](../16-every-order.md)** of \"\(plan.story.title)\", \(plan.style.title), in the \(plan.era) era:"
    do {
      let played = try playedOrders.value(for: plan)
      let counts = orders.endings.enumerated().map { index, ending in
        "\(played.count(ending)) \(index == 0 ? "of \(played.orders.count) orders " : "")\(ending.verb)"
      }
      let share = orders.endings == [.dies] ? share(of: pitfall, in: played) : ""
      return ["\(all) \(counts.joined(separator: ", and "))\(share). `\(orders.command)`"]
    } catch {
      return ["\(all) not played: \(error)"]
    }
  }

  /// How many of the orders that die do so with a message of the pitfall's.
  private static func share(of pitfall: Pitfall, in played: PlayedOrders) -> String {
    let count = played.orders.count { pitfall.explains($0) }
    return ", \(count == played.count(.dies) ? "all" : "\(count)") of them with the message below"
  }

  /// Each plan is played once.
  static let playedOrders = Memo { (plan: OrderPlan) in
    try OrderPlayer(plan: plan, program: Executable.url()).play()
  }
}

extension Pitfall {
  /// Whether the order dies with a message of this pitfall's.
  func explains(_ order: PlayedOrder) -> Bool {
    order.death.map { death in messages.contains { $0.isFound(in: death.message) } } ?? false
  }
}
