import Exercises
import Console
import Foundation
import Testing

@testable import Scenarios

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
    position.pass("missing-remove")
    (position.answers, position.hints) = (["REG-1": 2], ["missing-remove": 1])
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
    for name in ["a", "b", "a"] { position.pass(name) }
    #expect(position.passed == ["b", "a"])
  }

  @Test("the course has each lesson's prediction and every exercise once, lesson by lesson")
  func steps() {
    let lessons = Course.steps.map(\.lesson)
    #expect(lessons == lessons.sorted())
    let predictions = Course.steps.count { if case .prediction = $0 { true } else { false } }
    #expect(predictions == Lesson.allCases.count { $0.prediction != nil })
    #expect(Course.steps.count == predictions + Exercise.all.count)
    #expect(Set(Exercise.all.map(\.name)).count == Exercise.all.count)
    #expect(Exercise.all.allSatisfy { $0.hints.count == 3 && Lesson.allCases.indices.contains($0.lesson) })
  }

  @Test("the next step is the first that is not done")
  func next() throws {
    var position = Position()
    for step in Course.steps {
      let next = try #require(Course.next(after: position))
      switch (step, next) {
      case (.prediction(let one), .prediction(let other)):
        #expect(one.id == other.id)
        position.answers[one.id] = 0
      case (.exercise(let one), .exercise(let other)):
        #expect(one.name == other.name)
        position.pass(one.name)
      default: Issue.record("\(next) comes where \(step) should")
      }
    }
    #expect(Course.next(after: position) == nil)
    #expect(Course.nextExercise(after: position) == nil)
  }
}
