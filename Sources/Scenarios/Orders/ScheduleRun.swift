import Console
import Foundation
import RawObserving

/// One schedule as it was played.
struct Schedule: Equatable, Sendable {
  /// A step of a thread, from one switch point to the next.
  struct Step: Equatable, Encodable, Sendable {
    let thread: ScheduleThread
    /// What happened at its end.
    let text: String
  }

  enum Ending: Equatable, Sendable {
    /// The process dies, with this message.
    case dies(String)
    /// Both threads end.
    case ends(calls: Int, late: Int, isViewFreed: Bool, registrations: Int)
  }

  /// Which one it is, counted from 1.
  let number: Int
  let choices: [ScheduleThread]
  let steps: [Step]
  let ending: Ending

  var dies: Bool { if case .dies = ending { true } else { false } }
  /// Whether a call reaches the view after thread A's removal or release has returned.
  var isLate: Bool { if case .ends(_, let late, _, _) = ending { late > 0 } else { false } }
  var isCalled: Bool { if case .ends(let calls, _, _, _) = ending { calls > 0 } else { false } }
  /// Whether it leaves the view or a registration behind.
  var leaves: Bool {
    if case .ends(_, _, let isViewFreed, let registrations) = ending {
      !isViewFreed || registrations > 0
    } else {
      false
    }
  }
}

/// All schedules of a story in one style and era.
struct ScheduleRun: Equatable, Sendable {
  let play: SchedulePlay
  let era: Era
  let schedules: [Schedule]

  /// The story, the style and the era.
  var name: String { "\(play.story.rawValue), \(play.style.rawValue), \(era)" }

  /// The first of those with the fewest steps.
  func shortest(_ isMeant: (Schedule) -> Bool) -> Schedule? {
    schedules.filter(isMeant).min { $0.steps.count < $1.steps.count }
  }

  /// Plays all schedules. A process plays one after the other until one of them ends it; the next process goes on after
  /// that one.
  ///
  /// - Parameters:
  ///   - most: how many a process plays at most.
  ///   - seconds: how long a process may take. Nothing that a story does takes time, so a process that takes longer hangs.
  ///   - program: with the arguments that come before those of a run.
  static func all(
    of play: SchedulePlay, _ era: Era, most: Int = 250, seconds: Double = 60,
    by program: URL = thisProgram, _ arguments: [String] = ["schedules"]
  ) throws -> ScheduleRun {
    var schedules: [Schedule] = []
    var next: [ScheduleThread]? = []
    while let first = next {
      // An option has no empty value, so the dot stands for no choice.
      let process = try TimedProcess.run(
        program,
        arguments + [
          play.story.rawValue, "--style", play.style.rawValue, "--era", "\(era)", "--from",
          ".\(first.word)", "--most", "\(most)",
        ], seconds: seconds)
      var reader = ScheduleReader(number: schedules.count + 1)
      for line in process.output.split(separator: "\n") { reader.read(line) }
      if process.wasTooSlow { throw ScheduleError("hangs: \(reader.whatWasPlayed). It was killed after \(seconds) s") }
      if process.wasSignalled { reader.die(of: process.status) }
      guard reader.isComplete, process.wasSignalled || process.status == 0, let last = reader.played.last else {
        throw ScheduleError("cannot be played: \(process.output.suffix(200))")
      }
      schedules += reader.played
      next = last.choices.nextSchedule
    }
    return ScheduleRun(play: play, era: era, schedules: schedules)
  }
}

/// A story that could not be played to its end.
struct ScheduleError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = "a schedule \(description)." }
}

/// What a process writes of the schedules that it plays, each line at once, so that the last lines of one that dies are
/// complete.
enum ScheduleLines {
  /// A thread goes on: `+ A`, or `- A` if the other one has ended.
  static func line(_ event: ScheduleTurns.Event) -> String {
    switch event {
    case .goesOn(let thread, let isFree): "\(isFree ? "+" : "-") \(thread.rawValue)"
    case .stops(let text): ": \(text)"
    }
  }

  /// Both threads have ended.
  static func line(of world: ScheduleWorld) -> String {
    "= \(world.heard.calls) \(world.heard.lateCalls) \(world.isViewFreed ? 1 : 0) \(world.registrations)"
  }

  /// Plays schedules in this process, which may die.
  static func play(_ play: SchedulePlay, _ era: Era, from first: [ScheduleThread], most: Int) {
    Era.use(era)
    ScheduleTurns.useEvents()
    var count = 0
    ScheduleTurns.playAll(from: first) {
      count += 1
      if count > most { return nil }
      let world = play.world.init()
      // A world that ends between two schedules could end the process there. So none does, and what it leaves is counted.
      _ = Unmanaged.passRetained(world)
      return ({ world.threadA() }, { world.threadB() }, { write(line($0)) }, { write(line(of: world)) })
    }
  }

  private static func write(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}

/// Reads what a process wrote.
struct ScheduleReader {
  private(set) var played: [Schedule] = []
  private var number: Int
  private var choices: [ScheduleThread] = []
  private var steps: [Schedule.Step] = []
  /// The thread that goes on.
  private var thread: ScheduleThread?
  /// What the process printed on its own: its last message.
  private var message: [String] = []

  init(number: Int) { self.number = number }

  /// Whether nothing was read after the last schedule.
  var isComplete: Bool { steps.isEmpty && thread == nil && message.isEmpty }

  mutating func read(_ line: Substring) {
    let rest = String(line.dropFirst(2))
    switch line.prefix(2) {
    case "+ ", "- ":
      thread = ScheduleThread(rawValue: rest)
      if let thread, line.hasPrefix("+") { choices.append(thread) }
    case ": ":
      if let thread { steps.append(Schedule.Step(thread: thread, text: rest)) }
      thread = nil
    case "= ":
      let numbers = rest.split(separator: " ").compactMap { Int($0) }
      if numbers.count == 4 {
        end(.ends(calls: numbers[0], late: numbers[1], isViewFreed: numbers[2] == 1, registrations: numbers[3]))
      }
    default: message.append(String(line))
    }
  }

  /// The signal ended the process in the middle of a schedule.
  mutating func die(of signal: Int32) {
    guard let thread else { return }
    let last = message.first ?? "signal \(signal)"
    steps.append(Schedule.Step(thread: thread, text: "the process dies"))
    end(.dies(last.replacing(/0x[0-9a-f]+/, with: "0x…")))
  }

  private mutating func end(_ ending: Schedule.Ending) {
    played.append(Schedule(number: number, choices: choices, steps: steps, ending: ending))
    number += 1
    (choices, steps, thread, message) = ([], [], nil, [])
  }

  /// The schedule that did not end, and where it was.
  var whatWasPlayed: String {
    let last = steps.last.map { "\($0.thread.rawValue) \($0.text)" } ?? "its beginning"
    return "number \(number), \(choices.word), after \"\(last)\"" + (thread.map { ", in thread \($0.rawValue)" } ?? "")
  }
}
