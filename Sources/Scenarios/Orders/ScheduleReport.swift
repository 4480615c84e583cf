import Console
import RawObserving

/// Prints what was played.
struct ScheduleReport {
  private let screen: Screen

  init(_ screen: Screen) { self.screen = screen }

  // MARK: The table

  func print(_ runs: [ScheduleRun]) {
    for line in introduction + [""] + table(runs) + runs.flatMap(examples) { Swift.print(line) }
  }

  private var introduction: [String] {
    screen.lines(
      "A schedule is one order in which two threads take their steps. Thread A stops observing or releases the view; "
        + "thread B sets the date. A thread can be stopped at each event of the engine and of the mediator, and at a few "
        + "points in the story's own code. Every schedule was played. A call is late if it reaches the view after thread "
        + "A's removal or release has returned. The counts are not probabilities. Data races are not found this way.")
  }

  func table(_ runs: [ScheduleRun]) -> [String] {
    let rows =
      [["story", "style", "era", "schedules", "die", "called", "late"]]
      + runs.map { run in
        let counts = [
          run.schedules.count { $0.dies }, run.schedules.count { $0.isCalled }, run.schedules.count { $0.isLate },
        ]
        return [run.play.story.rawValue, run.play.style.rawValue, "\(run.era)", "\(run.schedules.count)"]
          + counts.map { "\($0)" }
      }
    let widths = rows[0].indices.map { column in rows.map { $0[column].columns }.max() ?? 0 }
    return rows.enumerated().map { index, row in
      let cells = zip(row, widths).enumerated().map { column, cell in
        column < 3 ? cell.0.padded(to: cell.1) : "".padded(to: cell.1 - cell.0.columns) + cell.0
      }
      let line = cells.joined(separator: "  ")
      return index == 0 ? screen.bold(line) : line
    }
  }

  /// The commands that show the shortest schedules that end badly.
  private func examples(of run: ScheduleRun) -> [String] {
    let found = [("that dies", run.shortest(\.dies)), ("with a late call", run.shortest(\.isLate))]
    return found.flatMap { what, schedule in
      schedule.map { schedule in
        [""] + screen.lines("\(run.name): the shortest one \(what) is number \(schedule.number)")
          + ["  " + screen.faint(Self.command(schedule, of: run))]
      } ?? []
    }
  }

  private static func command(_ schedule: Schedule, of run: ScheduleRun) -> String {
    "./scenarios schedules \(run.play.story.rawValue) --style \(run.play.style.rawValue)"
      + (run.era == .classic ? "" : " --era \(run.era)") + " --play \(schedule.number)"
  }

  // MARK: One schedule

  /// What each thread does, in two columns. The steps are below each other in their order.
  func print(_ schedule: Schedule, of run: ScheduleRun) throws {
    for line in try lines(of: schedule, of: run) { Swift.print(line) }
  }

  func lines(of schedule: Schedule, of run: ScheduleRun) throws -> [String] {
    let heading =
      "\(run.name) era: schedule \(schedule.number) of "
      + "\(run.schedules.count), \(schedule.choices.word)"
    let code = try ScheduleThread.allCases.map { try run.play.lines(of: $0) }
    var lines = screen.lines(heading) + [""] + row("", ["thread A", "thread B"]).map(screen.bold)
    for index in 0..<max(code[0].count, code[1].count) {
      lines += row("", code.map { $0.indices.contains(index) ? $0[index] : "" })
    }
    lines.append("")
    for (index, step) in schedule.steps.enumerated() {
      lines += row("\(index + 1)", ScheduleThread.allCases.map { $0 == step.thread ? step.text : "" })
    }
    return lines + [""] + ending(of: schedule, run.play)
  }

  private func row(_ number: String, _ cells: [String]) -> [String] {
    let column = max(16, (min(screen.columns, 100) - 6) / 2)
    let parts = cells.map { wrapped($0, to: column) }
    return (0..<max(parts[0].count, parts[1].count)).map { line in
      let cells = parts.map { line < $0.count ? $0[line] : "" }
      let number = line == 0 ? number : ""
      let text = "".padded(to: 2 - number.count) + number + "  " + cells[0].padded(to: column) + "  " + cells[1]
      return text.trimmingSpacesAtEnd
    }
  }

  private func ending(of schedule: Schedule, _ play: SchedulePlay) -> [String] {
    switch schedule.ending {
    case .dies(let message):
      return screen.lines("\(screen.wrongSign) the process dies: \(message)")
    case .ends(let calls, let late, let isViewFreed, let registrations):
      // A release does not promise that no call arrives, and a removal seems to.
      let lateSign = play.story == .stop ? screen.wrongSign : screen.mixedSign
      let sign = schedule.leaves ? screen.wrongSign : late > 0 ? lateSign : screen.rightSign
      let facts = [
        "\(plural(calls, "call"))" + (late > 0 ? ", \(late) after '\(play.parting)' has returned" : ""),
        isViewFreed ? "the view is freed" : "the view is never freed",
        registrations > 0 ? "\(plural(registrations, "registration")) left" : nil,
      ]
      return screen.lines("\(sign) \(facts.compactMap(\.self).joined(separator: "; "))")
    }
  }
}
