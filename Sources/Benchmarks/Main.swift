// C declares `stdout` and `stderr` as variables, which Swift takes for state that threads share; nobody assigns to it.
@preconcurrency import Foundation
import RawObserving

/// `benchmarks`: what observing costs.
@main
enum Main {
  static func main() {
    signal(SIGPIPE, SIG_DFL)  // `benchmarks | head -1` ends quietly
    Interruption.handle()
    Era.use(.relaxed)  // so that observed objects may be freed in bulk
    do {
      try run(try Command(Array(CommandLine.arguments.dropFirst())))
      // A full disk is noticed here at the latest: `print` keeps silent about it.
      if fflush(stdout) != 0 || ferror(stdout) != 0 {
        fail("the output could not be written.", code: 74)
      }
    } catch let error as UsageError {
      fail(error.message, code: 64)
    } catch {
      fail("\(error)", code: 70)
    }
  }

  private static func run(_ command: Command) throws {
    switch command {
    case .help: print(Command.helpText)
    case .list: for benchmark in Benchmark.all { print(benchmark.name) }
    case .listLoops:
      for benchmark in Benchmark.all {
        if case .loop = benchmark.measure { print(benchmark.name) }
      }
    case .loop(let name, let count): try loop(name, count)
    case .run(let filter, let rounds, let json):
      let words = filter.split(separator: " ")
      let chosen = Benchmark.all.filter { benchmark in
        words.allSatisfy { benchmark.name.localizedCaseInsensitiveContains($0) }
      }
      if chosen.isEmpty {
        throw UsageError(
          "no benchmark's name contains \(quoted(filter)). 'benchmarks --list' prints them.")
      }
      let line = ProgressLine()
      let results = Runner(rounds: rounds, progress: line.show).run(chosen)
      line.clear()
      if json { try JSONReport.print(results, Machine()) } else { Table.print(results, Machine()) }
    }
  }

  private static func loop(_ name: String, _ count: Int) throws {
    guard let benchmark = Benchmark.all.first(where: { $0.name == name }),
      case .loop(let make) = benchmark.measure
    else {
      throw UsageError("\(quoted(name)) is no loop. 'benchmarks --list' prints the names.")
    }
    _ = make()(count)
  }

  /// Says in one line what is wrong, after everything that was printed before.
  private static func fail(_ message: String, code: Int32) -> Never {
    fflush(nil)
    // Unlike a FileHandle, this goes on where there is no standard error.
    fputs("benchmarks: \(message)\n", stderr)
    exit(code)
  }
}
