import Console
import RawObserving

/// The table at the end of many runs: pitfall by pitfall, one act of the raw side beside one of the
/// managed side.
struct Table {
  private let screen: Screen
  /// The width of each of the two columns.
  private let column: Int

  init(_ screen: Screen) {
    self.screen = screen
    column = (min(screen.columns, 120) - 4) / 2
  }

  func print(_ results: [[ActResult]]) { for line in lines(of: results) { Swift.print(line) } }

  /// The lines of the table. The results of each pitfall are beside each other.
  func lines(of results: [[ActResult]]) -> [String] {
    var lines = screen.lines(Self.introduction(to: results)) + ["", screen.bold(row(["raw", "managed"]))]
    lines += rows([["(MED, MOD: misused, or a naive one)"], ["(MED, MOD: used correctly, or this one)"]])
    lines.append(String(repeating: "-", count: min(screen.columns, 120)))
    var lesson: Lesson?
    for results in results {
      guard let pitfall = results.first?.pitfall else { continue }
      if pitfall.lesson != lesson {
        lesson = pitfall.lesson
        lines += ["", "Lessons/\(pitfall.lesson.rawValue)"]
      }
      lines.append(screen.bold("\(pitfall.id) \(pitfall.name)"))
      lines += rows([Side.raw, .managed].map { side in Self.entries(of: results.filter { $0.act.side == side }) })
      lines += results.filter { !$0.isAsExpected }.flatMap(unexpected)
    }
    return lines
  }

  /// A run that did not end as the catalogue says: what it says, and what was found.
  private func unexpected(_ result: ActResult) -> [String] {
    let label = "\(result.pitfall.label(of: result.act)) \(result.number), \(result.era) era"
    let pairs = [("expected: ", result.expected ?? ""), ("found:    ", result.outcome.summary)]
    return [screen.red("  !! \(label)")]
      + pairs.flatMap { name, text in
        screen.lines(text, indent: 15).enumerated().map { "     " + ($0 == 0 ? name : "".padded(to: 10)) + $1 }
      }
  }

  /// Two cells beside each other, with as many rows as the taller one takes.
  private func rows(_ cells: [[String]]) -> [String] {
    // Where lines are not broken, a cell's entry is one line, however long.
    let cells = cells.map { $0.flatMap { screen.width == nil ? [$0] : wrapped($0, to: column) } }
    return (0..<max(cells[0].count, cells[1].count)).map { line in
      row(cells.map { line < $0.count ? $0[line] : "" })
    }
  }

  private func row(_ cells: [String]) -> String {
    let row = "  " + cells[0].padded(to: column) + "  " + cells[1]
    return row.trimmingSpacesAtEnd
  }

  /// The result of one side: how its first act ends, how the current era ends it if that differs, and how the same
  /// mistake ends when it is made through the mediator. If that has several endings, the titles of the acts
  /// tell them apart.
  static func entries(of results: [ActResult]) -> [String] {
    guard let shown = spokesman(of: results) else { return [] }
    let summary = shown.outcome.summary
    var entries = [summary]
    if let current = results.first(where: { $0.number == shown.number && $0.era != shown.era })?.outcome.summary,
      current != summary
    {
      entries.append("current era: \(current)")
    }
    var told = [summary]
    let mistakes = results.filter { result in
      guard result.act.sameMistake && result.era == shown.era,
        !told.contains(result.outcome.summary)
      else { return false }
      told.append(result.outcome.summary)
      return true
    }
    for mistake in mistakes {
      let which = mistakes.count > 1 ? " (\(mistake.act.title))" : ""
      entries.append("same mistake\(which): \(mistake.outcome.summary)")
    }
    return entries
  }

  /// The first run that does not repeat the mistake, if there is one.
  private static func spokesman(of results: [ActResult]) -> ActResult? {
    results.first { !$0.act.sameMistake } ?? results.first
  }

  private static func introduction(to results: [[ActResult]]) -> String {
    let era = results.first?.first?.era ?? .classic
    let others =
      era == .classic
      ? "The current era is named if it ends the act differently, and so is the same mistake through the "
        + "mediator."
      : "The same mistake through the mediator is named if it ends differently."
    let tellsCurrent = results.joined().contains { $0.era == .current && $0.act.isReadNotRun }
    return
      "One act of each side, in the \(era) era; './scenarios list NAME' lists them all. \(others)"
      + (tellsCurrent ? " \(Act.readNotRun)" : "")
  }

}
