@testable import Book

/// The shapes of the pages: lessons, cards, and pages to look things up.
enum Template {
  /// What a lesson ends with. Before these headings it has its own, and one for its prediction.
  static let lastHeadings = ["Exercises", "Cards", "Next"]
  static let predictionHeading = "Predict"
  static let regionsOfLesson = ["about", "prediction", "exercises", "cards", "next"]

  static let headingsOfCard = ["The mistake", "The remedy", "On Apple's systems"]
  static let regionsOfCard = ["title", "links", "figure"]

  // MARK: Lessons

  static func problems(in lesson: Page) -> [Problem] {
    titleProblems(in: lesson) + headingProblems(in: lesson) + regionProblems(in: lesson)
  }

  static func titleProblems(in page: Page) -> [Problem] {
    let titles = page.headings.filter { $0.level == 1 }
    let isFine = titles.count == 1 && page.headings.first?.level == 1
    return isFine ? [] : [page.problem(1, "a page begins with its title, and has only one")]
  }

  private static func headingProblems(in lesson: Page) -> [Problem] {
    let found = lesson.headings.filter { $0.level == 2 }.map(\.text)
    var problems: [Problem] = []
    let parts = Generated.parts(ofLesson: lesson.path)
    if parts.contains("prediction") != found.contains(predictionHeading) {
      problems.append(lesson.problem(1, "a lesson has the heading Predict if it has a prediction"))
    }
    let last = lastHeadings.filter { parts.contains($0.lowercased()) }
    if Array(found.suffix(last.count)) != last {
      problems.append(lesson.problem(1, "this lesson ends with the headings \(last.joined(separator: ", "))"))
    }
    return problems
  }

  /// A lesson has what it takes and needs, its prediction, its exercises and its cards unless there are none, and the
  /// links to its neighbours.
  private static func regionProblems(in lesson: Page) -> [Problem] {
    let found = lesson.regions.map(\.name)
    let parts = Generated.parts(ofLesson: lesson.path)
    let expected = regionsOfLesson.filter(parts.contains)
    return found == expected
      ? []
      : [lesson.problem(1, "this lesson has the generated parts \(expected.joined(separator: ", ")), in this order")]
  }

  /// How many words of its own a lesson has: without code, transcripts and generated parts.
  static func words(of lesson: Page) -> Int { lesson.ownProse.reduce(0) { $0 + Page.words($1.text).count } }

  /// How many minutes a lesson takes: 200 words of prose and 150 words of code a minute, half a minute for each
  /// command, and one for the prediction. Lists of links do not count.
  static func minutes(of lesson: Page) -> Double {
    let lists = lesson.regions.filter { $0.name != "prediction" }.map { $0.line...$0.lastLine }
    let prose = lesson.prose.filter { line in !lists.contains { $0.contains(line.number) } }
      .map { $0.text.replacing(/!\[[^\]]*\]\([^)]*\)/, with: "").replacing(/\]\([^)]*\)/, with: "]") }
    let words = prose.reduce(0) { $0 + Page.words($1).count }
    let code = lesson.blocks.flatMap(\.lines).reduce(0) { $0 + $1.matches(of: /[A-Za-z0-9]+/).count }
    let commands = lesson.blocks.count { $0.info == "console" }
    let prediction = lesson.regions.contains { $0.name == "prediction" } ? 1 : 0
    return Double(words) / 200 + Double(code) / 150 + Double(commands) / 2 + Double(prediction)
  }

  // MARK: Cards

  /// What is wrong with the card of that pitfall. It fits a screen: a listing of the mistake with one transcript, a
  /// listing of the remedy with one figure, and what Apple's systems do.
  static func problems(inCard card: Page, id: String) -> [Problem] {
    var problems = titleProblems(in: card)
    if card.headings.filter({ $0.level > 1 }).map(\.text) != headingsOfCard {
      problems.append(card.problem(1, "a card has the headings \(headingsOfCard.joined(separator: ", "))"))
    }
    if card.regions.map(\.name) != regionsOfCard {
      problems.append(
        card.problem(1, "a card has the generated parts \(regionsOfCard.joined(separator: ", ")), in this order"))
    }
    let blocks = headingsOfCard.map { card.blocks(in: $0).map(\.info) }
    if blocks != [["swift", "console"], ["swift"], []] {
      problems.append(
        card.problem(1, "a card has a listing and a transcript of the mistake, a listing of the remedy, and no more"))
    }
    let runs = card.blocks.filter { $0.info == "console" }.compactMap(\.lines.first)
    if !runs.allSatisfy({ $0.hasPrefix("$ ./scenarios run \(id) ") }) {
      problems.append(card.problem(1, "the transcript is not one of \(id)"))
    }
    if card.ownProse.contains(where: { $0.text.contains("![") }) {
      problems.append(card.problem(1, "a card has one figure, which is generated"))
    }
    for section in headingsOfCard where card.words(in: section).isEmpty {
      problems.append(card.problem(1, "\"\(section)\" has no sentence: write one"))
    }
    return problems
  }
}

extension Page {
  /// The name of the file.
  var name: String { path.split(separator: "/").last.map(String.init) ?? "" }

  /// The lines of prose that are written by hand: those outside generated parts.
  var ownProse: [Line] {
    let generated = regions.map { $0.line...$0.lastLine }
    return prose.filter { line in !generated.contains { $0.contains(line.number) } }
  }

  /// The lines from a heading of the second level to the next one, by their numbers.
  private func section(_ heading: String) -> Range<Int> {
    let sections = headings.filter { $0.level == 2 }
    guard let index = sections.firstIndex(where: { $0.text == heading }) else { return 0..<0 }
    let end = index + 1 < sections.count ? sections[index + 1].line : lines.count + 1
    return sections[index].line + 1..<end
  }

  fileprivate func blocks(in heading: String) -> [Block] {
    let section = section(heading)
    return blocks.filter { section.contains($0.line) }
  }

  fileprivate func words(in heading: String) -> [Substring] {
    let section = section(heading)
    return ownProse.filter { section.contains($0.number) }.flatMap { Page.words($0.text) }
  }

  fileprivate static func words(_ text: String) -> [Substring] {
    text.split(whereSeparator: \.isWhitespace).filter { $0.contains { $0.isLetter || $0.isNumber } }
  }
}
