import Foundation
import TestSupport
import Testing

@testable import Explain
@testable import Scenarios

@Suite("Explaining our own messages", .watched)
struct ExplainMessageTests {
  private struct Result: Decodable {
    let id: String
    let act: Int
    let found: Found
  }
  private struct Found: Decodable { let dies: String? }
  private struct Results: Decodable { let results: [Result] }

  @Test("the last message of every act that dies leads to its pitfall")
  func messages() throws {
    let results = try JSONDecoder().decode(Results.self, from: AllRuns.results(of: Program.url)).results
    let deaths = results.filter { !($0.found.dies ?? "").isEmpty }
    #expect(deaths.count > 20)
    for death in deaths {
      let explanation = Explanation(Diagnosis(Log(text: death.found.dies ?? "")))
      #expect(explanation.cards.map(\.id).contains(death.id), "\(death.id) act \(death.act): \(explanation.rule)")
      #expect(explanation.answer == "observing", "\(death.id) act \(death.act)")
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
