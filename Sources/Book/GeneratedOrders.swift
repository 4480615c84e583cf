import Harness
import Orders
import RawObserving

/// What the pages tell of the orders of stories: the numbers are those of a run of the program.
extension Generated {
  static var everyOrder: [String: [String]] { ["endings": endings] }

  /// A row for each way in which an order can end.
  private static var endings: [String] {
    ["| counted as | told as | what has happened |", "| --- | --- | --- |"]
      + PlayedOrder.Ending.allCases.map { "| `\($0.rawValue)` | \($0.verb) | \($0.meaning) |" }
  }

  /// The line of a card that tells how many orders end in the pitfall; none if no story is about it.
  static func orders(of pitfall: Pitfall) -> [String] {
    guard let orders = pitfall.orders else { return [] }
    let plan = orders.plan
    let all =
      "**[Every order](../15-every-order.md)** of \"\(plan.story.title)\", \(plan.style.title), in the \(plan.era) era:"
    do {
      let played = try played(plan).orders
      let counts = orders.endings.map { phrase($0, played) }.joined(separator: ", ")
      let share = orders.endings == [.dies] ? share(of: pitfall, in: played) : ""
      return ["\(all) \(counts)\(share). `\(orders.command)`"]
    } catch {
      return ["\(all) not played: \(error)"]
    }
  }

  private static func phrase(_ ending: PlayedOrder.Ending, _ played: PlayedOrders) -> String {
    // An order may end in more than one way: each of them is told.
    let orders = "\(played.orders.count { $0.happenings.contains(ending) }) of \(played.orders.count) orders"
    return switch ending {
    case .twice: "in \(orders) the view is called twice"
    case .late: "in \(orders) it is called after it has stopped"
    case .dies, .hangs, .exits, .breaks, .leaks, .misses, .well: "\(orders) \(ending.verb)"
    }
  }

  /// How many of the orders that die do so with a message of the pitfall's.
  private static func share(of pitfall: Pitfall, in played: PlayedOrders) -> String {
    let count = played.orders.count { pitfall.explains($0) }
    return ", \(count == played.count(.dies) ? "all" : "\(count)") of them with the message below"
  }

  /// The orders of a plan, of which a page tells.
  static func played(_ plan: OrderPlan) throws -> PlayedPlan {
    guard let played = playedOrders[plan.name] else { throw Unreadable("no page tells of \(plan.name)") }
    return try played.get()
  }

  /// Each plan is played once.
  private static let playedOrders: [String: Result<PlayedPlan, any Error>] = {
    let plans = OrdersOfPitfall.all.values.map(\.plan) + Figures.plans.values.joined()
    return Dictionary(plans.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
      .mapValues { plan in Result { try OrderPlayer(plan: plan, program: Executable.url()).play() } }
  }()
}

extension Pitfall {
  /// Whether the order dies with a message of this pitfall's.
  func explains(_ order: PlayedOrder) -> Bool {
    order.death.map { death in messages.contains { $0.matches(death.violation, death.message) } } ?? false
  }
}
