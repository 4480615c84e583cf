import Console
import Exercises
import Harness

/// `scenarios lesson`: a page of the course, in the terminal.
struct LessonPage {
  private let screen: Screen
  private let unfolded: Bool

  init(_ screen: Screen, unfolded: Bool) {
    (self.screen, self.unfolded) = (screen, unfolded)
  }

  /// The lesson of that number, or of the pitfall with that name; the learner's next one without a name. A step of
  /// "Build a mediator" has a page of its own.
  func print(_ name: String?) throws {
    let page = try Exercise.build.first { $0.name == name }?.page ?? page(of: name)
    try MarkdownText(screen, unfolded: unfolded).print(page)
  }

  private func page(of name: String?) throws -> String {
    if let name { return "Lessons/\(try find(name).rawValue)" }
    guard let next = Course.next(after: try PositionFile().read()) else { return "Lessons/\(Lesson.start.rawValue)" }
    return next.build?.page ?? "Lessons/\(Course.lesson(number: next.lesson).rawValue)"
  }

  private func find(_ name: String) throws -> Lesson {
    guard let number = Int(name) else { return try Selection.pitfall(name).lesson }
    guard Lesson.allCases.indices ~= number else {
      throw UsageError("there is no lesson \(quoted(name)); they are numbered from 0 to \(Lesson.allCases.count - 1).")
    }
    return Lesson.allCases[number]
  }
}
