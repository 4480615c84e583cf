import Console
import Foundation
import ManagedObserving
import RawObserving

/// `scenarios`: every pitfall as a pair that can be run, raw beside managed.
@main
enum Main {
  static func main() {
    signal(SIGPIPE, SIG_DFL)  // `scenarios list | head -1` ends quietly
    Interruption.handle()
    Remark.setOff(true)  // the pitfalls drop duplicates on purpose
    do {
      let line = try Command.table.parse(Array(CommandLine.arguments.dropFirst()))
      let isAsExpected = try run(line.request, Screen(STDOUT_FILENO, line.color))
      Ending.checkOutput(of: program)
      if !isAsExpected { exit(1) }
    } catch {
      Ending.fail(program, error)
    }
  }

  private static let program = "scenarios"

  /// Executes the command. Returns whether everything ended as the catalogue says.
  private static func run(_ request: ParsedLine<Command>.Request, _ screen: Screen) throws -> Bool {
    switch Command(request, screen) {
    case .welcome: try CourseVerbs(screen).welcome()
    case .text(let text): print(text)
    case .list(let options): try Listing(screen).print(options)
    case .run(let options): return try Runs(options, screen).run()
    case .show(let name): try CodeListing(screen).print(try Selection.pitfall(name))
    case .lesson(let name, let unfolded): try Reading(screen, unfolded: unfolded).lesson(name)
    case .card(let name, let unfolded): try Reading(screen, unfolded: unfolded).card(try Selection.pitfall(name))
    case .watch(let name, let drawn, let page, let options):
      return try Watch(screen).run(name, drawn: drawn, page: page, options)
    case .play(let options): return try Play(screen).run(options)
    case .new(let name, let isRaw): try NewProgram(screen).write(name, isRaw: isRaw)
    case .progress(let file, let raw): print(try Progress.count(file, raw: raw))
    case .clock(let seconds): ClockCapstone.run(seconds: seconds)
    case .course(let command): return try CourseVerbs.run(command, screen)
    case .orders(let command): try command.run(screen)
    case .explain(let command): try command.run(screen)
    case .changes(let names):
      return try ChangeCheck.run(names.isEmpty ? Pitfall.all : try Selection.pitfalls(names), screen)
    case .atlas(let file, let names):
      try Atlas.write(to: file, names.isEmpty ? Pitfall.all : try Selection.pitfalls(names))
    }
    return true
  }
}

extension Command {
  init(_ request: ParsedLine<Command>.Request, _ screen: Screen) {
    switch request {
    case .command(let command): self = command
    case .help(let verb): self = .text(Command.table.help(of: verb, width: screen.columns))
    case .version: self = .text("scenarios \(Version.current)")
    case .nothing: self = .welcome
    }
  }
}
