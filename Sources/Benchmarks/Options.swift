/// What the command line asks for.
enum Command: Equatable {
  case help
  case list
  /// The names of those that `--loop` can run.
  case listLoops
  /// Measures those whose names contain all the words of the filter.
  case run(filter: String, rounds: Int, json: Bool)
  /// Runs one loop that often and measures nothing: for a tool that counts instructions.
  case loop(name: String, count: Int)

  static let helpText = """
    benchmarks: what observing costs, beside what it is compared with.

    benchmarks                 measure everything and print a table
    benchmarks --filter WORDS  only those whose names contain all the words
    benchmarks --rounds N      so many interleaved rounds (15)
    benchmarks --json          print the results for programs to read
    benchmarks --list          print the names
    benchmarks --list-loops    print the names that --loop takes
    benchmarks --loop NAME N   run one loop N times and measure nothing, for a
                               tool that counts instructions

    A ratio is to the neighbour named under it, in the same run. Only a release
    build tells anything: 'make bench'.

    Exit codes: 0 done, also if a limit is exceeded; 64 a command line that
    cannot be understood, 74 output that cannot be written.
    """
}

/// A command line that cannot be understood: what is wrong with it, and what to write instead.
struct UsageError: Error, Equatable {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}

extension Command {
  /// Reads the command line, without the program's own name.
  init(_ arguments: [String]) throws(UsageError) {
    var words = arguments[...]
    var filter = ""
    var rounds = 15
    var json = false
    while let word = words.popFirst() {
      switch word {
      case "--help", "-h", "help":
        self = .help
        return
      case "--list":
        self = .list
        return
      case "--list-loops":
        self = .listLoops
        return
      case "--json":
        json = true
      case "--filter":
        guard let words = words.popFirst(), words.contains(where: { $0 != " " })
        else {
          throw UsageError("--filter needs words: benchmarks --filter 'raw observer'.")
        }
        filter = words
      case "--rounds":
        guard let number = words.popFirst().flatMap({ Int($0) }), 1...1_000 ~= number else {
          throw UsageError("--rounds needs a whole number from 1 to 1000.")
        }
        rounds = number
      case "--loop":
        guard let name = words.popFirst(), let count = words.popFirst().flatMap({ Int($0) }),
          count >= 0
        else { throw UsageError("--loop needs the name of a benchmark and a count.") }
        self = .loop(name: name, count: count)
        return
      default:
        throw UsageError("\(quoted(word)) is not known. Try 'benchmarks --help'.")
      }
    }
    self = .run(filter: filter, rounds: rounds, json: json)
  }
}

/// A word from the command line as a message shows it: in quotes, on one line, and not for ever.
func quoted(_ word: String, most: Int = 64) -> String {
  let start = word.unicodeScalars.prefix(most)
  let isWhole = start.endIndex == word.unicodeScalars.endIndex
  let text = String.UnicodeScalarView(
    start.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 })
  return "'\(String(text))\(isWhole ? "" : "…")'"
}
