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
    let moves = plan.story.moves
    // The lines that came next, after each beginning.
    var next: [[Int]: Set<Int>] = [:]
    var states: [[Int]: OrderState] = [[]: played.orders.places[0].state]
    for order in played.orders.orders {
      for (index, step) in order.steps.enumerated() {
        let beginning = Array(order.lines[..<index])
        next[beginning, default: []].insert(step.made.line)
        if let state = step.state { states[beginning + [step.made.line]] = state }
      }
    }
    for (beginning, state) in states {
      let made = Set(beginning.map { moves[$0] })
      let isOver = moves.filter(\.isRelease).allSatisfy(made.contains)
      func lives(_ name: String) -> Bool { state.objects.contains { $0.name == name && $0.fate != .freed } }
      let possible = moves.indices.filter { line in
        plan.story.obstacle(
          to: moves[line], after: made, viewLives: plan.story.hasView ? lives("view") : lives(plan.story.object),
          clockLives: lives(plan.story.object)) == nil
      }
      #expect(next[beginning, default: []] == (isOver ? [] : Set(possible)), "after \(beginning)")
    }
    #expect(Set(played.orders.orders.map(\.lines)).count == played.orders.orders.count)
  }

  @Test("the same line does the same in the same state, whatever led there", arguments: Orders.plans)
  func isDeterministic(_ plan: OrderPlan) throws {
    let graph = try StateGraph(try Orders.played(plan).orders)
    #expect(graph.states.first?.code == WorldState.beginning(of: plan).code)
  }

  @Test("the careful styles and the right controllers have no bad end", arguments: Orders.right)
  func endsWell(_ plan: OrderPlan) throws {
    let played = try Orders.played(plan).orders
    let bad = PlayedOrder.Ending.allCases.filter { !$0.isGood }.compactMap { played.shortest($0) }
      .map { played.orders[$0 - 1] }.min { $0.lines.count < $1.lines.count }
    if let bad { Issue.record("\(try Orders.told(bad, plan))") }
  }

  @Test("careful code with a check is the mediator, state for state", arguments: Era.allCases)
  func equals(_ era: Era) throws {
    for (story, checked, managed) in [
      ("clock", "checked", "retaining"), ("twice", "checked", "retaining"), ("self", "checked", "lifetime-bound"),
      ("parts", "checked", "tokens"),
    ] {
      let runs = try [checked, managed].map { try Orders.played(Orders.plan(story, $0, era)).orders.orders }
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
    for order in try Orders.played(plan).orders.orders {
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
    #expect(try Orders.played(Orders.plan("clock", "by-hand", .classic)).orders.count(.dies) > 0)
    #expect(try Orders.played(Orders.plan("self", "retaining", .current)).orders.count(.leaks) > 0)
    #expect(try Orders.played(Orders.plan("parts", "retaining", .current)).orders.count(.misses) > 0)
  }

  @Test("the point of no return: every order that begins so ends badly, and one that begins a line earlier ends well")
  func pointOfNoReturn() throws {
    let plan = Orders.plan("clock", "by-hand", .classic)
    let played = try Orders.played(plan).orders
    for order in played.orders {
      guard let point = played.pointOfNoReturn(of: order) else {
        #expect(order.ending == .well)
        continue
      }
      // Counted one by one, as the sums over places are not.
      let alike = played.orders.filter { $0.lines.starts(with: order.lines[..<point]) }
      #expect(alike.allSatisfy { $0.ending != .well })
      #expect(played.orders.contains { $0.lines.starts(with: order.lines[..<(point - 1)]) && $0.ending == .well })
      #expect(played.futures(of: order, after: point).values.reduce(0, +) == alike.count)
    }
    // To release the view while it is registered is such a line: the program runs on, and is lost.
    let lost = try #require(played.orders.first { Orders.moves(of: $0, plan) == [.add, .releaseView, .first] })
    #expect(played.pointOfNoReturn(of: lost) == 2)
  }

  @Test("what is summed over places is what counting order by order gives", arguments: Orders.plans)
  func sums(_ plan: OrderPlan) throws {
    let played = try Orders.played(plan).orders
    let all = Array(played.orders)
    for ending in PlayedOrder.Ending.allCases {
      #expect(played.count(ending) == all.count { $0.ending == ending })
      let lengths = all.filter { $0.ending == ending }.map(\.lines.count)
      let shortest = all.firstIndex { $0.ending == ending && $0.lines.count == lengths.min() }
      #expect(played.shortest(ending) == shortest.map { $0 + 1 })
    }
    var distances: [Int: Int] = [:]
    for order in all where order.death != nil {
      if let point = played.pointOfNoReturn(of: order) { distances[order.lines.count - point, default: 0] += 1 }
    }
    #expect(Dictionary(uniqueKeysWithValues: played.distances.map { ($0.lines, $0.orders) }) == distances)
    #expect(played.causes.map(\.count).reduce(0, +) == all.count { $0.death != nil })
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

  static func played(_ plan: OrderPlan) throws -> PlayedPlan { try known.value(for: plan) }

  private static let known = Memo { (plan: OrderPlan) in
    try OrderPlayer(plan: plan, program: BuiltScenarios.url).play()
  }

  static func moves(of order: PlayedOrder, _ plan: OrderPlan) -> [Move] { order.lines.map { plan.story.moves[$0] } }

  /// What can be seen of an order from outside: not what a view believes, nor the sequence of its registrations.
  static func visible(_ order: PlayedOrder) -> [String] {
    [order.death?.message ?? ""]
      + order.steps.map { step in
        let objects = step.state?.objects.map { "\($0)" } ?? []
        let registrations = step.state?.registrations.map { $0.label ?? "" }.sorted() ?? []
        return "\(step.made.line) \(step.made.faults) \(step.calls) \(objects) \(registrations)"
      }
  }

  /// The lines of an order, and how it ends.
  static func told(_ order: PlayedOrder, _ plan: OrderPlan) throws -> String {
    let lines = try StyleLines(plan)
    return "\(plan.name), \(moves(of: order, plan).map { lines[$0] }.joined(separator: "; ")): \(order.ending.singular)"
      + (order.death.map { ": \($0.message)" } ?? "")
  }
}
