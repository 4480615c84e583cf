import Exercises
import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import Course
@testable import Harness

/// The verbs of the course, run as a learner runs them: in a package of their own, so that no file in this one
/// matters.
@Suite("The verbs of the course", .watched)
final class CourseVerbTests {
  private let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  private let exercise = Exercise.named("missing-remove")!

  init() throws {
    for folder in ["Lessons/Build", "Lessons/Exercises", "Lessons/Solutions"] {
      let (from, to) = (try PackageRoot.find().appendingPathComponent(folder), root.appendingPathComponent(folder))
      try FileManager.default.createDirectory(at: to.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: from, to: to)
    }
    try "".write(to: root.appendingPathComponent("Package.swift"), atomically: true, encoding: .utf8)
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  private var mine: URL { root.appendingPathComponent("exercises/\(exercise.file)") }

  private var start: String {
    get throws {
      try String(contentsOf: root.appendingPathComponent("Lessons/Exercises/\(exercise.file)"), encoding: .utf8)
    }
  }

  private var solution: String {
    get throws {
      try String(contentsOf: root.appendingPathComponent("Lessons/Solutions/\(exercise.file)"), encoding: .utf8)
    }
  }

  private func solution(of file: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent("Lessons/Solutions/\(file)"), encoding: .utf8)
  }

  private func write(_ text: String) throws {
    try FileManager.default.createDirectory(at: mine.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: mine, atomically: true, encoding: .utf8)
  }

  private func run(_ words: String) throws -> BuiltScenarios.Run {
    try BuiltScenarios.shell("cd '\(root.path)' && export XDG_DATA_HOME='\(root.path)/data' && scenarios \(words)")
  }

  @Test("the first check or next gives out a copy, and a file that is there stays as it is")
  func giveOut() throws {
    let first = try run("check missing-remove")
    #expect(first.exitCode == 1 && first.output.hasPrefix("exercises/\(exercise.file) is yours now: "))
    #expect(try String(contentsOf: mine, encoding: .utf8) == start)
    try write("my own work")
    let second = try run("check missing-remove")
    #expect(second.exitCode == 1 && !second.output.contains("is yours now"))
    #expect(try String(contentsOf: mine, encoding: .utf8) == "my own work")
    _ = try run("next --skip")  // the lesson before it
    #expect(try run("next").output.contains("exercises/01-first-observer.swift is yours now: "))
    #expect(try !run("next").output.contains("is yours now"))
  }

  @Test("a file where the learner's folder should be is named, and stays as it is")
  func noFolder() throws {
    let folder = root.appendingPathComponent("exercises")
    try "my notes".write(to: folder, atomically: true, encoding: .utf8)
    let run = try run("check missing-remove")
    #expect(run.exitCode == 73 && run.errors.contains("exercises/\(exercise.file) cannot be written"))
    #expect(try String(contentsOf: folder, encoding: .utf8) == "my notes")
  }

  @Test("a check says what it saw, and passes once the file is right")
  func check() throws {
    let before = try run("check missing-remove")
    #expect(before.exitCode == 1)
    #expect(before.output.contains("the process died here:"))
    #expect(before.output.contains("message sent"))
    // What a pass proves is told after it only.
    let others = try ["hint missing-remove", "exercises", "next", "help check"].map { try run($0).output }
    for line in exercise.proof { #expect(!([before.output] + others).contains { $0.contains(line) }) }
    try write(solution)
    let after = try run("check missing-remove")
    #expect(after.exitCode == 0 && after.output.contains("Passed: 1 of"))
    #expect(after.output.contains("\nProved:\n" + exercise.proof.joined(separator: "\n") + "\n\nPassed: "))
    #expect(try run("exercises").output.contains("✓ missing-remove"))
  }

  @Test("with --page - standard output has the page alone, and the report goes to standard error")
  func pageOnOutput() throws {
    let run = try run("check missing-remove --page -")
    #expect(run.exitCode == 1 && run.output.hasPrefix("<!doctype html>") && run.output.hasSuffix("</html>\n"))
    #expect(run.errors.contains("the process died here:") && run.errors.contains("Not yet."))
  }

  @Test("an error of the compiler that names no line of the file is not taken for one of the learner's")
  func compilerFails() throws {
    // Without a home that can be written to, it has no place for its modules.
    try write(solution)
    let tools = root.appendingPathComponent("tools")
    try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
    let compiler =
      "printf '#!/bin/sh\\necho \"<unknown>:0: error: no room\"; exit 1\\n' >tools/swiftc; chmod +x tools/swiftc"
    let run = try BuiltScenarios.shell(
      "cd '\(root.path)' && \(compiler) && PATH=\"$PWD/tools:$PATH\" scenarios check missing-remove")
    #expect(run.exitCode == 70 && !run.output.contains("It does not compile yet"))
    #expect(run.errors.hasSuffix("names no line of your file: <unknown>:0: error: no room\n"))
  }

  @Test("an error of the compiler is shown with the learner's own lines, and nothing else")
  func compilerError() throws {
    try write(start.replacing("super.init()", with: "super.innit()"))
    let run = try run("check missing-remove")
    #expect(run.exitCode == 1)
    #expect(run.output.contains("exercises/\(exercise.file):"))
    #expect(run.output.contains("error: ") && run.output.contains("It does not compile yet."))
    #expect(!run.output.contains("main.swift"))
    try write("import Exercises\n")
    #expect(try self.run("check missing-remove").output.contains("'enum Attempt: MissingRemoveExercise'"))
  }

  @Test("check stays where the learner is: what has changed since its pass is checked again, else it says what is next")
  func stays() throws {
    let (first, second) = ("exercises/01-first-observer.swift", "exercises/02-missing-callback.swift")
    func words(_ run: BuiltScenarios.Run) -> String { run.output.replacing(/\s+/, with: " ") }
    func isThere(_ path: String) -> Bool {
      FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
    }
    let steps = Course.steps(on: .new).map(\.name)
    let place = try #require(steps.firstIndex(of: "first-observer"))
    #expect(file.write(done(on: .new, except: Set(steps[place...]))) == nil)
    let text = try solution(of: "01-first-observer.swift")
    func save(_ text: String) throws {
      let url = root.appendingPathComponent(first)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    let next =
      "Next: missing-callback, All three parts by hand. './scenarios next' asks what you expect, and then you read "
      + "Lessons/02-add-react-remove.md."
    try save(text)
    let passed = words(try run("check first-observer"))
    #expect(passed.contains("Passed: 1 of") && passed.contains(next), "\(passed)")
    // Nothing is checked again, and nothing is given out.
    for verb in ["check", "hint"] {
      let same = try run(verb)
      #expect(
        same.exitCode == 0 && words(same).contains("first-observer has passed, and \(first) has not changed since."))
      #expect(words(same).contains(next) && !same.output.contains("Proved:") && !isThere(second), "\(same.output)")
    }
    try save(text + "// better\n")
    let better = words(try run("check"))
    #expect(better.contains("Proved:") && better.contains(next))
    try save(text.replacing("import Exercises", with: "import Exercise"))
    for _ in 1...2 {
      let worse = try run("check")
      #expect(worse.exitCode == 1 && worse.output.hasPrefix("first-observer: "), "\(worse.output)")
    }
    try save(text)
    #expect(try run("check").exitCode == 0)
    try FileManager.default.removeItem(at: root.appendingPathComponent(first))
    let gone = try run("check")
    #expect(gone.exitCode == 0 && words(gone).contains("\(first) is no longer there.") && words(gone).contains(next))
    #expect(!isThere(first))
    // What is named is checked, whatever has passed.
    #expect(try run("check first-observer").output.hasPrefix("\(first) is yours now"))
  }

  @Test("check and hint mean what next has given out, even a harder variant, until something else is begun")
  func atWork() throws {
    try showPages()
    var position = done(on: .maintain, except: ["first-value", "repeated-add"])
    #expect(file.write(position) == nil)
    #expect(try run("next").output.contains("exercises/02-first-value.swift is yours now"))
    #expect(try run("hint").output.hasPrefix("first-value: "))
    let harder = "closed-document-harder"
    let mine = root.appendingPathComponent("exercises/04-closed-document.swift")
    try "not Swift".write(to: mine, atomically: true, encoding: .utf8)
    for words in ["check \(harder)", "check"] {
      let run = try run(words)
      #expect(run.exitCode == 1 && run.output.hasPrefix("\(harder): "), "\(run.output)")
    }
    #expect(try run("next").output.contains("Exercise first-value: "))
    #expect(try run("hint").output.hasPrefix("first-value: "))
    // What is left out is not meant any more.
    _ = try run("next --skip")
    #expect(try !run("hint").output.contains("first-value"))
    for path in CoursePath.allCases {
      position = done(on: path, except: [])
      #expect(file.write(position) == nil)
      let last = try run("check")
      #expect(last.exitCode == 0 && last.output.contains("No exercise of \(path.title) is left."), "\(last.output)")
    }
  }

  @Test("where no exercise is begun, check says what comes before the first, and gives nothing out")
  func noneBegun() throws {
    let run = try run("check")
    #expect(run.exitCode == 1 && run.output.hasPrefix("You have not begun an exercise."))
    let words = run.output.replacing(/\s+/, with: " ")
    #expect(
      words.contains("Next: first-observer, A first observer. Read Lessons/00-start-here.md first; './scenarios next'"))
    #expect(!FileManager.default.fileExists(atPath: mine.deletingLastPathComponent().path))
  }

  @Test("a learner who never calls next reads the lesson of the next exercise, and not the first one of the path")
  func exercisesAlone() throws {
    let url = root.appendingPathComponent("exercises/01-first-observer.swift")
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try solution(of: "01-first-observer.swift").write(to: url, atomically: true, encoding: .utf8)
    let passed = try run("check first-observer").output.replacing(/\s+/, with: " ")
    let next = "Next: missing-callback, All three parts by hand. Read Lessons/02-add-react-remove.md first. "
    #expect(passed.contains(next + "'./scenarios check missing-callback' gives it to you."), "\(passed)")
  }

  @Test("with a position of an earlier version, check means the exercise that has passed last or the next one")
  func earlierPosition() throws {
    #expect(file.write(Position()) == nil)
    try #"{"passed": ["first-observer", "missing-remove"]}"#
      .write(to: try #require(file.url), atomically: true, encoding: .utf8)
    #expect(try run("hint").output.hasPrefix("You have not begun an exercise."))
    try write("my own work")
    #expect(try run("hint").output.hasPrefix("missing-remove: "))
    try "my own work".write(
      to: mine.deletingLastPathComponent().appendingPathComponent("02-missing-callback.swift"), atomically: true,
      encoding: .utf8)
    #expect(try run("hint").output.hasPrefix("missing-callback: "))
  }

  @Test("hints come one after the other, and no more than there are")
  func hints() throws {
    for shown in [1, 2, 3, 3] {
      let run = try run("hint missing-remove")
      #expect(run.lines.filter { $0.prefixMatch(of: #/\d\. /#) != nil }.count == shown)
    }
  }

  @Test("the solution is shown once the check has passed")
  func diff() throws {
    #expect(try run("diff missing-remove").exitCode == 1)
    try write(solution.replacing("deinit {", with: "// mine\n    deinit {"))
    #expect(try run("check missing-remove").exitCode == 0)
    let run = try run("diff")
    #expect(run.exitCode == 0 && run.output.contains("\n-     // mine\n"))
  }

  @Test("a step of the mediator begins with the learner's own file, once that has passed the step before")
  func ownMediator() throws {
    let build = root.appendingPathComponent("Lessons/Build/1-closure.swift")
    let (first, second) = ("exercises/12-build-1.swift", "exercises/12-build-2.swift")
    let given = "\(second) is yours now: a copy of "
    #expect(try run("check build-2").output.hasPrefix(given + "Lessons/Build/1-closure.swift"))
    try FileManager.default.removeItem(at: root.appendingPathComponent(second))
    try String(contentsOf: build, encoding: .utf8).replacing("enum Attempt", with: "// mine\nenum Attempt")
      .write(to: root.appendingPathComponent(first), atomically: true, encoding: .utf8)
    #expect(try run("check build-1").exitCode == 0)
    #expect(try run("check build-2").output.hasPrefix(given + first))
    let text = try String(contentsOf: root.appendingPathComponent(second), encoding: .utf8)
    #expect(text.hasPrefix("// Build 2. ") && text.contains("\n// mine\n"))
    let restored = try run("restore build-2").output.replacing(/\s+/, with: " ")
    #expect(restored.contains("12-build-2.swift is a new copy of Lessons/Build/1-closure.swift. What you had is in "))
  }

  @Test("a harder variant that a later lesson explains is offered when that lesson has been read, and not before")
  func harderLater() throws {
    let exercise = try #require(Exercise.named("closed-document"))
    let harder = try #require(exercise.harder)
    #expect(harder.variant.map(\.lesson) == Lesson.boundToBothLives.number)
    try showPages()
    var position = done(on: .maintain, except: Set(Course.steps(of: .boundToBothLives).map(\.name)))
    #expect(!Course.isExplained(harder, in: position))
    #expect(file.write(position) == nil)
    #expect(try !run("next").output.contains(harder.name) && !run("exercises").output.contains(harder.name))
    position = done(on: .maintain, except: ["final-project"])
    #expect(Course.isExplained(harder, in: position))
    #expect(file.write(position) == nil)
    #expect(try run("next").output.contains("'./scenarios check \(harder.name)'"))
    #expect(try run("exercises").output.contains(harder.name))
  }

  @Test("a harder variant is offered after the pass, and checks the same file with the first check before its own")
  func harder() throws {
    let plain = Exercise.named("observes-itself")!
    let harder = try #require(plain.harder)
    let file = root.appendingPathComponent("exercises/\(plain.file)")
    let given = try run("check \(harder.name)")
    #expect(given.exitCode == 1 && given.output.contains("a copy of Lessons/Exercises/\(plain.file)"))
    #expect(given.output.contains("it is enabled") && !given.output.contains("harder: a window"))
    #expect(try !run("exercises").output.contains(harder.name))
    for exercise in [plain, harder] {
      let solution = root.appendingPathComponent("Lessons/Solutions/\(exercise.file)")
      try String(contentsOf: solution, encoding: .utf8).write(to: file, atomically: true, encoding: .utf8)
      let passed = try run("check \(exercise.name)")
      #expect(passed.exitCode == 0 && passed.output.contains(exercise.proof[0]), "\(passed.output)")
      #expect(passed.output.contains("'./scenarios check \(harder.name)' asks more") == (exercise.name == plain.name))
      #expect(passed.output.contains("Passed: 1 of") == (exercise.name == plain.name))
    }
    #expect(try run("exercises").output.contains("✓ \(harder.name)"))
    #expect(try run("exercises").output.hasPrefix("1 of"))
    #expect(try run("diff").output.contains("They are the same."))
    #expect(try run("hint \(harder.name)").output.hasPrefix("\(harder.name): "))
  }

  @Test("restore brings the file back, and keeps what was in it")
  func restore() throws {
    try write("my own work")
    #expect(try run("restore missing-remove").output.contains("missing-remove.mine.txt"))
    #expect(try String(contentsOf: mine, encoding: .utf8) == start)
    let kept = mine.deletingPathExtension().appendingPathExtension("mine.txt")
    #expect(try String(contentsOf: kept, encoding: .utf8) == "my own work")
    // Twice, and nothing that was kept is overwritten.
    try write("my second work")
    #expect(try run("restore missing-remove").output.contains("missing-remove.mine-2.txt"))
    // A file that is not text may be a learner's work, too.
    try Data([0xFF, 0xFE]).write(to: mine)
    #expect(try run("restore missing-remove").output.contains("missing-remove.mine-3.txt"))
    try FileManager.default.removeItem(at: mine)
    #expect(try run("restore missing-remove").exitCode == 0)
    #expect(try String(contentsOf: mine, encoding: .utf8) == start)
  }

  private var file: PositionFile {
    PositionFile(["XDG_DATA_HOME": root.appendingPathComponent("data").path])
  }

  /// A position on that path in which everything is done, except what the closure takes away.
  private func done(on path: CoursePath, except names: Set<String>) -> Position {
    var position = Position()
    position.path = path
    for step in Course.steps(on: path) where !names.contains(step.name) {
      switch step {
      case .prediction(let pitfall): position.answers[pitfall.id] = 1
      case .tracing, .reading: position.seen.insert(step.name)
      case .exercise(let exercise): position.pass(exercise.name, with: "")
      }
    }
    return position
  }

  @Test("next shows the code and asks, takes the answer, and goes on")
  func next() throws {
    try showPages()
    let first = try #require(Lesson.allCases.compactMap(\.prediction).first)
    let position = done(on: .maintain, except: [first.id, "MED-1"])
    #expect(file.write(position) == nil)
    let asked = try run("next")
    #expect(asked.output.contains(first.id) && asked.output.contains("--answer N"))
    #expect(asked.output.contains("Answer first, then read the lesson."))
    // Both often tell the answer, and so do comments and the names of files.
    #expect(!asked.output.contains(first.name) && !asked.output.contains(first.title))
    #expect(!asked.output.contains(first.typeName) && !asked.output.contains("//"))
    let code = try CodeExcerpt.all(of: .raw, in: first).flatMap(\.forQuestion)
    let question = try #require(asked.output.firstRange(of: first.prediction.choices[0].text)).lowerBound
    #expect(code.count > 3)
    for (number, line) in code where !line.isEmpty {
      let place = try #require(asked.output.firstRange(of: "\(number) \(line)"), "\(line)").lowerBound
      #expect(place < question)
    }
    let wrong = try #require(first.prediction.choices.firstIndex { !$0.isRight })
    let answered = try run("next --answer \(wrong + 1)")
    let act = "\n\(first.label(of: first.acts[first.prediction.act - 1])) \(first.prediction.act)/\(first.acts.count)"
    #expect(answered.output.contains(act) && answered.output.contains("\n✗ You expected: "))
    #expect(answered.output.contains("The answer is: "))
    #expect(answered.output.contains("read Lessons/\(first.lesson.rawValue)"))
    #expect(try file.read().missed == [first.id])
    #expect(try !run("next").output.contains(first.id))
    #expect(try run("next --answer 99").exitCode == 64)
    #expect(try run("forget").output.contains("forgotten"))
    #expect(file.write(position) == nil)
    #expect(try run("next").output.contains(first.id))
  }

  /// The pages and sources are found from the folder of the package, which has only what the exercises need.
  private func showPages() throws {
    for (folder, inside) in [("Lessons", "Pitfalls"), ("", "Sources")] {
      let place = root.appendingPathComponent(folder).appendingPathComponent(inside)
      if FileManager.default.fileExists(atPath: place.path) { continue }
      let pages = try PackageRoot.find().appendingPathComponent(folder).appendingPathComponent(inside)
      try FileManager.default.createSymbolicLink(at: place, withDestinationURL: pages)
    }
  }

  @Test("without a terminal next takes the whole course and says so once; --path changes over, and is remembered")
  func paths() throws {
    #expect(try run("next").output.hasPrefix("This is the whole course."))
    #expect(try !run("next").output.contains("This is the whole course."))
    let steps = Course.steps(on: .new).count
    #expect(try run("next --path new").output.contains(" of \(steps) steps of the path for new code"))
    #expect(try run("next").output.contains("the path for new code"))
    #expect(try file.read().path == .new)
    let wrong = try run("next --path old")
    #expect(wrong.exitCode == 64 && wrong.errors.contains("'new' or 'maintain'"))
  }

  @Test("check counts the exercises of the path, as next does its steps")
  func counts() throws {
    var position = done(on: .new, except: ["first-observer", "observes-itself"])
    #expect(file.write(position) == nil)
    let solution = root.appendingPathComponent("Lessons/Solutions/14-observes-itself.swift")
    let mine = root.appendingPathComponent("exercises/14-observes-itself.swift")
    try FileManager.default.createDirectory(at: mine.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: solution, to: mine)
    position = try file.read()
    let count = Course.steps(on: .new).count { step in
      if case .exercise(let exercise) = step { exercise.step == nil } else { false }
    }
    let passed = try run("check observes-itself").output.replacing(/\s+/, with: " ")
    #expect(passed.contains("Passed: \(count - 1) of the \(count) exercises of the path for new code."))
    let list = try run("exercises").output
    #expect(list.hasPrefix("\(count - 1) of the \(count) ") && list.contains("8 of the 8 steps of Build a mediator"))
    // What the path leaves out stands at the end.
    let parts = list.components(separatedBy: "\nNot on the path for new code\n")
    #expect(parts.count == 2 && parts[0].contains("build-8") && parts[1].contains("final-project"))
    #expect(!parts[0].contains("final-project"))
  }

  @Test("next offers the ten at the beginning of a path and at its end", arguments: CoursePath.allCases)
  func offersTen(_ path: CoursePath) throws {
    try showPages()
    let first = try run("next --path \(path.rawValue)").output
    #expect(first.contains("'./scenarios quiz --ten' asks ten questions before"))
    #expect(first.contains("are by choice: how a mediator works") == (path == .new))
    #expect(file.write(done(on: path, except: ["THR-1"])) == nil)
    #expect(try !run("next").output.contains("--ten"))
    #expect(file.write(done(on: path, except: [])) == nil)
    #expect(try run("next").output.contains("'./scenarios quiz --ten' asks"))
  }

  @Test("next names the page of a step of the mediator, and lesson prints it")
  func buildPages() throws {
    try showPages()
    #expect(file.write(done(on: .new, except: ["build-3"])) == nil)
    let next = try run("next").output
    #expect(next.contains("Lessons/Build/README.md") && next.contains("Lessons/Build/3-owner.md"))
    #expect(next.contains("'./scenarios lesson build-3'"))
    for words in ["lesson build-3", "lesson"] {
      #expect(try run(words).output.contains("Lessons/Build/3-owner.md"), "\(words)")
    }
  }

  @Test("on a terminal next asks for the path, once")
  func askedForPath() throws {
    let environment = ["XDG_DATA_HOME": root.appendingPathComponent("data").path]
    let first = try Terminal.run(
      try BuiltScenarios.url, ["next"], environment: environment, events: [("1 or 2: ", .type("1\n"))])
    #expect(first.shown.contains("the path for new code, \(CoursePath.new.stops.count) lessons"))
    #expect(try file.read().path == .new)
    let second = try Terminal.run(try BuiltScenarios.url, ["next"], environment: environment)
    #expect(!second.shown.contains("1 or 2: ") && second.shown.contains("the path for new code"))
  }

  @Test("a part of a lesson is named with its sections, once its question is answered: they may tell the answer")
  func parts() throws {
    try showPages()
    #expect(file.write(done(on: .new, except: ["MED-1"])) == nil)
    #expect(try !run("next").output.contains(", only"))
    #expect(try run("next --answer 1").output.contains(", only \"An object that observes itself\", "))
    #expect(file.write(done(on: .maintain, except: ["MED-1"])) == nil)
    #expect(try !run("next").output.contains(", only"))
  }

  @Test("a lesson that asks nothing is a step too: it is named, and next goes on after it")
  func reading() throws {
    #expect(file.write(done(on: .new, except: ["lesson-15"])) == nil)
    let read = try run("next")
    #expect(read.output.contains("Lesson 15, ") && read.output.contains("'./scenarios lesson 15'"))
    #expect(try run("next").output.contains("You have done every step of the path for new code"))
  }

  @Test("after the last step of a lesson, next names its other questions, and says so once")
  func moreQuestions() throws {
    let words = "More questions on lesson"
    #expect(try !run("next --path maintain").output.contains(words))
    // What comes after lesson 3 is not done, and lesson 2 has no question but its own.
    let later = Course.steps(on: .maintain).filter { $0.lesson > 3 }.map(\.name)
    #expect(file.write(done(on: .maintain, except: Set(later))) == nil)
    let first = try run("next").output
    #expect(first.contains("\(words) 3: './scenarios quiz 3'.") && first.components(separatedBy: words).count == 2)
    #expect(try !run("next").output.contains(words))
  }

  @Test("next says that an evening is done, once, and where the next one begins; after the last, what is by choice")
  func evenings() throws {
    try showPages()
    let steps = Course.steps(on: .new)
    func position(before lesson: Lesson) -> Position {
      done(on: .new, except: Set(steps[(steps.firstIndex { $0.lesson == lesson.number } ?? 0)...].map(\.name)))
    }
    #expect(file.write(position(before: .whoDiesFirst)) == nil)
    #expect(try !run("next").output.contains("Evening"))
    #expect(file.write(position(before: .token)) == nil)
    let first = try run("next").output
    #expect(first.contains("Evening 1 of 3 is done. The next one begins with lesson 5, The token."))
    #expect(try !run("next").output.contains("Evening"))
    #expect(file.write(position(before: .buildAMediator)) == nil)
    let last = try run("next").output
    #expect(last.contains("Evening 3 is done") && last.contains("by choice") && last.contains("quiz --ten"))
  }

  @Test("a lesson draws the runs that its figures show, and who holds whom")
  func drawnLesson() throws {
    let lesson = try BuiltScenarios.run(columns: 100, "lesson", "5").output
    #expect(lesson.contains("kvoController") && !lesson.contains("(picture: Figures/MOD-2"))
    let fourth = try BuiltScenarios.run(columns: 100, "lesson", "4")
    #expect(fourth.output.contains("✗ the process dies") && !fourth.output.contains("(picture: Figures/LIF-3-1.svg)"))
    #expect(fourth.lines.allSatisfy { $0.count <= 100 })
  }

  @Test("a lesson shows what was answered in place of its question, and why; before that it asks")
  func answered() throws {
    try showPages()
    let page = "Lessons/\(Lesson.token.rawValue)"
    try FileManager.default.createSymbolicLink(
      at: root.appendingPathComponent(page), withDestinationURL: try PackageRoot.find().appendingPathComponent(page))
    let pitfall = try #require(Lesson.token.prediction)
    let asks = pitfall.prediction.question.prefix(40)
    let before = try run("lesson 5").output.replacing(/\s+/, with: " ")
    #expect(before.contains(asks) && !before.contains("You expected"))
    var position = Position()
    position.answers[pitfall.id] = try #require(pitfall.prediction.choices.firstIndex { !$0.isRight }) + 1
    #expect(file.write(position) == nil)
    let after = try run("lesson 5").output.replacing(/\s+/, with: " ")
    #expect(!after.contains(asks) && after.contains("You expected: ") && after.contains("Why not: "))
    let right = try #require(pitfall.prediction.choices.first { $0.isRight })
    #expect(after.contains("The answer is: \(right.text)"))
  }

  @Test("a lesson that was shown is left out by --skip, and takes no answer; the step after it is not touched")
  func skipsReading() throws {
    let build = Course.steps(on: .new).filter { $0.build != nil }.map(\.name)
    #expect(file.write(done(on: .new, except: Set(["lesson-15"] + build))) == nil)
    #expect(try run("next").output.contains("'./scenarios lesson 15'"))
    #expect(try run("next --answer 1").exitCode == 64)
    #expect(try run("next --skip").output.contains("lesson-15 is left out"))
    #expect(try file.read().skipped == ["lesson-15"] && !file.read().seen.contains("lesson-15"))
    let chapter = try run("next").output
    #expect(chapter.contains("Build a mediator") && chapter.contains("--skip' leaves the whole chapter out."))
    #expect(try run("next --skip").output.contains("The rest of the chapter is left out."))
    let end = try run("next").output
    #expect(end.contains("9 skipped") && end.contains("  Build a mediator ") && !end.contains("  build-"))
  }

  @Test("a tracing question comes after the lesson, as one of its steps, and is answered with what it asks for")
  func tracing() throws {
    let steps = Course.steps(of: .everyAddNeedsItsRemove).map(\.name)
    #expect(Array(steps.prefix(2)) == ["REG-2", "REM-6/line"])
    try showPages()
    #expect(file.write(done(on: .maintain, except: ["REM-6/line"])) == nil)
    let asked = try run("next").output.replacing(/\s+/, with: " ")
    #expect(asked.contains("Step 2 of \(steps.count) of this lesson.") && asked.contains("After the lesson: "))
    #expect(asked.contains("Answer with the number of the line: './scenarios next --answer LINE', or leave it out"))
  }

  @Test("next says how to begin again when every step is done, and what was left out")
  func allDone() throws {
    #expect(file.write(done(on: .maintain, except: [])) == nil)
    #expect(try run("next").output.contains("'./scenarios forget'"))
    var position = done(on: .new, except: ["LIF-3"])
    position.answers["LIF-3"] = 0
    #expect(file.write(position) == nil)
    let end = try run("next").output
    let count = Course.steps(on: .new).count
    #expect(end.contains("\(count - 1) done, 1 skipped, of \(count)") && end.contains("run LIF-3 --predict"))
    #expect(end.contains("--path maintain"))
  }

  @Test("next tells what to do for an exercise, and takes no answer to it")
  func nextExercise() throws {
    let first = try #require(Exercise.all.first)
    #expect(first.lesson <= (Lesson.allCases.first { !$0.pitfalls.isEmpty }?.number ?? 0))
    #expect(file.write(done(on: .maintain, except: [first.name, "first-value"])) == nil)
    #expect(try run("next").output.contains("Change exercises/\(first.file) until './scenarios check' passes"))
    #expect(try run("next --answer 1").exitCode == 64)
    #expect(try run("next --skip").output.contains("\(first.name) is left out"))
    let next = try run("next").output
    #expect(!next.contains("exercises/\(first.file)") && next.contains("1 skipped"))
  }

  @Test(
    "an exercise has its name, and its file's",
    arguments: ["04-missing-remove", "exercises/04-missing-remove.swift"])
  func names(_ word: String) throws {
    #expect(try run("hint \(word)").output.hasPrefix("missing-remove: "))
  }

  @Test("what two processes keep at the same time is all kept")
  func together() throws {
    let names = Exercise.all.prefix(12).map(\.name)
    _ = try run("list; for name in \(names.joined(separator: " ")); do scenarios hint $name & done; wait")
    let position = try PositionFile(["XDG_DATA_HOME": root.appendingPathComponent("data").path]).read()
    #expect(Set(position.hints.keys) == Set(names))
  }

  @Test("watch checks at once, and whenever the file is saved")
  func watch() async throws {
    // The file is right when the watch waits for it, and then the watch is over.
    try solution.write(to: root.appendingPathComponent("right"), atomically: true, encoding: .utf8)
    let line = """
      cd '\(root.path)' && export XDG_DATA_HOME="$PWD/data"
      scenarios watch missing-remove >out & watch=$!
      while kill -0 $watch && ! grep -q 'to be saved' out; do sleep 0.05; done
      cp '\(root.path)/right' '\(mine.path)'
      wait $watch; cat out
      """
    let run = try await aside { try BuiltScenarios.shell(line) }
    #expect(run.output.contains("Waiting for exercises/\(exercise.file) to be saved."))
    #expect(run.output.contains("Passed: 1 of"))
  }

  @Test(
    "a word that is no exercise, and too many words",
    arguments: [
      "check missing-remov", "check a b", "hint --all", "restore", "forget me", "next 3", "exercises all",
      "next --path", "quiz --ten REG",
      "quiz xyzzy",
    ])
  func usage(_ words: String) throws {
    let run = try run(words)
    #expect(run.exitCode == 64 && run.output.isEmpty && run.errors.hasPrefix("scenarios: "))
    if words.hasSuffix("remov") { #expect(run.errors.contains("Did you mean missing-remove?")) }
  }
}
