import Console
import Recording

/// Lines that run, and what the variables of the story hold.
extension StepMaker {
  /// A statement of the story, from its line to the next one of the same call.
  struct Statement {
    let event: RecordedEvent
    /// Whether something happened in it that is a step.
    var isStep = false
  }

  /// A variable that a loop, a condition or a case declares.
  struct BoundVariable: Hashable {
    private let call: String?
    private let name: String?

    init(_ mark: Mark) { (call, name) = (mark.call, mark.label) }
  }

  mutating func takeLine(_ event: RecordedEvent) {
    let isStory = event.frame?.hasPrefix("call") == false && callsUnderWay[event.thread, default: []].isEmpty
    if isStory { endStatement(before: event) }
    flushHeld()
    guard event.what == .line, let line = event.lines.first else { return }
    if event.text?.contains("func ") == true { functions.insert(line) }
    if isStory {
      if !running.isEmpty, !steps.isEmpty { steps[steps.count - 1].ran += running }
      running = [line]
      // What calls a helper of the story is told by the helper's own lines.
      markStatements()
      statements[event.thread, default: []].append(Statement(event: event))
    } else if running.isEmpty, !steps.isEmpty {
      enter(event)
      steps[steps.count - 1].ran.append(line)
    } else {
      running.append(line)
    }
  }

  /// The first line of a callback or a deinit is where its step is, called from the line that caused it.
  private mutating func enter(_ event: RecordedEvent) {
    let last = steps.count - 1
    let kinds = steps[last].marks.map(\.what)
    guard kinds.contains(.calls) || kinds.contains(.dying), event.lines.count > steps[last].lines.count,
      event.lines.hasSuffix(steps[last].lines)
    else { return }
    steps[last].lines = event.lines
  }

  /// Something happened that is a step, or that needs none. What happens on one thread may be the work of a statement on
  /// another, which waits for it.
  mutating func markStatements() {
    for thread in statements.keys {
      for index in (statements[thread] ?? []).indices { statements[thread]?[index].isStep = true }
    }
  }

  /// The statement before has ended. If nothing happened in it, the line itself is the step.
  private mutating func endStatement(before next: RecordedEvent) {
    guard let statement = statements[next.thread]?.last, statement.event.frame == next.frame else { return }
    statements[next.thread]?.removeLast()
    let event = statement.event
    // With the function its variables end, which is no other step.
    let hasChanged = held.contains { !bound.contains(BoundVariable($0)) } && next.what == .line
    guard !statement.isStep, event.isWork == true || hasChanged else { return }
    let text = event.text ?? "line \(event.lines.first?.line ?? 0)"
    begin(event, text, Mark(.runs, from: nil, to: nil, text))
    var sentences = ["\(text) runs."]
    let inside = steps[steps.count - 1].ran.filter { $0 != event.lines.first }.map { "\($0.line)" }.uniqued()
    if let last = inside.last {
      let others = inside.dropLast().joined(separator: ", ")
      sentences.append(others.isEmpty ? "Line \(last) runs in it." : "Lines \(others) and \(last) run in it.")
    } else if event.isWork == true, registrations.isEmpty {
      sentences.append("Nothing else of \(whole) runs in it.")
    }
    if event.isWork == true, !registrations.isEmpty { sentences.append("No observer is called.") }
    steps[steps.count - 1].sentence = sentences.joined(separator: " ")
    for mark in steps[steps.count - 1].marks where mark.what == .letsGo { addHolders(of: mark) }
  }

  mutating func takeHolding(_ event: RecordedEvent) {
    var mark = Mark(
      event.what == .holds ? .holds : .letsGo, from: frame(event), to: event.other, event.text)
    (mark.strength, mark.call) = (event.strength, event.frame)
    if event.isBound == true { bound.insert(BoundVariable(mark)) }
    if event.what == .holds {
      // The variable of a loop begins again: its end comes first.
      let isAgain = { (ended: (event: RecordedEvent, mark: Mark)) in
        ended.mark.call == mark.call && ended.mark.label == mark.label
      }
      held += scopes.filter(isAgain).map(\.mark)
      scopes.removeAll(where: isAgain)
    }
    // What a loop or a condition binds comes and goes with it, and makes no step of its own.
    if event.reason == "scope", event.isBound != true, event.frame?.hasPrefix("call") == false {
      // The last statement before the brace is over.
      endStatement(before: event)
      flushHeld()
      scopes.append((event, mark))
    } else {
      held.append(mark)
    }
  }

  func mark(ofValue event: RecordedEvent) -> Mark {
    var mark = Mark(
      .has, from: event.object ?? frame(event), to: nil, event.object == nil ? event.text : event.by)
    mark.value = event.new
    if event.object == nil { mark.call = event.frame }
    return mark
  }

  /// The scopes of variables have ended. An object that is deallocated then has its own step; another one lives on.
  mutating func endScopes(before event: RecordedEvent) {
    guard let (first, _) = scopes.first else { return }
    let ended = scopes
    scopes = []
    if event.what == .dying || event.what == .gone {
      // The variable let go, and that was the last strong reference.
      held += ended.map(\.mark)
      return
    }
    guard !isOver(event) else { return held += ended.map(\.mark) }
    let names = ended.compactMap(\.mark.label).uniqued().joined(separator: ", ")
    begin(first, "the scope of \(names) ends")
    steps[steps.count - 1].marks += ended.map(\.mark)
    for (_, mark) in ended { addHolders(of: mark) }
  }

  private func isOver(_ event: RecordedEvent) -> Bool { event.what == .finds || event.what == .exits }

  /// Variables that changed in a statement that has its own step belong to that step.
  private mutating func flushHeld() {
    if held.isEmpty || steps.isEmpty { return }
    // What was noticed before belongs to the same moment.
    steps[steps.count - 1].marks += noticed + held
    noticed = []
    for mark in held where mark.what == .letsGo { addHolders(of: mark) }
    held = []
  }

  /// Says who still holds an object that a variable has let go.
  private mutating func addHolders(of mark: Mark) {
    guard let object = mark.to, mark.strength != .weak, !dying.contains(object), !gone.contains(object) else { return }
    let last = steps.last?.marks.last { other in
      [.holds, .letsGo].contains(other.what) && (other.call, other.label, other.to) == (mark.call, mark.label, object)
    }
    // The variable of a loop may hold it again in the next turn.
    if last?.what == .holds { return }
    let holders = holders(of: object)
    if holders.isEmpty { return }
    add(
      "\(capital(named(object))) lives on: \(holders.joined(separator: " and ")) \(holders.count == 1 ? "holds" : "hold") it."
    )
  }

  /// Who retains an object, after the steps so far.
  private func holders(of object: String) -> [String] {
    var holders: [(name: String, call: String?)] = []
    for mark in steps.flatMap(\.marks) where mark.to == object {
      let isVariable = mark.what == .holds || mark.what == .letsGo
      let name = isVariable ? "the variable \(mark.label ?? "")" : named(mark.from)
      switch mark.what {
      case .holds, .refers: if mark.strength == .strong { holders.append((name, mark.call)) }
      case .letsGo, .refersNoMore: holders.removeAll { $0 == (name, mark.call) }
      default: break
      }
    }
    return holders.map(\.name).filter { holder in !gone.contains { named($0) == holder } }.uniqued()
  }

  /// What is written above the box of a call's variables.
  private func frame(_ event: RecordedEvent) -> String {
    event.frame?.hasPrefix("story") == true ? whole : event.by ?? "a function"
  }
}

extension Array where Element: Equatable {
  fileprivate func hasSuffix(_ end: [Element]) -> Bool { count >= end.count && Array(suffix(end.count)) == end }
}
