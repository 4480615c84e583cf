import Foundation
import TestSupport
import Testing

@Suite("The list of mutants", .watched)
struct MutantTests {
  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Scripts/mutants")

  private func check() throws -> ChildProcess {
    try ChildProcess.run(URL(fileURLWithPath: "/usr/bin/env"), ["python3", Self.script.path, "--check"])
  }

  /// Whether this machine has Python, which the script needs.
  private static let hasPython =
    (try? ChildProcess.run(URL(fileURLWithPath: "/usr/bin/env"), ["python3", "--version"]))?.status == 0

  @Test("every mutant has its lines in the sources exactly once, and names suites that exist", .enabled(if: hasPython))
  func fits() throws {
    let check = try check()
    #expect(check.status == 0, "\(check.errors)")
    #expect(check.status != 0 || check.output.contains("mutants fit the sources"))
  }
}
