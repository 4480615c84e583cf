import Foundation
import TestSupport
import Testing

/// The checks of the sources that are scripts and take no time. `.ci/run` calls them too.
@Suite("Scripts that check the sources", .watched)
struct ScriptTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  // They were written for GNU's grep and sed.
  #if os(Linux)
    @Test("it finds nothing", arguments: ["check-imports", "public-means"])
    func passes(script: String) throws {
      let path = Self.root.appendingPathComponent("Scripts/\(script)").path
      let check = try ChildProcess.run(URL(fileURLWithPath: "/usr/bin/env"), ["bash", path])
      #expect(check.status == 0, "\(check.errors)")
    }
  #endif
}
