import Console
import Foundation
import RawObserving

/// The catalogue as people read it.
struct Listing {
  private let screen: Screen

  init(_ screen: Screen) { self.screen = screen }

  /// Prints the pitfalls that match, or the acts of the one that is named.
  func print(_ options: ListOptions) throws {
    if options.seven { return try printSeven(isJSON: options.json) }
    let isFiltered = options.dies || options.leaks
    let named = options.words.count == 1 && !isFiltered ? Pitfall.named(options.words[0]) : nil
    if let named, !options.json { return printActs(of: named) }
    // An id names one pitfall, and cannot be one word of several.
    if named == nil, options.words.contains(where: { $0.contains("-") && Pitfall.named($0) != nil }) {
      throw Self.nothing(options)
    }
    let words = named == nil && !options.words.allSatisfy(Pitfall.isFilter) ? options.words : []
    let chosen = named.map { [$0] } ?? Pitfall.all.filter { $0.matches(options) }
    if words.isEmpty {
      if chosen.isEmpty { throw Self.nothing(options) }
      return options.json ? try JSONReport.print(chosen) : printAll(chosen)
    }
    try printFound(words, chosen, options)
  }

  private func printAll(_ pitfalls: [Pitfall]) {
    printTitles(of: pitfalls)
    Swift.print("")
    if pitfalls.count < Pitfall.all.count {
      say("\(pitfalls.count) of \(Pitfall.all.count) pitfalls. './scenarios run NAME' runs one, by its name or its id.")
    } else {
      say("Run one with './scenarios run NAME', by its name or its id.")
    }
    say("'./scenarios list NAME' lists its acts.")
  }

  // MARK: A search

  /// A row of what was found.
  private struct Found {
    let score: Int
    let start: String
    let text: String
    var pitfall: Pitfall?
    var page: FoundPage?
  }

  /// Prints what has the words: of the chosen pitfalls, and of the pages unless something else was asked for too.
  private func printFound(_ words: [String], _ chosen: [Pitfall], _ options: ListOptions) throws {
    let search = WordSearch(words)
    let hasPages = !options.dies && !options.leaks && !options.json
    var found = try all(search, .all, chosen, hasPages)
    if found.isEmpty, search.isOneWord { found = try all(search, .anywhere, chosen, hasPages) }
    let some = found.count < 3 && hasPages && !search.isOneWord ? try all(search, .some, chosen, hasPages) : []
    if found.isEmpty && some.isEmpty { throw Self.nothing(options) }
    if options.json { return try JSONReport.print(found.compactMap(\.pitfall)) }
    for one in found { row(one.start, one.text) }
    let others = some.filter { one in !found.contains { $0.start == one.start && $0.text == one.text } }
      .prefix(Self.mostPages)
    if !others.isEmpty {
      if !found.isEmpty { Swift.print("") }
      say(found.isEmpty ? "Nothing has all of these words. This has some of them:" : "With some of the words:")
      for one in others { row(one.start, one.text) }
    }
    Swift.print("")
    let shown = found + others
    if found.first(where: { $0.pitfall != nil }) == nil, let page = found.first?.page, page.isQuestion {
      for line in MarkdownText(screen, unfolded: true).lines(of: page.lines) { Swift.print(line) }
    }
    if shown.contains(where: { $0.pitfall != nil }) {
      say("'./scenarios card NAME' shows a card, and './scenarios run NAME' runs its pitfall.")
    }
    if shown.contains(where: { $0.page != nil }) {
      say("A page is Lessons/Appendices/NAME.md, or a lesson: './scenarios lesson N' prints it.")
    }
    if words.contains(where: { $0.contains("***") || $0.lowercased().contains("0x") }) {
      say("If this is from a crash log, './scenarios explain' reads the whole log.")
    }
  }

  /// What matches, the best first. What has the words somewhere in its text is no match beside what is about them.
  private func all(
    _ search: WordSearch, _ mode: WordSearch.Mode, _ chosen: [Pitfall], _ hasPages: Bool
  ) throws -> [Found] {
    var found = chosen.compactMap { pitfall in
      search.score(pitfall.fields, mode).map {
        Found(score: $0, start: start(of: pitfall), text: pitfall.title, pitfall: pitfall)
      }
    }
    let pages = hasPages ? try FoundPage.all(with: search, mode) : []
    found += pages.prefix(Self.mostPages).map { page in
      Found(
        score: page.score, start: "  page    " + page.name.padded(to: Self.nameColumn), text: page.title, page: page)
    }
    let best = found.map(\.score).max() ?? 0
    return found.filter { 4 * $0.score >= best }.sorted { $0.score > $1.score }
  }

  /// How many sections of pages are listed.
  private static let mostPages = 8

  private func start(of pitfall: Pitfall) -> String {
    "  " + pitfall.id.padded(to: 8) + pitfall.name.padded(to: Self.nameColumn)
  }

  /// The seven to read first, each with the reason.
  private func printSeven(isJSON: Bool) throws {
    if isJSON { return try JSONReport.print(Pitfall.seven.map(\.pitfall)) }
    say("If you read only seven cards, read these.")
    for (pitfall, reason) in Pitfall.seven {
      Swift.print("")
      for line in screen.lines("\(pitfall.id) \(pitfall.name): \(pitfall.title)", indent: 2) {
        Swift.print(screen.bold(line))
      }
      row("  ", "Met: \(pitfall.frequency). \(reason)")
    }
    Swift.print("")
    say("'./scenarios card NAME' shows a card, and './scenarios run NAME' runs its pitfall.")
  }

  /// Every one of those, lesson by lesson.
  private func printTitles(of pitfalls: [Pitfall]) {
    var lesson: Lesson?
    for pitfall in pitfalls {
      if pitfall.lesson != lesson {
        if lesson != nil { Swift.print("") }
        lesson = pitfall.lesson
        for line in screen.lines("Lesson \(pitfall.lesson.number), \(pitfall.lesson.title)") {
          Swift.print(screen.bold(line))
        }
      }
      let often = hasRoom ? "\(pitfall.frequency)".padded(to: 11) : ""
      row("  " + pitfall.id.padded(to: 8) + often + pitfall.name.padded(to: Self.nameColumn), pitfall.title)
    }
  }

  /// How wide the column of the names is.
  private static let nameColumn = (Pitfall.all.map(\.name.columns).max() ?? 0) + 2

  /// Whether each title still has most of its line if the frequencies have a column.
  private var hasRoom: Bool { screen.width.map { $0 >= 100 } ?? true }

  /// The acts of one pitfall, with the numbers that `--act` takes.
  private func printActs(of pitfall: Pitfall) {
    Report(screen).printHeading(of: pitfall)
    say("Lessons/\(pitfall.card)")
    say("Met in code today: \(pitfall.frequency)")
    Swift.print("")
    for (index, act) in pitfall.acts.enumerated() {
      row("  \(index + 1)  " + pitfall.label(of: act).padded(to: 16), act.title + Self.eras(of: act))
    }
    Swift.print("")
    if pitfall.acts.contains(where: \.isReadNotRun) { say(Act.readNotRun) }
    say("Run one act with './scenarios run \(pitfall.id) --act N'.")
  }

  /// How the act ends in the eras, if it dies or the eras differ.
  private static func eras(of act: Act) -> String {
    if act.current != act.classic {
      return " (classic era: \(act.classic.summary); current era: \(act.current.summary))"
    }
    if act.classic.isDeath { return " (dies in both eras)" }
    return act.everyEra ? " (the same in both eras)" : ""
  }

  private static func nothing(_ options: ListOptions) -> UsageError {
    let words = options.words + (options.dies ? ["--dies"] : []) + (options.leaks ? ["--leaks"] : [])
    let known = Area.allCases.map(\.rawValue) + Pitfall.all.flatMap { [$0.id, $0.name] }
    let near = words.count == 1 ? suggestions(for: words[0], among: known) : []
    let advice = near.isEmpty ? "'./scenarios list' shows them all." : "Did you mean \(near.joined(separator: ", "))?"
    return UsageError("no pitfall matches \(quoted(words.joined(separator: " "))). \(advice)")
  }

  private func say(_ text: String) {
    for line in screen.lines(text) { Swift.print(line) }
  }

  private func row(_ start: String, _ text: String) {
    for line in screen.row(start, text) { Swift.print(line) }
  }
}

extension Pitfall {
  /// Whether it is what `list` is asked for, apart from the words that are looked for in texts.
  fileprivate func matches(_ options: ListOptions) -> Bool {
    (!options.dies
      || acts.contains { act in act.side == .raw && Era.allCases.contains { act.expectation(in: $0).isDeath } })
      && (!options.leaks || symptoms.contains(.neverFreed))
      && (!options.words.allSatisfy(Self.isFilter) || options.words.allSatisfy(matches))
  }

  /// Whether the word is an area, the number of a lesson, or how often a pitfall is met. Beside other words it is one of
  /// them: "key value observing" is not about one area, and "iOS 17" about no lesson.
  fileprivate static func isFilter(_ word: String) -> Bool {
    Area(rawValue: word.uppercased()) != nil || Int(word) != nil || Frequency(rawValue: word.lowercased()) != nil
  }

  private func matches(_ filter: String) -> Bool {
    if let other = Area(rawValue: filter.uppercased()) { return other == area }
    if let number = Int(filter) { return number == lesson.number }
    return Frequency(rawValue: filter.lowercased()) == frequency
  }

  /// What is said of it, and how much each text counts in a search. Of its card, the prose counts least.
  fileprivate var fields: [WordSearch.Field] {
    let prose = (try? PackageRoot.lines(of: "Lessons/\(card)").joined(separator: " ")) ?? ""
    return [
      WordSearch.Field("\(id) \(title) \(name)", 10),
      WordSearch.Field(symptoms.map(\.searched).joined(separator: ", "), 9),
      WordSearch.Field("\(why) \(fix) \(messages.map(\.text).joined(separator: " "))", 5),
      WordSearch.Field("\(area.title) \(acts.map(\.title).joined(separator: ", "))", 3),
      WordSearch.Field(prose, 1),
    ]
  }
}
