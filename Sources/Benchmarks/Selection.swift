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

  /// The closure that makes the loop of the benchmark with that name.
  static func loop(_ name: String) throws(UsageError) -> () -> (Int) -> Double {
    guard let benchmark = Benchmark.all.first(where: { $0.name == name }) else {
      let near = suggestions(for: name, among: Benchmark.all.filter(\.isLoop).map(\.name))
      let advice = near.isEmpty ? loops : "Did you mean \(near.map { quoted($0) }.joined(separator: " or "))?"
      throw UsageError("there is no benchmark \(quoted(name)). \(advice)")
    }
    let reason: String
    switch benchmark.measure {
    case .loop(let make): return make
    case .difference(let first, let second, _): reason = "is computed from \(quoted(first)) and \(quoted(second))"
    case .growth(let few, let many, _): reason = "compares \(few.formatted) with \(many.formatted)"
    case .once: reason = "is measured once"
    }
    throw UsageError("\(quoted(name)) \(reason), so it has no loop of its own. \(loops)")
  }

  private static let program = Command.table.program
  private static let loops = "'\(program) --list-loops' prints the names of those that can be looped."
}
