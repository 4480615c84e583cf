import Console
import Exercises
import Foundation
import Testing

@testable import Course
@testable import Harness

@Suite("The position in the course", .watched)
struct PositionTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  private var file: PositionFile { PositionFile(["XDG_DATA_HOME": folder.path, "HOME": "/nowhere"]) }

  @Test("it is kept where the environment says")
  func places() {
    func path(_ environment: [String: String]) -> String? { PositionFile(environment).url?.path }
    #expect(path(["XDG_DATA_HOME": "/data", "HOME": "/home/me"]) == "/data/raw-beside-managed/position.json")
    #expect(path(["HOME": "/home/me"]) == "/home/me/.local/share/raw-beside-managed/position.json")
    // A relative path is to be ignored, says the specification of XDG_DATA_HOME.
    #expect(
      path(["XDG_DATA_HOME": "data", "HOME": "/home/me"]) == "/home/me/.local/share/raw-beside-managed/position.json")
    #expect(path([:]) == nil)
  }

  @Test("what is written is read again, and what is forgotten is not")
  func writeAndRead() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try file.read() == Position())
    var position = Position()
    position.pass("missing-remove", with: "")
    (position.answers, position.hints) = (["REG-1": 2], ["missing-remove": 1])
    (position.path, position.missed, position.tens) = (.new, ["REG-1"], [["MOD-6": true]])
    position.quizzes = ["reg": Quiz.Round(left: ["REG-2"])]
    #expect(file.write(position) == nil)
    #expect(try file.read() == position)
    #expect(try file.remove())
    #expect(try file.read() == Position())
    #expect(try !file.remove())
  }

  @Test("a file that cannot be understood is left as it is")
  func damaged() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = file.write(Position())
    let url = try #require(file.url)
    try "half of".write(to: url, atomically: true, encoding: .utf8)
    let error = #expect(throws: InputError.self) { try file.read() }
    #expect(error?.message.contains("scenarios forget") == true)
    #expect(try String(contentsOf: url, encoding: .utf8) == "half of")
  }

  @Test("where nothing can be kept, it says so and goes on")
  func nowhere() {
    #expect(PositionFile([:]).write(Position())?.contains("no home directory") == true)
    #expect(PositionFile(["HOME": "/dev/null"]).write(Position())?.contains("cannot be written") == true)
  }

  @Test("an exercise that passes again is the last one, and counts once")
  func passing() {
    var position = Position()
    for name in ["a", "b", "a"] { position.pass(name, with: "") }
    #expect(position.passed == ["b", "a"])
  }

  @Test("the exercise at work is the last that was begun or has passed, until it is left out")
  func current() {
    var position = Position()
    position.begin("a")
    #expect(position.current == .init(exercise: "a"))
    position.pass("a", with: "text")
    #expect(position.current == .init(exercise: "a", passed: fingerprint(of: "text")))
    position.begin("first-value")
    position.skip(.exercise(Exercise.named("missing-remove")!))
    #expect(position.current?.exercise == "first-value")
    position.skip(.exercise(Exercise.named("first-value")!))
    #expect(position.current == nil)
  }

  @Test("a file of an earlier version is read, and nothing in it is lost")
  func earlier() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = file.write(Position())
    let old = #"{"answers": {"REG-3": 2, "LIF-3": 0}, "passed": ["first-value"], "tens": [{"MOD-6": 1}]}"#
    try old.write(to: try #require(file.url), atomically: true, encoding: .utf8)
    let position = try file.read()
    #expect(position.answers == ["REG-3": 2, "LIF-3": 0] && position.passed == ["first-value"])
    #expect(position.path == nil && position.way == .maintain && position.skipped.isEmpty)
    // It had the numbers of choices, which mean others now.
    #expect(position.tens.isEmpty)
  }

  @Test("the whole course has the questions and the exercises of each lesson once, lesson by lesson")
  func steps() {
    let steps = Course.steps(on: .maintain)
    let lessons = steps.filter { $0.build == nil }.map(\.lesson)
    #expect(lessons == lessons.sorted())
    // The chapter comes as one, after the lessons that its last steps need.
    let chapter = steps.indices.filter { steps[$0].build != nil }
    #expect(chapter.count == 8 && chapter.last! - chapter[0] == 7)
    #expect(steps[chapter[0] - 1].lesson == Lesson.everyOrder.number)
    #expect(Set(steps.map(\.name)).count == steps.count)
    #expect(Set(steps.map(\.lesson)) == Set(Lesson.allCases.indices))
    let names = Lesson.allCases.compactMap { $0.prediction?.id } + Tracing.all.map(\.name) + Exercise.all.map(\.name)
    #expect(Set(names).isSubset(of: steps.map(\.name)))
    #expect(Exercise.all.allSatisfy { Lesson.allCases.indices.contains($0.lesson) })
    // A pointer, and then one for each of the six faults.
    #expect(Exercise.all.allSatisfy { $0.hints.count == ($0.name == "final-project" ? 7 : 3) })
  }

  @Test("no exercise comes before the question or the lesson that it answers", arguments: CoursePath.allCases)
  func afterItsQuestion(on path: CoursePath) throws {
    let answered = [
      "missing-callback": "REG-3", "repeated-add": "REG-2", "swapped-player": "REM-6", "right-registration": "REM-4",
      "missing-remove": "LIF-3", "unkept-row": "LIF-3", "closed-document": "LIF-1", "crash-log": "LIF-1",
      "stolen-call": "CTX-1", "main-thread": "THR-1", "endless-limit": "THR-4", "silent-total": "DEP-1",
      "behind-the-property": "COL-1", "kept-token": "MOD-2", "transfer-retry": "MOD-28", "unowned-controller": "MED-5",
      "done-at-once": "REM-7", "observes-itself": "MED-1", "redrawn-rows": "MOD-21",
    ]
    let steps = Course.steps(on: path)
    for (name, id) in answered {
      let exercise = try #require(Exercise.named(name))
      let pitfall = try #require(Pitfall.named(id))
      #expect(exercise.lesson >= pitfall.lesson.number, "\(name)")
      guard let place = steps.firstIndex(where: { $0.name == name }) else { continue }
      for question in steps[place...] { #expect(question.name != id && !question.name.hasPrefix("\(id)/"), "\(name)") }
    }
  }

  @Test("the path for new code leaves out what only old code needs, and has self-observation")
  func newCode() {
    let steps = Course.steps(on: .new)
    #expect(CoursePath.new.stops.map(\.lesson.number) == [0, 1, 2, 4, 5, 6, 16, 17, 18, 12, 13, 14, 15])
    #expect(steps.map(\.name).contains("MED-1") && steps.map(\.name).contains("observes-itself"))
    #expect(!steps.contains { [3, 7, 8, 9, 10, 11, 19, 20].contains($0.lesson) })
    // What comes after the last lesson can be left out as a whole.
    let places = steps.indices.filter { steps[$0].build != nil }
    #expect(places == Array(steps.indices.suffix(Exercise.build.count)))
    let others = Course.steps(on: .maintain)
    let isByChoice = { (step: CourseStep) in CoursePath.new.isByChoice(Course.lesson(number: step.lesson)) }
    #expect(steps.count { !isByChoice($0) } < others.count { $0.build == nil } / 2)
    // What is by choice comes after everything else.
    #expect(steps.firstIndex(where: isByChoice) == steps.count { !isByChoice($0) })
    #expect(Set(steps.map(\.name)).isSubset(of: others.map(\.name)))
  }

  @Test("what is left out is not done, and is not the next step either", arguments: CoursePath.allCases)
  func skipping(_ path: CoursePath) throws {
    var position = Position()
    position.path = path
    let steps = Course.steps(on: path)
    position.skip(steps[0])
    #expect(Course.progress(in: position) == "0 done, 1 skipped, of \(steps.count)")
    #expect(Course.next(after: position)?.name == steps[1].name)
    let exercise = try #require(Course.nextExercise(after: position))
    position.skip(.exercise(exercise))
    #expect(Course.nextExercise(after: position)?.name != exercise.name)
    position.pass(exercise.name, with: "")
    #expect(Course.progress(in: position) == "1 done, 1 skipped, of \(steps.count)")
  }

  @Test("the next step is the first that is not done, to the end of the path", arguments: CoursePath.allCases)
  func next(on path: CoursePath) throws {
    var position = Position()
    position.path = path
    for step in Course.steps(on: path) {
      #expect(Course.next(after: position)?.name == step.name)
      switch step {
      case .prediction(let pitfall): position.answers[pitfall.id] = 1
      case .tracing, .reading: position.seen.insert(step.name)
      case .exercise(let exercise): position.pass(exercise.name, with: "")
      }
    }
    #expect(Course.next(after: position) == nil)
    #expect(Course.nextExercise(after: position) == nil)
    let count = Course.steps(on: path).count
    #expect(Course.progress(in: position) == "\(count) done, of \(count)")
  }
}
