@preconcurrency import Foundation
import RawObserving

/// Runs acts, and prints each pair as a timeline.
enum Timelines {
  /// Returns whether everything ended as the catalogue says.
  static func run(_ plan: [(pitfall: Pitfall, acts: [Int])], _ options: RunOptions, _ output: OutputFile?) throws
    -> Bool
  {
    let isTerminal = isatty(STDOUT_FILENO) != 0
    let isASCII = !isUTF8(ProcessInfo.processInfo.environment)
    let isColoured = isTerminal && showsColours(ProcessInfo.processInfo.environment)
    var all: [ActResult] = []
    for (pitfall, acts) in plan {
      Report.printHeading(of: pitfall)
      print("")
      let planned = shown(acts, of: pitfall, options).map { act in
        PlannedRun(pitfall: pitfall, act: act, era: options.era ?? pitfall.acts[act].telling[0])
      }
      var results: [ActResult] = []
      // The lines of the source are not drawn, so they are only looked for where they are written down.
      try ActRunner.run(planned, recording: output == nil ? .namesAlone : options.detail) { results.append($0) }
      let lines = TextTimeline.lines(
        results.map(source), width: terminalWidth(), useASCII: isASCII, isColoured: isColoured)
      print(lines.joined(separator: "\n"))
      if options.name == nil { print("") }
      all += results
    }
    try output?.write(RecordingFile(runs: all.map(RecordedRun.init)))
    Report.printVerdict(all)
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

  private static func source(_ result: ActResult) -> TextTimeline.Source {
    let wanted = result.act.isRight(in: result.era) ? nil : result.act.wanted
    let heading = TimelineSide.Heading(
      label: "\(result.pitfall.label(of: result.act)) \(result.number)/\(result.pitfall.acts.count)",
      title: result.act.title)
    return TextTimeline.Source(picture: Picture(of: RecordedRun(result), wanted: wanted), heading: heading)
  }

  // MARK: The terminal

  /// The columns of the terminal; where there is none, what the environment says, or 80.
  private static func terminalWidth() -> Int {
    var size = winsize()
    if isatty(STDOUT_FILENO) != 0, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
      return Int(size.ws_col)
    }
    return width(ProcessInfo.processInfo.environment)
  }

  static func width(_ environment: [String: String]) -> Int {
    guard let columns = environment["COLUMNS"].flatMap({ Int($0) }), 20...1000 ~= columns else { return 80 }
    return columns
  }

  /// Whether a terminal is to be sent colours.
  static func showsColours(_ environment: [String: String]) -> Bool {
    (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  /// Whether the locale shows more than ASCII. Where nothing is set, it is assumed to.
  static func isUTF8(_ environment: [String: String]) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    guard let locale = names.compactMap({ environment[$0] }).first(where: { !$0.isEmpty }) else { return true }
    let upper = locale.uppercased()
    return upper.contains("UTF-8") || upper.contains("UTF8")
  }
}
