import Harness
import Orders
import RawObserving

/// The orders in which a pitfall shows: a story in one style, under one set of rules, and the ends that the card tells.
///
/// A pitfall that ends the process is told of the classic era. One that the program survives is told of the current era,
/// in which no crash hides it.
struct OrdersOfPitfall {
  let plan: OrderPlan
  let endings: [PlayedOrder.Ending]

  /// The call that plays them.
  var command: String {
    let era = plan.era == .classic ? "" : " --era \(plan.era)"
    return "./scenarios orders \(plan.story.name) --style \(plan.style.name)\(era)"
  }

  private init(_ plan: String, _ endings: PlayedOrder.Ending...) {
    guard let plan = OrderStory.plans.first(where: { $0.name == plan }) else { fatalError("no plan: \(plan)") }
    (self.plan, self.endings) = (plan, endings)
  }

  /// By the ids of the pitfalls.
  static let all: [String: OrdersOfPitfall] = [
    "LIF-1": OrdersOfPitfall("clock by-hand classic", .dies),
    "LIF-3": OrdersOfPitfall("clock by-hand classic", .dies),
    "LIF-5": OrdersOfPitfall("self by-hand classic", .dies),
    "MED-1": OrdersOfPitfall("self retaining current", .leaks),
    "MED-2": OrdersOfPitfall("self non-retaining classic", .dies),
    "MED-3": OrdersOfPitfall("parts retaining current", .misses),
    "REG-1": OrdersOfPitfall("twice by-hand current", .twice),
    "REG-2": OrdersOfPitfall("twice careful current", .twice, .late),
    "REM-1": OrdersOfPitfall("clock by-hand classic", .dies),
  ]
}

extension Pitfall {
  /// The orders in which it shows; nil if no story is about it.
  var orders: OrdersOfPitfall? { OrdersOfPitfall.all[id] }
}
