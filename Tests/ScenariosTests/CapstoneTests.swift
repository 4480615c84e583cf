import Foundation
import TestSupport
import Testing

@testable import Scenarios

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

  @Test("progress counts as wc does, raw and managed alike", arguments: [[], ["--raw"]])
  func counts(_ options: [String]) throws {
    try withFile(several) { file in
      let wc = try Program.shell("wc -lc < '\(file)'").output.split(whereSeparator: \.isWhitespace)
      let run = try Program.run(["progress", file] + options)
      #expect(run.exitCode == 0 && run.errors.isEmpty)
      #expect(run.lines.dropLast().last == "\(wc[0]) \(wc[1]) \(file)")
    }
  }

  @Test("in a pipe the bar is a line for each tenth, without cursor movement")
  func bar() throws {
    try withFile(several) { file in
      let run = try Program.run("progress", file)
      let percents = run.lines.compactMap { $0.firstMatch(of: /\] (\d+) %/).map { Int($0.1) } }
      #expect(percents == Array(stride(from: 0, through: 100, by: 10)))
      #expect(!run.output.contains("\r") && !run.output.contains("\u{1B}"))
      #expect(run.output == (try Program.run("progress", file, "--raw")).output)
    }
  }

  @Test("on a terminal the bar takes one line, however narrow", arguments: [80, 40, 30, 12, 9, 4])
  func terminal(_ columns: Int) throws {
    try withFile(several) { file in
      let shown = try Program.onTerminal(columns: columns, ["progress", file])
      let bars = shown.split(separator: "\r\n")[0].split(separator: "\r")
      #expect(bars.count > 1)
      #expect(bars.allSatisfy { $0.count < columns })
      #expect(bars.last?.hasSuffix(String("100 %".prefix(columns - 1))) == true)
      #expect(bars.last?.filter { $0 == "#" }.count == max(0, min(40, columns - 9)))
    }
  }

  @Test("on a terminal of unknown width the bar is as on one of 80 columns")
  func unknownWidth() throws {
    try withFile(several) { file in
      let unknown = try Program.onTerminal(columns: 0, ["progress", file])
      let usual = try Program.onTerminal(columns: 80, ["progress", file])
      #expect(unknown == usual)
    }
  }

  @Test("an empty file is fine")
  func empty() throws {
    try withFile(Data()) { file in
      let run = try Program.run("progress", file)
      #expect(run.exitCode == 0)
      #expect(run.lines.dropLast().last == "0 0 \(file)")
    }
  }

  @Test("a pipe has no size, and is counted all the same")
  func pipe() throws {
    let run = try Program.shell("printf 'one\\ntwo\\n' | scenarios progress /dev/stdin")
    #expect(run.output == "2 8 /dev/stdin\n")
  }

  @Test("a name that begins with a dash comes after --")
  func dashes() throws {
    let run = try Program.shell(
      "d=$(mktemp -d) && cd \"$d\" && printf 'x\\n' > --raw && scenarios progress -- --raw | tail -1"
    )
    #expect(run.output == "1 2 --raw\n")
    let help = try Program.shell(
      "cd \"$(mktemp -d)\" && printf 'x' > --help && scenarios progress -- --help | tail -1")
    #expect(help.output == "0 1 --help\n")
  }

  @Test("a file that cannot be read gets one line and exit code 66")
  func unreadable() throws {
    for file in ["/", "/no/such/file", ""] {
      let run = try Program.run("progress", file)
      #expect(run.exitCode == 66 && run.output.isEmpty)
      #expect(run.errors.hasPrefix("scenarios: cannot read '\(file)': "))
      #expect(run.errors.filter { $0 == "\n" }.count == 1)
    }
  }

  @Test("a file that nobody may read", .disabled(if: geteuid() == 0, "root may read everything"))
  func forbidden() throws {
    try withFile(Data("secret".utf8)) { file in
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file)
      let run = try Program.run("progress", file)
      #expect(run.exitCode == 66 && run.errors.contains("Permission denied"))
    }
  }

  @Test(
    "interrupted, the bar's line is ended, and the process dies by the signal", arguments: [[], ["--raw"]])
  func interrupted(_ options: [String]) throws {
    // A pipe that nobody closes: there is always more to come.
    let pipe = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    try #require(mkfifo(pipe, 0o600) == 0)
    defer { unlink(pipe) }
    let end = open(pipe, O_RDWR)
    defer { close(end) }
    try #require(write(end, "tick\n", 5) == 5)
    let run = try Terminal.run(
      try Program.url, ["progress", pipe] + options, interruptedAfter: "5 bytes")
    #expect(run.status == SIGINT && run.wasSignalled)
    #expect(run.shown.hasSuffix("\r5 bytes\r\n"))
  }

  @Test("the clock shows each second it is set to")
  func clock() throws {
    #expect(try Program.run("clock", "--seconds", "1").output == "00:00:00\n00:00:01\n")
    #expect(try Program.run("clock", "--seconds", "0").output == "00:00:00\n")
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
      try counter.read()  // nobody observes; a dead observer would end the process here
      #expect(counter.lines == 2 && counter.bytes == 4)
    }
  }
}
