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
    let listed = named.map { [$0] } ?? Pitfall.all.filter { $0.matches(options) }
    if listed.isEmpty { return try printQuestions(options) }
    if options.json { return try JSONReport.print(listed) }
    if let named { return printActs(of: named) }
    printTitles(of: listed)
    Swift.print("")
    if listed.count < Pitfall.all.count {
      say("\(listed.count) of \(Pitfall.all.count) pitfalls. './scenarios run NAME' runs one, by its name or its id.")
    } else {
      say("Run one with './scenarios run NAME', by its name or its id.")
    }
    say("'./scenarios list NAME' lists its acts.")
    let questions = options.words.isEmpty ? 0 : try AskedQuestion.all(with: options.words).count
    if questions > 0 { say("\(AskedQuestion.page) has \(plural(questions, "question")) with that, too.") }
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

  /// Where no pitfall matches: the questions that people ask with these words, the first ones with their answers.
  private func printQuestions(_ options: ListOptions) throws {
    let isPlain = !options.words.isEmpty && !options.json && !options.dies && !options.leaks
    let questions = isPlain ? try AskedQuestion.all(with: options.words) : []
    guard !questions.isEmpty else { throw Self.nothing(options) }
    say("No pitfall matches \(quoted(options.words.joined(separator: " "))). \(AskedQuestion.page) answers:")
    let text = MarkdownText(screen, unfolded: true)
    for question in questions.prefix(3) {
      Swift.print("")
      for line in text.lines(of: question.lines).dropLast() { Swift.print(line) }
    }
    Swift.print("")
    let more = questions.count - 3
    if more > 0 { say("That page has \(more) more with \(options.words.count == 1 ? "this word" : "these words").") }
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
  /// Whether it matches what `list` is asked for.
  fileprivate func matches(_ options: ListOptions) -> Bool {
    (!options.dies
      || acts.contains { act in act.side == .raw && Era.allCases.contains { act.expectation(in: $0).isDeath } })
      && (!options.leaks || symptoms.contains(.neverFreed)) && options.words.allSatisfy(matches)
  }

  /// Whether the word is its area, the number of its lesson, or part of what is said of it.
  private func matches(_ word: String) -> Bool {
    if let other = Area(rawValue: word.uppercased()) { return other == area }
    if let number = Int(word) { return number == lesson.number }
    if let often = Frequency(rawValue: word.lowercased()) { return often == frequency }
    return searched.contains { $0.localizedCaseInsensitiveContains(word) }
  }
}
