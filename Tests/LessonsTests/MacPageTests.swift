import Foundation
import TestSupport
import Testing

@testable import Book

@Suite("The page of what a Mac does", .watched)
struct MacPageTests {
  private static let log = """
    Building for debugging...
    ◇ Test run started.
    | `did-set-order` | What is told? | 9 and 9 (the compiler) | 1 call: new 10 |
    | `KEY-7 lone-will` | Are they freed? | no (reconstruction) | the object is alive, a \\| b |
    \u{2718} Test "LIF-1: neither is retained" recorded an issue at LifetimeTests.swift:54:7: Expectation failed: (freed) == nil
    \u{2718} Test run with 97 tests in 9 suites failed after 12.3 seconds with 1 issue.

    """

  private func page(_ log: String) throws -> ChildProcess {
    let file = URL.temporaryDirectory.appending(path: "apple-\(UUID().uuidString).log")
    try log.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    return try ChildProcess.run(
      URL(filePath: "Scripts/apple", relativeTo: Repository.root),
      ["--page", file.path, "macOS 26.1 (25B78), arm64, on 2026-12-01"],
      in: Repository.root)
  }

  @Test("the script writes what failed and what was answered, and the pages quote their own rows")
  func written() throws {
    let run = try page(Self.log)
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.output.components(separatedBy: "\n")
    #expect(lines.contains("`make apple` wrote this page on macOS 26.1 (25B78), arm64, on 2026-12-01."))
    #expect(lines.contains { $0.hasPrefix("It ran 97 tests of `Tests/AppleTests`.") })
    #expect(
      lines.contains(
        "- \"LIF-1: neither is retained\", LifetimeTests.swift:54: Expectation failed: (freed) == nil"))
    #expect(lines.count { $0.hasPrefix("| `") } == 2)
    let quoted = MacPage(run.output).lines(for: "| `did-set-order` | here | there |\n| `circle` | here | there |\n")
    #expect(quoted.first == "Run on macOS 26.1 (25B78), arm64, on 2026-12-01, and quoted from [On a Mac](on-a-mac.md):")
    #expect(quoted.dropFirst(4) == ["| `did-set-order` | 1 call: new 10 |"])
    let passed = try page(
      Self.log.split(separator: "\n").filter { !$0.contains("recorded") }.joined(separator: "\n")
        .replacing("failed after 12.3 seconds with 1 issue.", with: "passed after 12.3 seconds."))
    #expect(passed.output.contains("It ran 97 tests of `Tests/AppleTests`. All passed.\n"))
  }

  @Test("the answers outlive a run that broke off, and without any there is no page")
  func brokenOff() throws {
    let broken = try page(
      Self.log.split(separator: "\n").filter { !$0.contains("\u{2718}") }.joined(separator: "\n"))
    #expect(broken.output.contains("broke off before their end.\n"))
    #expect(broken.output.components(separatedBy: "\n").count { $0.hasPrefix("| `") } == 2)
    let run = try page("error: fatalError\n")
    #expect(run.status == 1 && run.output.isEmpty && run.errors.contains("has no run of the tests"))
  }

  @Test("a page that nobody has written says so where it would be quoted")
  func unwritten() {
    #expect(
      MacPage("# On a Mac\n").lines(for: "| `circle` |").first?.hasPrefix("No row has been run on a Mac yet.") == true)
  }
}
