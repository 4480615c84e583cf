import Console
import Exercises

/// `scenarios lesson` and `scenarios card`: pages of the book, in the terminal.
struct Reading {
  private let screen: Screen
  private let unfolded: Bool

  init(_ screen: Screen, unfolded: Bool) {
    (self.screen, self.unfolded) = (screen, unfolded)
  }

  func card(_ pitfall: Pitfall) throws { try print("Lessons/\(pitfall.card)") }

  /// The lesson of that number, or of the pitfall with that name; the learner's next one without a name. A step of
  /// "Build a mediator" has a page of its own.
  func lesson(_ name: String?) throws {
    try print(try Exercise.build.first { $0.name == name }?.page ?? page(of: name))
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

  private func print(_ path: String) throws {
    for line in MarkdownText(screen, unfolded: unfolded).lines(of: try PackageRoot.lines(of: path)) {
      Swift.print(line)
    }
    Swift.print(screen.faint(path))
  }
}
