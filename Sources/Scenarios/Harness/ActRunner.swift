import Console
package import Foundation
import ManagedObserving
package import RawObserving
import Recording

/// One run of an act, in one era: what is known of it afterwards.
package struct ActResult: Sendable {
  package let pitfall: Pitfall
  /// The act's place in the pitfall, counted from 1 as `--act` counts.
  package let number: Int
  package let era: Era
  /// The lines that the act printed.
  package let lines: [String]
  package var outcome: Outcome
  /// What happened, in order; empty unless the run was recorded.
  var events: [RecordedEvent] = []

  package var act: Act { pitfall.acts[number - 1] }

  package var isAsExpected: Bool { outcome.matches(act.expectation(in: era)) }

  var run: PlannedRun { PlannedRun(pitfall: pitfall, index: number - 1, era: era) }
}

extension ActResult {
  /// What became of a run whose process printed this, and ended so.
  package init(of run: PlannedRun, printed output: String, status: Int32, wasSignalled: Bool) {
    let printed = ProcessOutput(output)
    var lines = wasSignalled ? printed.story : printed.lines
    let outcome: Outcome
    if wasSignalled {
      outcome = .died(signal: status, message: printed.lastMessage, printed.violation)
    } else if status == 0, let last = lines.last, last.hasPrefix(ActRunner.findingMark) {
      lines.removeLast()
      outcome = .found(String(last.dropFirst(ActRunner.findingMark.count)))
    } else {
      outcome = .failed("exit code \(status)")
    }
    self.init(
      pitfall: run.pitfall, number: run.index + 1, era: run.era, lines: lines.map(ActRunner.story), outcome: outcome)
  }
}

extension PlannedRun {
  /// The arguments with which `scenarios` makes the run in its own process.
  package var arguments: [String] { ["run", pitfall.id, "--act", "\(index + 1)", "--era", "\(era)", "--in-process"] }
}

/// Runs acts, each in a process of its own: a process has one era, and some acts end their process.
package enum ActRunner {
  /// What the finding of an act begins with, as the last line of its output.
  static let findingMark = "=> "

  /// How many seconds an act may take. On an idle machine, none takes one second.
  private static let limit = 60.0

  /// Runs the act in this process. If the act dies, this process dies.
  ///
  /// - Parameter record: begins to record, when everything else is prepared.
  static func runHere(_ act: Act, in era: Era, _ record: () -> Void = {}) {
    CrashReports.disable()
    Era.use(era)
    // Each line is written when it is printed: an act may hang, and another process may be waiting for its lines.
    StandardStreams.writeOutputByLine()
    ProcessOutput.tellViolation { print($0, terminator: "") }
    record()
    let finding = act.body(Story())
    Recorder.current?.finds(finding)
    print(findingMark + finding)
    if Recorder.current == nil { forgetAllObservations() }  // for a leak checker
  }

  /// Runs the act in a child process, which runs this same program, and returns how that ended.
  ///
  /// - Parameters:
  ///   - recorder: the program that runs the act instead, and records it.
  ///   - report: called with each line of the story, and of the last message, when it is printed.
  package static func run(
    _ index: Int, of pitfall: Pitfall, in era: Era, recording recorder: URL? = nil,
    _ report: @escaping (String) -> Void = { _ in }
  ) throws -> ActResult {
    let events = try recorder.map { _ in try EventFile() }
    defer { events?.remove() }
    var (program, environment) = (thisProgram, [String: String]())
    let run = PlannedRun(pitfall: pitfall, index: index, era: era)
    var arguments = run.arguments
    if let recorder, let events {
      (program, arguments) = (recorder, [pitfall.id, "\(index)", "\(era)", events.path])
      // The order of a dictionary depends on the hash values, and a recording has to be the same in every run.
      environment = ["SWIFT_DETERMINISTIC_HASHING": "1"]
    }
    let process = try TimedProcess.run(program, arguments, environment, seconds: limit) { line in
      if !line.hasPrefix(findingMark) && !line.hasPrefix(ProcessOutput.violationMark) { report(story(line)) }
    }

    var result = ActResult(
      of: run, printed: process.output, status: process.status, wasSignalled: process.wasSignalled)
    if process.wasTooSlow { result.outcome = .failed("not over after \(Int(limit)) seconds") }
    result.events =
      try events?.read(endingWith: result.outcome.lastMessage.map { .died($0) }, SourceText.ofPackage.text) ?? []
    return result
  }

  /// A line of a story, which the act indents.
  fileprivate static func story(_ line: String) -> String { line.hasPrefix("  ") ? String(line.dropFirst(2)) : line }
}
