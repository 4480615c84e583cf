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
    let threads =
      story == .stop ? "one stops observing and then releases the view" : "one releases the view"
    let text =
      "`./scenarios schedules \(story.pitfall)` plays every order of the events of two threads: \(threads), the other "
      + "sets the date. \(runs.filter { $0.era == .classic }.map { sentence($0, runs) }.joined(separator: " ")) "
      + "Threads switch at events alone, so this finds orders and not data races."
    return wrapped(text, to: 120)
  }

  private static func sentence(_ run: ScheduleRun, _ runs: [ScheduleRun]) -> String {
    let eras = runs.filter { $0.play == run.play }
    let deaths = eras.map { run in "\(run.schedules.count { $0.dies }) of \(run.schedules.count)" }
    let lates = eras.map { run in "\(run.schedules.count { $0.isLate })" }
    let style =
      switch run.play.style {
      case .raw: "By hand"
      case .careful: "By hand, with the removal in deinit"
      case .controller: "With a controller"
      }
    let late =
      Set(lates) == ["0"]
      ? "" : " In \(told(lates)), a call that has begun reaches the view after `\(run.play.parting)` has returned."
    return "\(style), \(told(deaths)) schedules die.\(late)"
  }

  /// What was counted in each era; once, if it is the same in all.
  private static func told(_ counts: [String]) -> String {
    Set(counts).count == 1
      ? counts[0] : zip(counts, Era.allCases).map { "\($0) (\($1) era)" }.joined(separator: " and ")
  }
}
