import Foundation
import TestSupport
import Testing

@testable import Explain
@testable import Workbench

@Suite("Explaining hostile input", .watched)
struct ExplainHostileTests {
  /// The most processor time that 16 kB may take, in seconds. On a slow machine it takes an eighth of a second. A search
  /// that goes back and forth takes many seconds.
  private let limit = 1.5

  /// The processor time of this thread, so that other tests at the same time do not count.
  private func seconds(_ work: () -> Void) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    work()
    return now() - start
  }

  private func explain(_ bytes: [UInt8]) {
    let diagnosis = Diagnosis(Log(bytes: bytes))
    #expect(!ExplanationReport(Explanation(diagnosis), of: diagnosis, width: 80).lines.isEmpty)
    #expect((try? Explanation(diagnosis).json)?.isEmpty == false)
  }

  @Test(
    "a long text takes its time in proportion",
    arguments: [
      "a", "<", "&", "\\", "> ", "\n", "0 A 0x1 -[A b] + 1\n", "Cannot remove an observer <", "Observer: ", "{\"a\":",
      "[",
      "\u{1B}[", "An instance ", "-[", "`", "iOS ", "\"a.b\" UserDefaults observe(", "0x", "&lt;", "\u{0}a",
    ])
  func long(_ part: String) {
    let bytes = Array(String(repeating: part, count: (1 << 14) / part.utf8.count).utf8)
    #expect(seconds { explain(bytes) } < limit)
  }

  @Test("every byte, and every pair of them, has an answer")
  func binary() {
    explain((0...255).map { UInt8($0) })
    for first in stride(from: 0, to: 256, by: 5) { explain([UInt8(first), 0xFF, 0, UInt8(255 - first), 0xC3]) }
    var dice = SystemRandomNumberGenerator()
    explain((0..<20_000).map { _ in UInt8.random(in: 0...255, using: &dice) })
    explain([])
    explain([0])
  }

  @Test(
    "a log that is cut anywhere has an answer", arguments: ["xlpagertabstrip-127", "ponydebugger-27", "pbjvision-313"])
  func truncated(_ name: String) throws {
    let bytes = Array(try LabelledLog.named(name).text.utf8)
    // Steps that share no factor with the width of a word, so that every part of one is cut somewhere.
    for end in stride(from: 0, to: bytes.count, by: 37) { explain(Array(bytes[..<end])) }
    for start in stride(from: 0, to: bytes.count, by: 41) { explain(Array(bytes[start...])) }
  }

  @Test("JSON that is nested too deeply is read as text")
  func deep() {
    explain(Array((String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)).utf8))
    explain(Array((String(repeating: "{\"frames\":[", count: 300) + "0" + String(repeating: "]}", count: 300)).utf8))
  }
}
