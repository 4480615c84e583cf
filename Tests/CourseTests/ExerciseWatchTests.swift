import Console
import Exercises
import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import Course
@testable import Harness

/// `scenarios watch` with exercises on a terminal, in a package of its own. A file that does not compile is checked
/// fastest, so most of these use one.
@Suite("Watching exercises on a terminal", .watched, .long)
final class ExerciseWatchTests {
  private let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  private let exercise = Exercise.named("missing-remove")!
  private let next = Exercise.named("unkept-row")!

  init() throws {
    for folder in ["Lessons/Build", "Lessons/Exercises", "Lessons/Solutions"] {
      let (from, to) = (try PackageRoot.find().appendingPathComponent(folder), root.appendingPathComponent(folder))
      try FileManager.default.createDirectory(at: to.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: from, to: to)
    }
    try FileManager.default.createDirectory(
      at: root.appendingPathComponent("exercises"), withIntermediateDirectories: false)
    try "".write(to: root.appendingPathComponent("Package.swift"), atomically: true, encoding: .utf8)
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  private func mine(_ exercise: Exercise) -> URL { root.appendingPathComponent("exercises/\(exercise.base.file)") }

  private func solution(_ exercise: Exercise) throws -> String {
    try String(contentsOf: root.appendingPathComponent("Lessons/Solutions/\(exercise.file)"), encoding: .utf8)
  }

  private func write(_ text: String, _ exercise: Exercise) throws {
    try text.write(to: mine(exercise), atomically: true, encoding: .utf8)
  }

  private var environment: [String: String] { ["XDG_DATA_HOME": root.appendingPathComponent("data").path] }

  private func position() throws -> Position { try PositionFile(environment).read() }

  private func pass(_ exercises: [Exercise], skipping others: [Exercise] = []) {
    var position = Position()
    for exercise in exercises { position.pass(exercise.name, with: "") }
    for exercise in others { position.skip(.exercise(exercise)) }
    #expect(PositionFile(environment).write(position) == nil)
  }

  /// Watches on a terminal. Each event comes when its words have been shown.
  private func watch(
    _ name: String?, columns: Int = 80, environment added: [String: String] = [:],
    _ events: [(words: String, event: Terminal.Event)]
  ) async throws -> Terminal {
    let (program, root) = (try BuiltScenarios.url, root)
    let environment = environment.merging(added) { _, new in new }
    return try await aside {
      try Terminal.run(
        program, ["watch"] + [name].compactMap(\.self), columns: columns, withErrors: true, environment: environment,
        in: root,
        within: 240, events: events)
    }
  }

  /// The end of what is shown while the program waits.
  private static let waits = "? all keys"

  private func expectQuit(_ run: Terminal) {
    #expect(!run.wasSignalled && run.status == 0, "\(run.shown)")
    #expect(run.isRestored)
  }

  // MARK: Going on

  @Test("a pass says what it proves, and the next exercise is given out and watched")
  func goesOn() async throws {
    try write(solution(exercise), exercise)
    let run = try await watch("missing-remove", columns: 120, [(Self.waits, .type("q"))])
    expectQuit(run)
    for line in exercise.proof { #expect(run.shown.contains(line)) }
    #expect(run.shown.contains("Passed: 1 of") && run.shown.contains("Exercise unkept-row: \(next.title)"))
    #expect(run.shown.contains("Waiting for exercises/\(next.file) to be saved."))
    let start = root.appendingPathComponent("Lessons/Exercises/\(next.file)").path
    #expect(try Data(contentsOf: mine(next)) == Data(contentsOf: URL(fileURLWithPath: start)))
    #expect(try position().passed == ["missing-remove"])
  }

  @Test("the next exercise's file is the learner's if it is there, and it is checked when it is saved")
  func ownWork() async throws {
    try write(solution(exercise), exercise)
    try write("my own work", next)
    let (file, root) = (mine(next), root)
    let run = try await watch(
      "missing-remove",
      [
        (
          Self.waits,
          .act {
            #expect(try String(contentsOf: file, encoding: .utf8) == "my own work")
            let solution = root.appendingPathComponent("Lessons/Solutions/\(file.lastPathComponent)")
            try String(contentsOf: solution, encoding: .utf8).write(to: file, atomically: true, encoding: .utf8)
          }
        ), (Self.waits, .type("q")),
      ])
    expectQuit(run)
    #expect(!run.shown.contains("is yours now: a copy of Lessons/Exercises/\(next.file)"))
    #expect(try position().passed == ["missing-remove", "unkept-row"])
  }

  @Test("without a name it begins with the exercise at work; if that has passed, it says what is next and waits")
  func begins() async throws {
    var position = Position()
    position.pass(exercise.name, with: try solution(exercise))
    #expect(PositionFile(environment).write(position) == nil)
    try write(solution(exercise), exercise)
    let told = try await watch(nil, columns: 120, [(Self.waits, .type("q"))])
    expectQuit(told)
    #expect(told.shown.contains("Exercise first-observer: "))
    #expect(told.shown.contains("Read Lessons/00-start-here.md first; './scenarios next' then continues."))
    #expect(!told.shown.contains("exercises/01-first-observer.swift\r\n\r\n"))
    // The exercise that was told is the one at work now.
    let checked = try await watch(nil, [(Self.waits, .type("q"))])
    #expect(checked.shown.contains("exercises/01-first-observer.swift\r\n\r\n"))
  }

  @Test("after the last exercise of the path it says so and ends")
  func last() async throws {
    var position = Position()
    position.path = .new
    for step in Course.steps(on: .new) {
      if case .exercise(let other) = step, other.name != "observes-itself" { position.pass(other.name, with: "") }
    }
    let last = Exercise.named("observes-itself")!
    position.begin(last.name)
    #expect(PositionFile(environment).write(position) == nil)
    try write(solution(last), last)
    let run = try await watch(nil, [("never shown", .type(""))])
    expectQuit(run)
    #expect(run.shown.contains("No exercise of the path for new code is left."))
  }

  @Test("a file that is saved during a check is checked again, and what passes is what was saved last")
  func savedMeanwhile() async throws {
    try write(try solution(exercise).replacing("deinit {", with: "deinit { "), exercise)
    let file = mine(exercise)
    let run = try await watch(
      "missing-remove",
      [
        (
          "exercises/\(exercise.file)",
          .act { try "my own work".write(to: file, atomically: true, encoding: .utf8) }
        ), (Self.waits, .type("q")),
      ])
    expectQuit(run)
    #expect(run.shown.contains("It does not compile yet.") && !run.shown.contains("Exercise unkept-row"))
    #expect(try String(contentsOf: file, encoding: .utf8) == "my own work")
  }

  // MARK: Keys

  @Test(
    "a key does what it says, without return, and the wait goes on",
    arguments: [
      ("n", "Exercise unkept-row: "), ("h", "1. Which registrations"), ("hh", "2. A class that adds itself"),
      ("d", "The solution is shown once the check has passed."), ("m", "has no harder variant"),
      ("?", "the next exercise; this one stays open"), ("x\u{1B}[Hn", "Exercise unkept-row: "),
    ])
  func key(_ typed: String, _ wanted: String) async throws {
    try write("my own work", exercise)
    let run = try await watch("missing-remove", [(Self.waits, .type(typed)), (Self.waits, .type("q"))])
    expectQuit(run)
    #expect(run.shown.contains(wanted))
    #expect(try String(contentsOf: mine(exercise), encoding: .utf8) == "my own work")
  }

  @Test("r checks again; d shows the solution of what has passed, and Ctrl-D quits as q does")
  func again() async throws {
    pass([exercise])
    try write(solution(exercise), exercise)
    try write("my own work", next)
    let run = try await watch(
      "unkept-row", [(Self.waits, .type("r")), (Self.waits, .type("d")), (Self.waits, .type("\u{4}"))])
    expectQuit(run)
    #expect(run.shown.components(separatedBy: "exercises/\(next.file)\r\n\r\n").count == 3)
    #expect(run.shown.contains("+ Lessons/Solutions/\(exercise.file)"))
  }

  @Test("t draws what the file does, once")
  func timeline() async throws {
    let run = try await watch(
      "missing-remove",
      [(Self.waits, .type("t")), (Self.waits, .type("r")), (Self.waits, .type("q"))])
    expectQuit(run)
    let checks = run.shown.components(separatedBy: "missing-remove: \(exercise.title)")
    #expect(checks.count == 4)
    let drawn = checks.map { $0.contains("player") && $0.contains("│") }
    #expect(drawn == [false, false, true, false], "\(run.shown)")
  }

  @Test("m checks the same file for the harder variant, and after its pass the course goes on")
  func harder() async throws {
    let plain = Exercise.named("observes-itself")!
    let harder = try #require(plain.harder)
    try write(solution(plain), plain)
    let (file, text) = (mine(plain), try solution(harder))
    let run = try await watch(
      "observes-itself", columns: 120,
      [
        (Self.waits, .type("m")),
        (Self.waits, .act { try text.write(to: file, atomically: true, encoding: .utf8) }),
        (Self.waits, .type("q")),
      ])
    expectQuit(run)
    let parts = run.shown.components(separatedBy: "\(harder.name): \(harder.title)")
    #expect(parts.count == 3 && parts[0].contains("'m' asks more of the same file: \(harder.title)."))
    #expect(parts[0].contains("m more   q quit") && parts[1].contains("it hears of none"))
    #expect(parts[2].contains(harder.proof[0]) && parts[2].contains("Passed, the harder way."))
    #expect(parts[2].contains("Exercise redrawn-rows: ") && !parts[2].contains("m more"))
    #expect(try position().passed == [plain.name, harder.name])
  }

  // MARK: The terminal

  @Test("a signal ends it, and the terminal has its settings again", arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func signalled(_ signal: Int32) async throws {
    try write("my own work", exercise)
    let run = try await watch("missing-remove", [(Self.waits, .signal(signal))])
    #expect(run.wasSignalled && run.status == signal && run.isRestored, "\(run.shown)")
  }

  @Test("Ctrl-C during a check ends it, too")
  func interruptedCheck() async throws {
    let run = try await watch("missing-remove", [("exercises/\(exercise.file)\r\n\r\n", .interrupt(after: 300_000))])
    #expect(run.wasSignalled && run.status == SIGINT && run.isRestored, "\(run.shown)")
    #expect(!run.shown.contains(Self.waits))
  }

  @Test("an error ends it, and the terminal has its settings again")
  func error() async throws {
    try write("my own work", exercise)
    let file = mine(exercise)
    let run = try await watch(
      "missing-remove",
      [
        (
          Self.waits,
          .act {
            try FileManager.default.removeItem(at: file)
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
          }
        )
      ])
    #expect(run.status == 66 && run.isRestored && run.shown.contains("is a folder"), "\(run.shown)")
  }

  @Test("Ctrl-Z gives the shell its terminal back, and keys are taken again after 'fg'", .enabled(if: Job.canControl))
  func pause() async throws {
    try write("my own work", exercise)
    let (root, program, environment) = (root, try BuiltScenarios.url, environment)
    let watch = "\(program.path.shellWord) watch missing-remove"
    let line = "set -m; stty -a >before; \(watch); stty -a >paused; echo is paused; fg"
    let run = try await aside {
      try Terminal.run(
        Job.setsid, ["-c", "bash", "-c", line], withErrors: true, environment: environment, in: root,
        events: [
          (Self.waits, .type("\u{1A}")), ("is paused", .type("?")), (Self.waits, .type("q")),
        ])
    }
    expectQuit(run)
    let settings = try ["before", "paused"].map {
      try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8)
    }
    #expect(settings[0] == settings[1] && settings[0].contains(" icanon"))
    #expect(run.shown.contains("the next exercise; this one stays open"))
  }

  private enum Job {
    static let setsid = URL(fileURLWithPath: "/usr/bin/setsid")
    static var canControl: Bool { FileManager.default.isExecutableFile(atPath: setsid.path) }
  }

  @Test("the keys are on one line at the bottom", arguments: [60, 80, 120], [[:], ["LC_ALL": "C"], ["NO_COLOR": ""]])
  func width(_ columns: Int, _ added: [String: String]) async throws {
    try write("my own work", exercise)
    let run = try await watch(
      "missing-remove", columns: columns, environment: added, [(Self.waits, .type("q"))])
    expectQuit(run)
    let isColoured = added["NO_COLOR"] == ""
    #expect(run.shown.contains("\u{1B}") == isColoured)
    let lines = run.shown.replacing("\r\n", with: "\n").replacing(/\u{1B}\[[\d;]*m/, with: "").split(separator: "\n")
    #expect(lines.last == "n next   h hint   r run again   q quit   ? all keys")
    // The compiler shows code with colours, and that as wide as it is.
    #expect(isColoured || lines.allSatisfy { $0.count <= columns || $0.contains("error: ") })
    #expect(lines.last.map { $0.count + "   m more".count <= 60 } == true)
    if added["LC_ALL"] == "C" { #expect(run.shown.allSatisfy { $0.isASCII }) }
  }

  @Test("a window that is made narrower gets shorter lines from the next key on")
  func narrower() async throws {
    try write("my own work", exercise)
    let run = try await watch(
      "missing-remove", columns: 120,
      [
        ("exercises/\(exercise.file)", .resize(columns: 40)), (Self.waits, .type("?")), (Self.waits, .type("q")),
      ])
    expectQuit(run)
    let shown = run.shown.replacing("\r\n", with: "\n")
    let help = try #require(shown.firstRange(of: "\n  n  the next exercise")).lowerBound
    #expect(shown[help...].split(separator: "\n").allSatisfy { $0.count <= 40 })
  }
}
