import Foundation
import TestSupport
import Testing

/// The checks of the sources that are scripts and take no time. `.ci/run` calls them too.
@Suite("Scripts that check the sources", .watched)
struct ScriptTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  // It was written for GNU's grep and sed.
  #if os(Linux)
    @Test("the libraries use public means")
    func publicMeans() throws {
      let path = Self.root.appendingPathComponent("Scripts/public-means").path
      let check = try ChildProcess.run(URL(fileURLWithPath: "/usr/bin/env"), ["bash", path])
      #expect(check.status == 0, "\(check.errors)")
    }

    @Test("make fuzz-apple says that it needs macOS")
    func fuzzApple() throws {
      let path = Self.root.appendingPathComponent("Scripts/fuzz-apple").path
      let run = try ChildProcess.run(URL(fileURLWithPath: "/usr/bin/env"), ["bash", path])
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.hasPrefix("fuzz-apple: skipped: needs macOS"))
    }
  #endif

  @Test("every file of tests on threads has a suite of its name, by which Scripts/tsan chooses it")
  func suitesOnThreads() throws {
    let tests = Self.root.appendingPathComponent("Tests")
    let paths = FileManager.default.enumerator(atPath: tests.path)?.compactMap { $0 as? String } ?? []
    let onThreads = paths.filter { $0.contains(/(Thread|Race)Tests\.swift$/) }
    #expect(onThreads.count > 5)
    for path in onThreads {
      let suite = try #require(path.firstMatch(of: /(\w+)\.swift$/)).1
      let text = try String(contentsOf: tests.appendingPathComponent(path), encoding: .utf8)
      #expect(text.contains(" \(suite) {"), "\(path): give the file and its suite the same name")
    }
  }
}
