import Console
import Foundation
import RawObserving
import TestSupport
import Testing

@testable import Scenarios

/// How processes that play schedules are read. The processes are scripts. `make schedules` plays the real ones.
@Suite("Runs of schedules", .watched)
struct ScheduleRunTests {
  /// Runs a script in place of the program. Its seventh argument is a dot and the choices to begin with.
  private func run(_ script: String, _ style: ScheduleStyle = .raw, seconds: Double = 60) throws -> ScheduleRun {
    try ScheduleRun.all(
      of: SchedulePlay(story: .stop, style: style), .classic, seconds: seconds,
      by: URL(fileURLWithPath: "/bin/sh"), ["-c", script, "schedules"])
  }

  /// Three schedules, of which the second one ends its process.
  private static let dying = """
    case $7 in
    .) printf '+ A\\n: ends\\n- B\\n: ends\\n= 0 0 1 0\\n+ B\\n: sets\\n+ A\\nfirst 0x7f line\\nsecond line\\n'; kill -KILL $$;;
    .BB) printf '+ B\\n: sets\\n+ B\\n: ends\\n- A\\n: ends\\n= 1 1 1 0\\n';;
    *) exit 1;;
    esac
    """

  @Test("after a schedule that ends its process, another process goes on with the next one")
  func goesOn() throws {
    let schedules = try run(Self.dying).schedules
    #expect(schedules.map(\.number) == [1, 2, 3])
    #expect(schedules.map(\.choices.word) == ["A", "BA", "BB"])
    #expect(schedules.map(\.dies) == [false, true, false])
    #expect(schedules.map(\.isLate) == [false, false, true])
    #expect(schedules[1].ending == .dies("first 0x… line"))
    #expect(schedules[1].steps.map { "\($0.thread.rawValue) \($0.text)" } == ["B sets", "A the process dies"])
  }

  @Test("a story that hangs fails after its time, and the message says where")
  func hangs() throws {
    let error = #expect(throws: ScheduleError.self) {
      try run("printf '+ A\\n: has locked\\n+ B\\n'; exec sleep 60", seconds: 0.3)
    }
    #expect(
      error?.description
        == "a schedule hangs: number 1, AB, after \"A has locked\", in thread B. It was killed after 0.3 s.")
  }

  @Test("a process that plays nothing, or stops in the middle, fails", arguments: ["true", "exit 3", "echo '+ A'"])
  func broken(_ script: String) {
    #expect(throws: ScheduleError.self) { try run(script) }
  }

  @Test("the check names what is wrong")
  func check() throws {
    let raw = try run(Self.dying)
    let managed = try run(Self.dying, .controller)
    #expect(ScheduleCheck.problems(in: [raw], [raw]) == [])
    #expect(
      ScheduleCheck.problems(in: [managed], [managed])
        == ["stop, controller, classic: schedule 2 dies through a controller: first 0x… line"])
    let shorter = ScheduleRun(play: raw.play, era: raw.era, schedules: Array(raw.schedules.dropLast()))
    #expect(
      ScheduleCheck.problems(in: [raw], [shorter]) == ["stop, raw, classic: a second run differs, from schedule 3 on"])
    let left = try run("printf '+ B\\n: ends\\n- A\\n: ends\\n= 0 0 0 1\\n'")
    #expect(
      ScheduleCheck.problems(in: [left], [left])
        == ["stop, raw, classic: schedule 1 leaves the view or a registration behind"])
  }

  @Test("the statements that are shown are those of the story")
  func lines() throws {
    for play in SchedulePlay.all {
      #expect(try play.lines(of: .a).contains("view = nil"))
      #expect(try play.lines(of: .b) == ["clock.date = 1"])
    }
  }

  @Test("a schedule is told in two columns, within the width", arguments: [60, 80, 120])
  func told(_ width: Int) throws {
    let run = try run(Self.dying)
    let lines = try ScheduleReport(Screen(width: width, isASCII: true)).lines(of: run.schedules[1], of: run)
    #expect(lines.allSatisfy { $0.count <= width })
    #expect(lines.contains { $0.hasSuffix("  sets") && $0.hasPrefix(" 1") })
    #expect(lines.contains(" 2  the process dies"))
  }
}
