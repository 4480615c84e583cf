import RawObserving

/// A part of a pitfall that can be run by itself: a short story that ends in a finding, or in the death
/// of its process.
struct Act: Sendable {
  let side: Side
  /// What is tried, in a few words.
  let title: String
  /// How it ends under the classic rules.
  let classic: Expectation
  /// How it ends under the relaxed rules.
  let relaxed: Expectation
  /// Whether the point is that both rules end it alike.
  var bothRules = false
  /// Whether it is the same mistake, made through the mediator, which does not put it right.
  var sameMistake = false
  /// The story. It returns what it found, composed from what it counted.
  let body: @Sendable (Story) -> String

  static func raw(
    _ title: String, _ expected: Expectation, relaxed: Expectation? = nil,
    bothRules: Bool = false, _ body: @escaping @Sendable (Story) -> String
  ) -> Act {
    Act(
      side: .raw, title: title, classic: expected, relaxed: relaxed ?? expected,
      bothRules: bothRules, body: body)
  }

  static func managed(
    _ title: String, _ expected: Expectation, relaxed: Expectation? = nil,
    bothRules: Bool = false, sameMistake: Bool = false,
    _ body: @escaping @Sendable (Story) -> String
  ) -> Act {
    Act(
      side: .managed, title: title, classic: expected, relaxed: relaxed ?? expected,
      bothRules: bothRules, sameMistake: sameMistake, body: body)
  }

  /// How it ends under those rules.
  func expectation(under rules: RuntimeRules) -> Expectation {
    switch rules {
    case .classic: classic
    case .relaxed: relaxed
    }
  }

  /// The rules it is worth running under: both, where they make a difference, or where the point is
  /// that they make none.
  var telling: [RuntimeRules] {
    classic != relaxed || bothRules ? [.classic, .relaxed] : [.classic]
  }
}

/// How the catalogue says an act ends.
enum Expectation: Equatable, Sendable {
  /// It returns this finding.
  case finds(String)
  /// Its process aborts, and these words are in its last message.
  case dies(String)
}

/// How an act ended.
enum Outcome: Equatable, Sendable {
  /// It returned this finding.
  case found(String)
  /// A signal ended its process; what it printed last.
  case died(signal: Int32, message: String)
  /// Its process ended in some other way, which no act does on purpose.
  case failed(String)

  func matches(_ expectation: Expectation) -> Bool {
    switch (self, expectation) {
    case (.found(let finding), .finds(let expected)): finding == expected
    case (.died(_, let message), .dies(let words)): message.contains(words)
    default: false
    }
  }

  /// What the runtime says of an assertion that does not hold, after the place in the source.
  private static let assertion = ": Assertion failed"

  /// Whether the last message of a process begins with this line.
  static func isLastMessage(_ line: String) -> Bool {
    line.hasPrefix("*** ") || line.contains(assertion)
  }

  /// The outcome in a few words, for the table.
  var summary: String {
    switch self {
    case .found(let finding):
      return finding
    case .died(let signal, let message):
      // The well-known forms, so that the table names the exception that was really printed.
      let quoted = message.split(separator: "'", maxSplits: 2)
      if message.hasPrefix("*** Terminating app"), quoted.count > 1 { return "dies: \(quoted[1])" }
      if message.contains("message sent to deallocated") { return "dies: message to the dead" }
      if message.contains(Self.assertion) { return "dies: assertion failed" }
      return "dies of signal \(signal)"
    case .failed(let reason):
      return reason
    }
  }
}
