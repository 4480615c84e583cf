import Foundation
import RawObserving

/// `scenarios`: every pitfall as a pair that can be run, raw beside managed.
@main
enum Main {
  static func main() {
    signal(SIGPIPE, SIG_DFL)  // `scenarios list | head -1` ends quietly
    do {
      try run(try Command(Array(CommandLine.arguments.dropFirst())))
    } catch let error as UsageError {
      fail(error.message, code: 64)
    } catch let error as InputError {
      fail(error.message, code: 66)
    } catch {
      fail("\(error)", code: 70)
    }
  }

  private static func run(_ command: Command) throws {
    switch command {
    case .help: print(help)
    case .list(json: true): try JSONReport.print(Pitfall.all)
    case .list(json: false): printCatalogue()
    case .run(let options): try run(options)
    case .progress(let file, let raw): try Progress.run(file, raw: raw)
    case .clock(let seconds): ClockCapstone.run(seconds: seconds)
    }
  }

  private static func run(_ options: RunOptions) throws {
    let plan = try pitfalls(for: options).map { (pitfall: $0, acts: try acts(of: $0, options)) }
    if options.inProcess, let (pitfall, acts) = plan.first {
      return ActRunner.runHere(pitfall.acts[acts[0]], under: options.rules ?? .classic)
    }

    let showsStories = !options.json && !options.quiet
    let results = try plan.map { pitfall, acts in
      if showsStories { Report.printHeading(of: pitfall) }
      defer { if showsStories && options.name == nil { print("") } }
      return try acts.flatMap { act in
        try (options.rules.map { [$0] } ?? pitfall.acts[act].telling).map { rules in
          let result = try ActRunner.run(act, of: pitfall, under: rules)
          if showsStories { Report.print(result) }
          return result
        }
      }
    }

    let all = results.flatMap(\.self)
    if options.json {
      try JSONReport.print(all)
    } else {
      if options.name == nil || options.quiet { Report.printTable(results) }
      Report.printVerdict(all)
    }
    if all.contains(where: { !$0.isAsExpected }) { exit(1) }
  }

  private static func pitfalls(for options: RunOptions) throws -> [Pitfall] {
    guard let name = options.name else { return Pitfall.all }
    if let pitfall = Pitfall.named(name) { return [pitfall] }
    let near = suggestions(for: name, among: Pitfall.all.flatMap { [$0.id, $0.name] })
    let advice =
      near.isEmpty
      ? "'scenarios list' shows them all." : "Did you mean \(near.joined(separator: ", "))?"
    throw UsageError("there is no scenario '\(name.prefix(64))'. \(advice)")
  }

  /// The acts that are asked for, as indexes.
  private static func acts(of pitfall: Pitfall, _ options: RunOptions) throws -> [Int] {
    let indexes = pitfall.acts.indices.filter { index in
      (options.act ?? index + 1) == index + 1
        && (options.side ?? pitfall.acts[index].side) == pitfall.acts[index].side
    }
    if indexes.isEmpty {
      throw UsageError("\(pitfall.id) has no such act; it has \(pitfall.acts.count).")
    }
    return indexes
  }

  private static func printCatalogue() {
    var lesson = ""
    for pitfall in Pitfall.all {
      let file = String(pitfall.lesson.prefix { $0 != "#" })
      if file != lesson {
        if !lesson.isEmpty { print("") }
        print("Lessons/\(file)")
        lesson = file
      }
      let lines = wrapped(pitfall.title, to: Report.width - 34)
      print("  " + pitfall.id.padded(to: 8) + pitfall.name.padded(to: 24) + lines[0])
      for line in lines.dropFirst() { print(String(repeating: " ", count: 34) + line) }
    }
    print("\nRun one with 'scenarios run NAME', by its name or its id.")
  }

  /// Says in one line what is wrong, after everything that was printed before.
  private static func fail(_ message: String, code: Int32) -> Never {
    fflush(nil)
    FileHandle.standardError.write(Data("scenarios: \(message)\n".utf8))
    exit(code)
  }

  private static let help = """
    scenarios                       list every pitfall
    scenarios list [--json]         the same
    scenarios run NAME              run one, by name or id: double-add, REG-1
    scenarios NAME                  the same
    scenarios run --all             run every one; ends in a table
    scenarios progress FILE [--raw] count a file's lines and bytes, and watch it
    scenarios clock [--seconds N]   a clock and its view

    Options of run
      --raw, --managed              only that side
      --act N                       only that act
      --rules classic|relaxed       only under those rules of Apple's runtime
      --quiet                       only the table
      --json                        the results for programs
      --in-process                  run one act in this process, which may die

    Exit codes: 0 everything ended as the catalogue says, 1 something did not,
    64 a command line that cannot be understood, 66 a file that cannot be read.
    """
}

/// A file that cannot be read: which, and why.
struct InputError: Error {
  let message: String
}
