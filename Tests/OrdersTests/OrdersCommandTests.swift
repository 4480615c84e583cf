import Foundation
import ProgramSupport
import RawObserving
import TestSupport
import Testing

@testable import Orders

/// The verb `orders`, as people and programs use it.
@Suite(.watched) struct OrdersCommandTests {
  @Test("the orders of one style: its lines, its states, and the shortest order that dies")
  func table() throws {
    let run = try BuiltScenarios.run(columns: 80, "orders", "clock", "--style", "by-hand")
    #expect(run.exitCode == 0)
    for part in ["clock.addObserver(view, forKeyPath: \"date\")", "view freed", ": lost", "✕ dies", "(--play "] {
      #expect(run.output.contains(part), "\(part) is missing")
    }
    #expect(run.lines.allSatisfy { $0.count <= 80 }, "\(run.output)")
    #expect(!run.output.contains("\n\n\n"))
  }

  @Test("each width shows the same states", arguments: [50, 60, 80, 120]) func widths(_ columns: Int) throws {
    let run = try BuiltScenarios.run(columns: columns, "orders", "self", "--style", "retaining")
    // Beside the cells, words may be broken, so the words of each state are looked for one by one.
    let words = Set(run.output.split { $0.isWhitespace || $0 == ":" || $0 == "," })
    let plan = Orders.plan("self", "retaining", .classic)
    for (number, state) in try StateGraph(try Orders.played(plan).orders).states.enumerated() {
      #expect(run.lines.contains { $0.hasPrefix("\(number + 1) ") }, "state \(number + 1)")
      for word in state.words.split(whereSeparator: { " ,".contains($0) }) {
        #expect(words.contains(word), "\(state.code): \(word)")
      }
    }
    #expect(words.isSuperset(of: ["a", "leak"]))
  }

  @Test("an order that is stepped through ends with its message, and says where it is lost") func play() throws {
    let plan = Orders.plan("clock", "by-hand", .classic)
    let index = try #require(
      try Orders.played(plan).orders.orders.firstIndex { Orders.moves(of: $0, plan) == [.add, .releaseView, .first] })
    let run = try BuiltScenarios.run("orders", "clock", "--style", "by-hand", "--play", "\(index + 1)")
    #expect(run.output.contains("message sent to deallocated instance"))
    #expect(run.output.contains("It is lost at line 2"))
  }

  @Test("the JSON tells every order of the plan, and is the same each time") func json() throws {
    let arguments = ["orders", "self", "--style", "by-hand", "--era", "classic", "--json"]
    let (first, second) = (try BuiltScenarios.run(arguments), try BuiltScenarios.run(arguments))
    #expect(first.output == second.output)
    struct All: Decodable {
      struct Plan: Decodable { let orders: [String], counts: [String: Int] }
      let plans: [Plan]
    }
    let plan = try #require(try JSONDecoder().decode(All.self, from: Data(first.output.utf8)).plans.first)
    #expect(plan.orders.count == plan.counts.values.reduce(0, +))
    #expect(plan.orders.count == (try Orders.played(Orders.plan("self", "by-hand", .classic))).orders.orders.count)
  }

  @Test(
    "what cannot be played is told, with what can",
    arguments: [
      (["orders", "clocks"], "There is no story 'clocks'. These are: clock, self, twice, parts."),
      (["orders", "self", "--style", "tokens"], "There is no style 'tokens'."),
      (["orders", "self", "--page", "orders.html"], "--page writes all stories"),
      (["orders", "--play", "3"], "--play needs one style of one story"),
      (["orders", "self", "--style", "by-hand", "--play", "99"], "there are 22 orders"),
    ])
  func refused(_ arguments: [String], _ message: String) throws {
    let run = try BuiltScenarios.run(arguments)
    #expect(run.exitCode == 64)
    #expect(run.errors.contains(message), "\(run.errors)")
  }
}
