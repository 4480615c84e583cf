/// Whether a run ended as the author of its code wants.
enum Verdict: String, Sendable {
  case right
  /// The mistake shows.
  case wrong
  /// The mistake shows, although the code observes through the mediator.
  case sameMistake = "same mistake"
  /// The run did not end as the catalogue says.
  case unexpected
}

extension ActResult {
  var verdict: Verdict {
    if !isAsExpected { return .unexpected }
    if act.isRight(in: era) { return .right }
    return act.sameMistake ? .sameMistake : .wrong
  }

  /// Whether it ended as its author wants, and not as the catalogue says: the mistake was corrected.
  var isCorrected: Bool {
    guard verdict == .unexpected, case .found(let finding) = outcome else { return false }
    return finding == act.wanted
  }

  /// How a run should have ended; nil if it did.
  var expected: String? {
    switch verdict {
    case .right: nil
    case .wrong, .sameMistake: act.wanted
    case .unexpected: act.expectation(in: era).sentence
    }
  }
}

extension Expectation {
  /// The ending in words: a finding, or how the process dies.
  package var sentence: String {
    switch self {
    case .finds(let finding): finding
    case .dies(let message):
      message.parts.isEmpty ? "the process dies without a message" : "the process dies, saying \"\(message.text)\""
    }
  }
}
