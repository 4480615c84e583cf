// C declares `stdout` and `stderr` as variables, which Swift takes for state that threads share; nobody assigns to it.
@preconcurrency import Foundation
import RawObserving

/// `scenarios`: every pitfall as a pair that can be run, raw beside managed.
@main
enum Main {
  static func main() {
    signal(SIGPIPE, SIG_DFL)  // `scenarios list | head -1` ends quietly
    Interruption.handle()
    do {
      let isAsExpected = try run(try Command(Array(CommandLine.arguments.dropFirst())))
      // A full disk is noticed here at the latest: `print` keeps silent about it.
      if fflush(stdout) != 0 || ferror(stdout) != 0 {
        fail("the output could not be written.", code: 74)
      }
      if !isAsExpected { exit(1) }
    } catch let error as UsageError {
      fail(error.message, code: 64)
    } catch let error as InputError {
      fail(error.message, code: 66)
    } catch let error as OutputError {
      fail(error.message, code: 73)
    } catch {
      fail("\(error)", code: 70)
    }
  }

  /// Does what is asked for. Returns whether everything ended as the catalogue says.
  private static func run(_ command: Command) throws -> Bool {
    switch command {
    case .welcome: try CourseVerbs().welcome()
    case .help: print(Command.helpText)
    case .list(let name, let json):
      let area = name.map(Pitfall.inArea) ?? []
      let listed = try area.isEmpty ? pitfalls(named: name) : area
      if json {
        try JSONReport.print(listed)
      } else if name == nil || !area.isEmpty {
        Listing.print(listed)
      } else {
        Listing.printActs(of: listed[0])
      }
    case .run(let options): return try run(options)
    case .progress(let file, let raw, let recording): try Progress.run(file, raw: raw, recordingTo: recording)
    case .clock(let seconds, let recording): try ClockCapstone.run(seconds: seconds, recordingTo: recording)
    case .course(let command): return try CourseVerbs.run(command)
    case .explain(let command): try command.run()
    case .atlas(let file, let name): try Atlas.write(to: file, try pitfalls(named: name))
    }
    return true
  }

  private static func run(_ options: RunOptions) throws -> Bool {
    let plan = try pitfalls(named: options.name).map {
      (pitfall: $0, acts: try acts(of: $0, options))
    }
    if options.inProcess, let (pitfall, acts) = plan.first {
      ActRunner.runHere(
        acts[0], of: pitfall, in: options.era ?? .classic, recordingTo: try options.events.map(EventFile.open),
        options.detail)
      return true
    }

    let output = try options.recording.map(OutputFile.init)
    if options.timeline { return try Timelines.run(plan, options, output) }
    let showsStories = !options.json && !options.quiet && options.recording != "-"
    var all: [ActResult] = []
    try ActRunner.run(
      plan.flatMap { PlannedRun.plan($0.pitfall, $0.acts, in: options.era) },
      recording: output.map { _ in options.detail }
    ) { result in
      if showsStories {
        let isFirst = all.last?.pitfall.id != result.pitfall.id
        if isFirst && !all.isEmpty { print("") }
        if isFirst { Report.printHeading(of: result.pitfall) }
        Report.print(result)
      }
      all.append(result)
    }
    if showsStories && options.name == nil { print("") }
    let results = plan.map { pitfall, _ in all.filter { $0.pitfall.id == pitfall.id } }

    try output?.write(RecordingFile(runs: all.map(RecordedRun.init)))
    if options.json {
      try JSONReport.print(all)
    } else if options.recording != "-" {
      if options.name == nil || options.quiet { Table.print(results) }
      Report.printVerdict(all)
    }
    return all.allSatisfy(\.isAsExpected)
  }

  /// The pitfall of that id or name, or all of them where no name is given.
  private static func pitfalls(named name: String?) throws -> [Pitfall] {
    try name.map { [try pitfall(named: $0)] } ?? Pitfall.all
  }

  private static func pitfall(named name: String) throws -> Pitfall {
    if let pitfall = Pitfall.named(name) { return pitfall }
    if !Pitfall.inArea(name).isEmpty {
      throw UsageError(
        "'\(name)' is an area of pitfalls; 'scenarios list \(name)' lists them, to run one.")
    }
    let near = suggestions(for: name, among: Pitfall.all.flatMap { [$0.id, $0.name] } + Command.verbs)
    let advice =
      near.isEmpty
      ? "'scenarios list' shows them all." : "Did you mean \(near.joined(separator: ", "))?"
    throw UsageError("there is no command and no scenario \(quoted(name)). \(advice)")
  }

  /// The acts that are asked for, as indexes.
  private static func acts(of pitfall: Pitfall, _ options: RunOptions) throws -> [Int] {
    let indexes = pitfall.acts.indices.filter { index in
      (options.act ?? index + 1) == index + 1
        && (options.side ?? pitfall.acts[index].side) == pitfall.acts[index].side
    }
    // Every pitfall has acts of both sides, so it is the number that fits nothing.
    if indexes.isEmpty, let number = options.act {
      let list = "'scenarios list \(pitfall.id)' lists them."
      guard number <= pitfall.acts.count else {
        throw UsageError(
          "\(pitfall.id) has \(pitfall.acts.count) acts, and no act \(number). \(list)")
      }
      let side = pitfall.acts[number - 1].side
      throw UsageError(
        "act \(number) of \(pitfall.id) belongs to --\(side.rawValue) alone. \(list)")
    }
    return indexes
  }

  /// Says in one line what is wrong, after everything that was printed before.
  private static func fail(_ message: String, code: Int32) -> Never {
    fflush(nil)
    // Unlike a FileHandle, this goes on where there is no standard error.
    fputs("scenarios: \(message)\n", stderr)
    exit(code)
  }
}

/// A file that cannot be written: which, and why.
struct OutputError: Error {
  let message: String
}

/// A file that cannot be read: which, and why.
struct InputError: Error {
  let message: String
}
