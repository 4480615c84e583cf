import Foundation
import TestSupport
import Testing

@testable import Benchmarks

@Suite("The executable benchmarks", .watched)
struct ExecutableTests {
  private var program: URL { get throws { try BuiltProgram.url(of: "benchmarks") } }

  private func run(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess.run(try program, arguments)
  }

  /// Runs a line of the shell, in which `benchmarks` is the program.
  private func shell(_ line: String) throws -> ChildProcess {
    let line = "benchmarks() { \"$0\" \"$@\"; }; \(line)"
    return try ChildProcess.run(URL(fileURLWithPath: "/bin/sh"), ["-c", line, try program.path])
  }

  // A cheap one, so that the tests do not take long.
  private static let cheap = "--rounds 1 --filter 'plain stored property'"

  @Test("the list has a line for each benchmark")
  func list() throws {
    let list = try run("--list")
    #expect(list.status == 0 && list.errors.isEmpty)
    #expect(list.output.split(separator: "\n").map(String.init) == Benchmark.all.map(\.name))
  }

  @Test("a table in 80 columns, without colour, and nothing about progress in a pipe")
  func table() throws {
    let table = try shell("benchmarks \(Self.cheap)")
    #expect(table.status == 0 && table.errors.isEmpty)
    #expect(table.output.contains("Medians of interleaved rounds"))
    #expect(!table.output.contains("\u{1B}") && !table.output.contains("\r"))
    let lines = table.output.components(separatedBy: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 && $0.last != " " })
  }

  @Test("JSON holds the machine and the results")
  func json() throws {
    let run = try shell("benchmarks --json \(Self.cheap)")
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(report["machine"] is [String: Any])
    let results = try #require(report["results"] as? [[String: Any]])
    #expect(!results.isEmpty && results.allSatisfy { $0["median"] is Double })
  }

  // MARK: Mistakes

  @Test(
    "a command line that cannot be understood gets one line and exit code 64",
    arguments: [
      ["--shout"], ["--filter"], ["--filter", "no such thing"], ["--rounds", "x"], [""],
    ])
  func usage(_ arguments: [String]) throws {
    let run = try ChildProcess.run(try program, arguments)
    #expect(run.status == 64 && !run.wasSignalled && run.output.isEmpty)
    #expect(run.errors.hasPrefix("benchmarks: "))
    #expect(run.errors.filter { $0 == "\n" }.count == 1)
  }

  @Test("as long an argument as the system lets through gets a short line")
  func longArgument() throws {
    let run = try run("--filter", String(repeating: "x", count: 100_000))
    #expect(run.status == 64 && run.errors.utf8.count < 200)
  }

  @Test(
    "a full disk gets one line and exit code 74",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"),
    arguments: ["--list", "--help", "--json \(cheap)", cheap])
  func fullDisk(_ words: String) throws {
    let run = try shell("benchmarks \(words) > /dev/full")
    #expect(run.status == 74)
    #expect(run.errors == "benchmarks: the output could not be written.\n")
  }

  @Test("without a standard error, the exit code tells all the same")
  func noErrors() throws {
    #expect(try shell("benchmarks --shout 2>&-").status == 64)
    #expect(try shell("benchmarks --list >&- 2>&- <&-").status == 74)
  }

  @Test("a closed pipe ends it quietly")
  func closedPipe() throws {
    let run = try shell("benchmarks --list | head -1")
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.output.filter { $0 == "\n" }.count == 1)
  }

  // MARK: The terminal

  /// What a terminal is sent.
  private func shown(
    _ arguments: [String], columns: Int = 80, environment: [String: String] = ["TERM": "xterm", "NO_COLOR": ""]
  ) throws -> String {
    try Terminal.run(
      try program, ["--rounds", "1", "--filter", "plain stored property"] + arguments, columns: columns,
      withErrors: true, environment: environment
    ).shown
  }

  @Test("on a terminal there is a line that says what is done, and it goes away")
  func progress() throws {
    let shown = try shown([])
    let line = try #require(shown.range(of: "\r\u{1B}[Jround 1 of 1: "))
    let table = try #require(shown.range(of: "Medians of"))
    #expect(line.upperBound < table.lowerBound)
    let last = try #require(shown.range(of: "\r\u{1B}[J", options: .backwards))
    #expect(last.upperBound <= table.lowerBound)
  }

  @Test("with --quiet there is no such line", arguments: ["-q", "--quiet"])
  func quiet(_ option: String) throws {
    let shown = try shown([option])
    #expect(!shown.contains("round 1 of 1") && !shown.contains("\u{1B}[J") && shown.contains("Medians of"))
  }

  @Test("the line is never wider than the terminal, nor is the table", arguments: [30, 50, 80, 120])
  func columns(_ columns: Int) throws {
    let shown = try shown([], columns: columns)
    let drawings = shown.components(separatedBy: "\r\n")[0].components(separatedBy: "\r\u{1B}[J").dropLast()
    #expect(!drawings.isEmpty && drawings.allSatisfy { $0.count < columns })
    let table = shown.components(separatedBy: "\r\n").dropFirst().map {
      $0.replacing(/\u{1B}\[\d+m/, with: "")
    }
    #expect(table.allSatisfy { $0.count <= columns })
  }

  @Test("TERM=dumb gets no escape codes, NO_COLOR no colours, and --color decides")
  func codes() throws {
    #expect(!(try shown([], environment: ["TERM": "dumb", "NO_COLOR": ""]).contains("\u{1B}")))
    #expect(!(try shown([], environment: ["TERM": "xterm", "NO_COLOR": "1"]).contains("\u{1B}[1m")))
    #expect(try shown([]).contains("\u{1B}[1m"))
    #expect(!(try shown(["--color=never"]).contains("\u{1B}[1m")))
    #expect(try shell("benchmarks --color always \(Self.cheap)").output.contains("\u{1B}[1m"))
  }

  @Test("interrupted, it ends that line and dies by the signal")
  func interrupted() throws {
    for _ in 0..<5 {
      let run = try Terminal.run(
        try program, ["--rounds", "1000"], withErrors: true, environment: ["TERM": "xterm"],
        interruptedAfter: "warming up")
      #expect(run.status == SIGINT && run.wasSignalled)
      #expect(run.shown.hasSuffix("\r\n") && run.shown.components(separatedBy: "\r\n").count == 2)
      #expect(!run.shown.contains("Medians"))
    }
  }
}
