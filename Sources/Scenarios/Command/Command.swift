import Console
import RawObserving
import Replay

/// What the command line asks for.
enum Command: Equatable {
  /// The first screen: what this is, and where to start.
  case welcome
  /// Text that is printed unchanged: a help, or the version.
  case text(String)
  case list(ListOptions)
  case run(RunOptions)
  /// The code of a pitfall, raw beside managed.
  case show(String)
  /// A lesson of the course; nil for the one that comes next.
  case lesson(String?, unfolded: Bool)
  case card(String, unfolded: Bool)
  /// Checks an exercise, or runs a scenario, whenever a source is saved.
  case watch(String?, drawn: Bool, page: String?, Play.Options)
  /// Runs, records and draws a program of the reader's own.
  case play(Play.Options)
  /// Writes a first program to play with.
  case new(String?, isRaw: Bool)
  case progress(file: String, raw: Bool)
  case clock(seconds: Int)
  /// Makes each change that a reader is invited to, for the repository's own checks.
  case changes([String])
  /// One page with the pictures of all runs, or those of one pitfall.
  case atlas(file: String, names: [String])
  case course(CourseCommand)
  /// Every order of a story's lines.
  case orders(OrdersCommand)
  /// What a crash log says about observing.
  case explain(ExplainCommand)
}

extension Invocation {
  /// The era that was asked for; nil if none was.
  var era: Era? {
    get throws(UsageError) {
      guard let word = value(of: "--era") else { return nil }
      if let era = Era.allCases.first(where: { "\($0)" == word }) { return era }
      throw UsageError("--era needs 'classic' or 'current', not \(quoted(word)).")
    }
  }
}

extension RunOptions {
  init(_ line: Invocation) throws(UsageError) {
    names = line.words
    if line.has("--raw") && line.has("--managed") {
      throw UsageError("--raw and --managed exclude each other; leave out both to run both.")
    }
    side = line.has("--raw") ? .raw : line.has("--managed") ? .managed : nil
    act = try line.number(of: "--act", 1...Int.max, needs: "the number of an act, counted from 1")
    era = try line.era
    (json, quiet, failed) = (line.has("--json"), line.has("--quiet"), line.has("--failed"))
    (predict, timeline, inProcess) = (line.has("--predict"), line.has("--timeline"), line.has("--in-process"))
    recording = line.value(of: "--record")
    step = try line.number(of: "--step", 0...Int.max, needs: "the number of a step; 0 is before the first one")
    if step != nil && !timeline {
      throw UsageError("--step shows a step of a timeline: add --timeline.")
    }

    let all = line.has("--all")
    if all, let name = names.first {
      throw UsageError("--all takes no name, and \(quoted(name)) is one; leave out one of the two.")
    }
    if !all && names.isEmpty {
      throw UsageError("'run' needs a name or an id, or --all: ./scenarios run double-add.")
    }
    if all && act != nil { throw UsageError("--act needs a name: the acts of each pitfall are counted by themselves.") }
    if inProcess && (all || (act == nil && side == nil)) {
      throw UsageError("--in-process runs one act: name a scenario, and --act N, --raw or --managed.")
    }
    for (first, second, why) in conflicts where line.has(first) && line.has(second) {
      throw UsageError("\(first) and \(second) exclude each other: \(why).")
    }
    if recording == "-", let other = ["--timeline", "--json"].first(where: line.has) {
      throw UsageError("\(other) and --record - both print to standard output; give --record a file.")
    }
  }

  /// Whether only some runs of a pitfall are asked for.
  var isPart: Bool { side != nil || act != nil }

  /// Options that exclude each other.
  private var conflicts: [(String, String, String)] {
    [
      ("--in-process", "--json", "the act itself prints, and nothing else"),
      ("--in-process", "--quiet", "the act itself prints, and nothing else"),
      ("--in-process", "--failed", "the act itself prints, and nothing else"),
      ("--in-process", "--predict", "the act itself prints, and nothing else"),
      ("--in-process", "--record", "what is recorded happens in processes of their own"),
      ("--in-process", "--timeline", "what is drawn was recorded in processes of their own"),
      ("--timeline", "--json", "the one draws for people, the other prints for programs"),
      ("--timeline", "--quiet", "--quiet prints the table alone"),
      ("--timeline", "--failed", "a timeline shows a pair of runs, however they end"),
      ("--predict", "--json", "the one asks people, the other prints for programs"),
      ("--predict", "--quiet", "--quiet prints the table alone"),
      ("--predict", "--timeline", "a prediction is about one act"),
      ("--predict", "--act", "the question says which act it is about"),
      ("--predict", "--all", "./scenarios next asks one question after the other"),
      ("--failed", "--json", "in the JSON, asExpected tells them apart"),
    ]
  }
}
