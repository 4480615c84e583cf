import Foundation
import RawObserving

/// What people see of a run, in at most 80 columns.
enum Report {
  static let width = 80

  static func printHeading(of pitfall: Pitfall) {
    printLines(wrapped("\(pitfall.id) \(pitfall.name): \(pitfall.title)", to: width))
    Swift.print("Lessons/\(pitfall.card)")
  }

  static func print(_ result: ActResult) {
    Swift.print("")
    let era = result.act.telling.count > 1 ? ", \(result.era) era" : ""
    let label = result.pitfall.label(of: result.act)
    let number = "\(result.number)/\(result.pitfall.acts.count)"
    printLines(wrapped("\(label) \(number)\(era): \(result.act.title)", to: width))
    for line in result.lines {
      printLines(wrapped(line, to: width - 4).map { "    " + $0 })
    }
    if case .died(_, let message) = result.outcome {
      for line in message.split(separator: "\n") {
        printLines(wrapped(String(line), to: width - 4).map { "    " + $0 })
      }
    }
    printEnding(of: result)
    if !result.isAsExpected {
      Swift.print("!! the catalogue says: \(expected(of: result))")
    }
  }

  /// Prints how the run ended, and for a death what becomes of the act in later eras.
  private static func printEnding(of result: ActResult) {
    let later = laterEndings(of: result) ?? []
    let expected = result.act.expectation(in: result.era)
    if later.count == 1 && later[0].expectation == expected {
      Swift.print("=> \(ending(of: result)), as in the \(later[0].eras.names)")
      return
    }
    Swift.print("=> \(ending(of: result))")
    let told = later.map { eras, expectation in
      "\(eras.names): \(expectation == expected ? "the same" : expectation.summary)"
    }
    var notes = told.isEmpty ? [] : [told.joined(separator: "; ")]
    if result.act.isReadNotRun && (!later.isEmpty || result.era == .current) {
      notes.append(Act.readNotRun)
    }
    printLines(notes.flatMap { wrapped($0, to: width - 3) }.map { "   " + $0 })
  }

  /// The last line of a run: whether everything ended as the catalogue says.
  static func printVerdict(_ results: [ActResult]) {
    let wrong = results.filter { !$0.isAsExpected }
    Swift.print("")
    if wrong.isEmpty {
      let all =
        results.count == 1
        ? "The run" : results.count == 2 ? "Both runs" : "All \(results.count) runs"
      Swift.print("\(all) ended as the catalogue says.")
    } else {
      let ids = wrong.map(\.pitfall.id).uniqued().joined(separator: ", ")
      let some = results.count == 1 ? "The run" : "\(wrong.count) of \(results.count) runs"
      Swift.print("\(some) did not end as the catalogue says: \(ids).")
    }
  }

  private static func ending(of result: ActResult) -> String {
    switch result.outcome {
    case .found(let finding): finding
    case .died(let signal, _): "the process died of \(name(of: signal))"
    case .failed(let reason): "the process failed: \(reason)"
    }
  }

  /// How later eras end an act that died, as the catalogue says. Nil where there is no later era.
  private static func laterEndings(
    of result: ActResult
  ) -> [(eras: [Era], expectation: Expectation)]? {
    guard case .died = result.outcome, result.isAsExpected else { return nil }
    let later = Era.allCases.filter { $0.rawValue > result.era.rawValue }
    if later.isEmpty { return nil }
    return later.grouped { result.act.expectation(in: $0) }
      .map { (eras: $0.eras, expectation: $0.value) }
  }

  private static func expected(of result: ActResult) -> String {
    switch result.act.expectation(in: result.era) {
    case .finds(let finding): finding
    case .dies(let message): "the process dies, saying '\(message.text)'"
    }
  }

  private static func name(of signal: Int32) -> String {
    switch signal {
    case SIGABRT: "SIGABRT"
    case SIGSEGV: "SIGSEGV"
    case SIGTRAP, SIGILL: "a trap"  // which of the two it is depends on the processor
    default: "signal \(signal)"
    }
  }

  private static func printLines(_ lines: [String]) {
    for line in lines { Swift.print(line) }
  }
}

extension Array where Element: Hashable {
  /// The elements without repetitions, in the order they first occur.
  fileprivate func uniqued() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
