import Foundation

/// What the marks of a story's copy tell.
extension RecorderState {
  /// A line that comes more often is not noted again: a loop of thousands of turns would fill the file.
  private static let mostOfOneLine = 20

  /// In a loop of many turns a look at more objects takes too long.
  private static let mostLookedAtInLoops = 20

  /// Whether the line has been noted so often that it is not noted again. Then the call goes on there, and nothing is read.
  mutating func isWornOut(_ frame: Int, _ line: Int, quits: Bool, on thread: ObjectIdentifier) -> Bool {
    let count = frames.count(frame, line)
    guard count > Self.mostOfOneLine else { return false }
    if count == Self.mostOfOneLine + 1, let place = frames.place(of: frame, line) {
      var event = RecordedEvent(.hides, text: "after its \(Self.mostOfOneLine)th time")
      event.lines = [place]
      note(event)
    }
    frames.resume(frame, on: thread)
    noteMade(frame)
    // In its deinit an object ends, which must not be told after what comes later.
    if frames.isDeinit(frame) || living.count <= Self.mostLookedAtInLoops {
      noticeEnds()
      placeEvents(on: thread)
    }
    _ = frames.mark(frame, line, quits: quits)
    return true
  }

  mutating func mark(
    _ frame: Int, _ line: Int, isWork: Bool, quits: Bool = false, _ variables: [(name: Substring, value: Any)],
    on thread: ObjectIdentifier
  ) {
    // The order of what two threads do at once is that of one run alone.
    let isQuiet = read(frame, variables, on: thread)
    placeEvents(on: thread)
    guard frames.mark(frame, line, quits: quits) <= Self.mostOfOneLine, isQuiet else { return }
    frames.noteTold(frame)
    var event = about(frame, .line)
    event.isWork = isWork ? true : nil
    note(event)
  }

  /// Notes what the variables of a function hold. Returns false while other threads run: then they are not read.
  @discardableResult
  mutating func read(
    _ frame: Int, _ variables: [(name: Substring, value: Any)], on thread: ObjectIdentifier
  ) -> Bool {
    frames.resume(frame, on: thread)
    noteMade(frame)
    guard StoryThread.isOnlyOneRunning else { return false }
    discover(variables, frame)
    for (name, value) in variables { hold(frame, name, value) }
    return true
  }

  /// Notes the objects that variables hold and that are not known yet.
  mutating func discover(_ variables: [(name: Substring, value: Any)], _ frame: Int) {
    if !ofProgram { return }
    for (name, value) in variables where !name.hasPrefix("~") {
      discover(FieldReader.objects(in: value), in: frames.title(frame, String(name)))
    }
  }

  /// The last statement outside functions is over.
  mutating func finish(_ frame: Int, _ variables: [(name: Substring, value: Any)], on thread: ObjectIdentifier) {
    guard read(frame, variables, on: thread), frames.isTold(frame) else { return }
    note(about(frame, .exits))
  }

  private mutating func about(_ frame: Int, _ what: RecordedEvent.Kind) -> RecordedEvent {
    var event = RecordedEvent(what)
    event.frame = frames.label(of: frame)
    event.by = frames.name(of: frame)
    return event
  }

  private mutating func hold(_ frame: Int, _ name: Substring, _ value: Any) {
    let isUnretained = name.hasPrefix("~")
    let variable = String(isUnretained ? name.dropFirst() : name)
    let now = FieldReader.references(in: value) { [living] identity in
      living.first { $0.identity == identity && !$0.isDying }?.name
    }.mapValues { isUnretained ? .weak : $0 }
    let before = frames.held(frame, by: variable)
    for object in before.keys.sorted() where now[object] == nil { letGo(frame, variable, object) }
    for (object, strength) in now.sorted(by: { $0.key < $1.key }) where before[object] == nil {
      var event = about(frame, .holds)
      (event.object, event.other, event.strength) = (nil, object, strength)
      event.text = frames.title(frame, variable)
      event.isBound = Self.isBound(variable)
      if ofProgram, !namedObjects.contains(object), let identity = identity(of: object) {
        event.path = FieldReader.path(in: value, to: identity)
      }
      namedObjects.insert(object)
      note(event)
    }
    frames.setHeld(frame, by: variable, now)
    let isEmptied = ofProgram && frames.isEmptied(frame, variable) && PlainValue.isNil(value)
    noteValue(frame, variable, isEmptied ? "nil" : nil)
  }

  /// Notes the value of a variable that holds no object; nil if it has none any more.
  private mutating func noteValue(_ frame: Int, _ variable: String, _ value: String?) {
    guard isNew(value, of: variable, "call \(frame)") else { return }
    var event = about(frame, .has)
    (event.text, event.new) = (frames.title(frame, variable), value)
    note(event)
  }

  private static func isBound(_ variable: String) -> Bool? {
    variable.contains("#") && variable.hasSuffix("b") ? true : nil
  }

  /// Notes that a variable no longer holds an object.
  mutating func letGo(_ frame: Int, _ variable: String, _ object: String, because reason: String? = nil) {
    var held = frames.held(frame, by: variable)
    guard let strength = held.removeValue(forKey: object) else { return }
    frames.setHeld(frame, by: variable, held)
    var event = about(frame, .holdsNoMore)
    (event.other, event.strength, event.reason) = (object, strength, reason)
    event.text = frames.title(frame, variable)
    event.isBound = Self.isBound(variable)
    note(event)
  }

  mutating func endsSilently(_ frame: Int, _ variable: String, _ line: Int) -> Bool {
    if full != nil { return true }
    guard !frames.hasHeld(frame, variable) else { return false }
    frames.moveToEnd(frame, line)
    return true
  }

  /// Whether the end of a call needs no word: none of its lines was noted, and its variables hold nothing.
  mutating func leavesSilently(_ frame: Int) -> Bool {
    if full != nil { return true }
    guard !frames.isTold(frame), frames.variables(of: frame).isEmpty else { return false }
    noteMade(frame)
    endDeinit(frame)
    frames.leave(frame)
    return true
  }

  mutating func end(_ frame: Int, variable: String, _ line: Int? = nil) {
    if let line { frames.moveToEnd(frame, line) }
    guard StoryThread.isOnlyOneRunning else { return frames.noteEnd(frame, of: variable) }
    for object in frames.held(frame, by: variable).keys.sorted() { letGo(frame, variable, object, because: "scope") }
    noteValue(frame, variable, nil)
    frames.end(frame, variable)
  }

  mutating func leave(_ frame: Int) {
    noteMade(frame)
    for variable in frames.variables(of: frame) { end(frame, variable: variable) }
    if StoryThread.isOnlyOneRunning, frames.isStory(frame), frames.isTold(frame) { note(about(frame, .exits)) }
    endDeinit(frame)
    frames.leave(frame)
  }

  /// Notes the variables whose scopes ended while other threads ran.
  mutating func noteEnded() {
    for (frame, variable) in frames.takeEnded() { end(frame, variable: variable) }
    frames.removeLeft()
  }

  /// Notes the parameters that name an object which nothing has named yet.
  mutating func receive(_ frame: Int, _ parameters: [(name: Substring, value: Any)]) {
    for (name, value) in parameters {
      let objects = FieldReader.references(in: value) { [living] identity in
        living.first { $0.identity == identity }?.name
      }
      guard objects.count == 1, let object = objects.keys.first, namedObjects.insert(object).inserted else { continue }
      var event = about(frame, .receives)
      (event.other, event.text) = (object, String(name))
      note(event)
    }
  }

  mutating func capture(_ frame: Int, _ variables: [(name: Substring, value: Any)], at line: RecordedEvent.Line? = nil)
  {
    // In the initializer of a plain class nothing else has named the object yet.
    if ofProgram { for (name, value) in variables { discover(FieldReader.objects(in: value), in: String(name)) } }
    let objects = variables.flatMap { variable in
      FieldReader.references(in: variable.value) { [living] identity in
        living.first { $0.identity == identity }?.name
      }.keys.sorted()
    }
    frames.capture(frame, line == nil ? objects : frames.captured(by: frame) + objects)
    if !ofProgram { return }
    for object in objects where frames.isFirstCapture(frame, of: object, at: line) {
      var event = about(frame, .captures)
      event.other = object
      if let line { event.lines = [line] + frames.lines(on: ObjectIdentifier(Thread.current)) }
      note(event)
    }
  }

  /// Whether an object that an initializer has made is told: not if the line that made it has been noted too often.
  mutating func isMadeInView(_ object: AnyObject, in frame: Int?, on thread: ObjectIdentifier) -> Bool {
    guard ofProgram, full == nil else { return false }
    guard let line = frames.lineOfCaller(frame, on: thread), frames.count(line) > Self.mostOfOneLine else {
      return true
    }
    noteUntold("\(type(of: object))")
    return false
  }

  /// An initializer has made an object, in the statement that has called it.
  mutating func make(_ object: AnyObject, in frame: Int?, on thread: ObjectIdentifier) {
    discover(FieldReader.objects(in: object), in: "self", lines: frames.linesOfCaller(frame, on: thread))
    guard let name = name(of: ObjectIdentifier(object)), canRead else { return }
    readReferences(of: object, name)
  }

  /// Whether the present statement of a call is no longer noted.
  func isWornOut(_ frame: Int) -> Bool { full != nil || frames.countOfLine(frame) > Self.mostOfOneLine }

  /// The statement before gave a closure to the object that it made: the object retains what the closure retains.
  private mutating func noteMade(_ frame: Int) {
    guard let (object, captured) = frames.made(frame) else { return }
    frames.capture(frame, [])
    for target in captured where target != object {
      tell(Edge(holder: object, target: target, by: "closure"), .strong)
    }
  }

  /// The record has ended, and with it its closure.
  mutating func untellClosures(of record: RecordNote) {
    for edge in toldEdges(of: record.controller) where edge.by == "closure of \(record.name)" { untell(edge) }
  }
}
