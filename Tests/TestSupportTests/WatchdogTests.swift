import Foundation
import TestSupport
import Testing

/// Tests that hang, for the watchdog to find. They run only in the child process of ``WatchdogTests``.
@Suite("Tests that hang", .watched, .enabled(if: WatchdogTests.file != nil))
struct HangingTests {
  @Test("this one never ends", arguments: 0..<64)
  func hangs(_: Int) {
    // More of them than the pool has threads.
    DispatchSemaphore(value: 0).wait()
  }

  @Test("this one waits for an exit test that hangs")
  func exitTestHangs() async {
    await #expect(processExitsWith: .success) {
      // What an exit test prints goes nowhere, so its number goes into a file.
      let file = try #require(WatchdogTests.file)
      try "\(getpid())".write(toFile: file, atomically: true, encoding: .utf8)
      while true { sleep(1000) }
    }
  }
}

@Suite("The watchdog", .watched)
struct WatchdogTests {
  /// Set for the process in which tests hang: where an exit test writes the number of its process.
  static let file = ProcessInfo.processInfo.environment["HANG"]

  // Only on Linux are the built tests a program that can be started as it stands.
  #if os(Linux)
    private func run(_ test: String, limit: String, file: String = "/dev/null") async throws
      -> ChildProcess
    {
      try await aside {
        try ChildProcess.run(
          URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath(),
          ["--testing-library", "swift-testing", "--filter", "HangingTests/\(test)"],
          environment: ["HANG": file, "TEST_LIMIT": limit, "SWIFT_BACKTRACE": "enable=no"],
          output: .together)
      }
    }

    @Test(
      "names the test that hangs and ends the process, even if each thread of the pool is blocked")
    func names() async throws {
      let run = try await run("hangs", limit: "2")
      #expect(!run.wasSignalled)
      #expect(run.status == EXIT_FAILURE)
      #expect(run.output.contains("watchdog: no test has started or ended for 2 seconds."))
      #expect(
        run.output.contains(
          """
          at least one of them hangs:
            TestSupportTests.HangingTests/hangs(_:) "this one never ends", WatchdogTests.swift:
          """))
    }

    @Test("ends the exit test that the test waits for as well")
    func children() async throws {
      let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
      defer { try? FileManager.default.removeItem(atPath: file) }
      // On a busy machine, the exit test takes longer to begin and to write its number.
      var number: String?
      for limit in [2, 4, 8, 16, 32] where number == nil {
        let run = try await run("exitTestHangs", limit: "\(limit)", file: file)
        #expect(run.status == EXIT_FAILURE)
        #expect(run.output.contains("HangingTests/exitTestHangs() \"this one waits"))
        number = try? String(contentsOfFile: file, encoding: .utf8)
      }
      let process = try #require(number)
      // A signal takes a moment. Nothing is left of the process, or a zombie that no process has waited for.
      var isOver = false
      for _ in 0..<100 where !isOver {
        let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        isOver = status?.contains(") Z ") ?? true
        if !isOver { usleep(50_000) }
      }
      #expect(isOver)
    }

    @Test("refuses a limit that is no number of seconds", arguments: ["0", "soon"])
    func limit(_ text: String) async throws {
      let run = try await run("exitTestHangs", limit: text)
      #expect(run.wasSignalled)
      #expect(run.output.contains("TEST_LIMIT is '\(text)'. Set it to a number of seconds"))
    }
  #endif

  @Test("every suite is watched: it has the trait, or is inside one that has")
  func everySuite() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let paths = FileManager.default.enumerator(atPath: tests.path)?.compactMap { $0 as? String }
    var suiteCount = 0
    for path in try #require(paths) where path.hasSuffix(".swift") {
      var text = try String(contentsOf: tests.appending(path: path), encoding: .utf8)
      // A file that is for one platform is indented as a whole.
      let first = text.split(separator: "\n").first { !$0.hasPrefix("import ") }
      if first?.hasPrefix("#if ") == true { text.replace(/(?m)^ {2}/, with: "") }
      // A suite or a test that begins a line is inside no other.
      for attribute in text.matches(of: /(?m)^@(?:Suite|Test)\b/) {
        suiteCount += 1
        let declaration = text[attribute.range.lowerBound...]
        // The keyword follows the attribute; a title may have such a word in it.
        let end = declaration.firstMatch(
          of: /(?:\)|@Suite|@Test)\s+(?:\w+ )*(struct|class|enum|actor|func|extension)\b/)
        let attributes = String(declaration[..<(end?.range.lowerBound ?? text.endIndex)])
        #expect(
          attributes.contains(".watched"),
          "\(path): write @Suite(\"…\", .watched) for \(attributes)")
      }
      // Tests in a type or an extension without the attribute: their suite has to be in the same file.
      if text.contains(/(?m)^ +@Test\b/) {
        #expect(text.contains(/(?m)^@Suite\b/), "\(path): its tests are in no suite with .watched")
      }
    }
    #expect(suiteCount > 100)
  }
}
