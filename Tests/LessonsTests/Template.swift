/// The shape that all lessons share.
enum Template {
  /// A lesson may have so many words outside its blocks.
  static let mostWords = 900

  /// The headings of the second level, in order. Where there are two, either serves.
  static let headings: [[String]] = [
    ["Goal"], ["Predict"], ["Run"], ["What happened"], ["Read the code"],
    ["How the mediator avoids it", "How the mediator falls into its own trap"],
    ["On Apple's platforms"], ["Check yourself"], ["Next"],
  ]

  /// Lessons that come before the mediator and so have nothing to say of it.
  static let withoutMediator: Set<String> = ["01-why-observe-at-all.md"]

  static func problems(in lesson: Page) -> [Problem] {
    let name = lesson.path.split(separator: "/").last.map(String.init) ?? ""
    let mayOmitMediator = withoutMediator.contains(name)
    return titleProblems(in: lesson)
      + headingProblems(in: lesson, mayOmitMediator: mayOmitMediator)
      + lengthProblems(in: lesson)
  }

  static func titleProblems(in lesson: Page) -> [Problem] {
    let titles = lesson.headings.filter { $0.level == 1 }
    let isFine = titles.count == 1 && lesson.headings.first?.level == 1
    return isFine ? [] : [lesson.problem(1, "a lesson begins with its title, and has only one")]
  }

  static func headingProblems(in lesson: Page, mayOmitMediator: Bool) -> [Problem] {
    let found = lesson.headings.filter { $0.level == 2 }
    let omits = mayOmitMediator && !found.contains { headings[5].contains($0.text) }
    let expected = omits ? headings.filter { $0 != headings[5] } : headings
    for index in 0..<max(found.count, expected.count) {
      guard index < expected.count else {
        return [lesson.problem(found[index].line, "the template has no \"\(found[index].text)\"")]
      }
      let wanted = expected[index].map { "\"\($0)\"" }.joined(separator: " or ")
      guard index < found.count else {
        return [lesson.problem(lesson.lines.count, "the heading \(wanted) is missing")]
      }
      if !expected[index].contains(found[index].text) {
        return [
          lesson.problem(
            found[index].line, "here stands \"\(found[index].text)\", the template has \(wanted)")
        ]
      }
    }
    return []
  }

  static func lengthProblems(in lesson: Page) -> [Problem] {
    let count = lesson.wordCount
    return count <= mostWords
      ? [] : [lesson.problem(1, "\(count) words are more than \(mostWords)")]
  }
}

extension Page {
  /// The words outside blocks and comments: what stands between spaces and has a letter or a digit.
  var wordCount: Int {
    prose.map { line in
      line.text.split(whereSeparator: \.isWhitespace)
        .count { $0.contains { $0.isLetter || $0.isNumber } }
    }.reduce(0, +)
  }
}
