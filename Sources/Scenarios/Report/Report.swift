package import Console
import Foundation
import RawObserving

/// What people see of runs: their stories, and how they ended.
package struct Report {
  let screen: Screen

  package init(_ screen: Screen) { self.screen = screen }

  // MARK: A pitfall

  package func printHeading(of pitfall: Pitfall) {
    for line in screen.lines("\(pitfall.id) \(pitfall.name): \(pitfall.title)") { print(screen.bold(line)) }
  }

  /// The last lines, after the runs of one pitfall: why it fails, what to do, and what to read next.
  ///
  /// - Parameters:
  ///   - isPart: whether only some of the runs were asked for. Then only the place of their code is printed.
  ///   - invites: whether the reader is invited to change a line of the code.
  package func printClosing(of pitfall: Pitfall, isPart: Bool, invites: Bool = false) {
    var pairs = [
      ("Why", pitfall.why),
      ("Remedy", pitfall.fix),
      ("Lesson", "Lessons/\(pitfall.lesson.rawValue)"),
      ("Card", "Lessons/\(pitfall.card)"),
      ("Code", pitfall.source),
    ]
    if isPart { pairs.removeFirst(pairs.count - 1) }
    if invites, let change = pitfall.change, let lines = try? PackageRoot.lines(of: pitfall.source) {
      pairs.append(("Change", pitfall.invitation(to: change, in: lines)))
    }
    print("")
    for (name, text) in pairs {
      let lines = screen.lines(text, indent: 8)
      print(screen.bold(name.padded(to: 8)) + lines[0])
      for line in lines.dropFirst() { print("        " + line) }
    }
  }

  // MARK: A run

  func printHeading(of run: PlannedRun) {
    let act = run.pitfall.acts[run.index]
    let era = act.telling.count > 1 ? ", \(run.era) era" : ""
    let label = "\(run.pitfall.label(of: act)) \(run.index + 1)/\(run.pitfall.acts.count)\(era)"
    print("")
    for line in screen.lines("\(label): \(act.title)") { print(screen.bold(line)) }
  }

  /// A line that the run prints.
  func printLine(_ text: String, isLastMessage: Bool) {
    for line in screen.lines(text, indent: 4) { print("    " + (isLastMessage ? screen.faint(line) : line)) }
  }

  func printVerdict(of result: ActResult) {
    let isChanged = result.verdict == .unexpected && WorkingCopy.isChanged(result.pitfall.source)
    for line in verdict(of: result, isChanged: isChanged) { print(line) }
  }

  /// How the run ended, and how it should have ended.
  ///
  /// - Parameter isChanged: whether its file has uncommitted changes. Then another ending is no alarm.
  func verdict(of result: ActResult, isChanged: Bool = false) -> [String] {
    var shown: [String] = []
    let label =
      isChanged
      ? "\(screen.mixedSign) \(screen.yellow(result.pitfall.label(of: result.act)))"
      : "\(sign(of: result.verdict)) \(name(of: result))"
    let ending = ending(of: result)
    if let expected = result.expected {
      let changed = isChanged ? ", and \(result.pitfall.typeName).swift has uncommitted changes" : ""
      shown.append(label + (result.verdict == .unexpected ? ": not as the catalogue says\(changed)" : ""))
      shown += row(result.verdict == .unexpected ? "expected:" : "wanted:", expected) + row("found:", ending)
      if result.isCorrected { shown += row("", "That is what the author of this code wants.") }
    } else {
      let lines = screen.lines(ending, indent: result.pitfall.label(of: result.act).columns + 4)
      shown.append("\(label): \(lines[0])")
      shown += lines.dropFirst().map { "  " + $0 }
    }
    return shown + notes(on: result).flatMap { screen.lines($0, indent: 2) }.map { "  " + screen.faint($0) }
  }

  private func row(_ name: String, _ text: String) -> [String] {
    let column = 10
    return screen.lines(text, indent: column + 2).enumerated()
      .map { "  " + ($0 == 0 ? name : "").padded(to: column) + $1 }
  }

  private func sign(of verdict: Verdict) -> String {
    switch verdict {
    case .right: screen.rightSign
    case .wrong: screen.wrongSign
    case .sameMistake: screen.mixedSign
    case .unexpected: screen.red("!!")
    }
  }

  private func name(of result: ActResult) -> String {
    let name = result.pitfall.label(of: result.act)
    return switch result.verdict {
    case .right: screen.green(name)
    case .wrong, .unexpected: screen.red(name)
    case .sameMistake: screen.yellow(name)
    }
  }

  private func ending(of result: ActResult) -> String {
    switch result.outcome {
    case .found(let finding): finding
    case .died(let signal, _, _) where result.verdict == .right:
      "the mistake is refused: the process dies of \(Self.name(of: signal)), with a message that says why"
    case .died(let signal, _, _): "the process dies of \(Self.name(of: signal))"
    case .failed(let reason): "the run failed: \(reason)"
    }
  }

  /// How an act that died ends in the current era, as the catalogue says; that a mistake is there though the current era
  /// forgives it; and how that is known.
  private func notes(on result: ActResult) -> [String] {
    let act = result.act
    let expected = act.expectation(in: result.era)
    var notes: [String] = []
    if result.era == .classic && result.isAsExpected && expected.isDeath {
      notes.append("current era: \(act.current == expected ? "the same" : act.current.summary)")
    }
    if result.era == .current && result.verdict == .right && !act.isRight(in: .classic) {
      notes.append("The mistake is still there. The rules of the current era forgive it.")
    }
    if act.isReadNotRun && (!notes.isEmpty || result.era == .current) { notes.append(Act.readNotRun) }
    return notes
  }

  private static func name(of signal: Int32) -> String {
    switch signal {
    case SIGABRT: "SIGABRT"
    case SIGSEGV: "SIGSEGV"
    case SIGTRAP, SIGILL: "a trap"  // which of the two it is depends on the processor
    default: "signal \(signal)"
    }
  }

  // MARK: All runs

  /// The last line of many runs, or of some that did not end as the catalogue says.
  package func printSummary(of results: [ActResult]) {
    let unexpected = results.filter { !$0.isAsExpected }
    if unexpected.isEmpty {
      let all = results.count == 1 ? "The run" : results.count == 2 ? "Both runs" : "All \(results.count) runs"
      return print("\(all) ended as the catalogue says.")
    }
    let sources = unexpected.map(\.pitfall.source).uniqued().filter { WorkingCopy.isChanged($0) }
    for source in sources { for line in changed(source) { print(line) } }
    let ids = unexpected.filter { !sources.contains($0.pitfall.source) }.map(\.pitfall.id).uniqued()
    if ids.isEmpty { return }
    let count = unexpected.count { ids.contains($0.pitfall.id) }
    let some = results.count == 1 ? "The run" : "\(count) of \(results.count) runs"
    for line in screen.lines("\(some) did not end as the catalogue says: \(ids.joined(separator: ", ")).") {
      print(screen.red(line))
    }
  }

  /// What is said of a file with uncommitted changes, if a run of it does not end as the catalogue says.
  func changed(_ source: String) -> [String] {
    screen.lines(
      "The outcome differs from the catalogue's, and \(source) has uncommitted changes. 'git restore \(source)' undoes them."
    )
  }
}
