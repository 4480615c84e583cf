import Console
import Harness

/// `scenarios quiz`: questions with their code, their answers and their runs.
enum Quiz {
  /// What is left of a quiz that was begun.
  struct Round: Codable, Equatable, Sendable {
    /// The names of the questions that are left, the next one first.
    var left: [String]
    /// Whether the first answer to each question was right.
    var first: [String: Bool] = [:]
  }

  /// Ten questions to take before a path and after it, on pitfalls of its lessons. No lesson asks them or
  /// prints their runs.
  static func ten(of path: CoursePath) -> [String] {
    switch path {
    case .new:
      ["LIF-9", "MOD-15", "REM-7", "LIF-5", "MED-6", "MED-11", "MOD-7", "MOD-22", "MOD-23", "MOD-21"]
    case .maintain:
      ["REG-8", "REM-5", "LIF-5", "CTX-4", "THR-3", "OPT-2", "KEY-6", "COL-5", "MED-4", "MOD-22"]
    }
  }
}

extension CourseVerbs {
  // MARK: A quiz

  /// Asks about the pitfalls that the words mean, or about all; what is missed is asked again at the end.
  mutating func quiz(_ words: [String], _ given: String?) throws {
    let pitfalls = words.isEmpty ? Pitfall.all : try Selection.pitfalls(words)
    let key = words.joined(separator: " ").lowercased()
    let command = "./scenarios quiz" + words.map { " \($0)" }.joined()
    var given = given
    begin(key, Question.names(of: pitfalls))
    while let name = position.quizzes[key]?.left.first {
      guard let question = try Question.named(name) else {
        // Of an earlier version, which had a question that is gone.
        keep { $0.quizzes[key]?.left.removeFirst() }
        continue
      }
      let asking = Asking(question, screen)
      let left = position.quizzes[key]?.left.count ?? 0
      let answer = try self.answer(
        to: asking, given, after: "\(left) of \(Question.names(of: pitfalls).count) questions to go.",
        how: "\(question.how(with: command)). The same command without it asks again.")
      guard let answer else { return }
      given = nil
      remember(answer, to: question)
      let isRight = question.isRight(answer)
      keep { position in
        guard var round = position.quizzes[key], round.left.first == name else { return }
        round.left.removeFirst()
        round.first[name] = round.first[name] ?? isRight
        if !isRight { round.left.append(name) }
        position.quizzes[key] = round
      }
      try asking.showRun()
      print("")
      asking.printVerdict(on: answer)
      print("")
      if !canAsk, position.quizzes[key]?.left.isEmpty == false { return say("'\(command)' asks the next question.") }
    }
    end(key, command)
  }

  /// Begins a round unless there is one. What was missed before comes first.
  private mutating func begin(_ key: String, _ names: [String]) {
    guard position.quizzes[key]?.left.isEmpty ?? true else { return }
    let missed = position.missed
    keep { $0.quizzes[key] = Quiz.Round(left: names.filter(missed.contains) + names.filter { !missed.contains($0) }) }
  }

  private mutating func end(_ key: String, _ command: String) {
    let first = position.quizzes[key]?.first ?? [:]
    keep { $0.quizzes[key] = nil }
    say("That is all: \(first.values.count { $0 }) of \(first.count) were right the first time.")
    let missed = first.filter { !$0.value }.keys.sorted()
    if !missed.isEmpty {
      say("You missed \(missed.joined(separator: ", ")) at first. './scenarios card ID' explains one.")
    }
    say("'\(command)' asks them anew.")
  }

  // MARK: The ten

  /// Asks ten questions about the learner's path without their answers, and compares the result with an earlier one.
  mutating func ten(_ given: String?) throws {
    guard choose(nil, mayAsk: given == nil) else { return }
    let ten = Quiz.ten(of: position.way)
    let key = position.way == .maintain ? "--ten" : "--ten \(position.way.rawValue)"
    var given = given
    if position.quizzes[key] == nil {
      keep { $0.quizzes[key] = Quiz.Round(left: ten) }
      let time =
        tens.isEmpty
        ? "Ten questions to take before \(position.way.title). Take them again after it, with the same command."
        : "The same ten questions again."
      say("\(time) You see no answers in between: guess if you do not know.")
      print("")
    }
    while let name = position.quizzes[key]?.left.first, let question = try Question.named(name) {
      let number = ten.count - (position.quizzes[key]?.left.count ?? 0) + 1
      let answer = try self.answer(
        to: Asking(question, screen), given, after: "Question \(number) of \(ten.count).",
        how: "\(question.how(with: "./scenarios quiz --ten")).")
      guard let answer else { return }
      if given == nil { print("") }
      given = nil
      keep { position in
        guard position.quizzes[key]?.left.first == name else { return }
        position.quizzes[key]?.left.removeFirst()
        position.quizzes[key]?.first[name] = question.isRight(answer)
      }
    }
    let results = position.quizzes[key]?.first ?? [:]
    keep {
      $0.quizzes[key] = nil
      $0.tens.append(results)
    }
    sayTens()
  }

  /// Which of the ten of the learner's path were right, each time that they were taken.
  private var tens: [[String: Bool]] {
    let names = Set(Quiz.ten(of: position.way))
    return position.tens.filter { Set($0.keys) == names }
  }

  /// Where the ten can be taken, in one line.
  func offerTen(isEnd: Bool) {
    let text =
      switch (isEnd, tens.isEmpty) {
      case (false, _): "asks ten questions before you begin, and again at the end."
      case (true, true): "asks ten questions about what you have read."
      case (true, false): "asks the ten questions again, and compares."
      }
    say("'./scenarios quiz --ten' \(text)")
  }

  /// The result of the last time, beside that of the first.
  private func sayTens() {
    let ten = Quiz.ten(of: position.way)
    func right(_ results: [String: Bool]) -> Set<String> { Set(results.filter(\.value).keys) }
    guard let last = tens.last.map(right), let first = tens.first.map(right) else { return }
    func list(_ names: Set<String>) -> String { ten.filter(names.contains).joined(separator: ", ") }
    say("\(last.count) of \(ten.count) right.")
    guard tens.count > 1 else {
      return say("That is kept. './scenarios quiz --ten' after \(position.way.title) asks them again and compares.")
    }
    say("The first time it was \(first.count).")
    let (new, lost) = (last.subtracting(first), first.subtracting(last))
    if !new.isEmpty { say("Right now and not then: \(list(new)).") }
    if !lost.isEmpty { say("Right then and not now: \(list(lost)).") }
    let wrong = Set(ten).subtracting(last)
    if !wrong.isEmpty {
      say("To read: \(list(wrong)). './scenarios quiz \(list(wrong).replacing(",", with: ""))' asks with answers.")
    }
  }
}
