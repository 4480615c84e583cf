import Foundation
import ProgramSupport
import RawObserving
import TestSupport
import Testing

@testable import Harness
@testable import Recording

@Suite("Recordings", .watched)
struct RecordingTests {
  @Test("every act is recorded in every era that tells of it, in the order of the catalogue")
  func everyRun() throws {
    let planned = Pitfall.all.flatMap { pitfall in
      PlannedRun.plan(pitfall, pitfall.acts.indices).map { "\(pitfall.id) \($0.index + 1), \($0.era)" }
    }
    #expect(try RecordedRuns.all.map(\.name) == planned)
  }

  @Test("a recording ends as the run does, and as the catalogue says")
  func endings() throws {
    for run in try RecordedRuns.all {
      let pitfall = try #require(Pitfall.named(run.pitfall))
      let era = try #require(Era.allCases.first { "\($0)" == run.era })
      let outcome: Outcome =
        run.ending.finds.map(Outcome.found)
        ?? .died(signal: SIGABRT, message: run.ending.dies ?? "", run.events.last?.violation)
      #expect(outcome.matches(pitfall.acts[run.act - 1].expectation(in: era)), "\(run.name): \(outcome.summary)")
      #expect([.finds, .dies].contains(run.events.last?.what), "\(run.name)")
      #expect(run.events.filter { [.finds, .dies].contains($0.what) }.count == 1, "\(run.name)")
    }
  }

  @Test("recording changes neither what a run prints nor how it ends")
  func changesNothing() throws {
    let results = try PitfallRuns.all()
    let runs = try RecordedRuns.all
    #expect(results.count == runs.count)
    for (result, run) in zip(results, runs) {
      #expect("\(result.pitfall.id) \(result.number), \(result.era)" == run.name)
      let finding: String? = if case .found(let finding) = result.outcome { finding } else { nil }
      #expect(finding == run.ending.finds, "\(run.name)")
      if run.events.contains(where: { $0.what == .cutOff }) { continue }
      let said = run.events.filter { $0.what == .says }.compactMap(\.text).flatMap { $0.components(separatedBy: "\n") }
      let isTold = result.lines.map(Self.withoutAddresses) == said.map(Self.withoutAddresses)
      #expect(isTold, "\(run.name): \(result.lines) beside \(said)")
    }
  }

  /// Addresses differ from run to run, and a recording has names in their place.
  private static func withoutAddresses(_ line: String) -> String {
    line.replacing(#/0x[0-9a-f…]+|\([a-z][\w' ]*\)/#, with: "…")
  }

  @Test("no two objects, and no two records, of a run have the same name")
  func names() throws {
    for run in try RecordedRuns.all {
      let names = [run.objects.map(\.name), run.events.filter { $0.what == .records }.compactMap(\.record)]
      for names in names { #expect(Set(names).count == names.count, "\(run.name): \(names)") }
    }
  }

  @Test("an object is named for what holds it strongly, and not for a weak property that refers to itself")
  func nameOfAHolder() throws {
    let run = try #require(try RecordedRuns.all.first { $0.pitfall == "MED-2" })
    #expect(run.objects.map(\.name).first == "thermostat")
  }

  @Test(
    "two recordings of a run are the same, byte by byte",
    arguments: [("LIF-1", 5), ("KEY-8", 3), ("CTX-6", 2), ("THR-1", 2), ("MOD-1", 1)])
  func deterministic(_ id: String, _ act: Int) throws {
    func recording() throws -> String {
      try BuiltScenarios.run("run", id, "--act", "\(act)", "--record", "-").output
    }
    let first = try recording()
    #expect(first.count > 1_000)
    #expect(try recording() == first)
  }

  @Test("each event has the source line that caused it, and a birth the line that makes the object")
  func lines() throws {
    let run = try #require(try RecordedRuns.all.first { $0.pitfall == "LIF-1" && $0.act == 5 })
    for event in run.events where event.what != .finds && event.what != .exits {
      #expect(!event.lines.isEmpty, "\(event)")
      #expect(event.lines.allSatisfy { $0.file.hasPrefix("Sources/Scenarios/") })
    }
    for event in run.events where event.what == .born && event.role == .object {
      let text = try #require(event.lines.last.flatMap(SourceText.ofPackage.text))
      #expect(text.contains("\(event.object ?? "?")") && text.contains("\(event.type ?? "?")("), "\(text)")
    }
  }

  @Test("every line of a story that runs is recorded, in order, and what its variables hold")
  func marks() throws {
    let run = try #require(try RecordedRuns.all.first { $0.pitfall == "LIF-1" && $0.act == 1 && $0.era == "classic" })
    let ran = run.events.filter { $0.what == .line && $0.frame?.hasPrefix("story") == true }.compactMap(\.text)
    #expect(
      ran == [
        "let view = ClockView(story)", "let probe: Probe", "do { …", "let clock = Clock()", "probe = Probe(clock)",
        "clock.addObserver(view, forKeyPath: \"date\", options: [.old, .new])", "clock.date = 2",
        "story.say(\"the scope of the clock ends\")",
      ])
    let holding = run.events.filter { [.holds, .holdsNoMore].contains($0.what) }
    #expect(
      holding.map { "\($0.what) \($0.text ?? "") \($0.other ?? "") \($0.reason ?? "")" } == [
        "holds view view ", "holds clock clock ", "holdsNoMore clock clock scope",
      ])
    #expect(run.events.contains { $0.what == .line && $0.frame?.hasPrefix("call") == true && $0.by == "observeValue" })
  }

  @Test("a process that dies leaves everything up to its last message, with names in the place of addresses")
  func death() throws {
    let run = try #require(try RecordedRuns.of("run", "LIF-1", "--act", "1", "--era", "classic").first)
    #expect(run.events.map(\.what).suffix(2) == [.dying, .dies])
    let message = try #require(run.ending.dies)
    #expect(message.contains("An instance (clock) of class Clock was deallocated"))
    #expect(message.contains("<Observer: (view), Key path: date"))
  }

  @Test("what the engine does not announce is recorded too: an assertion ends NaiveController's owner")
  func assertion() throws {
    let deaths = try RecordedRuns.all.filter { $0.ending.dies?.contains("Assertion failed") == true }
    #expect(!deaths.isEmpty)
    #expect(deaths.allSatisfy { $0.events.last?.what == .dies })
  }

  @Test("a run of thousands of registrations is cut off, and its end is recorded")
  func cutOff() throws {
    let runs = try RecordedRuns.all.filter { run in run.events.contains { $0.what == .cutOff } }
    #expect(runs.contains { $0.pitfall == "THR-9" })
    for run in runs {
      #expect(run.events.map(\.what).suffix(2) == [.cutOff, .finds])
      #expect(run.events.count < 1_500)
    }
  }

  @Test("what cannot be recorded is refused, before anything runs")
  func refusals() throws {
    #expect(try BuiltScenarios.run("run", "REG-1", "--record").errors.contains("--record needs a value"))
    #expect(try BuiltScenarios.run("run", "REG-1", "--record", "-", "--json").exitCode == 64)
    #expect(try BuiltScenarios.run("run", "REG-1", "--act", "1", "--in-process", "--record", "x").exitCode == 64)
    let unwritable = try BuiltScenarios.run("run", "REG-1", "--record", "/no/such/folder/x.json")
    #expect(unwritable.exitCode == 73 && unwritable.output.isEmpty)
    #expect(unwritable.errors == "scenarios: cannot write '/no/such/folder/x.json': No such file or directory.\n")
  }

  @Test("the schema's page names each kind of event once, and the version")
  func schema() throws {
    let page = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Sources/Recording/README.md").standardized, encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let kinds = rows.compactMap { $0.split(separator: "|").first }.flatMap { cell in
      cell.matches(of: #/`(\w+)`/#).compactMap { RecordedEvent.Kind(rawValue: String($0.1)) }
    }
    #expect(kinds.map(\.rawValue).sorted() == RecordedEvent.Kind.allCases.map(\.rawValue).sorted())
    #expect(page.contains("`schema` is its version, now \(RecordingFile.currentSchema)."))
  }
}
