import Console

/// What the command line asks for.
enum Command: Equatable {
  /// Text that is printed unchanged: the help, or the version.
  case text(String)
  /// Prints the names of the benchmarks that match the filter.
  case list(filter: String)
  /// Measures the benchmarks that match the filter: those whose names contain all its words.
  case run(filter: String, rounds: Int, json: Bool, quiet: Bool)
}

extension Command {
  /// Every option. Parsing, help and suggestions come from this table.
  static let table = CommandTable<Command>(
    "swift run -c release benchmarks",
    purpose: "what observing costs, beside its neighbours",
    groups: [],
    implied: Verb(
      "", "", "",
      options: [
        Option("--filter", "WORDS", "only those whose names contain all the words"),
        Option("--rounds", "N", "how many interleaved rounds; 15 by default"),
        Option("--json", nil, "for programs: Sources/Benchmarks/schema.json describes it"),
        Option("--quiet", short: "-q", nil, "without the line that says what is being measured"),
        Option("--list", nil, "print the names"),
      ],
      { line throws(UsageError) in try Command(line) }),
    closing: """
      Without an option, everything is measured and printed as a table. A ratio is to the neighbour named under it, \
      in the same run. Only a release build tells anything about speed: 'make bench' makes one.

      NO_COLOR and TERM=dumb turn colours off; COLUMNS says how wide the table is to be where there is no terminal.

      Exit codes: 0 done, even if a limit is exceeded; 64 a command line that cannot be understood; 74 output that \
      cannot be written. Ctrl-C ends it by the signal.
      """)

  private init(_ line: Invocation) throws(UsageError) {
    let filter = line.value(of: "--filter") ?? ""
    if line.has("--filter") && !filter.contains(where: { $0 != " " }) {
      throw UsageError("--filter needs words: \(Command.table.program) --filter 'raw observer'.")
    }
    let rounds = try line.number(of: "--rounds", 1...1000, needs: "a whole number from 1 to 1000")
    if line.has("--list"), let other = ["--json", "--rounds"].first(where: line.has) {
      throw UsageError("--list measures nothing, so leave out \(other).")
    }
    self =
      line.has("--list")
      ? .list(filter: filter)
      : .run(filter: filter, rounds: rounds ?? 15, json: line.has("--json"), quiet: line.has("--quiet"))
  }

  init(_ request: ParsedLine<Command>.Request, _ screen: Screen = Screen()) {
    switch request {
    case .command(let command): self = command
    case .help, .nothing: self = .text(Command.table.help(of: nil, width: screen.columns))
    case .version: self = .text("benchmarks \(Version.current)")
    }
  }
}
