import Console

/// What the programs of these tests are asked for.
enum Request: Equatable {
  case copy(words: [String], times: Int?, quiet: Bool, to: String?)
  case look
  case clean
}

/// A program with verbs, of which `copy` may be left out.
let tool = CommandTable<Request>(
  "./tool", purpose: "what these tests parse",
  groups: [
    .init("", [copy, look]),
    .init("More", [Verb("clean", "", "remove everything", isHidden: true) { _ in .clean }]),
  ],
  implied: copy, closing: "Exit codes: 0 done.")

private let copy = Verb<Request>(
  "copy", "NAME [NAME]", words: 1...2,
  "copy one name, or two of them, with a summary that is so long that it needs several lines in the help",
  options: [
    Option("--times", short: "-t", "N", "how often"), Option("--quiet", short: "-q", nil, "print nothing"),
    Option("--to", "PLACE", "where to; a place is a name, or the path of a folder that is there already"),
    Option("--secret", nil, "for the program itself", isHidden: true),
  ],
  details: [
    "A paragraph that is long enough to be wrapped, because it has more than eighty letters in it.", "  by hand",
  ]
) { line throws(UsageError) in
  .copy(
    words: line.words, times: try line.number(of: "--times", 1...9, needs: "a number from 1 to 9"),
    quiet: line.has("--quiet"), to: line.value(of: "--to"))
}

private let look = Verb<Request>("look", "", "look around") { _ in .look }

/// A program without verbs.
let plain = CommandTable<Request>(
  "plain", purpose: "one thing only", groups: [],
  implied: Verb("", "", "", options: [Option("--quiet", short: "-q", nil, "print nothing")]) { line in
    .copy(words: [], times: nil, quiet: line.has("--quiet"), to: nil)
  },
  closing: "Exit codes: 0 done.")

extension CommandTable<Request> {
  /// The request of a command line; nil for help, for the version and for nothing.
  func request(_ arguments: String...) throws -> Request? {
    if case .command(let request) = try parse(arguments).request { request } else { nil }
  }

  /// What is wrong with a command line; nil if nothing is.
  func problem(_ arguments: String...) -> String? { problem(arguments) }

  func problem(_ arguments: [String]) -> String? {
    do {
      _ = try parse(arguments)
      return nil
    } catch {
      return error.message
    }
  }
}
