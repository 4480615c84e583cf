import RawObserving

/// The table at the end of many runs: pitfall by pitfall, one act of the raw side beside one of the
/// managed side.
enum Table {
  private static let column = 38

  /// Prints the table. The results of each pitfall stand together.
  static func print(_ results: [[ActResult]]) {
    for line in wrapped(introduction(to: results), to: Report.width - 2) { Swift.print(line) }
    Swift.print("")
    Swift.print(row("raw", "managed"))
    Swift.print(row("(MED, MOD: misused, or a naive one)", "(MED, MOD: used rightly, or this one)"))
    Swift.print(String(repeating: "-", count: Report.width))
    var lesson: Lesson?
    for results in results {
      guard let pitfall = results.first?.pitfall else { continue }
      if pitfall.lesson != lesson {
        lesson = pitfall.lesson
        Swift.print("\nLessons/\(pitfall.lesson.rawValue)")
      }
      Swift.print("\(pitfall.id) \(pitfall.name)")
      let cells = [Side.raw, .managed].map { side in
        entries(of: results.filter { $0.act.side == side }).flatMap { wrapped($0, to: column) }
      }
      for line in 0..<max(cells[0].count, cells[1].count) {
        let parts = cells.map { line < $0.count ? $0[line] : "" }
        Swift.print(row(parts[0], parts[1]))
      }
    }
  }

  /// What one side comes to: how the act that speaks for it ends, each later ending with its eras, and how the same
  /// mistake ends that is made through the mediator. Where that has several endings, the titles of the acts say
  /// which is which. An era that was not run ends as the one before it.
  static func entries(of results: [ActResult]) -> [String] {
    guard let shown = spokesman(of: results) else { return [] }
    let summary = shown.outcome.summary
    let runs = results.filter { $0.number == shown.number }
    let eras = Era.allCases.filter { $0.rawValue >= shown.era.rawValue }
    let endings = eras.grouped { era in
      runs.last { $0.era.rawValue <= era.rawValue }?.outcome.summary ?? summary
    }
    var entries = [summary] + endings.dropFirst().map { "\($0.eras.names): \($0.value)" }
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
      ? "A later era is named where it ends the act otherwise, and the same mistake through the "
        + "mediator where that ends otherwise."
      : "The same mistake through the mediator is named where it ends otherwise."
    let tellsCurrent = results.joined().contains { $0.era == .current && $0.act.isReadNotRun }
    return
      "One act of each side, in the \(era) era; 'scenarios list NAME' lists them all. \(others)"
      + (tellsCurrent ? " \(Act.readNotRun)" : "")
  }

  private static func row(_ cells: String...) -> String {
    let row = "  " + cells[0].padded(to: column + 2) + cells[1]
    return String(row.reversed().drop { $0 == " " }.reversed())
  }
}
