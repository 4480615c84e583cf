/// What a verb does: it prints, and returns whether everything ended as it should.
package typealias Action = @Sendable (Screen) throws -> Bool

/// The verbs and options of a program, as a table: parsing, help and suggestions come from it.
package struct CommandTable<Command>: Sendable {
  package let program: String
  /// The purpose of the program, in a line of its help.
  package let purpose: String
  package let groups: [Group]
  /// The verb of a command line whose first word is no verb. It has no place in the help unless it is in a group.
  package let implied: Verb<Command>
  /// The text of the help after the verbs.
  package let closing: String

  /// Verbs that the help lists together.
  package struct Group: Sendable {
    /// Empty for the first group, which needs no heading.
    package let title: String
    package let verbs: [Verb<Command>]

    package init(_ title: String, _ verbs: [Verb<Command>]) {
      (self.title, self.verbs) = (title, verbs)
    }
  }

  package init(_ program: String, purpose: String, groups: [Group], implied: Verb<Command>, closing: String) {
    (self.program, self.purpose, self.groups) = (program, purpose, groups)
    (self.implied, self.closing) = (implied, closing)
  }

  package var verbs: [Verb<Command>] { groups.flatMap(\.verbs) }

  package func verb(_ name: String) -> Verb<Command>? { verbs.first { $0.name == name } }
}

/// One thing that a program does.
package struct Verb<Command>: Sendable {
  package let name: String
  /// What follows the verb in its usage, such as `[NAME ...]`; empty if it takes no words.
  package let takes: String
  /// How many words it takes.
  package let count: ClosedRange<Int>
  /// What it does, in a few words.
  package let summary: String
  package let options: [Option]
  /// The paragraphs of its help below the options.
  package let details: [String]
  /// Whether it is for the program itself or for its repository, and not in the help.
  package let isHidden: Bool
  /// Makes a command of the parsed line.
  package let read: @Sendable (Invocation) throws(UsageError) -> Command

  package init(
    _ name: String, _ takes: String = "", words count: ClosedRange<Int> = 0...0, _ summary: String,
    options: [Option] = [], details: [String] = [], isHidden: Bool = false,
    _ read: @escaping @Sendable (Invocation) throws(UsageError) -> Command
  ) {
    (self.name, self.takes, self.count, self.summary) = (name, takes, count, summary)
    (self.options, self.details, self.isHidden, self.read) = (options, details, isHidden, read)
  }

  /// The same verb, of which another command is made.
  package func map<Other>(_ change: @escaping @Sendable (Command) throws(UsageError) -> Other) -> Verb<Other> {
    Verb<Other>(name, takes, words: count, summary, options: options, details: details, isHidden: isHidden) {
      line throws(UsageError) in try change(read(line))
    }
  }

  /// Its form without options: `run NAME ...`.
  package var usage: String { [name, takes].filter { !$0.isEmpty }.joined(separator: " ") }
}

/// An option of a verb.
package struct Option: Sendable {
  /// With its dashes: `--act`.
  package let name: String
  /// A second name with one dash and one letter: `-q`.
  package let short: String?
  /// The name of its value, such as `N`; nil if it takes none.
  package let value: String?
  package let summary: String
  /// Whether it is for the program itself, and not in the help.
  package let isHidden: Bool

  package init(
    _ name: String, short: String? = nil, _ value: String? = nil, _ summary: String = "", isHidden: Bool = false
  ) {
    (self.name, self.short, self.value, self.summary, self.isHidden) = (name, short, value, summary, isHidden)
  }

  /// Its form: `-q, --quiet`, `--act N`.
  package var usage: String {
    (short.map { "\($0), " } ?? "") + name + (value.map { " \($0)" } ?? "")
  }

  func isCalled(_ word: String) -> Bool { word == name || word == short }
}

/// A verb as it was called: its words and its options.
package struct Invocation: Sendable {
  package let words: [String]
  /// The options in their order, by their long names.
  let options: [(name: String, value: String?)]

  package func has(_ option: String) -> Bool { options.contains { $0.name == option } }

  /// The value of an option; of several, the last one.
  package func value(of option: String) -> String? { options.last { $0.name == option }?.value }

  /// The values of an option that may be given several times.
  package func values(of option: String) -> [String] { options.filter { $0.name == option }.compactMap(\.value) }

  /// The value of an option that is a whole number.
  ///
  /// - Throws: ``UsageError`` that says what the option needs.
  package func number(
    of option: String, _ range: ClosedRange<Int>, needs what: String
  ) throws(UsageError) -> Int? {
    guard let value = value(of: option) else { return nil }
    guard let number = Int(value), range ~= number else { throw UsageError("\(option) needs \(what).") }
    return number
  }
}

/// A command line that cannot be understood: what is wrong with it, and what to write instead.
package struct UsageError: Error, Equatable {
  package let message: String

  package init(_ message: String) { self.message = message }
}
