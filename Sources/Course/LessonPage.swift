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
    let position = try PositionFile().read()
    let page = try Exercise.build.first { $0.name == name }?.page ?? page(of: name, position)
    let lines = try PackageRoot.lines(of: page)
    let answered = Lesson.allCases.first { page == "Lessons/\($0.rawValue)" }?.prediction
      .flatMap { pitfall in Self.answer(to: pitfall, in: position).map { Self.replacing(question: $0, in: lines) } }
    let drawings = Drawings(of: lines, screen.aroundPictures)
    MarkdownText(screen, unfolded: unfolded) { drawings.lines(of: $0) }.print(answered ?? lines, of: page)
  }

  /// What the learner answered, and what is right, in the words of the page; nil if they have not been asked.
  private static func answer(to pitfall: Pitfall, in position: Position) -> [String]? {
    let choices = pitfall.prediction.choices
    guard let answer = position.answers[pitfall.id], choices.indices.contains(answer - 1) else { return nil }
    let question = Question.choice(pitfall)
    let (expected, why, right) = question.verdict(on: [answer])
    let first = "You expected: \(expected) \(right == nil ? why : "Why not: \(why)")"
    return [first] + (right.map { ["", "The answer is: \($0)"] } ?? [])
  }

  /// The page with these lines in place of its question.
  private static func replacing(question lines: [String], in page: [String]) -> [String] {
    guard let start = page.firstIndex(of: "<!-- generated: prediction -->"),
      let end = page[start...].firstIndex(of: "<!-- end -->")
    else { return page }
    return page[..<start] + lines + page[end...]
  }

  private func page(of name: String?, _ position: Position) throws -> String {
    if let name { return "Lessons/\(try find(name).rawValue)" }
    guard let next = Course.next(after: position) else { return "Lessons/\(Lesson.start.rawValue)" }
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
