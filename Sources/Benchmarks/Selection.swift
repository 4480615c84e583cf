import Console
import Foundation

/// The benchmarks that a command line names.
enum Selection {
  /// Those whose names contain all the words of the filter.
  static func matching(_ filter: String) throws(UsageError) -> [Benchmark] {
    let words = filter.split(separator: " ")
    let chosen = Benchmark.all.filter { benchmark in
      words.allSatisfy { benchmark.name.localizedCaseInsensitiveContains($0) }
    }
    if chosen.isEmpty {
      throw UsageError("no benchmark's name contains \(quoted(filter)). '\(program) --list' prints the names.")
    }
    return chosen
  }

  private static let program = Command.table.program
}
