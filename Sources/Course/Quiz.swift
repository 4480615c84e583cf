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

  /// Two questions of equal weight about one theme: one to take before a path, and one after it. No lesson asks them.
  struct Pair: Sendable {
    let theme: String
    let before: String
    let after: String

    init(_ theme: String, _ before: String, _ after: String) {
      (self.theme, self.before, self.after) = (theme, before, after)
    }
  }

  /// The themes of the ten questions that are taken before a path, and of the ten others that are taken after it.
  static func pairs(of path: CoursePath) -> [Pair] {
    switch path {
    case .new:
      [
        Pair("a token and its closure", "MOD-1", "LIF-9"),
        Pair("the thread of a call", "THR-10", "THR-7"),
        Pair("a removal", "THR-3", "REM-6"),
        Pair("dedupe", "MED-10", "CTX-6"),
        Pair("what happens in a deinit", "LIF-11", "LIF-12"),
        Pair("when a change is told", "MOD-7", "MOD-6"),
        Pair("what is tracked", "MOD-8", "MOD-23"),
        Pair("what counts as a change", "MOD-21", "MOD-16"),
        Pair("a loop and its values", "MOD-24", "MOD-27"),
        Pair("a value that is out of date", "MOD-15", "MOD-22"),
      ]
    case .maintain:
      [
        Pair("adding", "REG-8", "REG-5"),
        Pair("removing", "REM-3", "REM-5"),
        Pair("who is deallocated first", "LIF-5", "LIF-10"),
        Pair("contexts", "CTX-4", "CTX-6"),
        Pair("callbacks and threads", "THR-6", "THR-3"),
        Pair("options and values", "OPT-2", "OPT-4"),
        Pair("announcing by hand", "KEY-7", "KEY-6"),
        Pair("collections", "COL-5", "COL-8"),
        Pair("the mediator", "MED-8", "MED-4"),
        Pair("Observation", "MOD-22", "MOD-23"),
      ]
    }
  }

  /// The ten that are taken next, if ten of them have been taken so often.
  static func ten(of path: CoursePath, taken: Int) -> [String] {
    pairs(of: path).map { taken.isMultiple(of: 2) ? $0.before : $0.after }
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
    // What the course has asked already comes last.
    let (missed, answered) = (position.missed, position.answers)
    let ranks = names.map { missed.contains($0) ? 0 : answered[$0] == nil ? 1 : 2 }
    let ordered = (0...2).flatMap { rank in zip(names, ranks).filter { $0.1 == rank }.map(\.0) }
    keep { $0.quizzes[key] = Quiz.Round(left: ordered) }
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
    let taken = tens.count
    if taken == 1, given == nil, !Course.steps(on: position.way).contains(where: { $0.isDone(in: position) }) {
      say(
        "You have taken the ten before \(position.way.title). The ten others are for its end: './scenarios next' begins."
      )
      return
    }
    let ten = Quiz.ten(of: position.way, taken: taken)
    let key = position.way == .maintain ? "--ten" : "--ten \(position.way.rawValue)"
    var given = given
    if position.quizzes[key].map({ Set($0.left).isSubset(of: ten) }) != true {
      keep { $0.quizzes[key] = Quiz.Round(left: ten) }
      let time =
        switch taken {
        case 0: "Ten questions to take before \(position.way.title). Take ten others after it, with the same command."
        case 1: "Ten questions of the same weight as those of last time."
        default: "The ten that you took \(taken.isMultiple(of: 2) ? "first" : "second"), once more."
        }
      say("\(time) You see no answers in between: guess if you do not know.")
      print("")
    }
    while let name = position.quizzes[key]?.left.first, let pitfall = Pitfall.named(name) {
      let number = ten.count - (position.quizzes[key]?.left.count ?? 0) + 1
      // Each time in an order of their own.
      let question = Question.choice(pitfall, pitfall.prediction.shuffled(by: 100 * taken + number))
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
    let sets = [0, 1].map { Set(Quiz.ten(of: position.way, taken: $0)) }
    return position.tens.filter { sets.contains(Set($0.keys)) }
  }

  /// Where the ten can be taken, in one line.
  func offerTen(isEnd: Bool) {
    let text =
      switch (isEnd, tens.isEmpty) {
      case (false, _): "asks ten questions before you begin, and ten others at the end."
      case (true, true): "asks ten questions about what you have read."
      case (true, false): "asks ten other questions, and compares."
      }
    say("'./scenarios quiz --ten' \(text)")
  }

  /// The result of the last time, beside that of the first.
  private func sayTens() {
    let pairs = Quiz.pairs(of: position.way)
    func right(_ results: [String: Bool]) -> Set<String> {
      Set(pairs.filter { results[$0.before] == true || results[$0.after] == true }.map(\.theme))
    }
    guard let last = tens.last, let first = tens.first.map(right) else { return }
    let now = right(last)
    func list(_ themes: Set<String>) -> String { pairs.map(\.theme).filter(themes.contains).joined(separator: ", ") }
    say("\(now.count) of \(pairs.count) right.")
    guard tens.count > 1 else {
      return say(
        "That is kept. './scenarios quiz --ten' after \(position.way.title) asks ten others of the same weight, and "
          + "compares.")
    }
    say("The first time it was \(first.count).")
    let (new, lost) = (now.subtracting(first), first.subtracting(now))
    if !new.isEmpty { say("Right now and not then: \(list(new)).") }
    if !lost.isEmpty { say("Right then and not now: \(list(lost)).") }
    let wrong = pairs.filter { !now.contains($0.theme) }.map { last[$0.before] == nil ? $0.after : $0.before }
    if !wrong.isEmpty {
      say(
        "To read: \(wrong.joined(separator: ", ")). './scenarios quiz \(wrong.joined(separator: " "))' asks with answers."
      )
    }
  }
}
