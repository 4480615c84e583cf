import Foundation
import RawObserving
import TestSupport
import Testing

@testable import Scenarios

@Suite("What programs read", .watched)
struct JSONTests {
  private static let schema = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Sources/Scenarios/Report/schema.json")

  /// The entries of a catalogue or of results, once the schema is held against all of it.
  private func entries(_ name: String, in json: Data) throws -> [[String: Any]] {
    let validator = try SchemaValidator(schema: Data(contentsOf: Self.schema))
    #expect(try validator.problems(in: json) == [])
    let object = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect(object["version"] as? Int == 1)
    return try #require(object[name] as? [[String: Any]])
  }

  @Test("the list as JSON holds the catalogue, or what is asked for of it")
  func listAsJSON() throws {
    for (arguments, ids) in [
      ([], Pitfall.all.map(\.id)), (["REG-1"], ["REG-1"]), (["MED", "--leaks"], ["MED-1", "MED-6"]),
    ] {
      let list = try Program.run(["list", "--json"] + arguments)
      let entries = try entries("pitfalls", in: Data(list.output.utf8))
      #expect(entries.map { $0["id"] as? String } == ids)
    }
  }

  @Test("JSON tells each act's own number, also where two have one title", arguments: Pitfall.all)
  func numbersInJSON(_ pitfall: Pitfall) throws {
    let all = try #require(
      JSONSerialization.jsonObject(with: AllRuns.results(of: Program.url)) as? [String: Any])
    let results = try #require(all["results"] as? [[String: Any]]).filter { $0["id"] as? String == pitfall.id }
    let expected = pitfall.acts.enumerated().flatMap { index, act in
      act.telling.map { _ in index + 1 }
    }
    #expect(results.map { $0["act"] as? Int } == expected)
    #expect(
      results.map { $0["label"] as? String }
        == expected.map { pitfall.label(of: pitfall.acts[$0 - 1]) })
  }

  @Test("JSON of one side tells the acts' own numbers", arguments: samples)
  func numbersOfOneSide(_ pitfall: Pitfall) throws {
    let managed = try Program.run("run", pitfall.id, "--managed", "--json").output
    let first = try #require(pitfall.acts.firstIndex { $0.side == .managed })
    #expect(managed.contains("\"act\" : \(first + 1),"))
    #expect(!managed.contains("\"act\" : 1,"))
  }

  @Test("JSON of one pitfall and of all: what was expected, what was found, and the verdict")
  func json() throws {
    let one = try Program.run("run", "REG-1", "--json")
    #expect(one.exitCode == 0)
    for (json, pitfalls) in [
      (Data(one.output.utf8), [Pitfall.named("REG-1")!]), (try AllRuns.results(of: Program.url), Pitfall.all),
    ] {
      let results = try entries("results", in: json)
      #expect(Set(results.compactMap { $0["id"] as? String }) == Set(pitfalls.map(\.id)))
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
