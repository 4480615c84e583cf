import Foundation
package import RawObserving

/// A part of a pitfall that can be run by itself: a short story that ends with a finding, or with the death
/// of its process.
package struct Act: Sendable {
  package let side: Side
  /// What the act tries, in a few words.
  package let title: String
  /// How it ends in the classic era.
  let classic: Expectation
  /// How it ends in the current era.
  let current: Expectation
  /// What the author of this code wants, in the words of the finding. Nil if the act ends as its author wants, which
  /// can be a death that reports a mistake.
  package let wanted: String?
  /// Whether the point is that every era ends it alike.
  var everyEra = false
  /// Whether it is the same mistake, made through the mediator, which does not prevent it.
  package var sameMistake = false
  /// Whether two threads really run at the same time, so that no two recordings are the same.
  package var isRace = false
  /// The story. It returns what it found, composed from what it counted.
  let body: @Sendable (Story) -> String

  package static func raw(
    _ title: String, _ expected: Expectation, current: Expectation? = nil, wanted: String? = nil,
    everyEra: Bool = false, _ body: @escaping @Sendable (Story) -> String
  ) -> Act {
    Act(
      side: .raw, title: title, classic: expected, current: current ?? expected, wanted: wanted, everyEra: everyEra,
      body: body)
  }

  package static func managed(
    _ title: String, _ expected: Expectation, current: Expectation? = nil, wanted: String? = nil,
    everyEra: Bool = false, sameMistake: Bool = false, isRace: Bool = false,
    _ body: @escaping @Sendable (Story) -> String
  ) -> Act {
    Act(
      side: .managed, title: title, classic: expected, current: current ?? expected, wanted: wanted,
      everyEra: everyEra, sameMistake: sameMistake, isRace: isRace, body: body)
  }

  /// How it ends in that era.
  package func expectation(in era: Era) -> Expectation {
    switch era {
    case .classic: classic
    case .current: current
    }
  }

  /// Whether the act ends as its author wants, in that era.
  package func isRight(in era: Era) -> Bool {
    guard let wanted else { return true }
    return expectation(in: era) == .finds(wanted)
  }

  /// The eras in which the act is run: the classic one, and the current one if it ends the act differently, or if the
  /// point is that both end it alike.
  package var telling: [Era] { everyEra || current != classic ? Era.allCases : [.classic] }

  /// Whether the ending in the current era was read in binaries of Apple's systems: that a change for a deallocated
  /// observer is skipped.
  var isReadNotRun: Bool { classic == .dies(.messageToDeallocated) && current != classic }

  /// How such an ending is known, for every place that shows one.
  static let readNotRun =
    "Current era: how iOS 18.0, 18.2 and 26.1 behave is known from their code, not from a run."
}

/// How the catalogue says an act ends.
package enum Expectation: Equatable, Sendable {
  /// It returns this finding.
  case finds(String)
  /// Its process aborts, and its last message contains this.
  case dies(Message)

  var isDeath: Bool {
    if case .dies = self { true } else { false }
  }

  /// The ending in a few words: a finding, or that the process dies.
  var summary: String {
    switch self {
    case .finds(let finding): finding
    case .dies: "dies"
    }
  }
}

/// How an act ended.
package enum Outcome: Equatable, Sendable {
  /// It returned this finding.
  case found(String)
  /// A signal ended its process, which printed this last. If the engine ended it, a rule was broken.
  case died(signal: Int32, message: String, Violation.ID? = nil)
  /// Its process ended in some other way, which no act intends.
  case failed(String)

  func matches(_ expectation: Expectation) -> Bool {
    switch (self, expectation) {
    case (.found(let finding), .finds(let expected)): finding == expected
    case (.died(_, let text, let violation), .dies(let message)): message.matches(violation, text)
    default: false
    }
  }

  /// The last message of a process that died.
  var lastMessage: String? {
    if case .died(_, let message, _) = self { message } else { nil }
  }

  /// What the runtime prints for a failed assertion, after the place in the source.
  private static let assertion = ": Assertion failed"

  /// What the runtime adds below such a message.
  static let stackTrace = "Current stack trace:"

  /// Whether the last message of a process begins with this line. What a mediator remarks is not the last.
  static func isLastMessage(_ line: String) -> Bool {
    if line.hasPrefix("*** ManagedObserving: ") { return false }
    let beginnings = ["*** ", "Fatal error: ", "Simultaneous accesses to ", "Could not cast value of type "]
    return beginnings.contains(where: line.hasPrefix)
      || [assertion, ": Fatal error: ", ": Precondition failed"].contains(where: line.contains)
  }

  /// A death without a message.
  package static func words(forSignal signal: Int32) -> String {
    switch signal {
    case SIGSEGV, SIGBUS: "signal \(signal), as when memory is used that is not there, or calls do not end"
    case SIGABRT: "signal \(signal), as abort() sends it"
    case SIGILL, SIGTRAP: "signal \(signal), as when a check of Swift's fails"
    default: "signal \(signal)"
    }
  }

  /// The outcome in a few words, for the table.
  package var summary: String {
    switch self {
    case .found(let finding):
      return finding
    case .died(let signal, let message, let violation):
      if let exception = violation?.exception { return "dies: \(exception)" }
      if violation == .messageToDeallocated { return "dies: message to deallocated instance" }
      if violation != nil { return "dies: stopped by the engine" }
      if message.contains(Self.assertion) { return "dies: assertion failed" }
      return signal == SIGTRAP || signal == SIGILL ? "dies: a trap" : "dies of signal \(signal)"
    case .failed(let reason):
      return reason
    }
  }
}
