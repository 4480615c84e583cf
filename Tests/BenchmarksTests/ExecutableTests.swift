import Foundation
import TestSupport
import Testing

@testable import Benchmarks

@Suite("The executable benchmarks", .watched)
struct ExecutableTests {
  /// Beside the running tests in the build directory.
  private var program: URL {
    get throws {
      #if os(Linux)
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      #else
        let tests = Bundle(for: Marker.self).bundleURL
      #endif
      let program = tests.deletingLastPathComponent().appendingPathComponent("benchmarks")
      try #require(
        FileManager.default.isExecutableFile(atPath: program.path),
        "\(program.path) is not there. Run 'swift build' first.")
      return program
    }
  }

  private final class Marker {}

  private func run(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess.run(try program, arguments)
  }

  /// Runs a line of the shell, in which `benchmarks` is the program.
  private func shell(_ line: String) throws -> ChildProcess {
    let function = "benchmarks() { '\(try program.path)' \"$@\"; }"
    return try ChildProcess.run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", "\(function); \(line)"])
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
    let rows = table.output.split(separator: "\n").drop { !$0.hasPrefix("Medians") }
    #expect(rows.allSatisfy { $0.count <= 80 })
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

  @Test("a loop runs and prints nothing")
  func loop() throws {
    let loop = try #require(
      Benchmark.all.first { if case .loop = $0.measure { true } else { false } })
    let run = try run("--loop", loop.name, "10")
    #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
  }

  // MARK: Mistakes

  @Test(
    "a command line that cannot be understood gets one line and exit code 64",
    arguments: [
      ["--shout"], ["--filter"], ["--filter", "no such thing"], ["--rounds", "x"],
      ["--loop", "no such loop", "1"], ["--loop"], [""],
    ])
  func usage(_ arguments: [String]) throws {
    let run = try ChildProcess.run(try program, arguments)
    #expect(run.status == 64 && !run.wasSignalled && run.output.isEmpty)
    #expect(run.errors.hasPrefix("benchmarks: ") && run.errors.hasSuffix(".\n"))
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

  @Test("on a terminal there is a line that says what is done, and it goes away")
  func progress() throws {
    let run = try Terminal.run(
      try program, ["--rounds", "1", "--filter", "plain stored property"], withErrors: true)
    let line = try #require(run.shown.range(of: "\r\u{1B}[Kround 1 of 1: "))
    let table = try #require(run.shown.range(of: "Medians of"))
    #expect(line.upperBound < table.lowerBound)
    let last = try #require(run.shown.range(of: "\r\u{1B}[K", options: .backwards))
    #expect(last.upperBound <= table.lowerBound)
  }

  @Test("interrupted, it clears that line and dies by the signal")
  func interrupted() throws {
    let run = try Terminal.run(
      try program, ["--rounds", "1000"], withErrors: true, interruptedAfter: "warming up")
    #expect(run.status == SIGINT && run.wasSignalled)
    #expect(run.shown.hasSuffix("\r\u{1B}[K"))
    #expect(!run.shown.contains("Medians"))
  }
}
