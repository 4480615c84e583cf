import Console
import Harness
import Pictures
import RawObserving
import Recording

/// A question about what happens in a run, step by step. Its answer is not written anywhere: it is read from a recording.
struct Tracing: Sendable {
  let pitfall: Pitfall
  /// The number of the act, counted from 1.
  let act: Int
  let kind: Kind

  /// What is asked.
  enum Kind: Sendable, Equatable {
    /// How many calls there are.
    case calls
    /// Who is called, one after the other.
    case order
    /// The innermost line that is running when the process dies.
    case line
    /// How often a line runs: the one that has this text.
    case runs(of: String)
    /// Which objects are in memory when the line that has this text begins.
    case alive(before: String)
  }

  init(_ pitfall: String, act: Int, _ kind: Kind) {
    guard let pitfall = Pitfall.named(pitfall) else { fatalError("no pitfall is called \(pitfall)") }
    (self.pitfall, self.act, self.kind) = (pitfall, act, kind)
  }

  /// The name by which the position knows the question: `OPT-3/calls`.
  var name: String {
    let kind =
      switch kind {
      case .calls: "calls"
      case .order: "order"
      case .line: "line"
      case .runs: "runs"
      case .alive: "alive"
      }
    return "\(pitfall.id)/\(kind)"
  }

  /// Whether it asks what is in memory.
  var isInventory: Bool { if case .alive = kind { true } else { false } }

  /// The questions, in the order of the lessons. None has an answer that depends on the order of observers.
  static let all: [Tracing] = [
    Tracing("swapped-object", act: 1, .line),
    Tracing("swapped-object", act: 3, .calls),
    Tracing("late-add", act: 1, .line),
    Tracing("observed-dies-first", act: 5, .alive(before: "view = nil")),
    Tracing("dropped-token", act: 2, .calls),
    Tracing("token-cycle", act: 3, .alive(before: "clock.date = 2")),
    Tracing("set-in-callback", act: 3, .calls),
    Tracing("add-in-callback", act: 3, .order),
    Tracing("prior-calls", act: 3, .calls),
    Tracing("silent-middle", act: 3, .calls),
    Tracing("to-many-dependency", act: 3, .order),
    Tracing("later-elements", act: 2, .calls),
    Tracing("local-controller", act: 5, .calls),
    Tracing("piled-trackers", act: 1, .runs(of: "calls += 1")),
    Tracing("parked-loop", act: 3, .alive(before: #"let loopFate = hasEnded.withLock { $0 } ? "ends" : "waits""#)),
  ]

  /// Runs the act, and reads the answer from its recording.
  func trace() throws -> Trace { try Self.traces(of: [self])[0] }

  /// Runs the acts in one program, and reads the answers from their recordings.
  static func traces(of tracings: [Tracing]) throws -> [Trace] {
    if tracings.isEmpty { return [] }
    let status = StatusLine()
    status.show { _ in tracings.count == 1 ? "Recording a run…" : "Recording \(tracings.count) runs…" }
    defer { status.clear() }
    let program = try MarkedPitfalls.program(
      for: Pitfall.all.filter { pitfall in tracings.contains { $0.pitfall.id == pitfall.id } })
    return try tracings.map { tracing in
      let result = try ActRunner.run(tracing.act - 1, of: tracing.pitfall, in: .classic, recording: program)
      return try Trace(of: tracing, in: result.recordedRun)
    }
  }
}

/// A tracing question with its answer, and the code that it is about.
struct Trace: Sendable {
  let tracing: Tracing
  let question: String
  /// The names to choose from, for a question about an order.
  let names: [String]
  /// The right answer: a number, or several, of names counted from 1.
  let answer: [Int]
  /// What the recording has to say for the answer.
  let because: String
  /// The parts of the program that ran.
  let code: [CodeExcerpt]

  /// - Throws: ``InputError`` if the recording has no answer.
  init(of tracing: Tracing, in run: RecordedRun) throws {
    let lines = try PackageRoot.lines(of: run.source)
    func text(_ line: Int) -> String {
      lines.indices.contains(line - 1) ? String(lines[line - 1].drop { $0 == " " }) : ""
    }
    let calls = run.calls
    let told = calls.map { call in call.object + (call.line.map { " (line \($0))" } ?? "") }.joined(separator: ", ")
    let code = CodeExcerpt.members(of: lines, in: run.source, with: run.linesThatRan)
    let names: [String]
    switch tracing.kind {
    case .calls:
      question =
        "How many calls do the observers of this run get, of their `observeValue` or of their closures? A call that "
        + "the mediator passes on counts once."
      (names, answer) = ([], [calls.count])
      because = calls.isEmpty ? "None is recorded." : "The recorded calls: \(told)."
    case .order:
      names = calls.map(\.object).uniqued().sorted()
      let second = names.first { $0.hasSuffix(" 2") }.map { " \"\($0)\" is the second object of its name." } ?? ""
      question =
        "Which objects are called in this run, one after the other? Answer with their numbers in the order of the "
        + "calls; an object that is called twice is named twice.\(second)"
      answer = calls.compactMap { call in names.firstIndex(of: call.object).map { $0 + 1 } }
      because = "The recorded calls: \(told)."
    case .line:
      let shown = code.flatMap { Array($0.firstLine..<$0.firstLine + $0.lines.count) }
      guard let line = run.lineOfDeath(among: Set(shown)) else {
        throw InputError(message: "the recording of \(run.pitfall) does not say at which line the process dies.")
      }
      question =
        """
        The process dies in this run. Which of these lines is running then? If several are, because one has called the \
        other, take the innermost. Answer with the number in front of it.
        """
      (names, answer) = ([], [line])
      let chain = run.linesAtDeath(among: Set(shown)).reversed()
      let steps = zip(chain, chain.dropFirst()).map { "line \($0) leads to line \($1)" }.joined(separator: ", and ")
      let callers = steps.isEmpty ? "" : " L\(steps.dropFirst())."
      because = "The line is `\(text(line))`.\(callers) \(tracing.pitfall.why)"
    case .alive(let statement):
      let places = lines.indices.filter { lines[$0].drop { $0 == " " } == statement }.map { $0 + 1 }
      guard let line = places.first(where: { run.inventory(beforeLine: $0) != nil }),
        let inventory = run.inventory(beforeLine: line)
      else { throw InputError(message: "\(run.source) has no line \(quoted(statement)) that runs.") }
      names = inventory.map(\.name)
      let alive = inventory.indices.filter { inventory[$0].isAlive }
      question =
        "Just before line \(line) runs, `\(statement)`: which of these objects are in memory? Answer with their numbers, or "
        + "with 0 if none of them is."
      answer = alive.isEmpty ? [0] : alive.map { $0 + 1 }
      let gone = inventory.filter { !$0.isAlive }.map { "the \($0.name)" }
      because =
        (gone.isEmpty
          ? "None of them has been deallocated. " : "Deallocated by then: \(gone.joined(separator: ", ")). ")
        + tracing.pitfall.fix
    case .runs(let statement):
      guard let line = lines.firstIndex(where: { $0.drop { $0 == " " } == statement }).map({ $0 + 1 }) else {
        throw InputError(message: "\(run.source) has no line \(quoted(statement)).")
      }
      question =
        "How often does line \(line) run, `\(statement)`?"
        + (code.first.map { " The run begins in line \($0.firstLine)." } ?? "")
      (names, answer) = ([], [run.count(ofLine: line)])
      because = tracing.pitfall.why
    }
    guard run.isWhole, !answer.isEmpty else {
      throw InputError(message: "the recording of \(run.pitfall) is not whole.")
    }
    (self.tracing, self.names, self.code) = (tracing, names, code)
  }
}
