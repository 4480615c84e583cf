import Foundation
import TestSupport
import Testing

@Suite("Programs that tests run", .watched)
struct ChildProcessTests {
  private static let env = URL(fileURLWithPath: "/usr/bin/env")

  @Test("a child has the same environment, whatever terminal, language and progress the reader has")
  func surroundings() {
    let mine = [
      "TERM": "xterm-256color", "COLORTERM": "truecolor", "COLUMNS": "200", "LINES": "50", "LANG": "de_DE",
      "LC_MESSAGES": "fr_FR", "XDG_DATA_HOME": "/home/me/data", "PATH": "/bin",
    ]
    let given = ChildProcess.surroundings(in: mine)
    #expect(given == ChildProcess.surroundings(in: ["PATH": "/bin"]))
    #expect(given["PATH"] == "/bin" && given["NO_COLOR"] == "1" && given["COLUMNS"] == nil)
  }

  @Test("a program on a terminal gets them too, and what the test adds")
  func onTerminal() throws {
    func shown(_ environment: [String: String]) throws -> [Substring] {
      try Terminal.run(Self.env, [], environment: environment).shown.split(whereSeparator: \.isNewline)
    }
    #expect(try shown([:]).contains("NO_COLOR=1"))
    let coloured = try shown(["NO_COLOR": "", "TERM": "vt100"])
    #expect(coloured.contains("NO_COLOR=") && coloured.contains("TERM=vt100"))
  }
}
