import Foundation
import Harness
import Pictures

/// The questions of the course as one page: the code, the question, and answers that unfold. It has no script: the browser
/// folds, and keys and screen readers work as everywhere.
enum QuestionsPage {
  /// Writes the questions about these pitfalls. A run is recorded for each tracing question.
  static func write(to name: String, _ pitfalls: [Pitfall]) throws {
    let file = try PageFile(name)
    try file.write(Data(html(try Question.all(about: pitfalls), root: PackageRoot.way(from: name)).utf8))
  }

  /// - Parameter root: what leads from the page's folder to the root of the package, such as `../`.
  static func html(_ questions: [Question], root: String) throws -> String {
    let lessons = Lesson.allCases.map { lesson in
      (lesson, questions.filter { $0.pitfall.lesson == lesson })
    }.filter { !$0.1.isEmpty }
    let contents = lessons.map { lesson, _ in
      "<li><a href=\"#lesson-\(lesson.number)\">\(lesson.number). \(text(lesson.title))</a></li>"
    }
    let sections = try lessons.map { lesson, questions in
      let articles = try questions.map { try article($0, root) }.joined(separator: "\n")
      let id = "lesson-\(lesson.number)"
      return "<section aria-labelledby=\"\(id)\">\n<h2 id=\"\(id)\">\(lesson.number). \(text(lesson.title))</h2>\n"
        + "\(articles)\n</section>"
    }
    return Page.styled(
      String(decoding: PackageResources.questions_html, as: UTF8.self),
      style: String(decoding: PackageResources.questions_css, as: UTF8.self)
    )
    .replacing("/*contents*/", with: contents.joined(separator: "\n"))
    .replacing("/*questions*/", with: sections.joined(separator: "\n"))
  }

  /// A question. The title of its pitfall is not there: it often tells the answer.
  private static func article(_ question: Question, _ root: String) throws -> String {
    let id = question.name.replacing("/", with: "-")
    // A screen reader says the numbers of lines where the question needs them.
    let number = question.asksForLine ? "<i>" : "<i aria-hidden=\"true\">"
    let parts = try question.code().map { excerpt in
      excerpt.forQuestion.map { "<span>\(number)\($0.number)</i>\(SVGPainter.escaped($0.text))</span>" }.joined()
    }
    let heading = "<h3 id=\"\(id)\">\(question.pitfall.id)\(question.isTraced ? ", step by step" : "")</h3>"
    return """
      <article aria-labelledby="\(id)">
      \(heading)
      <pre>\(parts.joined(separator: "<span></span>"))</pre>
      <p>\(text(question.text))</p>
      \(answers(to: question, root))
      </article>
      """
  }

  private static func answers(to question: Question, _ root: String) -> String {
    let pitfall = question.pitfall
    let links =
      "<p>See it: <code>./scenarios run \(pitfall.id) --act \(question.act)</code>. "
      + "<a href=\"\(root)Lessons/\(pitfall.card)\">The card of \(pitfall.id)</a> says what to do.</p>"
    switch question {
    case .choice:
      let choices = pitfall.prediction.choices.map { choice in
        folded(
          text(choice.text), isRight: choice.isRight,
          "<p><b>\(choice.isRight ? "Yes." : "No.")</b> \(text(choice.because))</p>" + (choice.isRight ? links : ""))
      }
      return list(choices)
    case .traced(let trace):
      let verdict = question.verdict(on: trace.answer)
      let answer = "\(verdict.expected) \(verdict.why)"
      let names = trace.names.isEmpty ? "" : list(trace.names.map(text)) + "\n"
      return names + folded("Answer", isRight: true, "<p>\(text(answer))</p>\(links)")
    }
  }

  private static func folded(_ summary: String, isRight: Bool, _ inside: String) -> String {
    "<details\(isRight ? " class=\"right\"" : "")><summary>\(summary)</summary>\(inside)</details>"
  }

  private static func list(_ items: [String]) -> String {
    "<ol>\n" + items.map { "<li>\($0)</li>\n" }.joined() + "</ol>"
  }

  /// Text for the page, with its code as elements.
  private static func text(_ text: String) -> String {
    SVGPainter.escaped(text).replacing(/`([^`]+)`/) { "<code>\($0.1)</code>" }
  }
}
