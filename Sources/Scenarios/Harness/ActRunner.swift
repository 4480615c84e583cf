import Console
import Exercises
import Foundation
import ManagedObserving
import RawObserving
import Replay

/// One run of an act, in one era: what is known of it afterwards.
struct ActResult: Sendable {
  let pitfall: Pitfall
  /// The act's place in the pitfall, counted from 1 as `--act` counts.
  let number: Int
  let era: Era
  /// The lines that the act printed.
  let lines: [String]
  let outcome: Outcome
  /// What happened, in order; empty unless the run was recorded.
  var events: [RecordedEvent] = []

  var act: Act { pitfall.acts[number - 1] }

  var isAsExpected: Bool { outcome.matches(act.expectation(in: era)) }

  var run: PlannedRun { PlannedRun(pitfall: pitfall, act: number - 1, era: era) }
}

/// Runs acts, each in a process of its own: a process has one era, and some acts end their process.
enum ActRunner {
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
  static func run(
    _ index: Int, of pitfall: Pitfall, in era: Era, recording recorder: MarkedProgram? = nil,
    _ report: @escaping (String) -> Void = { _ in }
  ) throws -> ActResult {
    let events = try recorder.map { _ in try EventFile() }
    defer { events?.remove() }
    var (program, environment) = (thisProgram, [String: String]())
    var arguments = ["run", pitfall.id, "--act", "\(index + 1)", "--era", "\(era)", "--in-process"]
    if let recorder, let events {
      (program, arguments) = (recorder.path, [pitfall.id, "\(index)", "\(era)", events.path])
      // The order of a dictionary depends on the hash values, and a recording has to be the same in every run.
      environment = ["SWIFT_DETERMINISTIC_HASHING": "1"]
    }
    let process = try TimedProcess.run(program, arguments, environment, seconds: limit) { line in
      if !line.hasPrefix(findingMark) { report(story(line)) }
    }

    var lines = process.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    let outcome: Outcome
    if process.wasTooSlow {
      outcome = .failed("not over after \(Int(limit)) seconds")
    } else if process.wasSignalled {
      let start = lines.firstIndex(where: Outcome.isLastMessage) ?? lines.endIndex
      let end = lines[start...].firstIndex(of: Outcome.stackTrace) ?? lines.endIndex
      let message = lines[start..<end].joined(separator: "\n")
      lines.removeSubrange(start...)
      outcome = .died(signal: process.status, message: message)
    } else if process.status == 0, let last = lines.last, last.hasPrefix(findingMark) {
      lines.removeLast()
      outcome = .found(String(last.dropFirst(findingMark.count)))
    } else {
      outcome = .failed("exit code \(process.status)")
    }
    return ActResult(
      pitfall: pitfall, number: index + 1, era: era,
      lines: lines.map(story), outcome: outcome,
      events: try events?.read(endingWith: outcome.lastMessage, MarkedPitfalls.sources.text) ?? [])
  }

  /// A line of a story, which the act indents.
  private static func story(_ line: String) -> String { line.hasPrefix("  ") ? String(line.dropFirst(2)) : line }
}
