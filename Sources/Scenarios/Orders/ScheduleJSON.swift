import RawObserving

/// The runs for programs to read.
enum ScheduleJSON {
  private struct Report: Encodable {
    /// Raised when a field is removed or changes its meaning.
    let version = 1
    let runs: [Run]
  }

  private struct Run: Encodable {
    let story: ScheduleStory
    let pitfall: String
    let style: ScheduleStyle
    let era: String
    /// The statements of the threads.
    let threads: [String: [String]]
    let schedules: [Entry]
  }

  private struct Entry: Encodable {
    /// As `--play` counts.
    let number: Int
    /// Which thread went on, as long as both could.
    let choices: String
    let steps: [Schedule.Step]
    /// The last message of a process that dies. The other fields are absent then.
    var dies: String?
    var calls: Int?
    var lateCalls: Int?
    var isViewFreed: Bool?
    var registrations: Int?

    init(_ schedule: Schedule) {
      (number, choices, steps) = (schedule.number, schedule.choices.word, schedule.steps)
      switch schedule.ending {
      case .dies(let message): dies = message
      case .ends(let calls, let late, let isViewFreed, let registrations):
        (self.calls, lateCalls) = (calls, late)
        (self.isViewFreed, self.registrations) = (isViewFreed, registrations)
      }
    }
  }

  static func text(of runs: [ScheduleRun]) throws -> String {
    let entries = try runs.map { run in
      Run(
        story: run.play.story, pitfall: run.play.story.pitfall, style: run.play.style, era: "\(run.era)",
        threads: Dictionary(
          uniqueKeysWithValues: try ScheduleThread.allCases.map { ($0.rawValue, try run.play.lines(of: $0)) }),
        schedules: run.schedules.map(Entry.init))
    }
    return try JSONReport.text(of: Report(runs: entries))
  }
}
