/// The calls of marked functions that are under way, and what their variables hold.
struct Frames {
  private struct Call {
    let name: String
    let file: String
    /// Whether it is an object's own, and not a part of the story.
    let isMethod: Bool
    /// Whether it may go on on another thread, so that what is below it there did not call it.
    let waits: Bool
    /// Of a deinit, the names of the classes whose objects may end in it.
    let ends: Set<String>
    var line = 0
    /// Whether the statement there leaves the braces around it, so that scopes end in it.
    var quits = false
    /// What the variables are called that have held something, by their labels.
    var titles: [String: String] = [:]
    /// Whether it belongs to the story: see ``isStory(_:)``.
    var isStory = false
    /// `story`, `helper` or `call`: see ``label(of:)``.
    var kind = "call"
    /// What it is called in the recording, once something is told of it.
    var label: String?
    /// Whether a line of it was noted.
    var isTold = false
    /// The objects that each variable holds, and whether it retains them, for the variables that have held one.
    var held: [String: [String: RecordedEvent.Strength]] = [:]
    /// The variables whose scopes ended while other threads ran, and whether the call is over.
    var ended: Set<String> = []
    var isOver = false
    /// Whether the present statement calls another initializer for the same object.
    var delegates = false
    /// What the closures of the present statement retain.
    var captured: [String] = []
    /// The objects made by the present statement.
    var born: [String] = []
  }

  private var calls: [Int: Call] = [:]
  /// How many calls have a label.
  private var told = 0
  /// The calls on each thread, the outermost first.
  private var stacks: [ObjectIdentifier: [Int]] = [:]
  /// How often each line was noted.
  private var counts: [RecordedEvent.Line: Int] = [:]
  private var captures: Set<Capture> = []

  mutating func enter(
    _ number: Int, _ name: String, _ file: String, isMethod: Bool, waits: Bool, ends classes: Set<String>,
    on thread: ObjectIdentifier
  ) {
    calls[number] = Call(name: name, file: file, isMethod: isMethod, waits: waits, ends: classes)
    resume(number, on: thread, isNew: true)
    let caller = stacks[thread]?.dropLast().last.flatMap { calls[$0] }
    let isStory = !isMethod && caller?.isStory != false
    calls[number]?.isStory = isStory
    calls[number]?.kind = !isStory ? "call" : caller == nil ? "story" : "helper"
  }

  mutating func leave(_ number: Int) {
    settle(number)
    if calls[number]?.ended.isEmpty == false { calls[number]?.isOver = true } else { calls[number] = nil }
    // It is the last one of its stack, unless it waits.
    if let thread = stacks.first(where: { $0.value.last == number })?.key {
      stacks[thread]?.removeLast()
      return
    }
    for thread in Array(stacks.keys) { stacks[thread]?.removeAll { $0 == number } }
  }

  /// A call goes on, on this thread.
  mutating func resume(_ number: Int, on thread: ObjectIdentifier, isNew: Bool = false) {
    if stacks[thread]?.last == number { return }
    if isNew {
      if calls[number]?.waits == true { stacks[thread] = [number] } else { stacks[thread, default: []].append(number) }
      return
    }
    // From the end on: an endless recursion would search its whole depth at each mark.
    if let place = stacks[thread]?.lastIndex(of: number) {
      stacks[thread]?.removeSubrange((place + 1)...)
      return
    }
    for other in stacks.keys { stacks[other]?.removeAll { $0 == number } }
    // Which call awaits an asynchronous one is not known.
    let stack = stacks[thread] ?? []
    stacks[thread] = calls[number]?.waits == true ? [number] : stack.filter { calls[$0] != nil } + [number]
  }

  /// Whether the call belongs to the story: neither it nor what called it is an object's own.
  func isStory(_ number: Int) -> Bool { calls[number]?.isStory == true }

  /// A name for the call that no other has: `story 1` for the outermost one, `helper 2` for another one of the story,
  /// `call 3` for a method.
  ///
  /// The numbers count the calls of which something is told: others may differ from run to run.
  mutating func label(of number: Int) -> String {
    if let known = calls[number]?.label { return known }
    told += 1
    let label = "\(calls[number]?.kind ?? "call") \(told)"
    calls[number]?.label = label
    return label
  }

  func name(of number: Int) -> String { calls[number]?.name ?? "" }

  /// The lines that are under way on a thread, the innermost first. Of a deep recursion those in the middle are left out.
  func lines(on thread: ObjectIdentifier) -> [RecordedEvent.Line] {
    lines(in: (stacks[thread] ?? [])[...])
  }

  private func lines(in stack: ArraySlice<Int>) -> [RecordedEvent.Line] {
    let shown = stack.count > Self.mostLines ? stack.prefix(20) + stack.suffix(Self.mostLines - 20) : stack
    return shown.reversed().compactMap(line)
  }

  private static let mostLines = 120

  /// The lines that are under way around the initializers that make an object.
  ///
  /// - Parameter number: the innermost of these initializers; nil if that has no frame.
  func linesOfCaller(_ number: Int?, on thread: ObjectIdentifier) -> [RecordedEvent.Line] {
    lines(in: callers(number, on: thread))
  }

  /// The innermost of these lines.
  func lineOfCaller(_ number: Int?, on thread: ObjectIdentifier) -> RecordedEvent.Line? {
    callers(number, on: thread).last { line(of: $0) != nil }.flatMap(line)
  }

  /// Copies nothing: a deep recursion may make an object in each call.
  private func callers(_ number: Int?, on thread: ObjectIdentifier) -> ArraySlice<Int> {
    var callers = (stacks[thread] ?? [])[...]
    if let number, let place = callers.lastIndex(of: number) { callers = callers[..<place] }
    while let caller = callers.last, calls[caller]?.delegates == true { callers = callers.dropLast() }
    return callers
  }

  /// The present statement of an initializer is a call of another one.
  mutating func delegate(_ number: Int) { calls[number]?.delegates = true }

  func countOfLine(_ number: Int) -> Int { line(of: number).map(count) ?? 0 }

  func innermostLine(on thread: ObjectIdentifier) -> RecordedEvent.Line? {
    stacks[thread]?.last { line(of: $0) != nil }.flatMap(line)
  }

  private func line(of number: Int) -> RecordedEvent.Line? {
    calls[number].flatMap { $0.line > 0 ? RecordedEvent.Line(file: $0.file, line: $0.line) : nil }
  }

  /// How often a line of the call's file has been noted.
  func count(_ number: Int, _ line: Int) -> Int { place(of: number, line).map(count) ?? 0 }

  func count(_ line: RecordedEvent.Line) -> Int { counts[line] ?? 0 }

  /// A line of the call's file.
  func place(of number: Int, _ line: Int) -> RecordedEvent.Line? {
    calls[number].map { RecordedEvent.Line(file: $0.file, line: line) }
  }

  /// A statement comes. Returns how often its line has been noted.
  mutating func mark(_ number: Int, _ line: Int, quits: Bool = false) -> Int {
    guard let file = calls[number]?.file else { return 0 }
    settle(number)
    calls[number]?.line = line
    calls[number]?.quits = quits
    calls[number]?.delegates = false
    calls[number]?.captured = []
    calls[number]?.born = []
    let place = RecordedEvent.Line(file: file, line: line)
    counts[place, default: 0] += 1
    return counts[place] ?? 1
  }

  mutating func noteTold(_ number: Int) { calls[number]?.isTold = true }

  func isTold(_ number: Int) -> Bool { calls[number]?.isTold == true }

  // MARK: Modifications

  /// The calls whose present statement modifies a property in place. One that waits may be on any thread.
  private var modifying: Set<Int> = []

  /// Whether a property may be in the midst of a modification.
  var isModifying: Bool { !modifying.isEmpty }

  /// The lines of these statements.
  var modifyingLines: [RecordedEvent.Line] { modifying.sorted().compactMap(line) }

  mutating func modify(_ number: Int) { if calls[number] != nil { modifying.insert(number) } }

  /// The statement of a call is over.
  mutating func settle(_ number: Int) { if !modifying.isEmpty { modifying.remove(number) } }

  // MARK: Variables

  /// What a variable is called in the recording: its name, and the line of its declaration if the function has another of that name.
  mutating func title(_ number: Int, _ label: String) -> String {
    if let known = calls[number]?.titles[label] { return known }
    let parts = label.split(separator: "#")
    let name = String(parts.first ?? "")
    let line = parts.count > 1 ? parts[1].prefix { $0.isNumber } : ""
    let isTaken = calls[number]?.titles.values.contains(name) == true
    let title = isTaken && !line.isEmpty ? "\(name) (line \(line))" : name
    calls[number]?.titles[label] = title
    return title
  }

  /// The scope of a variable ends at the brace, unless a statement leaves it.
  mutating func moveToEnd(_ number: Int, _ line: Int) {
    if calls[number]?.quits == false { calls[number]?.line = line }
  }

  func held(_ number: Int, by variable: String) -> [String: RecordedEvent.Strength] {
    calls[number]?.held[variable] ?? [:]
  }

  mutating func setHeld(_ number: Int, by variable: String, _ held: [String: RecordedEvent.Strength]) {
    if !held.isEmpty || calls[number]?.held[variable] != nil { calls[number]?.held[variable] = held }
  }

  /// Whether the variable has held an object, and holds none now.
  func isEmptied(_ number: Int, _ variable: String) -> Bool { calls[number]?.held[variable]?.isEmpty == true }

  /// Whether the variable has held an object.
  func hasHeld(_ number: Int, _ variable: String) -> Bool { calls[number]?.held[variable] != nil }

  /// Whether the function of the call has been called often: its parameters have named what they name.
  mutating func isKnown(_ number: Int) -> Bool {
    guard let call = calls[number] else { return true }
    received["\(call.file) \(call.name)", default: 0] += 1
    return received["\(call.file) \(call.name)"] ?? 0 > 200
  }

  private var received: [String: Int] = [:]

  /// The scope of the variable ends.
  mutating func end(_ number: Int, _ variable: String) { calls[number]?.held[variable] = nil }

  func variables(of number: Int) -> [String] { calls[number]?.held.keys.sorted() ?? [] }

  /// The scope of a variable has ended, which is told later.
  mutating func noteEnd(_ number: Int, of variable: String) {
    calls[number]?.ended.insert(variable)
    hasEnded = true
  }

  /// Whether there are such variables: otherwise a look at all calls would take the longer the deeper they are.
  private var hasEnded = false

  mutating func takeEnded() -> [(call: Int, variable: String)] {
    if !hasEnded { return [] }
    hasEnded = false
    hasLeft = true
    let ended = calls.filter { !$0.value.ended.isEmpty }.sorted { $0.key < $1.key }
    for (number, _) in ended { calls[number]?.ended = [] }
    return ended.flatMap { number, call in call.ended.sorted().map { (number, $0) } }
  }

  /// Forgets the calls that were kept for what is told later.
  mutating func removeLeft() {
    if hasLeft { calls = calls.filter { !$0.value.isOver } }
    hasLeft = false
  }

  private var hasLeft = false

  /// The variables that retain an object.
  func holders(of object: String) -> [(call: Int, variable: String)] {
    calls.sorted { $0.key < $1.key }.flatMap { number, call in
      call.held.filter { $0.value[object] == .strong }.keys.sorted().map { (number, $0) }
    }
  }

  /// The object is gone.
  mutating func forget(_ object: String) {
    for (number, call) in calls { for variable in call.held.keys { calls[number]?.held[variable]?[object] = nil } }
  }

  // MARK: The present statement

  mutating func capture(_ number: Int, _ objects: [String]) { calls[number]?.captured = objects }

  func captured(by number: Int) -> [String] { calls[number]?.captured ?? [] }

  /// The deinit that is under way on a thread, if an object of that class may end in it, and all the classes whose objects
  /// may.
  func deinitCall(of type: String, on thread: ObjectIdentifier) -> (call: Int, classes: Set<String>)? {
    let innermost = stacks[thread]?.last { calls[$0]?.ends.isEmpty == false }
    guard let innermost, let classes = calls[innermost]?.ends, classes.contains(type) else { return nil }
    return (innermost, classes)
  }

  func isDeinit(_ number: Int) -> Bool { calls[number]?.ends.isEmpty == false }

  /// The call that is under way on a thread.
  func innermost(on thread: ObjectIdentifier) -> Int? { stacks[thread]?.last }

  private struct Capture: Hashable {
    let place: RecordedEvent.Line
    let object: String
  }

  /// Whether no closure of this line has captured the object before.
  mutating func isFirstCapture(_ number: Int, of object: String, at line: RecordedEvent.Line? = nil) -> Bool {
    guard let place = line ?? self.line(of: number) else { return false }
    return captures.insert(Capture(place: place, object: object)).inserted
  }

  mutating func noteBirth(of object: String, on thread: ObjectIdentifier) {
    for number in stacks[thread] ?? [] { calls[number]?.born.append(object) }
  }

  /// What the closures of the innermost statement retain that has any.
  func captured(on thread: ObjectIdentifier) -> [String] {
    (stacks[thread] ?? []).reversed().lazy.compactMap { calls[$0]?.captured }.first { !$0.isEmpty } ?? []
  }

  /// The object that the statement made and gave its closure to, and what that retains; nil if it made none or several.
  func made(_ number: Int) -> (object: String, captured: [String])? {
    guard let call = calls[number], !call.captured.isEmpty, call.born.count == 1 else { return nil }
    return (call.born[0], call.captured)
  }
}
