import Harness

/// A question with everything that is needed to ask it.
enum Question: Sendable {
  /// One of several answers is right. The choices may be in another order than on the card.
  case choice(Pitfall, Prediction)
  /// The answer was read from a recording.
  case traced(Trace)

  /// The question of the pitfall's card.
  static func choice(_ pitfall: Pitfall) -> Question { .choice(pitfall, pitfall.prediction) }

  var pitfall: Pitfall {
    switch self {
    case .choice(let pitfall, _): pitfall
    case .traced(let trace): trace.tracing.pitfall
    }
  }

  /// The name by which the position knows it: an id, or one such as `OPT-3/calls`.
  var name: String {
    switch self {
    case .choice(let pitfall, _): pitfall.id
    case .traced(let trace): trace.tracing.name
    }
  }

  /// The number of the act that shows the answer, counted from 1.
  var act: Int {
    switch self {
    case .choice(_, let prediction): prediction.act
    case .traced(let trace): trace.tracing.act
    }
  }

  /// The question of that name. A run is recorded for a tracing question.
  static func named(_ name: String) throws -> Question? {
    if let tracing = Tracing.all.first(where: { $0.name == name }) { return .traced(try tracing.trace()) }
    return Pitfall.named(name).map { .choice($0) }
  }

  /// The names of all questions about these pitfalls.
  static func names(of pitfalls: [Pitfall]) -> [String] {
    pitfalls.flatMap { pitfall in
      [pitfall.id] + Tracing.all.filter { $0.pitfall.id == pitfall.id }.map(\.name)
    }
  }

  /// All questions about these pitfalls. A run is recorded for each tracing question.
  static func all(about pitfalls: [Pitfall]) throws -> [Question] {
    let traces = try Tracing.traces(of: Tracing.all.filter { one in pitfalls.contains { $0.id == one.pitfall.id } })
    return pitfalls.flatMap { pitfall in
      [.choice(pitfall)] + traces.filter { $0.tracing.pitfall.id == pitfall.id }.map(Question.traced)
    }
  }

  /// Whether the answer is the number of a line.
  var asksForLine: Bool { if case .traced(let trace) = self { trace.tracing.kind == .line } else { false } }

  /// Whether the answer was read from a recording.
  var isTraced: Bool { if case .traced = self { true } else { false } }

  /// The code that it is about. For a tracing question, these are the parts of the program that ran.
  func code() throws -> [CodeExcerpt] {
    switch self {
    case .choice(let pitfall, _): try CodeExcerpt.forQuestion(about: pitfall)
    case .traced(let trace): trace.code
    }
  }

  var text: String {
    switch self {
    case .choice(_, let prediction): prediction.question
    case .traced(let trace): trace.question
    }
  }

  /// What there is to choose from; empty if a number is asked for.
  var choices: [String] {
    switch self {
    case .choice(_, let prediction): prediction.choices.map(\.text)
    case .traced(let trace): trace.names
    }
  }

  /// What an answer has to be.
  var wanted: String {
    switch self {
    case .choice: "a number from 1 to \(choices.count)"
    case .traced(let trace):
      switch trace.tracing.kind {
      case .calls, .runs: "a number"
      case .order: "numbers from 1 to \(choices.count), with spaces in between"
      case .alive: "numbers from 1 to \(choices.count), with spaces in between; or 0 for none"
      case .line: "the number of a line"
      }
    }
  }

  /// How to give an answer to that command as an option.
  func how(with command: String) -> String {
    let (what, example) =
      switch self {
      case .choice: ("", "N")
      case .traced(let trace):
        switch trace.tracing.kind {
        case .calls, .runs: (" the number", "NUMBER")
        case .order: (" the numbers in their order", "\"N N …\"")
        case .alive: (" the numbers", "\"N N …\"")
        case .line: (" the number of the line", "LINE")
        }
      }
    return "Answer with\(what.isEmpty ? "" : "\(what):") '\(command) --answer \(example)'"
  }

  /// An answer as it was typed; nil if it is none.
  func answer(_ typed: String) -> [Int]? {
    let words = typed.split { $0 == " " || $0 == "," || $0 == "\t" }
    let numbers = words.compactMap { Int($0) }
    guard numbers.count == words.count, !numbers.isEmpty else { return nil }
    let isOne = numbers.count == 1
    switch self {
    case .choice: return isOne && choices.indices.contains(numbers[0] - 1) ? numbers : nil
    case .traced(let trace) where trace.tracing.kind == .order:
      return numbers.allSatisfy { choices.indices.contains($0 - 1) } ? numbers : nil
    case .traced(let trace) where trace.tracing.isInventory:
      // In any order, and each once.
      let set = Set(numbers).sorted()
      return set == [0] || set.allSatisfy { choices.indices.contains($0 - 1) } ? set : nil
    case .traced: return isOne && numbers[0] >= 0 ? numbers : nil
    }
  }

  func isRight(_ answer: [Int]) -> Bool {
    switch self {
    case .choice(_, let prediction): prediction.choices[answer[0] - 1].isRight
    case .traced(let trace): trace.answer == answer
    }
  }

  /// What is said of an answer, why, and what is said of the right one if it is another.
  func verdict(on answer: [Int]) -> (expected: String, why: String, right: String?) {
    switch self {
    case .choice(_, let prediction):
      let choice = prediction.choices[answer[0] - 1]
      let right = prediction.choices.first(where: \.isRight).map { "\($0.text) \($0.because)" }
      return (choice.text, choice.because, choice.isRight ? nil : right)
    case .traced(let trace):
      func words(_ answer: [Int]) -> String {
        answer.map { trace.names.isEmpty ? "\($0)" : $0 == 0 ? "none" : trace.names[$0 - 1] }
          .joined(separator: ", ") + "."
      }
      return isRight(answer)
        ? (words(answer), trace.because, nil) : (words(answer), "", "\(words(trace.answer)) \(trace.because)")
    }
  }
}
