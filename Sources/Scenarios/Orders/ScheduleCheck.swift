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
      let name = "\(run.play.story.rawValue), \(run.play.style.rawValue), \(run.era)"
      var problems: [String] = []
      if run.play.style == .controller, let death = run.shortest(\.dies), case .dies(let message) = death.ending {
        problems.append("\(name): schedule \(death.number) dies through a controller: \(message)")
      }
      if let rest = run.shortest(\.leaves) {
        problems.append("\(name): schedule \(rest.number) leaves the view or a registration behind")
      }
      if run != again {
        let first = zip(run.schedules, again.schedules).first { $0 != $1 }?.0.number
        problems.append("\(name): a second run differs, from schedule \(first ?? run.schedules.count) on")
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
      guard !mine.isEmpty, let pitfall = Pitfall.named(story.pitfall) else { return nil }
      let path = "Lessons/\(pitfall.card)"
      var lines = try PackageRoot.lines(of: path)
      guard let first = lines.firstIndex(of: Self.begin), let last = lines[first...].firstIndex(of: Self.end) else {
        return "\(path) has no part between \(Self.begin) and \(Self.end)"
      }
      let wanted = try Self.text(of: mine)
      if Array(lines[(first + 1)..<last]) == wanted { return nil }
      if !isUpdating { return "\(path) has other numbers; UPDATE_LESSONS=1 make schedules writes these" }
      lines.replaceSubrange((first + 1)..<last, with: wanted)
      try lines.joined(separator: "\n").write(
        to: try PackageRoot.find().appendingPathComponent(path), atomically: true, encoding: .utf8)
      return nil
    }
  }

  /// What the card says of its story.
  static func text(of runs: [ScheduleRun]) throws -> [String] {
    guard let story = runs.first?.play.story else { return [] }
    let sentences = runs.filter { $0.era == .classic }.map { run in
      let current = runs.first { $0.play == run.play && $0.era == .current }
      let what = run.play.style == .controller ? "With a controller" : "By hand"
      let count = run.schedules.count
      let late = run.schedules.count { $0.isLate }
      let (dying, dyingNow) = (run.schedules.count { $0.dies }, current?.schedules.count { $0.dies } ?? 0)
      return "\(what), \(dying) of \(count) schedules die\(dyingNow == dying ? "" : " in the classic era")"
        + (late > 0 ? ", and in \(late) a call reaches the view after \(Self.parting(run)) has returned." : ".")
    }
    let text =
      "`./scenarios schedules \(story.pitfall)` plays every order of the events of two threads: one "
      + (story == .stop ? "stops observing and releases the view" : "releases the view")
      + ", the other sets the date. \(sentences.joined(separator: " ")) Threads switch only at events, so this finds "
      + "orders and not data races."
    return wrapped(text, to: 120)
  }

  private static func parting(_ run: ScheduleRun) -> String {
    switch (run.play.story, run.play.style) {
    case (.release, _): "the release"
    case (.stop, .controller): "`unobserve`"
    case (.stop, _): "`removeObserver`"
    }
  }
}
