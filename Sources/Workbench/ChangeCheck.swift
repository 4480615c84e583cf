import Console
import Foundation
import Harness
import Pictures

/// `scenarios changes`: makes each change that a run invites to, and compares how the acts end with what the catalogue
/// says.
struct ChangeCheck {
  let pitfall: Pitfall
  let change: LineChange
  /// The runs of every act, with the change made.
  let results: [ActResult]

  /// The runs that ended in another way than without the change.
  var changed: [ActResult] { results.filter { !$0.isAsExpected } }

  /// Whether an act ends differently, and none hangs or dies without a message.
  var isRight: Bool { !changed.isEmpty && changed.allSatisfy(Self.endsInWords) }

  private static func endsInWords(_ result: ActResult) -> Bool {
    switch result.outcome {
    case .found: true
    case .died(_, let message, _): !message.isEmpty
    case .failed: false
    }
  }

  /// Makes the changes, each in a copy of its file, and runs every act of the copies.
  ///
  /// - Parameter build: where the build is.
  static func all(
    _ changes: [(pitfall: Pitfall, change: LineChange)],
    in build: URL = thisProgram.deletingLastPathComponent()
  ) throws -> [ChangeCheck] {
    let folder = TemporaryPlace.new()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var copies: [String: String] = [:]
    for (pitfall, change) in changes {
      let url = try PackageRoot.find().appending(path: pitfall.source)
      let lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
      guard let made = change.made(in: lines) else {
        throw InputError(
          message: "\(pitfall.source) does not have the line '\(change.line)' as often as \(pitfall.id) says.")
      }
      let copy = folder.appending(path: url.lastPathComponent)
      try made.joined(separator: "\n").write(to: copy, atomically: false, encoding: .utf8)
      copies[pitfall.source] = copy.path
    }
    let status = StatusLine()
    defer { status.clear() }
    status.show { _ in "Compiling the changed files…" }
    let program = try MarkedPitfalls.program(for: changes.map(\.pitfall), replacing: copies, in: build)
    let plan = changes.flatMap { PlannedRun.plan($0.pitfall, $0.pitfall.acts.indices) }
    var results: [ActResult] = []
    try ActRunner.run(plan, recording: program) { event in
      if case .ended(let result) = event { results.append(result) }
      let done = results.count
      status.show { _ in "\(done) of \(plan.count) runs" }
    }
    return changes.map { pitfall, change in
      ChangeCheck(pitfall: pitfall, change: change, results: results.filter { $0.pitfall.id == pitfall.id })
    }
  }

  /// Makes the changes that the pitfalls invite to, and prints what each of them changes. Returns whether all are right.
  static func run(_ pitfalls: [Pitfall], _ screen: Screen) throws -> Bool {
    let checks = try all(pitfalls.compactMap { pitfall in pitfall.change.map { (pitfall, $0) } })
    for check in checks { print(check.lines(screen).joined(separator: "\n")) }
    let wrong = checks.count { !$0.isRight }
    print("\(checks.count) changes of \(pitfalls.count) pitfalls, and \(wrong) that are not as they should be")
    return wrong == 0
  }

  /// What the change changes.
  func lines(_ screen: Screen) -> [String] {
    let sign = isRight ? screen.rightSign : screen.wrongSign
    let heading = "\(sign) \(pitfall.id) \(pitfall.name): \(change.kind) \(change.line)"
    if changed.isEmpty { return [heading, "    every act ends as it does without the change"] }
    return [heading]
      + changed.flatMap { result in
        let era = result.act.telling.count > 1 ? ", \(result.era) era" : ""
        let why = Self.endsInWords(result) ? "" : ", and no message says why"
        return [
          "    act \(result.number)\(era): \(result.act.expectation(in: result.era).sentence)",
          "      → \(result.outcome.summary)\(why)",
        ]
      }
  }
}
