package import Console
package import Harness
import RawObserving
package import Recording

/// Runs acts, and prints each pair as a timeline.
package struct Timelines {
  private let screen: Screen

  package init(_ screen: Screen) { self.screen = screen.aroundPictures }

  /// Returns whether everything ended as the catalogue says.
  package func run(_ runs: Runs, _ output: OutputFile?) throws -> Bool {
    let (plan, options) = (runs.plan, runs.options)
    let report = Report(screen)
    var all: [ActResult] = []
    let program = try MarkedPitfalls.program(for: plan.map(\.pitfall))
    for (pitfall, acts) in plan {
      report.printHeading(of: pitfall)
      print("")
      let planned = Self.shown(acts, of: pitfall, options).map { act in
        PlannedRun(pitfall: pitfall, index: act, era: options.era ?? pitfall.acts[act].telling[0])
      }
      var results: [ActResult] = []
      try ActRunner.run(planned, recording: program) { event in
        if case .ended(let result) = event { results.append(result) }
      }
      let scene = Timeline.scene(of: results.map(Self.side), within: screen.columns)
      let lines = TextPainter.lines(of: scene, useASCII: screen.isASCII, isColoured: screen.isColoured)
      print(lines.joined(separator: "\n"))
      if let step = options.step { for result in results { printHolders(in: Self.side(result), after: step) } }
      printLeftOut(PlannedRun.plan(pitfall, acts, in: options.era), planned)
      if plan.count > 1 { print("") } else { report.printClosing(of: pitfall, isPart: options.isPart) }
      all += results
    }
    try output?.write(RecordingFile(runs: all.map(\.recordedRun)))
    if plan.count > 1 || !all.allSatisfy(\.isAsExpected) {
      if plan.count == 1 { print("") }
      report.printSummary(of: all)
    }
    return all.allSatisfy(\.isAsExpected)
  }

  /// The acts of the pair: the first raw one, and the first managed one that is not the same mistake. What is asked for
  /// by its number is shown alone.
  private static func shown(_ acts: [Int], of pitfall: Pitfall, _ options: RunOptions) -> [Int] {
    if options.act != nil { return Array(acts.prefix(1)) }
    let raw = acts.first { pitfall.acts[$0].side == .raw }
    let managed = acts.filter { pitfall.acts[$0].side == .managed }
    return [raw, managed.first { !pitfall.acts[$0].sameMistake } ?? managed.first].compactMap(\.self)
  }

  /// Draws who holds whom after a step, or says it if the drawing is wider than the screen.
  func printHolders(in side: DrawnSide, after step: Int) {
    print("")
    let count = side.picture.steps.count
    let when = step > count ? "it has \(count) steps; after the last one" : "after step \(step)"
    for line in screen.lines("\(side.label), \(when)") { print(screen.bold(line)) }
    for line in Self.holders(in: side, after: min(step, count), screen) { print(line) }
  }

  /// Who holds whom after a step, drawn, or in words where the drawing is wider than the screen.
  package static func holders(in side: DrawnSide, after step: Int, _ screen: Screen) -> [String] {
    let scene = Ownership.scene(of: side.picture, at: step)
    if scene.columns <= screen.columns {
      return TextPainter.lines(of: scene, step: step, useASCII: screen.isASCII, isColoured: screen.isColoured)
    }
    return Ownership.lines(of: side.picture, at: step).flatMap { text in
      screen.lines(screen.isASCII ? text.replacing("→", with: "->") : text, indent: 4).enumerated()
        .map { "  " + ($0 == 0 ? "" : "  ") + $1 }
    }
  }

  /// Says which runs have no timeline here, and how to see them.
  private func printLeftOut(_ all: [PlannedRun], _ shown: [PlannedRun]) {
    let missing = all.filter { run in !shown.contains { $0.index == run.index && $0.era == run.era } }
    guard let first = missing.first else { return }
    let names = missing.map { run in
      let hasEras = run.pitfall.acts[run.index].telling.count > 1
      return "act \(run.index + 1)" + (hasEras ? " in the \(run.era) era" : "")
    }
    let era = first.pitfall.acts[first.index].telling.count > 1 ? " --era \(first.era)" : ""
    let command = "./scenarios run \(first.pitfall.id) --timeline --act \(first.index + 1)\(era)"
    print("")
    for line in screen.lines("Not drawn here: \(names.joined(separator: ", ")). '\(command)' draws the first of them.")
    {
      print(line)
    }
  }

  /// What is drawn of the act.
  package static func side(_ result: ActResult) -> DrawnSide {
    let wanted = result.act.isRight(in: result.era) ? nil : result.act.wanted
    let era = result.act.telling.count > 1 ? ", \(result.era) era" : ""
    return DrawnSide(
      picture: Picture(of: result.recordedRun, wanted: wanted),
      label: "\(result.pitfall.label(of: result.act)) \(result.number)/\(result.pitfall.acts.count)\(era)",
      title: result.act.title)
  }
}
