import RawObserving

/// What the command line asks for.
enum Command: Equatable {
  /// The first screen: what this is, and where to start.
  case welcome
  case help
  /// Every pitfall, those of an area, or the acts of one.
  case list(name: String?, json: Bool)
  case run(RunOptions)
  case progress(file: String, raw: Bool, recording: String? = nil)
  case clock(seconds: Int, recording: String? = nil)
  /// One page with the pictures of all runs, or those of one pitfall.
  case atlas(file: String, name: String?)
  case course(CourseCommand)
  /// What a crash log says about observing.
  case explain(ExplainCommand)
}

/// The options of `run`.
struct RunOptions: Equatable {
  /// An id or a name; nil for all of them.
  var name: String?
  /// Only this side.
  var side: Side?
  /// Only this act, counted from 1.
  var act: Int?
  /// Only this era.
  var era: Era?
  var json = false
  /// Only the table.
  var quiet = false
  /// The one act that is asked for runs in this process and may end it.
  var inProcess = false
  /// A timeline of each pair of runs in the place of the stories.
  var timeline = false
  /// Where the recordings go; `-` is standard output.
  var recording: String?
  /// Where a run in this process writes what happens: the program says so to its own children.
  var events: String?
  /// How much of the source is recorded there.
  var detail = RecordingDetail.everyLine
}

/// A command line that cannot be understood: what is wrong with it, and what to write instead.
struct UsageError: Error, Equatable {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}

extension Command {
  /// What may come first on a command line, beside the name of a scenario.
  static let verbs = ["list", "run", "progress", "clock", "atlas", "explain", "help"] + CourseCommand.verbs

  /// Reads the command line, without the program's own name.
  init(_ arguments: [String]) throws(UsageError) {
    // Whoever asks for help gets it, whatever else is in the line. After `--` comes a file's name.
    if arguments.prefix(while: { $0 != "--" }).contains(where: { ["--help", "-h"].contains($0) }) {
      self = .help
      return
    }
    var words = arguments[...]
    guard let verb = words.popFirst() else {
      self = .welcome
      return
    }
    switch verb {
    case "help":
      if let word = words.first {
        throw UsageError(
          "'help' takes nothing, not \(quoted(word)); there is one help for everything.")
      }
      self = .help
    case "list":
      self = try Command.list(words)
    case "--json":
      self = try Command.list(arguments[...])
    case "run":
      self = .run(try RunOptions(words))
    case "progress":
      self = try Command.progress(words)
    case "clock":
      self = try Command.clock(words)
    case "atlas":
      self = try Command.atlas(words)
    case "explain":
      self = .explain(try ExplainCommand(words))
    case _ where CourseCommand.verbs.contains(verb):
      self = .course(try CourseCommand(verb, words))
    default:
      if verb.hasPrefix("-") {
        throw UsageError("unknown option \(quoted(verb)). Try 'scenarios help'.")
      }
      // `scenarios double-add` is short for `scenarios run double-add`.
      self = .run(try RunOptions(arguments[...]))
    }
  }

  private static func list(_ words: ArraySlice<String>) throws(UsageError) -> Command {
    var name: String?
    var json = false
    for word in words {
      switch word {
      case "--json": json = true
      case _ where word.hasPrefix("-"):
        throw UsageError(
          "'list' does not know \(quoted(word)); it takes a name and --json, or nothing.")
      case _ where name != nil:
        throw UsageError("'list' takes one name, and \(quoted(word)) is a second.")
      default: name = word
      }
    }
    return .list(name: name, json: json)
  }

  private static func progress(_ words: ArraySlice<String>) throws(UsageError) -> Command {
    var words = words
    var raw = false
    var file: String?
    var recording: String?
    var onlyFiles = false
    while let word = words.popFirst() {
      switch word {
      case "--" where !onlyFiles: onlyFiles = true
      case "--raw" where !onlyFiles: raw = true
      case "--record" where !onlyFiles: recording = try Command.file(forRecording: &words)
      case _ where word.hasPrefix("-") && !onlyFiles:
        throw UsageError(
          "'progress' does not know \(quoted(word)); it takes --raw, --record FILE, and a file, after -- if need be."
        )
      case _ where file != nil:
        throw UsageError("'progress' takes one file, and \(quoted(word)) is a second.")
      default: file = word
      }
    }
    guard let file else {
      throw UsageError("'progress' needs a file: scenarios progress FILE [--raw].")
    }
    return .progress(file: file, raw: raw, recording: recording)
  }

  private static func atlas(_ words: ArraySlice<String>) throws(UsageError) -> Command {
    var words = words
    var file: String?
    var name: String?
    while let word = words.popFirst() {
      switch word {
      case "-o":
        guard let next = words.popFirst(), !next.isEmpty else {
          throw UsageError("-o needs a file, or - for standard output: scenarios atlas -o atlas.html.")
        }
        file = next
      case _ where word.hasPrefix("-"):
        throw UsageError("'atlas' does not know \(quoted(word)); it takes -o FILE, and a name for one pitfall alone.")
      case _ where name != nil:
        throw UsageError("'atlas' takes one name, and \(quoted(word)) is a second.")
      default: name = word
      }
    }
    guard let file else { throw UsageError("'atlas' needs a file: scenarios atlas -o atlas.html.") }
    return .atlas(file: file, name: name)
  }

  private static func clock(_ words: ArraySlice<String>) throws(UsageError) -> Command {
    var words = words
    var seconds = 3
    var recording: String?
    while let option = words.popFirst() {
      switch option {
      case "--seconds":
        guard let number = words.popFirst().flatMap(Int.init), 0...86_400 ~= number else {
          throw UsageError("--seconds needs one whole number from 0 to 86400.")
        }
        seconds = number
      case "--record": recording = try Command.file(forRecording: &words)
      default: throw UsageError("'clock' does not know \(quoted(option)); it takes --seconds N and --record FILE.")
      }
    }
    return .clock(seconds: seconds, recording: recording)
  }

  /// The file that comes after `--record`.
  static func file(forRecording words: inout ArraySlice<String>) throws(UsageError) -> String {
    guard let file = words.popFirst(), !file.isEmpty else {
      throw UsageError("--record needs a file, or - for standard output: --record run.json.")
    }
    return file
  }
}

extension RunOptions {
  init(_ words: ArraySlice<String>) throws(UsageError) {
    self.init()
    var all = false
    var words = words
    while let word = words.popFirst() {
      switch word {
      case "--all": all = true
      case "--raw": try choose(.raw)
      case "--managed": try choose(.managed)
      case "--json": json = true
      case "--quiet": quiet = true
      case "--in-process": inProcess = true
      case "--timeline": timeline = true
      case "--record":
        recording = try Command.file(forRecording: &words)
      case "--events": events = words.popFirst()
      case "--detail": detail = words.popFirst().flatMap(RecordingDetail.init) ?? .everyLine
      case "--era":
        let word = words.popFirst()
        guard let named = Era.allCases.first(where: { "\($0)" == word }) else {
          throw UsageError("--era needs 'classic', 'relaxed' or 'current'.")
        }
        era = named
      case "--act":
        guard let number = words.popFirst().flatMap(Int.init), number > 0 else {
          throw UsageError("--act needs the number of an act, counted from 1.")
        }
        act = number
      case _ where word.hasPrefix("-"):
        throw UsageError("'run' does not know \(quoted(word)). Try 'scenarios help'.")
      case _ where name != nil:
        throw UsageError("'run' takes one name, or --all; \(quoted(word)) is a second.")
      default: name = word
      }
    }
    if all, let name {
      throw UsageError("--all takes no name, and '\(name)' is one; leave out one of the two.")
    }
    if !all && name == nil {
      throw UsageError("'run' needs a name or an id, or --all: scenarios run double-add.")
    }
    if all && act != nil {
      throw UsageError("--act needs a name: the acts of each pitfall are counted by themselves.")
    }
    if inProcess && (all || (act == nil && side == nil)) {
      throw UsageError(
        "--in-process runs one act: name a scenario, and --act N, --raw or --managed.")
    }
    if inProcess && (json || quiet) {
      throw UsageError("--in-process prints the act alone; leave out --json and --quiet.")
    }
    if inProcess && recording != nil {
      throw UsageError("--record keeps what happens in processes of their own; leave out --in-process.")
    }
    if timeline && json {
      throw UsageError("--timeline draws for people, and --json prints for programs; leave out one of the two.")
    }
    if timeline && inProcess {
      throw UsageError("--timeline draws what processes of their own recorded; leave out --in-process.")
    }
    if timeline && quiet {
      throw UsageError("--quiet prints the table alone; leave it out to see the timelines.")
    }
    if timeline && recording == "-" {
      throw UsageError("--timeline and --record - both print to standard output; give --record a file.")
    }
    if json && recording == "-" {
      throw UsageError("--json and --record - both print to standard output; give --record a file.")
    }
  }

  private mutating func choose(_ side: Side) throws(UsageError) {
    if let chosen = self.side, chosen != side {
      throw UsageError("--raw and --managed exclude each other; leave out both to run both.")
    }
    self.side = side
  }
}
