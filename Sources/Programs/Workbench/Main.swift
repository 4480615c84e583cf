import Console
import Course
import Foundation
import ManagedObserving
import Workbench

/// The program behind `./scenarios` that has every verb.
@main
enum Main {
  static func main() {
    signal(SIGPIPE, SIG_DFL)  // `scenarios list | head -1` ends quietly
    Interruption.handle()
    Remark.setOff(true)  // the pitfalls drop duplicates on purpose
    do {
      let line = try Verbs.table.parse(Array(CommandLine.arguments.dropFirst()))
      let isAsExpected = try action(line.request)(Screen(STDOUT_FILENO, line.color))
      Ending.checkOutput(of: program)
      if !isAsExpected { exit(1) }
    } catch {
      Ending.fail(program, error)
    }
  }

  private static let program = "scenarios"

  private static func action(_ request: ParsedLine<Action>.Request) -> Action {
    switch request {
    case .command(let action): action
    case .help(let verb): printing { Verbs.table.help(of: verb, width: $0.columns) }
    case .version: printing { _ in "\(program) \(Version.current)" }
    case .nothing: CourseTable.welcome
    }
  }

  private static func printing(_ text: @escaping @Sendable (Screen) -> String) -> Action {
    { screen in
      print(text(screen))
      return true
    }
  }
}
