import Foundation
import ProgramSupport
import RawObserving
import TestSupport
import Testing

@testable import Marking
@testable import Orders

/// The stories of the course as files like a reader's: what the compiled worlds come to, their files come to, too.
@Suite("The stories as files", .watched, .long) struct StoryFileTests {
  @Test("as many orders die, leak and call twice", arguments: OrderStory.plans.map(\.name))
  func agrees(_ planName: String) throws {
    let plan = try #require(OrderStory.plans.first { $0.name == planName })
    let build = try BuiltModules(
      ["RawObserving", "ManagedObserving", "Console", "Exercises", "Recording"],
      in: BuiltScenarios.url.deletingLastPathComponent())
    let name = "\(plan.story.name)-\(plan.style.name).swift"
    let program = try OrderedFile(playing: try Self.text(of: plan), shown: name, file: name, build)
    var player = FilePlayer(program: program, era: plan.era, folder: nil, seconds: 20)
    // The compiled worlds are the check.
    player.mostChecked = 2
    let file = FileOrders(program, name, plan.era, try player.play { _ in })
    let story = try Orders.played(plan).orders
    for ending in [PlayedOrder.Ending.dies, .leaks, .twice] {
      #expect(file.orders.count(ending) == story.count(ending), "\(ending)")
    }
    #expect(file.hasStates && file.cutAfter == nil)
    let (own, known) = (try StateGraph(file.orders), try StateGraph(story))
    // A story tells apart who has asked, too.
    #expect(own.states.count <= known.states.count, "\(own.states.map(\.words))")
  }

  /// The file of a plan: its lines and classes, as they stand in the source that runs.
  static func text(of plan: OrderPlan) throws -> String {
    let lines = try StyleLines(plan)
    let (base, objects) = objects(of: plan)
    let classes = try StyleLines.classes(named: [base] + plan.style.listed)
    let moves = plan.story.moves.map { lines[$0] + ($0 == .first ? "  // then" : "") }
    return """
      import ManagedObserving
      import RawObserving

      final class Clock: KeyValueObject { @Observed var date = 0 }
      final class Hearing { func note(_ part: Character = "d") {} }
      nonisolated(unsafe) let heard = Hearing()
      \(classes.joined(separator: "\n"))
      final class Owner {
      \(objects.map { "  var \($0.name): \($0.type)? = \($0.type)(\($0.type == "Clock" ? "" : "heard"))" }.joined(separator: "\n"))
      }
      let owner = Owner()
      \(objects.map { "weak var \($0.name): \($0.type)! = owner.\($0.name)" }.joined(separator: "\n"))
      var header: ObservationToken?
      var footer: ObservationToken?

      // in any order:
      \(moves.joined(separator: "\n"))
      """
  }

  /// The class from which those of the styles inherit, and the objects of the story.
  private static func objects(of plan: OrderPlan) -> (base: String, objects: [(name: String, type: String)]) {
    let own = plan.style.listed.last
    switch plan.story.name {
    case "self": return ("CountedThermostat", [("thermostat", own ?? "CountedThermostat")])
    case "parts": return ("PartedView", [("view", own ?? "PartedView"), ("clock", "Clock")])
    default: return ("CountedView", [("view", own ?? "CountedView"), ("clock", "Clock")])
    }
  }
}
