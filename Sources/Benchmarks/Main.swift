import Console
import Foundation
import RawObserving

#if !(os(macOS) || os(Linux))
  #error("benchmarks runs on macOS and Linux. Build the two libraries alone.")
#endif

/// `benchmarks`: what observing costs.
@main
enum Main {
  static func main() {
    signal(SIGPIPE, SIG_DFL)  // `benchmarks | head -1` ends quietly
    Interruption.handle()
    Era.use(.current)  // so that observed objects may be freed in bulk
    do {
      let line = try Command.table.parse(Array(CommandLine.arguments.dropFirst()))
      let screen = Screen(STDOUT_FILENO, line.color)
      try run(Command(line.request, screen), screen)
      Ending.checkOutput(of: program)
    } catch {
      Ending.fail(program, error)
    }
  }

  private static let program = "benchmarks"

  private static func run(_ command: Command, _ screen: Screen) throws {
    switch command {
    case .text(let text): print(text)
    case .list(let filter): for benchmark in try Selection.matching(filter) { print(benchmark.name) }
    case .run(let filter, let rounds, let json, let quiet):
      let chosen = try Selection.matching(filter)
      let line = quiet ? nil : StatusLine()
      let results = Runner(rounds: rounds, progress: { text in line?.show { _ in text } }).run(chosen)
      line?.clear()
      if json {
        try JSONReport.print(results, Machine())
      } else {
        print(Table(results, Machine(), screen).text)
      }
    }
  }
}
