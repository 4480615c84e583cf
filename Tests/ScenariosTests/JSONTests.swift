import Foundation
import ProgramSupport
import RawObserving
import TestSupport
import Testing

@testable import Harness

@Suite("What programs read", .watched)
struct JSONTests {
  @Test(
    "what programs read, to the letter",
    arguments: [
      ("list.json", ["list", "REG-1"]), ("run.json", ["run", "LIF-3"]),
      ("explain.json", ["explain", "Cannot remove an observer <A 0x1> for the key path \"b\" from <C 0x2>"]),
    ])
  func golden(_ name: String, _ arguments: [String]) throws {
    try expectGolden(try BuiltScenarios.run(arguments + ["--json"]).output, name)
  }

  /// The entries of a catalogue or of results.
  private func entries(_ name: String, in json: Data) throws -> [[String: Any]] {
    let object = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect(object["version"] as? Int == 2)
    return try #require(object[name] as? [[String: Any]])
  }

  @Test("the list as JSON holds the catalogue, or what is asked for of it")
  func listAsJSON() throws {
    for (arguments, ids) in [
      ([], Pitfall.all.map(\.id)), (["REG-1"], ["REG-1"]), (["MED", "--leaks"], ["MED-1", "MED-6"]),
    ] {
      let list = try BuiltScenarios.run(["list", "--json"] + arguments)
      let entries = try entries("pitfalls", in: Data(list.output.utf8))
      #expect(entries.map { $0["id"] as? String } == ids)
    }
  }

  @Test("JSON of one side tells the acts' own numbers", arguments: samples)
  func numbersOfOneSide(_ pitfall: Pitfall) throws {
    let managed = try BuiltScenarios.run("run", pitfall.id, "--managed", "--json").output
    let first = try #require(pitfall.acts.firstIndex { $0.side == .managed })
    #expect(managed.contains("\"act\" : \(first + 1),"))
    #expect(!managed.contains("\"act\" : 1,"))
  }

  @Test("JSON of one pitfall and of all: each act's own number, what was expected and found, and the verdict")
  func json() throws {
    let one = try BuiltScenarios.run("run", "REG-1", "--json")
    #expect(one.exitCode == 0)
    let all = try JSONReport.text(of: PitfallRuns.all())
    for (json, pitfalls) in [(one.output, [Pitfall.named("REG-1")!]), (all, Pitfall.all)] {
      let results = try entries("results", in: Data(json.utf8))
      let acts = pitfalls.flatMap { pitfall in
        pitfall.acts.enumerated().flatMap { index, act in
          act.telling.map { _ in "\(pitfall.id) \(index + 1) \(pitfall.label(of: act))" }
        }
      }
      #expect(results.map { "\($0["id"] ?? "") \($0["act"] ?? "") \($0["label"] ?? "")" } == acts)
      #expect(results.allSatisfy { $0["asExpected"] as? Bool == true })
      for result in results {
        let (expected, found) = (result["expected"] as? [String: Any], result["found"] as? [String: Any])
        #expect(expected?["finds"] as? String == found?["finds"] as? String)
        #expect(
          (expected?["dies"] == nil) == (found?["dies"] == nil) && (found?["dies"] == nil) == (found?["signal"] == nil))
        #expect((result["wanted"] == nil) == (result["verdict"] as? String == "right"))
      }
    }
  }

  /// The first pitfall of each area.
  private static let samples = Area.allCases.compactMap { area in Pitfall.all.first { $0.area == area } }
}
