/// How one kind of log is recognised, and what to conclude.
struct Rule: Sendable {
  /// What a rule concludes.
  enum Answer: Equatable, Sendable {
    /// It is a failure of observing of this kind.
    case kind(Kind, Certainty)
    /// The log is about something else.
    case notObserving
    /// The log does not decide.
    case cannotTell
  }

  /// The name, for tests and JSON.
  let name: String
  let answer: Answer
  /// The deciding part of a log, in words.
  let sign: String
  /// Kinds that are not excluded.
  let possible: [Kind]
  let condition: Condition
  /// Why this follows, in one or two sentences.
  let because: String
  /// What to look at next, if the answer is not a kind: a kind has its own advice.
  let next: [String]
  /// Cards that help although the answer is no kind.
  let cards: [String]

  init(
    _ name: String, _ answer: Answer, possible: [Kind] = [], sign: String, when condition: Condition, because: String,
    next: [String] = [], cards: [String] = []
  ) {
    (self.name, self.answer, self.possible, self.condition) = (name, answer, possible, condition)
    self.sign = sign
    (self.because, self.next, self.cards) = (because, next, cards)
  }
}
