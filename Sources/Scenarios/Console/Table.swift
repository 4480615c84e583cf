import RawObserving

/// The table at the end of many runs: pitfall by pitfall, one act of the raw side beside one of the
/// managed side.
enum Table {
  private static let column = 34

  /// Prints the table. The results of each pitfall stand together.
  static func print(_ results: [[ActResult]]) {
    for line in wrapped(introduction(to: results), to: Report.width - 2) { Swift.print(line) }
    Swift.print("")
    Swift.print(row("", "raw", "managed"))
    Swift.print(row("", "(MED: misused, or a naive one)", "(MED: used rightly, or this one)"))
    Swift.print(String(repeating: "-", count: Report.width - 2))
    for results in results {
      guard let pitfall = results.first?.pitfall else { continue }
      let cells = [Side.raw, .managed].map { side in
        entries(of: results.filter { $0.act.side == side }).flatMap { wrapped($0, to: column) }
      }
      for line in 0..<max(cells[0].count, cells[1].count) {
        let parts = cells.map { line < $0.count ? $0[line] : "" }
        Swift.print(row(line == 0 ? pitfall.id : "", parts[0], parts[1]))
      }
    }
  }

  /// What becomes of one side: of the act that speaks for it, then where that ends otherwise under the
  /// relaxed rules, then what the same mistake comes to that is made through the mediator.
  static func entries(of results: [ActResult]) -> [String] {
    guard let shown = spokesman(of: results) else { return [] }
    var entries = [shown.outcome.summary]
    func add(_ title: String, _ result: ActResult?) {
      guard let summary = result?.outcome.summary, summary != entries[0] else { return }
      let entry = "\(title): \(summary)"
      if !entries.contains(entry) { entries.append(entry) }
    }
    add("relaxed rules", results.first { $0.number == shown.number && $0.rules != shown.rules })
    for result in results where result.act.sameMistake && result.rules == shown.rules {
      add("same mistake", result)
    }
    return entries
  }

  /// The first run that does not repeat the mistake, if there is one.
  private static func spokesman(of results: [ActResult]) -> ActResult? {
    results.first { !$0.act.sameMistake } ?? results.first
  }

  private static func introduction(to results: [[ActResult]]) -> String {
    let rules = results.first?.first?.rules ?? .classic
    let others =
      rules == .classic
      ? "the relaxed rules, or the same mistake through the mediator, end"
      : "the same mistake through the mediator ends"
    return
      "One act of each side, under the \(rules) rules; 'scenarios list NAME' lists them all. "
      + "A cell goes on where \(others) otherwise."
  }

  private static func row(_ cells: String...) -> String {
    let row = cells[0].padded(to: 8) + cells[1].padded(to: column + 2) + cells[2]
    return String(row.reversed().drop { $0 == " " }.reversed())
  }
}
