@testable import Pictures
@testable import Recording

/// Compares a recording of a generated program with what the program says.
struct RecordingChecker {
  /// A reference, from the number of an object, or `k` and the number of its controller's owner.
  struct Edge: Hashable, CustomStringConvertible {
    let from, to, label: String
    var description: String { "\(from) -> \(to) (\(label))" }
  }

  /// What a checkpoint says.
  private struct Checkpoint {
    let line: Int
    /// The objects of the variables, by `name#line`; a `w` stands before one that is not retained.
    let variables: [(name: String, line: Int, objects: [String])]
    let alive: Set<String>
    let edges: [(edge: Edge, kind: String)]
    let roots: Set<String>

    /// - Parameter text: `check 12|clock#3=1,w2|1 2|1>2:strong:child;|4`.
    init(_ text: Substring) {
      let parts = text.split(separator: "|", omittingEmptySubsequences: false)
      line = Int(parts[0].split(separator: " ")[1]) ?? 0
      variables = parts[1].split(separator: " ").map { entry in
        let words = entry.split(separator: "=", omittingEmptySubsequences: false)
        let name = words[0].split(separator: "#")
        return (String(name[0]), Int(name[1]) ?? 0, words[1].split(separator: ",").map(String.init))
      }
      alive = Set(parts[2].split(separator: " ").map(String.init))
      edges = parts[3].split(separator: ";").map { entry in
        let words = entry.split(separator: ":")
        let ends = words[0].split(separator: ">")
        return (Edge(from: String(ends[0]), to: String(ends[1]), label: String(words[2])), String(words[1]))
      }
      roots = Set(parts[4].split(separator: " ").map(String.init))
    }
  }

  private let rendered: GeneratedProgram.Rendered
  private let run: RecordedRun
  /// The lines before the program in its file.
  private let first: Int
  /// The first differences, the earliest first.
  private(set) var differences: [String] = []

  /// The numbers of the recorded objects, by their names.
  private var numbers: [String: String] = [:]
  private var owners: [String: String] = [:]
  private var hidden: Set<String> = []
  private var observable: Set<String> = []
  private var known: Set<String> = []
  private var gone: Set<String> = []
  private var edges: [Edge: RecordedEvent.Strength] = [:]
  /// What variables hold, by call and title.
  private var held: [String: [String: [String: RecordedEvent.Strength]]] = [:]
  /// The declaration that a title without a line stands for in a call.
  private var titles: [String: [String: Int]] = [:]
  /// What variables hold since the last line of their calls.
  private var unnamed: [String: [(title: String, name: String, declared: Int?, number: String)]] = [:]
  private var lastLines: [String: Int] = [:]
  private var lastLine = 0
  private var lastFrame = ""
  private var ran: Set<Int> = []
  /// The deaths that the program has told, and those that are recorded.
  private var toldDeaths: [String] = []
  private var recordedDeaths: [String] = []
  private var toldCaptures: Set<String> = []
  private var recordedCaptures: Set<String> = []
  private var last: Checkpoint?
  private(set) var checkpoints = 0

  /// - Parameters:
  ///   - first: the line of the file with which the program begins.
  ///   - picture: what is drawn of the run.
  init(_ run: RecordedRun, of rendered: GeneratedProgram.Rendered, from first: Int, _ picture: Picture) {
    (self.run, self.rendered, self.first) = (run, rendered, first)
    guard run.isEnded, run.isWhole else {
      differences = ["the recording has no end, or is full"]
      return
    }
    name()
    // What is not read cannot be compared.
    if run.events.contains(where: { $0.what == .crowd || $0.what == .beside }) { return }
    for event in run.events where differences.isEmpty { take(event) }
    if differences.isEmpty { compareEnd(picture) }
  }

  private mutating func differ(_ text: String) { differences.append(text) }

  /// Finds the numbers of the objects: each tells its own, except those whose mirror is their own.
  private mutating func name() {
    for event in run.events {
      switch event.what {
      case .has where event.by == "number":
        guard let object = event.object, let number = event.new else { continue }
        if numbers[object] == nil { numbers[object] = number }
        if numbers[object] != number { differ("\(object) has the numbers \(numbers[object] ?? "") and \(number)") }
      case .refers where event.by == "observer":
        if let controller = event.object, let owner = event.other { owners[controller] = owner }
      case .born where event.role == .controller, .born where event.role == .mediator: hidden.insert(event.object ?? "")
      default: break
      }
    }
    for (controller, owner) in owners { numbers[controller] = numbers[owner].map { "k\($0)" } }
    var count: [String: Int] = [:]
    for number in numbers.values { count[number, default: 0] += 1 }
    for (number, times) in count where times > 1 { differ("\(times) recorded objects have the number \(number)") }
    for object in run.objects where numbers[object.name] == nil { hidden.insert(object.name) }
  }

  private func line(_ event: RecordedEvent) -> Int { event.lines.first?.line ?? 0 }
  /// Whether it is in the program, and not in what all programs have.
  private func isInside(_ line: Int) -> Bool { line >= first }

  private mutating func take(_ event: RecordedEvent) {
    switch event.what {
    case .line:
      lastLine = line(event)
      ran.insert(lastLine)
      if let frame = event.frame {
        lastLines[frame] = lastLine
        if isInside(lastLine) { nameHoldings(of: frame, before: lastLine) }
      }
      // A closure in a statement is none of the statement's own calls.
      if isInside(lastLine), event.lines.dropFirst().first?.line != lastLine { lastFrame = event.frame ?? "" }
    case .born: if let number = numbers[event.object ?? ""] { known.insert(number) }
    case .dying: noteDeath(event)
    case .gone:
      noteDeath(event)
      if let object = event.object, let number = numbers[object] {
        known.remove(number)
        gone.insert(number)
        for (frame, variables) in held { for title in variables.keys { held[frame]?[title]?[number] = nil } }
        for edge in edges.keys where edge.from == number || edge.to == number {
          edges[edge] = nil
        }
      }
    case .refers, .refersNoMore:
      guard let from = numbers[event.object ?? ""], let to = numbers[event.other ?? ""] else { return }
      var label = (event.by ?? "").replacing("$__lazy_storage_$_", with: "")
      // Which of its records it is.
      if label.hasPrefix("closure") { label += " \(event.by ?? "")" }
      edges[Edge(from: from, to: to, label: label)] = event.what == .refers ? event.strength : nil
    case .holds, .holdsNoMore: takeHolding(event)
    case .captures:
      if let number = numbers[event.other ?? ""], isInside(line(event)) {
        recordedCaptures.insert("\(line(event)) \(number)")
      }
    case .says: for text in (event.text ?? "").split(separator: "\n") { takePrint(text) }
    default: break
    }
  }

  private mutating func noteDeath(_ event: RecordedEvent) {
    guard let number = numbers[event.object ?? ""], !number.hasPrefix("k"), !recordedDeaths.contains(number) else {
      return
    }
    recordedDeaths.append(number)
  }

  private mutating func takeHolding(_ event: RecordedEvent) {
    let (line, frame, title) = (line(event), event.frame ?? "", event.text ?? "")
    guard let number = numbers[event.other ?? ""], isInside(line) else { return }
    let parts = title.split(separator: " ")
    let name = String(parts[0])
    let declared = parts.count > 2 ? Int(parts[2].dropLast()) : nil
    if event.what == .holds {
      // The mark that has read it stands before the statement that comes.
      unnamed[frame, default: []].append((title, name, declared, number))
      held[frame, default: [:]][title, default: [:]][number] = event.strength
      return
    }
    held[frame]?[title]?[number] = nil
    // It came and went before another line.
    unnamed[frame]?.removeAll { ($0.title, $0.number) == (title, number) }
    guard event.reason == "scope", let meant = declared ?? titles[frame]?[title] else { return }
    guard let end = rendered.ends[.init(name: name, line: meant)], let last = lastLines[frame] else { return }
    let isLeft = rendered.quits.contains(last)
    if line != end, !(isLeft && line == last) {
      differ("the scope of \(title), of line \(meant), ends in line \(line), and not in \(end)")
    }
  }

  /// A variable holds an object where the next line of its call can name it, and means the declaration that is seen there.
  private mutating func nameHoldings(of frame: String, before line: Int) {
    let unnamed = unnamed.removeValue(forKey: frame) ?? []
    // What the program needs to tell its truth is not generated.
    guard let names = rendered.visible[line] else { return }
    for (title, name, declared, number) in unnamed {
      guard let visible = names[name] else {
        return differ("\(frame) holds \(number) in \(title) before line \(line), which has no such variable")
      }
      let meant = declared ?? titles[frame]?[title] ?? visible
      if meant != visible {
        return differ("line \(line): \(title) holds \(number), and means the variable of line \(meant), not \(visible)")
      }
      if declared == nil { titles[frame, default: [:]][title] = visible }
    }
  }

  private mutating func takePrint(_ text: Substring) {
    if text.hasPrefix("+") { return }
    if text.hasPrefix("-") {
      toldDeaths.append(String(text.dropFirst()))
      return
    }
    compareDeaths()
    if text.hasPrefix("captures") { toldCaptures.insert(String(text.dropFirst("captures ".count))) }
    if text.hasPrefix("check") { compare(Checkpoint(text)) }
  }

  /// Between the same two lines that are printed, the same objects have died, in the same order.
  private mutating func compareDeaths() {
    let numbered = Set(numbers.values)
    let told = toldDeaths.filter(numbered.contains)
    if told != recordedDeaths {
      differ(
        "until line \(lastLine) these have died: \(told.joined(separator: " ")); "
          + "recorded are: \(recordedDeaths.joined(separator: " "))"
      )
    }
  }

  private mutating func compare(_ checkpoint: Checkpoint) {
    last = checkpoint
    let place = "at the checkpoint of line \(checkpoint.line)"
    let dead = known.filter { !$0.hasPrefix("k") && !checkpoint.alive.contains($0) }
    if !dead.isEmpty { return differ("\(place) \(dead.sorted()) are recorded as alive") }
    compareEdges(checkpoint, place)
    // A line that comes often is not recorded.
    if checkpoint.line > 0, !ran.contains(checkpoint.line) {
      return differ("line \(checkpoint.line) ran, and is not recorded")
    }
    guard checkpoint.line > 0, lastLines[lastFrame] == checkpoint.line else { return }
    checkpoints += 1
    for (name, line, objects) in checkpoint.variables {
      let plain = titles[lastFrame]?[name] == line
      let title = plain ? name : "\(name) (line \(line))"
      let recorded = held[lastFrame]?[title] ?? [:]
      let strong = Set(objects.filter { !$0.hasPrefix("w") })
      let all = strong.union(objects.compactMap { $0.hasPrefix("w") ? String($0.dropFirst()) : nil })
      if let wrong = recorded.keys.sorted().first(where: { !all.contains($0) }) {
        return differ("\(place) \(title), of line \(line), is recorded to hold \(wrong), and holds \(all.sorted())")
      }
      for object in all.sorted() where known.contains(object) && recorded[object] == nil {
        return differ("\(place) \(title), of line \(line), holds \(object), which is not recorded")
      }
      for (object, strength) in recorded
      where strength != (strong.contains(object) ? .strong : .weak) {
        return differ("\(place) \(title), of line \(line), is recorded to hold \(object) as \(strength)")
      }
      if let missing = strong.first(where: { !known.contains($0) && numbers.values.contains($0) }) {
        return differ("\(place) \(title), of line \(line), holds \(missing), which is not recorded as alive")
      }
    }
  }

  private mutating func compareEdges(_ checkpoint: Checkpoint, _ place: String) {
    var actual: [Edge: Set<String>] = [:]
    for (edge, kind) in checkpoint.edges where kind != "closure" { actual[edge, default: []].insert(kind) }
    for (edge, strength) in edges.sorted(by: { $0.key.description < $1.key.description }) {
      let label = edge.label.hasPrefix("closure") ? "closure" : edge.label
      let kinds = actual[Edge(from: edge.from, to: edge.to, label: label)]
      guard let kinds else { return differ("\(place) \(edge) is recorded, and is not there") }
      let right = kinds.contains("strong") ? "strong" : kinds.contains("weak") ? "weak" : "unowned"
      if strength.rawValue != right { return differ("\(place) \(edge) is recorded as \(strength), and is \(right)") }
    }
    let recorded = Set(
      edges.keys.map { edge in
        edge.label.hasPrefix("closure") ? Edge(from: edge.from, to: edge.to, label: "closure") : edge
      })
    // Not recorded: unowned variables.
    for (edge, kinds) in actual.sorted(by: { $0.key.description < $1.key.description }) where kinds != ["loose"] {
      guard known.contains(edge.from), !recorded.contains(edge) else { continue }
      // A weak reference to an object that nothing recorded has.
      if !known.contains(edge.to), !kinds.contains("strong") { continue }
      if !numbers.values.contains(edge.to) { continue }
      return differ("\(place) \(edge) is \(kinds.sorted().joined(separator: " and ")), and is not recorded")
    }
  }

  // MARK: The end

  private mutating func compareEnd(_ picture: Picture) {
    guard let last else { return }
    compareDeaths()
    if toldCaptures.filter({ numbers.values.contains(String($0.split(separator: " ")[1])) }) != recordedCaptures {
      let difference = toldCaptures.symmetricDifference(recordedCaptures).sorted()
      differ("captures (line and object) that are told and not recorded, or the other way round: \(difference)")
    }
    var next = last.roots
    if rendered.isFile { next.formUnion(last.variables.flatMap(\.objects).filter { !$0.hasPrefix("w") }) }
    let strong = last.edges.filter { $0.kind == "strong" || $0.kind == "closure" }.map(\.edge)
    let reached = reachable(from: next, strong)
    let lost = last.alive.subtracting(reached)
    // A cycle is one, whatever else holds its objects that no recording knows.
    let byVariables = reachable(from: next.subtracting(last.roots), strong)
    let inside = strong.filter { !byVariables.contains($0.from) }
    let cyclic = Set(
      inside.map(\.from).filter { one in
        reachable(from: Set(inside.filter { $0.from == one }.map(\.to)), inside).contains(one)
      })
    let leaked = reachable(from: cyclic, inside)
    let claimed = Set(picture.steps.flatMap(\.marks).filter { $0.what == .leaks }.compactMap { numbers[$0.from ?? ""] })
    if let wrong = claimed.sorted().first(where: { !leaked.contains($0) }) {
      differ("\(wrong) is called leaked, and the leaked ones are \(leaked.sorted())")
    }
    // Where a closure holds what it captured, nothing is claimed.
    if !recordedCaptures.contains(where: { lost.contains(String($0.split(separator: " ")[1])) }),
      let missing = leaked.sorted().first(where: {
        lost.contains($0) && known.contains($0) && !claimed.contains($0)
      })
    {
      differ("\(missing) is leaked, and the recording has only \(claimed.sorted())")
    }
  }

  private func reachable(from start: Set<String>, _ edges: [Edge]) -> Set<String> {
    var (found, next) = (start, Array(start))
    while let one = next.popLast() {
      for edge in edges where edge.from == one && found.insert(edge.to).inserted { next.append(edge.to) }
    }
    return found
  }
}
