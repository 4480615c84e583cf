import Course
import Exercises
import Harness

/// What is written from the catalogue into the regions of the pages.
enum Generated {
  /// The lines of the region of that name on that page; nil if there is no such region there.
  static func lines(of region: String, on page: String) -> [String]? {
    if let pitfall = Pitfall.all.first(where: { "Lessons/\($0.card)" == page }) { return card(pitfall)[region] }
    if let lesson = Lesson.allCases.first(where: { "Lessons/\($0.rawValue)" == page }) {
      return Self.lesson(lesson)[region]
    }
    switch page {
    case "Lessons/README.md": return ["lessons": contents][region]
    case "Lessons/Pitfalls/README.md": return index[region]
    case "Lessons/ObjectiveC/README.md": return ["listings": listings][region]
    case "Lessons/Appendices/crash-logs.md": return crashLogs[region]
    case "Lessons/Appendices/audit.md": return audit[region]
    case "Lessons/Appendices/every-order.md": return everyOrder[region]
    case "Lessons/Appendices/differences.md": return ["mac": MacPage.lines(for: page)][region]
    default: return nil
    }
  }

  /// The names of the generated parts that a lesson's page has.
  static func parts(ofLesson page: String) -> Set<String> {
    guard let lesson = Lesson.allCases.first(where: { "Lessons/\($0.rawValue)" == page }) else { return [] }
    return Set(Self.lesson(lesson).filter { !$0.value.isEmpty }.keys)
  }

  private static func exercises(of lesson: Lesson) -> [Exercise] { Exercise.all.filter { $0.lesson == lesson.number } }

  // MARK: The course

  private static func lesson(_ lesson: Lesson) -> [String: [String]] {
    var links = [("Before", lesson.number - 1), ("Next", lesson.number + 1)].compactMap { word, number in
      Lesson.allCases.indices.contains(number) ? "\(word): \(link(to: Lesson.allCases[number]))." : nil
    }
    let stops = CoursePath.new.stops.map(\.lesson)
    if let index = stops.firstIndex(of: lesson), index + 1 < stops.count, stops[index + 1].number != lesson.number + 1 {
      links.append("If you \(CoursePath.new.readers): \(link(to: stops[index + 1])).")
    }
    return [
      "about": about(lesson),
      "prediction": lesson.prediction.map { prediction($0) } ?? [],
      "exercises": exercises(of: lesson).map {
        "- [\($0.title)](\($0.step.map { "Build/\($0.name).md" } ?? "Exercises/\($0.base.file)")): `./scenarios check \($0.name)`"
      } + moreQuestions(of: lesson),
      "cards": lesson.pitfalls.map { "- \(link(to: $0)): \($0.title)." },
      "next": [(links + ["[All lessons](README.md)."]).joined(separator: " ")],
    ]
  }

  private static func moreQuestions(of lesson: Lesson) -> [String] {
    lesson.hasMoreQuestions ? ["", "More questions on this lesson: `./scenarios quiz \(lesson.number)`"] : []
  }

  /// How long it takes, what has to be read before, and where its neighbours are.
  private static func about(_ lesson: Lesson) -> [String] {
    let needs = lesson.needs.map { link(to: $0) }.joined(separator: ", ")
    let neighbours = [-1, 1].map { lesson.number + $0 }
      .map { Lesson.allCases.indices.contains($0) ? Lesson.allCases[$0] : nil }
    let links = [
      neighbours[0].map { "[← \($0.title)](\($0.rawValue))" }, "[Contents](README.md)",
      neighbours[1].map { "[\($0.title) →](\($0.rawValue))" },
    ]
    let before = needs.isEmpty ? "You need nothing but Swift." : "Read before: \(needs)."
    return ["\(lesson.minutes) minutes. \(before)", "", links.compactMap(\.self).joined(separator: " · ")]
  }

  /// The question that the catalogue asks about a pitfall, with its answer folded away.
  private static func prediction(_ pitfall: Pitfall) -> [String] {
    let prediction = pitfall.prediction
    let choices = prediction.choices.enumerated().map { (number: $0 + 1, choice: $1) }
    let right = choices.filter(\.choice.isRight).map { "**\($0.number). \($0.choice.text)** \($0.choice.because)" }
    let wrong = choices.filter { !$0.choice.isRight }.map { "- *\($0.number). \($0.choice.text)* \($0.choice.because)" }
    return [prediction.question, ""] + choices.map { "\($0.number). \($0.choice.text)" }
      + ["", "<details><summary>Answer</summary>", ""] + right
      + ["", "Why you might choose another answer:", ""] + wrong
      + ["", "See it: `./scenarios run \(pitfall.id) --act \(prediction.act)`", "", "</details>"]
  }

  private static var contents: [String] {
    let ends = Lesson.parts.dropFirst().map(\.first.number) + [Lesson.allCases.count]
    var lines: [String] = []
    for (part, end) in zip(Lesson.parts, ends) {
      lines += ["", "### \(part.title)", "", "| lesson | what it is about | minutes |", "| --- | --- | --- |"]
      lines += Lesson.allCases[part.first.number..<end].map { "| \(link(to: $0)) | \($0.idea) | \($0.minutes) |" }
    }
    return lines + [""]
  }

  private static func link(to lesson: Lesson, from folder: String = "") -> String {
    "[\(lesson.number). \(lesson.title)](\(folder)\(lesson.rawValue))"
  }

  private static func link(to pitfall: Pitfall, from folder: String = "") -> String {
    "[\(pitfall.heading)](\(folder)\(pitfall.card))"
  }

  // MARK: The index of the pitfalls

  private static var index: [String: [String]] {
    ["seven": seven, "areas": areas, "symptoms": symptoms, "messages": messages, "lessons": lessons]
  }

  private static var seven: [String] {
    Pitfall.seven.enumerated().map { "\($0 + 1). \(inIndex($1.pitfall)), \($1.pitfall.frequency): \($1.reason)" }
  }

  private static var areas: [String] {
    Area.allCases.flatMap { area in
      ["", "### \(area.rawValue): \(area.title)", ""]
        + area.pitfalls.map { "- \(inIndex($0)), \($0.frequency): \(cell($0.title))." }
    } + [""]
  }

  private static var symptoms: [String] {
    Symptom.allCases.flatMap { ["", "### \($0.rawValue)", "", list(pitfalls(with: $0))] } + [""]
  }

  private static var messages: [String] {
    var all: [Message] = []
    for message in Pitfall.all.flatMap(\.messages) where !all.contains(message) { all.append(message) }
    all.sort { $0.text < $1.text }
    return all.map { message in
      let name = message.exception.map { "\($0): " } ?? ""
      let hint = message.hint.map { " \($0)" } ?? ""
      return "- \(name)\(code(message.words)): \(list(Pitfall.all.filter { $0.messages.contains(message) })).\(hint)"
    }
  }

  /// Those for which the symptom is the first one come first.
  private static func pitfalls(with symptom: Symptom) -> [Pitfall] {
    (0..<3).flatMap { place in Pitfall.all.filter { $0.symptoms.firstIndex(of: symptom) == place } }
  }

  private static var lessons: [String] {
    Lesson.allCases.filter { !$0.pitfalls.isEmpty }.map { "- \(link(to: $0, from: "../")): \(list($0.pitfalls))." }
  }

  private static func list(_ pitfalls: [Pitfall]) -> String { pitfalls.map(inIndex).joined(separator: ", ") }

  private static func inIndex(_ pitfall: Pitfall) -> String { "[\(pitfall.heading)](\(pitfall.cardFile))" }

  // MARK: The listings in Objective-C

  private static var listings: [String] {
    Pitfall.all.filter { $0.listing != nil }.map {
      "- [\($0.listingFile)](\($0.listingFile)), [its card](../\($0.card)): \(cell($0.title))."
    }
  }

  // MARK: A card

  private static func card(_ pitfall: Pitfall) -> [String: [String]] {
    ["title": title(of: pitfall), "links": links(of: pitfall), "figure": figure(of: pitfall)]
  }

  private static func title(of pitfall: Pitfall) -> [String] {
    let often = "Met in code today: [\(pitfall.frequency)](README.md#how-often)"
    return ["# \(pitfall.heading)", "", "\(pitfall.title).", "", often]
  }

  private static func links(of pitfall: Pitfall) -> [String] {
    let places = [
      "`./scenarios run \(pitfall.name)`", link(to: pitfall.lesson, from: "../"),
      "[\(pitfall.typeName).swift](../../\(pitfall.source))",
      pitfall.listing.map { _ in "[in Objective-C](../ObjectiveC/\(pitfall.listingFile))" },
      "[All cards](README.md)",
    ].compactMap(\.self)
    return orders(of: pitfall).flatMap { [$0, ""] } + [places.joined(separator: " · ")]
  }

  /// The first act of each side, in one figure.
  private static func figure(of pitfall: Pitfall) -> [String] {
    guard let pair = pitfall.pair else { return [] }
    let shown = pitfall.drawnActs
    let texts = shown.map { number in
      let act = pitfall.acts[number - 1]
      return "act \(number), \(pitfall.label(of: act)): \(act.title)"
    }
    let figure = "![Timeline of \(texts.joined(separator: "; beside "))](../Figures/\(pitfall.id).svg)"
    let races = [pair.raw, pair.managed].filter { !shown.contains($0) }.map {
      "Act \($0) runs two threads at the same time. No two recordings of it are the same, so it has no figure."
    }
    return [(shown.isEmpty ? [] : [figure]), races].filter { !$0.isEmpty }.joined(separator: [""]).map(\.self)
  }

  // MARK: Markdown

  /// Text as a cell of a table.
  private static func cell(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("<", with: "&lt;").replacing("*", with: "\\*")
  }

  private static func code(_ text: String) -> String { "`\(text.replacing("|", with: "\\|"))`" }
}

extension Pitfall {
  /// The id and the name in words: `REG-1 double add`.
  var heading: String { "\(id) \(name.replacing("-", with: " "))" }

  /// The card's file in its folder.
  var cardFile: String { String(card.split(separator: "/").last ?? "") }

  /// The listings in Objective-C, by their paths in the package.
  static let listings = Repository.files(in: "Lessons/ObjectiveC", endingIn: ".m")

  /// The pitfall's listing in Objective-C, if it has one. It is named like the card.
  var listing: String? { Self.listings.first { $0 == "Lessons/ObjectiveC/\(listingFile)" } }

  var listingFile: String { cardFile.replacing(".md", with: ".m") }
}
