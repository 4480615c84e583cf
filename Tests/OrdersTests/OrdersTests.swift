import Foundation
import ProgramSupport
import RawObserving
import TestSupport
import Testing

@testable import Harness
@testable import Orders

/// Properties of all orders of the stories, and no counts: what breaks a library breaks one of them, and the message is
/// the shortest order that shows it.
@Suite(.watched) struct OrdersTests {
  @Test("every line that could have been the next one was, in some order", arguments: Orders.plans)
  func isComplete(_ plan: OrderPlan) throws {
    let played = try Orders.played(plan)
    // The lines that came next, after each beginning.
    var next: [[Move]: Set<Move>] = [:]
    var states: [[Move]: WorldState] = [[]: .beginning(of: plan)]
    for order in played.orders {
      for (index, move) in order.moves.enumerated() {
        next[Array(order.moves[..<index]), default: []].insert(move)
        if index < order.steps.count { states[Array(order.moves[...index])] = order.steps[index].state }
      }
    }
    for (beginning, state) in states {
      let isOver = plan.story.moves.filter(\.isRelease).allSatisfy(beginning.contains)
      let possible = plan.story.moves.filter { move in
        let (view, clock) = (state.view ?? state.clock != .freed, state.clock != .freed)
        return plan.story.obstacle(to: move, after: Set(beginning), viewLives: view, clockLives: clock) == nil
      }
      #expect(next[beginning, default: []] == (isOver ? [] : Set(possible)), "after \(beginning)")
    }
    #expect(Set(played.orders.map(\.moves)).count == played.orders.count)
  }

  @Test("the same line does the same in the same state, whatever led there", arguments: Orders.plans)
  func isDeterministic(_ plan: OrderPlan) throws {
    let graph = try StateGraph(try Orders.played(plan))
    #expect(graph.states.first == .beginning(of: plan))
  }

  @Test("the careful styles and the right controllers have no bad end", arguments: Orders.right)
  func endsWell(_ plan: OrderPlan) throws {
    let played = try Orders.played(plan)
    let bad = PlayedOrder.Ending.allCases.filter { !$0.isGood }.compactMap { played.shortest($0) }
      .map { played.orders[$0 - 1] }.min { $0.moves.count < $1.moves.count }
    if let bad { Issue.record("\(try Orders.told(bad, plan))") }
  }

  @Test("careful code with a check is the mediator, state for state", arguments: Era.allCases)
  func equals(_ era: Era) throws {
    for (story, checked, managed) in [
      ("clock", "checked", "retaining"), ("twice", "checked", "retaining"), ("self", "checked", "lifetime-bound"),
      ("parts", "checked", "tokens"),
    ] {
      let runs = try [checked, managed].map { try Orders.played(Orders.plan(story, $0, era)).orders }
      let difference = zip(runs[0], runs[1]).first { Orders.visible($0) != Orders.visible($1) }
      let plan = Orders.plan(story, managed, era)
      if let difference {
        Issue.record("\(try Orders.told(difference.0, plan)) and \(try Orders.told(difference.1, plan))")
      }
      #expect(runs[0].count == runs[1].count)
    }
  }

  @Test("an order that dies does so for a cause that is known", arguments: Orders.plans)
  func causes(_ plan: OrderPlan) throws {
    for order in try Orders.played(plan).orders {
      guard let death = order.death else { continue }
      if death.cause == nil { Issue.record("\(try Orders.told(order, plan))") }
      // In the current era only the removal of what is not registered ends a process.
      if plan.era == .current && death.cause != .notRegistered { Issue.record("\(try Orders.told(order, plan))") }
    }
  }

  @Test(
    "a mistake is found: by hand some orders die, on itself a retaining controller leaks, and a dropped duplicate loses a change"
  )
  func mistakes() throws {
    #expect(try Orders.played(Orders.plan("clock", "by-hand", .classic)).count(.dies) > 0)
    #expect(try Orders.played(Orders.plan("self", "retaining", .current)).count(.leaks) > 0)
    #expect(try Orders.played(Orders.plan("parts", "retaining", .current)).count(.misses) > 0)
  }

  @Test("the point of no return: every order that begins so ends badly, and one that begins a line earlier ends well")
  func pointOfNoReturn() throws {
    let played = try Orders.played(Orders.plan("clock", "by-hand", .classic))
    for order in played.orders {
      guard let point = played.pointOfNoReturn(of: order) else {
        #expect(order.ending == .well)
        continue
      }
      #expect(played.futures(after: Array(order.moves[..<point])).allSatisfy { $0.ending != .well })
      #expect(played.futures(after: Array(order.moves[..<(point - 1)])).contains { $0.ending == .well })
    }
    // To release the view while it is registered is such a line: the program runs on, and is lost.
    let lost = try #require(played.orders.first { $0.moves == [.add, .releaseView, .first] })
    #expect(played.pointOfNoReturn(of: lost) == 2)
  }
}

/// The orders that the tests look at, each plan played once.
enum Orders {
  /// By hand and in the stories of seven lines, an order in two dies, and each death costs a process. `swift test` leaves
  /// these out; with `EVERY_TEST` they are played, too.
  static let plans = OrderStory.plans.filter { plan in
    everyTest || plan.story.moves.count < 7 || right.contains(plan)
      || (plan.story.name, plan.style.name) == ("parts", "retaining")
  }

  static let right = [
    ("clock", ["careful", "checked", "retaining", "lifetime-bound"]),
    ("self", ["careful", "checked", "lifetime-bound"]),
    ("twice", ["checked", "retaining", "lifetime-bound"]),
    ("parts", ["checked", "tokens"]),
  ].flatMap { story, styles in styles.flatMap { style in Era.allCases.map { plan(story, style, $0) } } }

  static func plan(_ story: String, _ style: String, _ era: Era) -> OrderPlan {
    OrderStory.plans.first { $0.name == "\(story) \(style) \(era)" }!
  }

  static func played(_ plan: OrderPlan) throws -> PlayedOrders { try known.value(for: plan) }

  private static let known = Memo { (plan: OrderPlan) in
    try OrderPlayer(plan: plan, program: BuiltScenarios.url).play()
  }

  /// What can be seen of an order from outside: not what a view believes, nor the sequence of its registrations.
  static func visible(_ order: PlayedOrder) -> [String] {
    [order.death?.message ?? ""]
      + order.steps.map { step in
        let state = step.state
        return
          "\(step.move) \(step.heard) \(step.calls) \(state.view as Any) \(state.clock) \(state.registered.sorted())"
      }
  }

  /// The lines of an order, and how it ends.
  static func told(_ order: PlayedOrder, _ plan: OrderPlan) throws -> String {
    let lines = try StyleLines(plan)
    return "\(plan.name), \(order.moves.map { lines[$0] }.joined(separator: "; ")): \(order.ending.singular)"
      + (order.death.map { ": \($0.message)" } ?? "")
  }
}
