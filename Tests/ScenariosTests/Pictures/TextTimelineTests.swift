import Console
import Foundation
import Testing

@testable import Replay
@testable import Scenarios

@Suite("Pictures: Timelines as text", .watched)
struct TextTimelineTests {
  private func sources(_ id: String) throws -> [TextTimeline.Source] {
    let (raw, managed) = try Runs.pair(id)
    let heading = TimelineSide.Heading(label: "raw", title: "a title that is not short, so that it has to be wrapped")
    return [raw, managed].map { TextTimeline.Source(picture: $0, heading: heading) }
  }

  @Test(
    "no line is longer than the width, or ends in a space",
    arguments: ["LIF-1", "REG-2", "MED-1", "THR-1", "CTX-7", "MED-6", "MOD-11"])
  func widths(_ id: String) throws {
    let sources = try sources(id)
    for width in [40, 79, 80, 99, 100, 101, 120, 200] {
      for useASCII in [false, true] {
        let lines = TextTimeline.lines(sources, width: width, useASCII: useASCII)
        #expect(lines.allSatisfy { $0.count <= width && $0.last != " " }, "\(width)")
        if useASCII { #expect(lines.allSatisfy { $0.allSatisfy(\.isASCII) }) }
      }
    }
  }

  @Test("from 100 columns on the two are beside each other, on one scale")
  func oneScale() throws {
    let lines = TextTimeline.lines(try sources("REG-2"), width: 120)
    for moment in ["the clock is made", "clock.date: 0 → 1", "clock.date: 1 → 2", "the view is deallocated"] {
      #expect(lines.contains { $0.split(separator: moment).count == 3 }, "\(moment)")
    }
    let second = try #require(lines.first { $0.contains("is called again") })
    #expect(second.contains("✗") && !second.split(separator: " │ ").last!.contains("called"))
    let narrow = TextTimeline.lines(try sources("REG-2"), width: 99)
    #expect(narrow.allSatisfy { $0.split(separator: "the clock is made").count < 3 })
  }

  @Test("a picture by hand, line by line")
  func byHand() throws {
    let picture = try Runs.picture(Runs.death, wanted: "1 call")
    let lines = TextTimeline.lines([TextTimeline.Source(picture: picture)], width: 65)
    #expect(
      lines.prefix(13) == [
        "                                                view    clock",
        "  1 the view is made                              ┃",
        "  2 the clock is made                             ┃       ┃",
        "  3 the view is added, for date                   ┃──────▶┃│",
        "  4 the view is added, for date                   ┃──────▶┃││",
        "  5 clock.date: 0 → 1                             ┃       ●││",
        "  6 the view is called                            ┃◀──────┃││",
        "  7 ✗ the view is called again                    ┃◀──────┃││",
        "  8 the view is removed, for date                 ┃──────▶┃││",
        "  9 the clock is released, its deinit begins      ┃       ╎│",
        " 10 ✗ the process dies                          ━━━━━━━━━━━⊗━━━━━",
        "    NSInternalInconsistencyException:",
        "    deallocated while observers were registered",
      ])
  }

  @Test("colours change no character, and end with their line")
  func colours() throws {
    let sources = try sources("REG-2")
    let plain = TextTimeline.lines(sources, width: 120)
    let coloured = TextTimeline.lines(sources, width: 120, isColoured: true)
    #expect(coloured != plain)
    #expect(coloured.map { $0.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") } == plain)
    for line in coloured { #expect(!line.contains("\u{1B}[0;") || line.contains("\u{1B}[0m")) }
  }

  @Test("the program prints timelines at the width of the terminal, and of COLUMNS where there is none")
  func program() throws {
    let run = try Program.shell("COLUMNS=120 LC_ALL=C.UTF-8 scenarios run LIF-1 --timeline")
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    #expect(run.lines.allSatisfy { $0.count <= 120 } && run.output.contains("┃"))
    #expect(run.lines.contains { $0.contains("raw 1/5") && $0.contains("managed 5/5") })
    #expect(!run.output.contains("\u{1B}"))
    let ascii = try Program.shell("COLUMNS=wide LC_ALL=C scenarios run LIF-1 --timeline --act 3")
    #expect(ascii.output.allSatisfy { $0.isASCII })
    let drawn = ascii.lines.drop { !$0.isEmpty }.prefix { !$0.hasPrefix("Why ") }
    #expect(drawn.count < ascii.lines.count && drawn.allSatisfy { $0.count <= 80 })
    #expect(ascii.output.contains("raw 3/5") && !ascii.output.contains("managed"))
    let shown = try Program.onTerminal(columns: 100, ["run", "LIF-1", "--timeline"])
    #expect(shown.contains("managed 5/5"))
    #expect(shown.contains("\u{1B}[") == Screen.wantsColours(ProcessInfo.processInfo.environment))
  }

  @Test(
    "what cannot go together is refused",
    arguments: [
      ["--json"], ["--in-process", "--act", "1"], ["--quiet"], ["--record", "-"],
    ])
  func refused(_ options: [String]) throws {
    let run = try Program.run(["run", "LIF-1", "--timeline"] + options)
    #expect(run.exitCode == 64 && run.output.isEmpty)
    #expect(run.errors.contains("--timeline"))
  }
}
