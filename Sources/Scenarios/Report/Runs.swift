package import Console
package import Foundation
import RawObserving
package import Recording

/// `scenarios run`: makes the runs that are asked for, and prints their results.
package struct Runs {
  package let options: RunOptions
  package let screen: Screen
  package let plan: [(pitfall: Pitfall, acts: [Int])]

  package init(_ options: RunOptions, _ screen: Screen) throws {
    (self.options, self.screen) = (options, screen)
    let pitfalls = options.names.isEmpty ? Pitfall.all : try Selection.pitfalls(options.names)
    plan = try pitfalls.map { ($0, try Self.acts(of: $0, options)) }
    if plan.count > 1 {
      if options.act != nil { throw Self.tooMany("--act", options.names) }
      if options.inProcess { throw Self.tooMany("--in-process", options.names) }
      if options.predict { throw Self.tooMany("--predict", options.names) }
    }
    if options.inProcess, let (pitfall, acts) = plan.first, acts.count > 1 {
      let numbers = acts.map { "\($0 + 1)" }.joined(separator: ", ")
      throw UsageError(
        "--in-process runs one act, and these are several: add --act, with one of \(numbers). "
          + "'./scenarios list \(pitfall.id)' lists them.")
    }
  }

  /// Makes the runs, and tells what they print. Returns whether every run ended as the catalogue says.
  ///
  /// - Parameters:
  ///   - recorder: the program that makes the runs instead, and records them.
  ///   - output: where the recordings go.
  package func tell(recording recorder: URL? = nil, to output: OutputFile? = nil) throws -> Bool {
    if options.inProcess {
      ActRunner.runHere(plan[0].pitfall.acts[plan[0].acts[0]], in: options.era ?? .classic)
      return true
    }
    let showsStories = !options.json && !options.quiet && !options.failed && options.recording != "-"
    var printer = StoryPrinter(screen, isHeaded: options.predict)
    // Where the stories go to the terminal, they show themselves how far it is.
    let status = showsStories && screen.isTerminal ? nil : StatusLine()
    let runs = plan.flatMap { PlannedRun.plan($0.pitfall, $0.acts, in: options.era) }
    var results: [ActResult] = []
    try ActRunner.run(runs, recording: recorder) { event in
      if showsStories { printer.show(event) }
      if case .began(let run) = event {
        let done = results.count
        status?.show { _ in "\(done) of \(runs.count) runs: \(run.pitfall.id) \(run.pitfall.name)" }
      }
      if case .ended(let result) = event { results.append(result) }
    }
    status?.clear()

    try output?.write(RecordingFile(runs: results.map(\.recordedRun)))
    if options.json {
      try JSONReport.print(results)
    } else if options.recording != "-" {
      if options.failed { printFailures(among: results) }
      let showsTable = !options.failed && (plan.count > 1 || options.quiet)
      if showsTable {
        if showsStories { print("") }
        Table(screen).print(plan.map { pitfall, _ in results.filter { $0.pitfall.id == pitfall.id } })
      } else if showsStories {
        // A page or a pipe shows what ran. Only a person at a terminal is about to change a line.
        Report(screen).printClosing(
          of: plan[0].pitfall, isPart: options.isPart, invites: screen.isTerminal && !options.predict)
      }
      if showsTable || options.failed || !results.allSatisfy(\.isAsExpected) {
        if !(options.failed && results.allSatisfy(\.isAsExpected)) { print("") }
        Report(screen).printSummary(of: results)
      }
    }
    return results.allSatisfy(\.isAsExpected)
  }

  private func printFailures(among results: [ActResult]) {
    var printer = StoryPrinter(screen)
    for result in results where !result.isAsExpected {
      printer.show(.began(result.run))
      for line in result.lines { printer.show(.printed(line)) }
      if case .died(_, let message, _) = result.outcome {
        for line in message.split(separator: "\n") { printer.show(.printed(String(line))) }
      }
      printer.show(.ended(result))
    }
  }

  // MARK: What is asked for

  /// The acts that are asked for, as indexes.
  private static func acts(of pitfall: Pitfall, _ options: RunOptions) throws -> [Int] {
    let indexes = pitfall.acts.indices.filter { index in
      (options.act ?? index + 1) == index + 1
        && (options.side ?? pitfall.acts[index].side) == pitfall.acts[index].side
    }
    // Every pitfall has acts of both sides, so the number must be the mistake.
    guard indexes.isEmpty, let number = options.act else { return indexes }
    let list = "'./scenarios list \(pitfall.id)' lists them."
    guard number <= pitfall.acts.count else {
      throw UsageError("\(pitfall.id) has \(pitfall.acts.count) acts, and no act \(number). \(list)")
    }
    let side = pitfall.acts[number - 1].side
    throw UsageError("act \(number) of \(pitfall.id) belongs to --\(side.rawValue) alone. \(list)")
  }

  private static func tooMany(_ option: String, _ words: [String]) -> UsageError {
    // One word can be an area, or the number of a lesson.
    let list = words.count == 1 ? "'./scenarios list \(words[0])' lists them, to name one." : "Name one of them."
    return UsageError("\(option) is for one pitfall. \(list)")
  }
}
