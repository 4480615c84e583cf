import Foundation
import TestSupport
import Testing

/// A program that shows a status line is run on a terminal: `scenarios progress`, which counts what never ends.
@Suite("The status line", .watched)
struct StatusLineTests {
  private var program: URL { get throws { try BuiltProgram.url(of: "workbench") } }

  private func run(
    columns: Int = 80, terminal: String = "xterm", _ events: [(words: String, event: Terminal.Event)]
  ) throws -> Terminal {
    try Terminal.run(
      try program, ["progress", "/dev/zero"], columns: columns, withErrors: true, environment: ["TERM": terminal],
      events: events)
  }

  @Test("nothing of it gets into a pipe or a file")
  func pipe() throws {
    let run = try ChildProcess.run(try program, ["progress", "/etc/passwd"])
    #expect(run.errors.isEmpty && !run.output.contains("\r") && !run.output.contains("%"))
  }

  @Test("on a terminal it is one line, drawn again and again")
  func oneLine() throws {
    let run = try run([("bytes", .interrupt(after: 200_000))])
    #expect(run.wasSignalled && run.shown.components(separatedBy: "\r\u{1B}[J").count > 3)
    var screen = VirtualScreen(columns: 80)
    screen.show(run.shown)
    #expect(screen.lines.count == 1)
  }

  @Test("a window that is made narrower keeps one line, and no rests of it", arguments: [6, 5, 4])
  func narrower(_ columns: Int) throws {
    let run = try run(columns: 60, [("bytes", .resize(columns: columns)), ("A\r\u{1B}[J", .interrupt(after: 200_000))])
    #expect(run.wasSignalled)
    // The first thing that is drawn on the narrow window begins with a step up.
    let step = try #require(run.shown.firstRange(of: /\u{1B}\[\d+A/))
    var screen = VirtualScreen(columns: 60)
    screen.show(String(run.shown[..<step.lowerBound]))
    #expect(screen.lines.count == 1)
    screen.resize(columns: columns)
    #expect(screen.lines.count > 1)
    screen.show(String(run.shown[step.lowerBound...]))
    #expect(screen.lines.count == 1 && screen.lines[0].count < columns)
  }

  @Test("a window that is made wider shows more of it")
  func wider() throws {
    let run = try run(columns: 10, [("0", .resize(columns: 60)), ("bytes", .interrupt())])
    var screen = VirtualScreen(columns: 60)
    screen.show(run.shown)
    #expect(screen.lines.count == 1 && screen.lines[0].hasSuffix("bytes"))
  }

  @Test("a terminal without codes gets none; shorter texts still cover longer ones")
  func dumb() throws {
    let run = try run(terminal: "dumb", [("bytes", .interrupt(after: 100_000))])
    #expect(!run.shown.contains("\u{1B}"))
    var screen = VirtualScreen(columns: 80)
    screen.show(run.shown)
    #expect(screen.lines.count == 1)
  }

  @Test("the virtual screen breaks, joins and clears lines as a terminal does")
  func virtualScreen() {
    var screen = VirtualScreen(columns: 10)
    screen.show("prompt\r\n0123456789abc")
    #expect(screen.lines == ["prompt", "0123456789", "abc"])
    screen.resize(columns: 5)
    #expect(screen.lines == ["promp", "t", "01234", "56789", "abc"])
    screen.show("\u{1B}[2A\r\u{1B}[Jx")
    #expect(screen.lines == ["promp", "t", "x"])
    screen.show("\r  y")
    #expect(screen.lines == ["promp", "t", "  y"])
  }
}
