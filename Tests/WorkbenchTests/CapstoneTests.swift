import Console
import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import Workbench

@Suite("The capstones", .watched)
struct CapstoneTests {
  /// A file that is there for the time of a test.
  private func withFile(_ content: Data, _ body: (String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try content.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file.path)
  }

  /// About five megabytes with lines of every length, and none at the end.
  private var several: Data {
    var content = Data()
    for line in 0..<3200 { content += Data(repeating: 0x61, count: line) + Data([0x0A]) }
    return content + Data("no newline".utf8)
  }

  @Test(
    "progress counts as wc does, raw and managed alike, and without a terminal has no bar", arguments: [[], ["--raw"]])
  func counts(_ options: [String]) throws {
    try withFile(several) { file in
      let wc = try BuiltScenarios.shell("wc -lc < '\(file)'").output.split(whereSeparator: \.isWhitespace)
      let run = try BuiltScenarios.run(["progress", file] + options)
      #expect(run.exitCode == 0 && run.errors.isEmpty)
      #expect(run.output == "\(wc[0]) \(wc[1]) \(file)\n")
    }
  }

  @Test("on a terminal the bar is on standard error alone", arguments: [[], ["--raw"]])
  func standardError(_ options: [String]) throws {
    try withFile(several) { file in
      let output = try Terminal.run(try BuiltScenarios.url, ["progress", file] + options)
      #expect(output.shown.hasSuffix(" \(file)\r\n") && !output.shown.contains("%"))
      let errors = try onTerminal("\(quotedProgram) progress '\(file)' \(options.joined()) > /dev/null")
      #expect(errors.contains("100 %") && !errors.contains(file))
    }
  }

  private var quotedProgram: String { get throws { try BuiltScenarios.url.path.shellWord } }

  /// What a terminal is sent by a line of the shell, errors included.
  private func onTerminal(_ line: String, columns: Int = 80) throws -> String {
    let shell = URL(fileURLWithPath: "/bin/sh")
    return try Terminal.run(
      shell, ["-c", line], columns: columns, withErrors: true, environment: ["TERM": "xterm"]
    ).shown
  }

  /// The drawings of one line, the last of them as it stays.
  private func drawings(_ shown: String) -> [String] {
    let line = shown.split(separator: "\r\n", omittingEmptySubsequences: false).first ?? ""
    return String(line).components(separatedBy: "\r\u{1B}[J").filter { !$0.isEmpty }
  }

  @Test("on a terminal the bar takes one line, however narrow", arguments: [200, 80, 50, 30, 12, 9, 4, 1])
  func terminal(_ columns: Int) throws {
    try withFile(several) { file in
      let shown = try onTerminal("\(quotedProgram) progress '\(file)' > /dev/null", columns: columns)
      let bars = drawings(shown)
      #expect(bars.isEmpty == (columns == 1) && bars.allSatisfy { $0.count <= max(1, columns - 1) })
      #expect(shown.components(separatedBy: "\r\n").count == 2)
      if columns >= 6 { #expect(bars.last?.contains("100 %") == true) }
    }
  }

  @Test("an empty file is fine")
  func empty() throws {
    try withFile(Data()) { file in
      let run = try BuiltScenarios.run("progress", file)
      #expect(run.exitCode == 0 && run.errors.isEmpty && run.output == "0 0 \(file)\n")
      #expect(try onTerminal("\(quotedProgram) progress '\(file)' > /dev/null").contains("0 bytes"))
    }
  }

  @Test("a pipe has no size, and is counted all the same")
  func pipe() throws {
    let run = try BuiltScenarios.shell("printf 'one\\ntwo\\n' | scenarios progress /dev/stdin")
    #expect(run.output == "2 8 /dev/stdin\n")
    let shown = try onTerminal("printf 'one\\ntwo\\n' | \(quotedProgram) progress - > /dev/null")
    #expect(drawings(shown).last?.hasPrefix("8 bytes") == true && !shown.contains("%"))
  }

  @Test("- is standard input, which has no name")
  func standardInput() throws {
    #expect(try BuiltScenarios.shell("printf 'one\\ntwo\\n' | scenarios progress -").output == "2 8\n")
    try withFile(several) { file in
      let wc = try BuiltScenarios.shell("wc -lc < '\(file)'").output.split(whereSeparator: \.isWhitespace)
      #expect(try BuiltScenarios.shell("scenarios progress - < '\(file)'").output == "\(wc[0]) \(wc[1])\n")
    }
  }

  @Test("a name that begins with a dash comes after --")
  func dashes() throws {
    let run = try BuiltScenarios.shell(
      "d=$(mktemp -d) && cd \"$d\" && printf 'x\\n' > --raw && scenarios progress -- --raw"
    )
    #expect(run.output == "1 2 --raw\n")
    let help = try BuiltScenarios.shell("cd \"$(mktemp -d)\" && printf 'x' > --help && scenarios progress -- --help")
    #expect(help.output == "0 1 --help\n")
  }

  @Test("control characters in a name are replaced")
  func hostileName() throws {
    let run = try BuiltScenarios.run("progress", "/no/red\u{1B}[31m\nlines")
    #expect(run.exitCode == 66 && run.errors.contains("'/no/red\u{FFFD}[31m\u{FFFD}lines'"))
  }

  @Test("a file that cannot be read gets one line and exit code 66")
  func unreadable() throws {
    for file in ["/", "/no/such/file", "", "/etc/hosts/x"] {
      let run = try BuiltScenarios.run("progress", file)
      #expect(run.exitCode == 66 && run.output.isEmpty)
      #expect(run.errors.hasPrefix("scenarios: cannot read '\(file)': "))
      let reason =
        file == "/" ? "Is a directory." : file.hasSuffix("x") ? "Not a directory." : "No such file or directory."
      #expect(run.errors.hasSuffix("': \(reason)\n"))
      #expect(run.errors.filter { $0 == "\n" }.count == 1)
    }
  }

  @Test(
    "a standard input that cannot be read gets one line and exit code 66",
    arguments: ["scenarios progress - <&-", "scenarios progress - < /"])
  func unreadableInput(_ line: String) throws {
    let run = try BuiltScenarios.shell(line)
    #expect(run.exitCode == 66 && run.errors.hasPrefix("scenarios: cannot read standard input: "), "\(run.errors)")
  }

  @Test("interrupted at any moment, the bar's line is ended, nothing follows it, and the process dies by the signal")
  func interrupted() throws {
    for round in 0..<12 {
      // Some of the moments are within a drawing: there is one each 50 milliseconds.
      let options = round % 2 == 0 ? [] : ["--raw"]
      let run = try Terminal.run(
        try BuiltScenarios.url, ["progress", "/dev/zero"] + options, withErrors: true, environment: ["TERM": "xterm"],
        events: [("bytes", .interrupt(after: UInt32(round) * 10_000))])
      #expect(run.status == SIGINT && run.wasSignalled)
      #expect(run.shown.hasSuffix("\r\n") && run.shown.components(separatedBy: "\r\n").count == 2)
    }
  }

  @Test("the clock shows each second it is set to")
  func clock() async throws {
    #expect(try await aside { try BuiltScenarios.run("clock", "--seconds", "1") }.output == "00:00:00\n00:00:01\n")
    #expect(try BuiltScenarios.run("clock", "--seconds", "0").output == "00:00:00\n")
  }

  @Test("raw and managed views stop observing when they go")
  func lifetimes() throws {
    try withFile(Data("a\nb\n".utf8)) { file in
      let counter = try LineCounter(file)
      weak var managed: ManagedProgressView?
      weak var raw: RawProgressView?
      do {
        let views = (ManagedProgressView(counter), RawProgressView(counter))
        (managed, raw) = views
      }
      #expect(managed == nil && raw == nil)
      try counter.read()  // no observer is left; a deallocated one would end the process here
      #expect(counter.lines == 2 && counter.bytes == 4)
    }
  }
}
