import Foundation
import RawObserving
import Testing

@testable import Scenarios

@Suite("The catalogue", .watched)
struct CatalogueTests {
  @Test("ids, names and lesson places are there once")
  func unique() {
    #expect(Set(Pitfall.all.map(\.id)).count == Pitfall.all.count)
    #expect(Set(Pitfall.all.map(\.name)).count == Pitfall.all.count)
    #expect(Set(Pitfall.all.map(\.lesson)).count == Pitfall.all.count)
  }

  @Test("every pitfall has a raw act and a managed one, the raw ones first", arguments: Pitfall.all)
  func sides(of pitfall: Pitfall) {
    let sides = pitfall.acts.map(\.side)
    #expect(sides.first == .raw)
    #expect(sides.last == .managed)
    #expect(sides == sides.filter { $0 == .raw } + sides.filter { $0 == .managed })
  }

  @Test("each side has an act that speaks for it", arguments: Pitfall.all)
  func spokesmen(of pitfall: Pitfall) {
    for side in [Side.raw, .managed] {
      #expect(pitfall.acts.contains { $0.side == side && !$0.sameMistake })
    }
  }

  @Test(
    "a managed act that ends like the hazard is called the same mistake", arguments: Pitfall.all)
  func sameMistakes(in pitfall: Pitfall) {
    for act in pitfall.acts where act.side == .managed && !pitfall.isOfTheRemedy {
      #expect(act.sameMistake || act.classic != pitfall.acts[0].classic, "\(act.title)")
    }
    for act in pitfall.acts where act.sameMistake {
      #expect(act.side == .managed && !pitfall.isOfTheRemedy, "\(act.title)")
    }
  }

  @Test("an act whose title speaks of eras runs in all of them", arguments: Pitfall.all)
  func titlesThatSpeakOfEras(in pitfall: Pitfall) {
    for act in pitfall.acts where act.title.contains(/\bera/) {
      #expect(act.telling == Era.allCases, "\(act.title)")
    }
  }

  @Test("what happens to a deallocated observer differs in the current era alone")
  func deadObservers() {
    let acts = Pitfall.all.flatMap(\.acts)
    #expect(acts.contains { $0.isReadNotRun })
    for act in acts {
      guard case .dies(let words) = act.classic else { continue }
      let isOfObserver = words.contains("deallocated instance")
      #expect(act.isReadNotRun == isOfObserver, "\(act.title)")
      #expect(!isOfObserver || act.telling == [.classic, .current], "\(act.title)")
    }
  }

  @Test(
    "an act is run in the classic era, and in each era that ends it otherwise than the one before")
  func telling() {
    let (one, other) = (Expectation.finds("one"), Expectation.finds("other"))
    func eras(_ act: Act) -> [Era] { act.telling }
    #expect(eras(.raw("", one) { _ in "" }) == [.classic])
    #expect(eras(.raw("", one, everyEra: true) { _ in "" }) == [.classic, .relaxed, .current])
    #expect(eras(.raw("", one, relaxed: other) { _ in "" }) == [.classic, .relaxed])
    #expect(eras(.raw("", one, current: other) { _ in "" }) == [.classic, .current])
    #expect(
      eras(.managed("", one, relaxed: other, current: one) { _ in "" })
        == [.classic, .relaxed, .current])
    let act = Act.managed("", one, relaxed: other) { _ in "" }
    #expect(Era.allCases.map { act.expectation(in: $0) } == [one, other, other])
  }

  @Test("every pitfall has a suite of tests whose name begins with its id", arguments: Pitfall.all)
  func suite(of pitfall: Pitfall) throws {
    #expect(try suiteNames().filter { $0.hasPrefix(pitfall.id + " ") }.count == 1)
  }

  @Test("every suite whose name begins with an id is of a pitfall in the catalogue")
  func suitesAreKnown() throws {
    let ids = try suiteNames().map { String($0.prefix { $0 != " " }) }
    #expect(Set(ids) == Set(Pitfall.all.map(\.id)))
  }

  @Test(
    "every act ends as the catalogue says, in each era", arguments: Pitfall.all, Era.allCases)
  func outcomes(of pitfall: Pitfall, in era: Era) throws {
    let run = try Program.run("run", pitfall.id, "--era", "\(era)")
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect(run.output.components(separatedBy: "\n=> ").count - 1 == pitfall.acts.count)
  }

  /// The names of the suites in the folders of `Pitfalls`, as they are written there.
  private func suiteNames() throws -> [String] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Pitfalls")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
      .map { folder.appendingPathComponent($0) }
      .flatMap { try String(contentsOf: $0, encoding: .utf8).matches(of: /@Suite\("([^"]+)"/) }
      .map { String($0.1) }
  }
}

extension Pitfall: CustomTestStringConvertible {
  /// The id, in the output of the tests.
  public var testDescription: String { id }
}
