import Console
import Foundation
import RawObserving

/// `scenarios schedules`: every schedule of two threads.
struct ScheduleCommand: Equatable {
  enum Mode: Equatable {
    case table
    case json
    /// One schedule, step by step.
    case one(Int)
    /// Plays the schedules in this process, which may die.
    case child(from: [ScheduleThread], most: Int)
    /// Plays everything twice, and compares it with the cards.
    case check
  }

  var plays: [SchedulePlay]
  var eras = Era.allCases
  var mode = Mode.table

  init(_ line: Invocation) throws(UsageError) {
    let story = try line.words.first.map(Self.story)
    let style = try line.value(of: "--style").map(Self.style)
    plays = SchedulePlay.all.filter { (story ?? $0.story) == $0.story && (style ?? $0.style) == $0.style }
    guard let first = plays.first else {
      let styles = SchedulePlay.all.filter { $0.story == story }.map(\.style.rawValue)
      throw UsageError("'\(story?.rawValue ?? "")' has the styles \(styles.joined(separator: " and ")).")
    }
    if let era = try line.era { eras = [era] }
    if line.has("--json") { mode = .json }
    if line.has("--check") {
      guard plays == SchedulePlay.all, eras == Era.allCases else { throw UsageError("--check plays everything.") }
      mode = .check
    }
    if let number = try line.number(of: "--play", 1...Int.max, needs: "the number of a schedule, counted from 1") {
      if line.has("--json") { throw UsageError("--play and --json exclude each other; the JSON has every schedule.") }
      guard plays.count == 1 else {
        throw UsageError(
          "--play shows one schedule: name a story and a style, as in "
            + "./scenarios schedules \(first.story.rawValue) --style \(first.style.rawValue) --play \(number).")
      }
      (eras, mode) = ([eras[0]], .one(number))
    }
    if let from = line.value(of: "--from") {
      guard let choices = [ScheduleThread](word: String(from.dropFirst())) else {
        throw UsageError("--from needs a dot and choices of A and B.")
      }
      mode = .child(from: choices, most: try line.number(of: "--most", 1...Int.max, needs: "a number") ?? .max)
    }
  }

  private static func story(_ word: String) throws(UsageError) -> ScheduleStory {
    let pitfall = Pitfall.named(word)?.id
    guard let story = ScheduleStory.allCases.first(where: { $0.rawValue == word || $0.pitfall == pitfall }) else {
      let known = ScheduleStory.allCases.map { "\($0.rawValue) (\($0.pitfall))" }.joined(separator: " and ")
      throw UsageError("there is no story \(quoted(word)) of two threads; there are \(known).")
    }
    return story
  }

  private static func style(_ word: String) throws(UsageError) -> ScheduleStyle {
    guard let style = ScheduleStyle(rawValue: word) else {
      let known = ScheduleStyle.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("--style needs one of \(known), not \(quoted(word)).")
    }
    return style
  }

  /// Returns whether everything is as it should be.
  func run(_ screen: Screen) throws -> Bool {
    let report = ScheduleReport(screen)
    switch mode {
    case .child(let first, let most): ScheduleLines.play(plays[0], eras[0], from: first, most: most)
    case .table: report.print(try runs())
    case .json: Swift.print(try ScheduleJSON.text(of: try runs()))
    case .one(let number):
      let run = try ScheduleRun.all(of: plays[0], eras[0])
      guard run.schedules.indices.contains(number - 1) else {
        throw UsageError("there is no schedule \(number); the last one is \(run.schedules.count).")
      }
      try report.print(run.schedules[number - 1], of: run)
    case .check: return try ScheduleCheck(screen).run(try runs(), again: try runs(most: 37))
    }
    return true
  }

  private func runs(most: Int = 250) throws -> [ScheduleRun] {
    try plays.flatMap { play in try eras.map { try ScheduleRun.all(of: play, $0, most: most) } }
  }
}
