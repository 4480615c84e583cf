import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import Explain
@testable import Harness
@testable import Workbench

@Suite("Explaining our own messages", .watched)
struct ExplainMessageTests {
  @Test("the last message of every act that dies leads to its pitfall")
  func messages() throws {
    let deaths = try PitfallRuns.all().filter { !($0.outcome.lastMessage ?? "").isEmpty }
    #expect(deaths.count > 20)
    for death in deaths {
      let explanation = Explanation(Diagnosis(Log(text: death.outcome.lastMessage ?? "")))
      let name = "\(death.pitfall.id) act \(death.number)"
      #expect(explanation.cards.map(\.id).contains(death.pitfall.id), "\(name): \(explanation.rule)")
      #expect(explanation.answer == "observing", "\(name)")
    }
  }

  @Test("a message that several pitfalls share names a sign for each of them")
  func signs() {
    for kind in Kind.allCases {
      let causes = Answer.about(kind).causes
      let signs = Set(causes.map(\.sign))
      #expect(signs.count == causes.count, "\(kind)")
    }
  }

  @Test("an object that observes itself leads to that card first")
  func itself() throws {
    let explanation = try LabelledLog.named("mlpautocomplete-110").explanation
    #expect(explanation.cards.first?.id == "LIF-5")
    #expect(explanation.causes.first?.indicated == true)
    // A mediator passes a context, and this log has none.
    #expect(!explanation.cards.contains { ["MED-2", "MED-11"].contains($0.id) })
  }
}
