/// A command line, before its verb interprets it.
package struct ParsedLine<Command> {
  package let request: Request
  package let color: ColorChoice

  package enum Request {
    case command(Command)
    /// The help; of one verb, if there is one.
    case help(Verb<Command>?)
    case version
    /// Nothing except, perhaps, `--color`.
    case nothing
  }
}

extension CommandTable {
  /// The options of every verb. They may come before the verb or after it.
  package static var commonOptions: [Option] {
    [
      Option("--color", "WHEN", "colours: always, never, or auto, which is only on a terminal"),
      Option("--help", short: "-h", nil, "help; of a verb, with the verb"),
      Option("--version", nil, "the version"),
    ]
  }

  /// Reads a command line, without the program's own name.
  ///
  /// An option's value is the next word, or follows `=`. After `--` every word belongs to the verb. A `-` alone is a word
  /// too.
  package func parse(_ arguments: [String]) throws(UsageError) -> ParsedLine<Command> {
    // A request for help wins over everything else in the line.
    let asked = arguments.prefix { $0 != "--" }
    let named = asked.first { !$0.hasPrefix("-") }.flatMap(verb)
    if asked.contains("--help") || asked.contains("-h") { return ParsedLine(request: .help(named), color: .auto) }

    var line = arguments[...]
    var common: [(name: String, value: String?)] = []
    while let word = line.first, word.hasPrefix("-"), word.count > 1, word != "--" {
      guard let option = Self.commonOptions.first(where: { $0.isCalled(Self.name(of: word)) }) else {
        if implied.name.isEmpty { break }
        throw misplaced(word, before: line.dropFirst())
      }
      common.append((option.name, try Self.takeValue(of: option, &line)))
    }
    if common.contains(where: { $0.name == "--version" }) { return ParsedLine(request: .version, color: .auto) }
    guard let first = line.first else {
      let color = try Self.color(common)
      if !implied.name.isEmpty { return ParsedLine(request: .nothing, color: color) }
      return ParsedLine(request: .command(try implied.read(Invocation(words: [], options: []))), color: color)
    }
    if first == "help", !implied.name.isEmpty || line.count == 1 { return try help(line.dropFirst()) }
    let verb = verb(first) ?? implied
    if !first.isEmpty, verb.name == first { line.removeFirst() }
    let (invocation, more) = try parse(line, of: verb)
    if more.contains(where: { $0.name == "--version" }) { return ParsedLine(request: .version, color: .auto) }
    return ParsedLine(request: .command(try verb.read(invocation)), color: try Self.color(common + more))
  }

  /// The words and options of a verb, and the options that go with every verb.
  private func parse(
    _ line: ArraySlice<String>, of verb: Verb<Command>
  ) throws(UsageError) -> (Invocation, [(name: String, value: String?)]) {
    var line = line
    var words: [String] = []
    var own: [(name: String, value: String?)] = []
    var common: [(name: String, value: String?)] = []
    var onlyWords = false
    while let word = line.first {
      if !onlyWords, word == "--" {
        onlyWords = true
        line.removeFirst()
      } else if onlyWords || !Self.looksLikeOption(word) {
        if words.count == verb.count.upperBound { throw tooMany(word, for: verb) }
        words.append(word)
        line.removeFirst()
      } else if let option = verb.options.first(where: { $0.isCalled(Self.name(of: word)) }) {
        own.append((option.name, try Self.takeValue(of: option, &line)))
      } else if let option = Self.commonOptions.first(where: { $0.isCalled(Self.name(of: word)) }) {
        common.append((option.name, try Self.takeValue(of: option, &line)))
      } else {
        throw unknown(word, of: verb)
      }
    }
    if words.count < verb.count.lowerBound {
      throw UsageError("'\(verb.name)' needs \(verb.takes): \(program) \(verb.usage).")
    }
    return (Invocation(words: words, options: own), common)
  }

  /// Whether a word is meant as an option. An Objective-C method, as in a log, begins with `-[`.
  private static func looksLikeOption(_ word: String) -> Bool {
    word.hasPrefix("-") && word.dropFirst().first.map { $0 == "-" || $0.isLetter || $0.isNumber } ?? false
  }

  /// The name in `--name=value`.
  private static func name(of word: String) -> String {
    guard word.hasPrefix("--"), let end = word.utf8.firstIndex(of: UInt8(ascii: "=")) else { return word }
    return String(word[..<end])
  }

  /// Removes an option from the line, with its value if it has one.
  private static func takeValue(of option: Option, _ line: inout ArraySlice<String>) throws(UsageError) -> String? {
    let word = line.removeFirst()
    let joined = word.firstIndex(of: "=").map { String(word[word.index(after: $0)...]) }
    let isJoined = word.hasPrefix("--") && joined != nil
    guard let value = option.value else {
      if isJoined { throw UsageError("\(option.name) takes no value, so leave out \(quoted("=" + (joined ?? ""))).") }
      return nil
    }
    // A word that looks like an option is not meant as a value, unless it is joined to it.
    let found = isJoined ? joined : line.first?.hasPrefix("--") == true ? nil : line.popFirst()
    guard let found, !found.isEmpty else { throw UsageError("\(option.name) needs a value: \(option.name) \(value).") }
    return found
  }

  private static func color(_ options: [(name: String, value: String?)]) throws(UsageError) -> ColorChoice {
    guard let word = options.last(where: { $0.name == "--color" })?.value else { return .auto }
    guard let choice = ColorChoice(rawValue: word) else {
      throw UsageError("--color needs 'always', 'auto' or 'never', not \(quoted(word)).")
    }
    return choice
  }

  private func help(_ words: ArraySlice<String>) throws(UsageError) -> ParsedLine<Command> {
    let words = words.filter { !$0.hasPrefix("--color") }
    guard let word = words.first, word != "help" else { return ParsedLine(request: .help(nil), color: .auto) }
    guard let verb = verb(word) else {
      throw UsageError("there is no verb \(quoted(word)). \(advice(word, among: verbs.map(\.name)))")
    }
    return ParsedLine(request: .help(verb), color: .auto)
  }

  // MARK: Errors

  private func misplaced(_ word: String, before rest: ArraySlice<String>) -> UsageError {
    let name = Self.name(of: word)
    let verbs = rest.compactMap(verb) + self.verbs
    if let verb = verbs.first(where: { !$0.isHidden && $0.options.contains { $0.isCalled(name) } }) {
      return UsageError("\(quoted(word)) comes after a verb: \(program) \(verb.usage) \(name).")
    }
    let known = Self.commonOptions.map(\.name)
    return UsageError("there is no option \(quoted(word)). \(advice(name, among: known))")
  }

  private func unknown(_ word: String, of verb: Verb<Command>) -> UsageError {
    let options = (verb.options.filter { !$0.isHidden } + Self.commonOptions).map(\.name)
    let of = verb.name.isEmpty ? "there is no option \(quoted(word))" : "'\(verb.name)' has no option \(quoted(word))"
    let near = suggestions(for: Self.name(of: word), among: options)
    let help = verb.name.isEmpty ? "\(program) --help" : "\(program) help \(verb.name)"
    return UsageError(
      "\(of). " + (near.isEmpty ? "'\(help)' lists them." : "Did you mean \(near.joined(separator: ", "))?"))
  }

  private func tooMany(_ word: String, for verb: Verb<Command>) -> UsageError {
    if verb.name.isEmpty { return UsageError("\(quoted(word)) is not known. '\(program) --help' says what is.") }
    let usage = "\(program) \(verb.usage)"
    return UsageError("'\(verb.name)' takes \(Self.words(verb.count.upperBound)), not \(quoted(word)): \(usage).")
  }

  private static func words(_ count: Int) -> String {
    switch count {
    case 0: "no name"
    case 1: "one name"
    default: "\(count) names"
    }
  }

  /// "Did you mean", or the help to read.
  package func advice(_ word: String, among known: [String]) -> String {
    let near = suggestions(for: word, among: known)
    return near.isEmpty ? "'\(program) help' says what there is." : "Did you mean \(near.joined(separator: ", "))?"
  }
}
