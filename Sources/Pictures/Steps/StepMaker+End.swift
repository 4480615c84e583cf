import RawObserving
import Recording

/// The end of a run, and what is still alive then.
extension StepMaker {
  mutating func takeEnding(_ event: RecordedEvent) {
    defer { tellMissed() }
    if event.what == .dies { return takeDeath(event) }
    if event.what == .stopped {
      begin(event, event.text ?? "", Mark(.stops, from: nil, to: nil, event.text))
      if event.by == "_exit" { return }
      return add("The program was still running. It did not die: it was ended from outside.", isBad: true)
    }
    if event.by == "exit" { return takeExit(event) }
    begin(event, event.text ?? "", Mark(.ends, from: nil, to: nil, event.text))
    steps[steps.count - 1].sentence = "The story is over. It found: \(event.text ?? "")."
    for object in left where observers[object] == nil {
      add("\(capital(named(object))) is never freed.", Mark(.leaks, from: object))
    }
    for object in left where observers[object] != nil { add(nil, Mark(.leaks, from: object)) }
    if let wanted, wanted != event.text { add("It should have found: \(wanted).", isBad: true) }
  }

  private mutating func takeDeath(_ event: RecordedEvent) {
    let call = callsUnderWay[event.thread]?.last?.registration
    let leftOver = registrations.filter { dying.contains($0.mark.to ?? "") }
    var end = Mark(.dies, from: nil, to: nil, event.text)
    end.violation = event.violation
    begin(event, "the process dies", end)
    steps[steps.count - 1].sentence = "The process dies."
    if missed != nil { return add(isBad: true) }
    var told: [String] = []
    for (name, mark) in leftOver {
      var mark = mark
      mark.what = .leftOver
      told.append("\(capital(named(mark.to))) still has a registration for \(client(mark))\(origin(name)).")
      add(told.last, mark)
    }
    if !leftOver.isEmpty, leftOver.allSatisfy({ $0.mark.via == nil }) {
      let isSelf = leftOver.map { $0.mark.from == $0.mark.to }
      if event.violation == .deallocatedWhileObserved, Set(isSelf).count == 1 {
        death = isSelf[0] ? .observedByItself : .observedWithOthers
      }
    }
    if isPlayed, leftOver.isEmpty {
      for (name, mark) in registrations where addedIn[name] != nil {
        let isOfTheDead = gone.contains(mark.from ?? "") && event.violation == .messageToDeallocated
        let isUnhandled = name == call && event.violation == .notHandled
        guard isOfTheDead || isUnhandled else { continue }
        let (to, from) = (capital(named(mark.to)), named(mark.from))
        told.append(
          isOfTheDead
            ? "\(to) has a registration for \(client(mark))\(origin(name)), and \(from) is deallocated."
            : "\(to) called \(from) for the registration\(origin(name).dropFirst()).")
        add(told.last)
        if isOfTheDead { death = .observerIsGone }
      }
    }
    add(isBad: true)
    closing += told.map { Picture.Closing(text: $0, isBad: true) }
  }

  /// Whom a registration calls, in words.
  private func client(_ mark: Mark) -> String {
    mark.via == nil ? named(mark.from) : "the mediator, which observes on behalf of \(named(mark.from))"
  }

  /// Where a registration was added, in words.
  private func origin(_ registration: String) -> String {
    guard isPlayed, let line = addedIn[registration] else { return "" }
    return ", added in line \(line)"
  }

  /// Says how much a recording does not have that was full.
  private mutating func tellMissed() {
    guard let missed, isPlayed else { return }
    let more = missed == 1 ? "1 more report" : "\(missed) more reports"
    conclude(
      "The recording was full. \(more) of objects, registrations, changes and calls \(missed == 1 ? "is" : "are") not in "
        + "it, and nothing is known of what is alive at the end. --limit N makes room for N megabytes.", isBad: false)
  }

  // MARK: A program of the reader's own

  /// The program ends. Its variables still hold what they hold.
  private mutating func takeExit(_ event: RecordedEvent) {
    begin(event, event.text ?? "", Mark(.ends, from: nil, to: nil, event.text))
    if missed != nil { return }
    if wasBeside || isCrowd || event.reason == "variables" {
      let alive = left.filter { observers[$0] == nil }.map(named)
      let count = isPartial ? "At least \(alive.count) objects" : "\(alive.count) objects"
      let names = alive.count > 8 ? count : capital(alive.joined(separator: " and "))
      if !alive.isEmpty {
        conclude("\(names) \(alive.count == 1 ? "is" : "are") alive. Not all references were recorded.", isBad: false)
      }
      return
    }
    let references = StrongReferences(steps)
    for object in left where observers[object] == nil {
      guard let variable = references.variable(leadingTo: object) else { continue }
      add("\(capital(named(object))) is still alive: the variable \(variable) leads to it.")
    }
    let lost = left.filter { references.variable(leadingTo: $0) == nil }
    // Static and global variables are not recorded, and may lead anywhere. So may a closure to what it captured, except
    // the closures of observations, which are told with the controllers that hold them.
    let closures = captured.mapValues { $0.filter { !addedIn.values.contains($0) } }.filter { !$0.value.isEmpty }
    let held = event.reason == nil ? references.reachable(from: lost.filter { closures[$0] != nil }) : Set(lost)
    let cycles = references.cycles(among: lost.filter { !held.contains($0) })
    let leaked = references.reachable(from: cycles.flatMap { $0.map(\.from) }).intersection(lost)
    var told: Set<String> = []
    for cycle in cycles {
      let first = cycle.firstIndex { observers[$0.from] == nil } ?? 0
      tell(leakOf: Array(cycle[first...] + cycle[..<first]))
      told.formUnion(cycle.map(\.from))
    }
    var others: [String] = []
    for object in lost where observers[object] == nil && !told.contains(object) {
      let name = capital(named(object))
      if leaked.contains(object), let holder = references.holder(of: object, among: leaked) {
        conclude("\(name) is never freed: \(named(holder.from)) holds it\(by(holder)).", isBad: true)
        continue
      }
      guard let lines = closures[object] else {
        others.append(object)
        continue
      }
      let them = lines.map { "the closure of line \($0)" }.joined(separator: " and ")
      conclude(
        "\(name) is still alive, and no variable that is recorded leads to it. \(capital(them)) captured it.",
        isBad: false)
    }
    if !others.isEmpty {
      let names = others.map(named).joined(separator: " and ")
      let except = event.reason == nil ? "" : " Static and global variables are not recorded."
      let (verb, them) = others.count == 1 ? ("is", "it") : ("are", "them")
      conclude(
        "\(capital(names)) \(verb) still alive, and no variable that is recorded leads to \(them).\(except)",
        isBad: false)
    }
    for object in lost where leaked.contains(object) { add(nil, Mark(.leaks, from: object)) }
    let names = lost.filter { leaked.contains($0) && observers[$0] == nil }
    if names.isEmpty { return }
    steps[steps.count - 1].title +=
      names.count == 1 ? ", and \(named(names[0])) is never freed" : ", and \(names.count) objects are never freed"
  }

  /// Says who keeps whom alive in a retain cycle.
  private mutating func tell(leakOf cycle: [StrongReferences.Edge]) {
    guard let first = cycle.first else { return }
    var text = "\(capital(named(first.from))) is never freed: it holds "
    if cycle.count == 1 { return conclude(text + "itself\(by(first)).", isBad: true) }
    for (index, edge) in cycle.enumerated() {
      text += index == cycle.count - 1 ? "it\(by(edge))." : "\(named(edge.to))\(by(edge)), which holds "
    }
    conclude(text, isBad: true)
  }

  /// By what an object holds another one.
  private func by(_ edge: StrongReferences.Edge) -> String {
    guard edge.label.hasPrefix("closure of ") else { return " (\(edge.label))" }
    let line = isPlayed ? addedIn[String(edge.label.dropFirst("closure of ".count))] : nil
    return line.map { " (the closure of line \($0))" } ?? " (a closure)"
  }

  private mutating func conclude(_ text: String, isBad: Bool) {
    add(text, isBad: isBad)
    closing.append(Picture.Closing(text: text, isBad: isBad))
  }
}

/// The strong references that are recorded and have not ended.
struct StrongReferences {
  typealias Edge = Holdings.Arrow

  /// In the order in which they began.
  private let edges: [Edge]
  /// For each object, the first variable that leads to it.
  private var leading: [String: String] = [:]

  init(_ steps: [Step]) {
    let holdings = Holdings(steps)
    let strong = holdings.arrows.filter { $0.kind == .reference(.strong) && $0.steps.contains(steps.count) }
    edges = strong.filter { holdings.frames[$0.from] == nil }
    for variable in strong where holdings.frames[variable.from] != nil {
      for object in reachable(from: [variable.to]) where leading[object] == nil { leading[object] = variable.label }
    }
  }

  func variable(leadingTo object: String) -> String? { leading[object] }

  func holder(of object: String, among objects: Set<String>) -> Edge? {
    edges.first { $0.to == object && objects.contains($0.from) }
  }

  /// The shortest cycle through each object, without those through objects of earlier ones.
  func cycles(among objects: [String]) -> [[Edge]] {
    var cycles: [[Edge]] = []
    for object in objects where !cycles.contains(where: { $0.contains { $0.from == object } }) {
      var ways = edges.filter { $0.from == object && objects.contains($0.to) }.map { [$0] }
      var visited: Set<String> = []
      while !ways.isEmpty {
        if let cycle = ways.first(where: { $0.last?.to == object }) {
          cycles.append(cycle)
          break
        }
        ways = ways.flatMap { way -> [[Edge]] in
          guard let last = way.last, visited.insert(last.to).inserted else { return [] }
          return edges.filter { $0.from == last.to && objects.contains($0.to) }.map { way + [$0] }
        }
      }
    }
    return cycles
  }

  func reachable(from objects: [String]) -> Set<String> {
    var (found, next) = (Set(objects), objects)
    while let object = next.popLast() {
      for edge in edges where edge.from == object && found.insert(edge.to).inserted { next.append(edge.to) }
    }
    return found
  }
}
