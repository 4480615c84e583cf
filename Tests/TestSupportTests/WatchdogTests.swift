import Foundation
import TestSupport
import Testing

/// Tests that hang, for the watchdog to find. They run only in the child process of ``WatchdogTests``.
@Suite("Tests that hang", .watched, .enabled(if: WatchdogTests.isChild))
struct HangingTests {
  @Test("this one never ends", arguments: 0..<64)
  func hangs(_: Int) {
    // More of them than the pool has threads.
    DispatchSemaphore(value: 0).wait()
  }
}

@Suite("The watchdog", .watched)
struct WatchdogTests {
  /// Whether this is the process in which tests hang.
  static let isChild = ProcessInfo.processInfo.environment["HANG"] != nil

  // Only on Linux are the built tests a program that can be started as it stands.
  #if os(Linux)
    @Test(
      "names the test that hangs and ends the process, even if each thread of the pool is blocked")
    func names() async throws {
      let run = try await aside {
        try ChildProcess.run(
          URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath(),
          ["--testing-library", "swift-testing", "--filter", "HangingTests/hangs"],
          environment: ["HANG": "1", "TEST_LIMIT": "2"], output: .together)
      }
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
  #endif

  @Test("every suite is watched: it has the trait, or is inside one that has")
  func everySuite() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let paths = FileManager.default.enumerator(atPath: tests.path)?.compactMap { $0 as? String }
    var suiteCount = 0
    for path in try #require(paths) where path.hasSuffix(".swift") {
      var text = try String(contentsOf: tests.appending(path: path), encoding: .utf8)
      // A file that is for one platform is indented as a whole.
      let first = text.split(separator: "\n").first { !$0.hasPrefix("import ") && !$0.hasPrefix("//") }
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
