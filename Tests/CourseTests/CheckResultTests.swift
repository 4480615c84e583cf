import Console
import Exercises
import Foundation
import RawObserving
import Testing

@testable import Course
@testable import Harness

@Suite("What a check found", .watched)
struct CheckResultTests {
  private static let screen = Screen(width: 80)

  private func result(_ lines: [Check.Line], _ script: String, seconds: Double = 10) throws -> CheckResult {
    let shell = URL(fileURLWithPath: "/bin/sh")
    let folder = FileManager.default.temporaryDirectory
    return CheckResult(lines, try TimedProcess.run(shell, ["-c", script], in: folder, seconds: seconds))
  }

  @Test("it passes if nothing is wrong and the check came to its end")
  func passed() throws {
    let passed = try result([.step("one"), .right("two"), .end], "echo hello")
    #expect(passed.isPassed)
    #expect(CheckReport.lines(of: passed, Self.screen) == ["  one", "    ✓ two", "", "Your code printed:", "  hello"])
  }

  @Test("what another thread does after the end of the check is not told, and is no fault")
  func afterTheEnd() throws {
    let passed = try result([.step("one"), .right("two"), .end, .happened("the clock is released")], "true")
    #expect(passed.isPassed && passed.lines == [.step("one"), .right("two")])
  }

  @Test("a finding that is wrong is told with what was seen")
  func wrong() throws {
    let wrong = try result([.step("one"), .wrong(wanted: "2 calls", saw: "there were 3"), .end], "true")
    #expect(!wrong.isPassed)
    #expect(wrong.fails(as: "2 calls: there were 3") && !wrong.fails(as: "2 calls: there were 4"))
    #expect(CheckReport.lines(of: wrong, Self.screen) == ["  one", "    ✗ 2 calls", "      there were 3"])
  }

  @Test("a death is told in its step, with its message")
  func died() throws {
    let died = try result(
      [.step("one"), .right("two"), .step("three")], "echo mine; echo '*** Terminating app' >&2; kill -ABRT $$")
    #expect(died.ending == .died("*** Terminating app") && !died.isPassed)
    #expect(died.printed == ["mine"])
    #expect(died.fails(as: "three: Terminating app") && !died.fails(as: "one: Terminating app"))
    #expect(!died.fails(as: "three: it dies"))
  }

  @Test("a death has to have the cause that is named", arguments: CauseOfDeath.allCases)
  func cause(_ cause: CauseOfDeath) {
    let died = CheckResult([.step("one")], .died("*** Terminating app", Violation.ID(rawValue: cause.rawValue)))
    for other in CauseOfDeath.allCases {
      #expect(died.fails(as: "one: \(other.words)") == (other == cause))
    }
    #expect(!died.fails(as: "one: Terminating app") && !died.fails(as: "two: \(cause.words)"))
  }

  @Test("an attempt that ends by itself before the check does has not passed")
  func left() throws {
    let left = try result([.step("one")], "exit 0")
    #expect(left.ending == .left(0) && !left.isPassed)
  }

  @Test("an attempt that does not end is ended")
  func tooSlow() throws {
    let slow = try result([.step("one")], "echo begun; exec sleep 1000", seconds: 0.3)
    #expect(slow.ending == .tooSlow && slow.printed == ["begun"])
    #expect(CheckReport.lines(of: slow, Self.screen).contains { $0.contains("not over after") })
  }

  @Test("what an attempt prints without end is cut")
  func muchPrinted() {
    let result = CheckResult([], .itself, printed: (1...30).map { "line \($0)" })
    #expect(CheckReport.lines(of: result, Self.screen).last == "  … and 10 lines more")
  }

  @Test("of a program that prints without end, the beginning and the end are kept")
  func endless() throws {
    let much = try result([.step("one")], "yes line | head -c 5000000; echo '*** Terminating app'; kill -ABRT $$")
    #expect(much.ending == .died("*** Terminating app"))
    #expect(much.printed.count < 400_000)
  }

  @Test("of very many events in one step the middle is left out, and all if nothing is wrong")
  func manyEvents() {
    let events = (1...500).map { Check.Line.happened("event \($0)") }
    let failed = CheckReport.lines(of: CheckResult([.step("one")] + events, .tooSlow), Self.screen)
    #expect(failed.count < 30 && failed.contains { $0.hasSuffix("… and 480 events more") })
    #expect(failed.contains { $0.hasSuffix(" event 1") } && failed.contains { $0.hasSuffix(" event 500") })
    #expect(CheckReport.lines(of: CheckResult(events, .itself), Self.screen).isEmpty)
  }

  @Test("a difference shows what differs, and two lines around it")
  func difference() {
    let old = ["a", "b", "c", "d", "e", "f", "g", "h", "i"]
    var new = old
    new[1] = "B"
    new.append("j")
    let parts = LineDifference.parts(from: old, to: new).map { $0.map { "\($0.mark)\($0.text)" } }
    #expect(parts == [[" a", "-b", "+B", " c", " d"], [" h", " i", "+j"]])
    #expect(LineDifference.parts(from: old, to: old) == [])
  }
}
