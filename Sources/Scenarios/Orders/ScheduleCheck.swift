import Console
import Foundation
import RawObserving

/// `scenarios schedules --check`, for the repository: whether the schedules end as the cards say.
struct ScheduleCheck {
  private let screen: Screen

  init(_ screen: Screen) { self.screen = screen }

  /// - Parameters:
  ///   - runs: everything, once.
  ///   - other: everything, once more, and in other processes.
  /// - Returns: whether nothing is wrong.
  func run(_ runs: [ScheduleRun], again other: [ScheduleRun]) throws -> Bool {
    for line in ScheduleReport(screen).table(runs) { print(line) }
    let problems = Self.problems(in: runs, other) + (try pageProblems(runs))
    for problem in problems { for line in screen.lines("\(screen.wrongSign) \(problem)") { print(line) } }
    let count = runs.reduce(0) { $0 + $1.schedules.count }
    print("\(count) schedules in \(runs.count) runs, played twice, and \(plural(problems.count, "problem"))")
    return problems.isEmpty
  }

  /// What is wrong with the runs themselves.
  static func problems(in runs: [ScheduleRun], _ other: [ScheduleRun]) -> [String] {
    zip(runs, other).flatMap { run, again -> [String] in
      let name = run.name
      var problems: [String] = []
      if run.play.style == .controller, let death = run.shortest(\.dies), case .dies(let message) = death.ending {
        problems.append("\(name): schedule \(death.number) dies through a controller: \(message)")
      }
      if let rest = run.shortest(\.leaves) {
        problems.append("\(name): schedule \(rest.number) leaves the view or a registration behind")
      }
      if run != again {
        let first = zip(run.schedules, again.schedules).first { $0 != $1 }?.0.number
        problems.append(
          "\(name): a second run differs, from schedule \(first ?? min(run.schedules.count, again.schedules.count) + 1) on"
        )
      }
      return problems
    }
  }

  // MARK: The cards

  private static let begin = "<!-- counted: schedules -->"
  private static let end = "<!-- counted: end -->"

  /// Compares the numbers with those on the cards, or rewrites these if `UPDATE_LESSONS` is set.
  private func pageProblems(_ runs: [ScheduleRun]) throws -> [String] {
    let isUpdating = ProcessInfo.processInfo.environment["UPDATE_LESSONS"] != nil
    return try ScheduleStory.allCases.compactMap { story in
      let mine = runs.filter { $0.play.story == story }
      if mine.isEmpty { return nil }
      guard let pitfall = Pitfall.named(story.pitfall) else { return "\(story.pitfall) has no card" }
      let path = "Lessons/\(pitfall.card)"
      var lines = try PackageRoot.lines(of: path)
      guard let first = lines.firstIndex(of: Self.begin), let last = lines[first...].firstIndex(of: Self.end) else {
        return "\(path) has no part between \(Self.begin) and \(Self.end)"
      }
      let wanted = Self.text(of: mine)
      if Array(lines[(first + 1)..<last]) == wanted { return nil }
      if !isUpdating { return "\(path) has other numbers; UPDATE_LESSONS=1 make schedules writes these" }
      lines.replaceSubrange((first + 1)..<last, with: wanted)
      try lines.joined(separator: "\n").write(
        to: try PackageRoot.find().appendingPathComponent(path), atomically: true, encoding: .utf8)
      return nil
    }
  }

  /// What the card says of its story.
  static func text(of runs: [ScheduleRun]) -> [String] {
    guard let story = runs.first?.play.story else { return [] }
    let deaths = phrase(runs) { $0.dies }
    let facts =
      switch story {
      case .release: "The process dies in \(deaths)."
      case .stop:
        "A call reaches the view after the removal has returned in \(phrase(runs) { $0.isLate }). "
          + (runs.contains { $0.schedules.contains(where: \.dies) } ? "The process dies in \(deaths)." : "None dies.")
      }
    let threads = story == .stop ? "one stops observing and then releases the view" : "one releases the view"
    let text =
      "`./scenarios schedules \(story.pitfall)` plays every order of the events of two threads: \(threads), the other "
      + "sets the date. \(facts) This finds orders of events, not data races."
    return wrapped(text, to: 120)
  }

  /// How many schedules of each style are meant.
  private static func phrase(_ runs: [ScheduleRun], _ isMeant: (Schedule) -> Bool) -> String {
    let plays = runs.filter { $0.era == .classic }.map(\.play)
    return plays.map { play in
      let eras = runs.filter { $0.play == play }
      let told = eras.map { run in "\(run.schedules.count(where: isMeant)) of \(run.schedules.count)" }
      let now = Set(told).count == 1 ? "" : " (current era: \(told.last ?? ""))"
      let style =
        switch play.style {
        case .raw: "by hand"
        case .careful: "by hand, with the removal in deinit"
        case .controller: "with a controller"
        }
      return "\(told[0])\(now) \(style)"
    }.joined(separator: ", and in ")
  }
}
