import Console
import Foundation
import ProgramSupport
import RawObserving
import TestSupport
import Testing

@testable import Harness

@Suite("The table of many runs", .watched)
struct TableTests {
  @Test("run --all ends in the table, one row for each pitfall, and a verdict")
  func all() throws {
    let run = try AllRuns.output(of: BuiltScenarios.url)
    let lines = run.output.components(separatedBy: "\n")
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(lines.allSatisfy { !$0.hasSuffix(" ") && !$0.contains("\u{1B}") && !$0.contains("\r") })
    let table = lines.drop { !$0.hasPrefix("----") }.dropFirst()
    let pages = table.filter { $0.hasPrefix("Lessons/") }
    #expect(
      pages
        == Pitfall.all.map { "Lessons/\($0.lesson.rawValue)" }.reduce(into: []) { pages, page in
          if pages.last != page { pages.append(page) }
        })
    #expect(Pitfall.all.allSatisfy { table.contains("\($0.id) \($0.name)") })
    let ids = table.compactMap { $0.prefixMatch(of: /[A-Z]{3}-\d+/).map { String($0.output) } }
    #expect(ids == Pitfall.all.map(\.id))
    #expect(run.output.hasSuffix("runs ended as the catalogue says.\n"))
  }

  @Test("the table says which era it shows, and where the current one ends otherwise")
  func tableOfEras() throws {
    let both = try BuiltScenarios.run(columns: 80, "run", "LIF-1", "--act", "3", "--quiet").output
    #expect(both.contains("in the classic era"))
    #expect(both.contains("\n  current era: the view is freed, the"))
    let current = try BuiltScenarios.run(columns: 80, "run", "LIF-1", "--quiet", "--era", "current").output
    #expect(current.contains("in the current era") && !current.contains("era: "))
    let skipped = try BuiltScenarios.run(columns: 80, "run", "LIF-3", "--quiet").output
    #expect(skipped.contains("\n  current era: the view hears 1 of 2 "))
    // No second line where all end alike.
    #expect(!(try BuiltScenarios.run(columns: 80, "run", "LIF-2", "--act", "1", "--quiet")).output.contains("era: "))
    #expect(!(try BuiltScenarios.run(columns: 80, "run", "REG-1", "--quiet")).output.contains("era: "))
  }

  @Test("the table says where the mediator does not help against the same mistake")
  func tableOfSameMistakes() throws {
    for (id, words) in [
      ("THR-1", " same mistake: the bar is updated on\n"),
      ("LIF-9", " same mistake: the view is not freed\n"), ("LIF-5", " same mistake: dies:"),
      // A string and a typed key path end otherwise, so both are told.
      ("KEY-3", " same mistake (a controller observes\n"),
      ("KEY-3", " same mistake (a typed key path to the"),
    ] {
      #expect(try BuiltScenarios.run(columns: 80, "run", id, "--quiet").output.contains(words))
    }
    // The eras make a difference, too; the table is in one of them.
    let both = try BuiltScenarios.run(columns: 80, "run", "LIF-5", "--quiet").output
    #expect(both.split(separator: "same mistake: ").count == 2)
    // Where it alone was run, the cell is its own.
    let alone = try BuiltScenarios.run(columns: 80, "run", "THR-1", "--act", "3", "--quiet").output
    #expect(
      alone.contains("the bar is updated on the network\n") && !alone.contains("same mistake: "))
  }

  @Test("a cell is computed from the runs, not from the catalogue")
  func cells() throws {
    let pitfall = try #require(Pitfall.named("LIF-1"))
    func result(_ era: Era, _ finding: String) -> ActResult {
      ActResult(pitfall: pitfall, number: 1, era: era, lines: [], outcome: .found(finding), events: [])
    }
    #expect(Table.entries(of: []) == [])
    #expect(
      Table.entries(of: [result(.classic, "rain"), result(.current, "sun")])
        == ["rain", "current era: sun"])
    #expect(Table.entries(of: [result(.current, "rain")]) == ["rain"])
    #expect(Table.entries(of: [result(.classic, "rain"), result(.current, "rain")]) == ["rain"])
  }

  @Test("a run that did not end as the catalogue says is marked, with what was expected beside what was found")
  func unexpected() throws {
    let pitfall = try #require(Pitfall.named("REG-1"))
    func result(_ act: Int, _ outcome: Outcome) -> ActResult {
      ActResult(pitfall: pitfall, number: act, era: .classic, lines: [], outcome: outcome, events: [])
    }
    let wanted = try #require(pitfall.acts[0].wanted)
    let expected = pitfall.acts[0].classic.sentence
    let screen = Screen(isColoured: true)
    let table = Table(screen).lines(of: [[result(1, .found("rain")), result(2, .failed("exit code 7"))]])
    #expect(table.contains("\u{1B}[31m  !! raw 1, classic era\u{1B}[0m"))
    #expect(table.contains("     expected: \(expected)") && table.contains("     found:    rain"))
    #expect(table.contains("     found:    exit code 7"))

    let report = Report(Screen())
    #expect(
      report.verdict(of: result(1, .found("rain"))) == [
        "!! raw: not as the catalogue says", "  expected: \(expected)", "  found:    rain",
      ])
    #expect(
      report.verdict(of: result(1, .found(wanted))).last == "            That is what the author of this code wants.")
    #expect(report.verdict(of: result(3, .found("rain")))[0] == "!! managed: not as the catalogue says")
    #expect(report.verdict(of: result(2, .failed("exit code 7"))).last == "  found:    the run failed: exit code 7")
    // After a change of the file, another ending is no alarm.
    #expect(
      report.verdict(of: result(1, .found("rain")), isChanged: true) == [
        "~ raw: not as the catalogue says, and DoubleAdd.swift has uncommitted changes", "  expected: \(expected)",
        "  found:    rain",
      ])
    #expect(
      report.changed(pitfall.source).joined(separator: " ")
        == "The outcome differs from the catalogue's, and \(pitfall.source) has uncommitted changes. "
        + "'git restore \(pitfall.source)' undoes them.")
    // A death is never taken for a success.
    let death = report.verdict(of: result(2, .died(signal: SIGABRT, message: "*** ")))
    #expect(death[0].hasPrefix("!! ") && death.last == "  found:    the process dies of SIGABRT")
  }
}
