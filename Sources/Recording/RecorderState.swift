import Foundation
import RawObserving

/// The state of a recorder: the living objects of the story, their references, and the registrations.
package struct RecorderState {
  /// An object of the story.
  struct Known {
    let identity: ObjectIdentifier
    let name: String
    /// Nil from the moment its deinit begins.
    weak var object: AnyObject?
    let role: RecordedEvent.Role
    /// Whether the engine or the mediator reports its end.
    let tellsOfItsEnd: Bool
    var isDying = false
    /// What its class is called, without generic arguments.
    var type = ""
    /// The call of its deinit that is under way.
    var deinitCall: Int?
    /// The classes whose objects may end in the deinit that has begun last.
    var deinitClasses: Set<String> = []
  }

  /// A reference from one object to another, under the name that the holder has for it.
  struct Edge: Hashable {
    let holder: String
    let target: String
    let by: String
  }

  /// In the order in which they appeared in the story.
  private(set) var living: [Known] = []
  /// How many of them are in their deinit, or have it behind them: it is asked at each mark.
  private var dyingCount = 0
  /// The last name of each object so far, by its identity, which a later object may have too.
  private(set) var formerNames: [ObjectIdentifier: String] = [:]
  private var objectCount = 0
  /// The references that mirrors show, and those that the engine, the mediator and the story report.
  private var seen: [Edge: RecordedEvent.Strength] = [:]
  private var told: [Edge: RecordedEvent.Strength] = [:]
  /// The plain values that were told last, by object or call, and by property or variable.
  private var values: [String: [String: String]] = [:]
  /// The properties and variables of which not all elements are read.
  private var cutCollections: Set<String> = []
  /// The objects that a variable or a parameter has named.
  var namedObjects: Set<String> = []
  /// The calls of marked functions.
  var frames = Frames()

  /// The registrations so far, each retained, so that no other one gets its identity.
  var registrations: [Registration] = []
  /// The names of the contexts so far.
  var contexts: [UnsafeMutableRawPointer: String] = [:]
  /// The records that have not ended, by their numbers, and how many there have been.
  var records: [Int: RecordNote] = [:]
  /// Those that have ended. What waited elsewhere may still be passed on for them.
  var ended: [Int: RecordNote] = [:]
  var recordCount = 0
  private var events: [RecordedEvent] = []

  /// A recording that has its size.
  struct Full {
    /// Where the file has the number of reports that are not in it.
    let place: off_t
    /// The reports of the engine, the mediator and the story.
    var missed = 0
  }

  /// Nil as long as there is room.
  var full: Full?
  var writtenBytes = 0

  /// Whether the objects of all classes of the program are recorded.
  let ofProgram: Bool
  /// Whether another thread runs that is not known to the story.
  private var isBeside = false
  /// Whether there are more objects than are read.
  private var isCrowd = false

  /// Whether all modifications are marked, so that properties can be read in between.
  private let readsProperties: Bool

  init(ofProgram: Bool = false, readsProperties: Bool = true) {
    (self.ofProgram, self.readsProperties) = (ofProgram, readsProperties)
  }

  /// Says once for each line that modifies a property in place that none is read meanwhile, if something happens then.
  mutating func noteModifying() {
    guard ofProgram, events.contains(where: { ![.line, .exits, .holds, .holdsNoMore].contains($0.what) }) else {
      return
    }
    for line in frames.modifyingLines where modifyingLines.insert(line).inserted {
      var event = RecordedEvent(.hides)
      (event.reason, event.lines) = ("modifies", [line])
      note(event)
    }
  }

  private var modifyingLines: Set<RecordedEvent.Line> = []

  /// Whether properties may be read: none is in the midst of a modification. The stories of the course modify none in
  /// place while their objects end.
  private var mayRead: Bool { !ofProgram || readsProperties && !frames.isModifying }

  /// Notes whether the objects can be read. The threads of a story report themselves, those of a reader's program do not.
  mutating func noteReading(isAlone: Bool) {
    if isAlone == isBeside { noteReading(isAlone ? .alone : .beside, isOver: !isAlone) }
    isBeside = !isAlone
    guard isAlone, isCrowd != (living.count > Self.mostLookedAt) else { return }
    isCrowd.toggle()
    noteReading(isCrowd ? .crowd : .fewer, isOver: isCrowd)
  }

  private mutating func noteReading(_ what: RecordedEvent.Kind, isOver: Bool) {
    if !ofProgram { return }
    note(RecordedEvent(what))
    // They may change before they are read again.
    if isOver { values = [:] }
  }

  /// Whether the events noted now were only noticed after the event before.
  private var isLookingAround = false

  mutating func note(_ event: RecordedEvent) {
    var event = event
    if isLookingAround { event.isNoticed = true }
    events.append(event)
  }

  /// What was noted up to now came about in the lines that are under way, and not in the one that comes.
  mutating func placeEvents(on thread: ObjectIdentifier) {
    guard ofProgram, events.contains(where: \.lines.isEmpty) else { return }
    let lines = frames.lines(on: thread)
    for index in events.indices where events[index].lines.isEmpty { events[index].lines = lines }
  }

  mutating func takeEvents() -> [RecordedEvent] {
    defer { events = [] }
    return events
  }

  // MARK: Objects

  /// The object's name in the story; nil if it is not one of the story's.
  func name(of identity: ObjectIdentifier) -> String? { living.first { $0.identity == identity }?.name }

  func identity(of name: String) -> ObjectIdentifier? { living.first { $0.name == name }?.identity }

  /// The name in the story of the object that has, or had, that identity.
  func formerName(of identity: ObjectIdentifier) -> String? { formerNames[identity] }

  /// The object's name in the story, or else its type.
  func name(of object: AnyObject) -> String { name(of: ObjectIdentifier(object)) ?? "\(type(of: object))" }

  /// Notes a new object. Its name is found when the run is over; until then it has a number. See ``ObjectNames``.
  mutating func add(
    _ identity: ObjectIdentifier, _ object: AnyObject?, type: String, role: RecordedEvent.Role = .object,
    tellsOfItsEnd: Bool = true, lines: [RecordedEvent.Line] = []
  ) {
    objectCount += 1
    let name = role == .mediator ? "mediator" : ObjectNames.token(objectCount)
    living.append(
      Known(
        identity: identity, name: name, object: object, role: role, tellsOfItsEnd: tellsOfItsEnd,
        type: String(type.prefix { $0 != "<" })))
    formerNames[identity] = name
    var event = RecordedEvent(.born, object: name)
    (event.type, event.role, event.lines) = (type, role, lines)
    if lines.isEmpty, !tellsOfItsEnd, let count = untold[type] {
      untold[type] = count > 1 ? count - 1 : nil
      event.reason = "untold"
    }
    note(event)
    // Tells the initial values before anything changes them.
    if let object, role == .object, canRead { noteValues(of: object, name) }
  }

  /// Whether the properties of an object can be read now.
  var canRead: Bool { ofProgram && !isBeside && !isCrowd && mayRead }

  /// How many objects of a type an initializer has made that were not told then.
  private var untold: [String: Int] = [:]

  mutating func noteUntold(_ type: String) {
    if untold.isEmpty {
      var event = RecordedEvent(.hides)
      event.reason = "untold"
      note(event)
    }
    untold[type, default: 0] += 1
  }

  mutating func markDying(_ identity: ObjectIdentifier) {
    guard let index = living.firstIndex(where: { $0.identity == identity }), !living[index].isDying else { return }
    living[index].isDying = true
    dyingCount += 1
    // No variable retains an object whose deinit has begun: what held it let go before, between two marks.
    for (frame, variable) in frames.holders(of: living[index].name) { letGo(frame, variable, living[index].name) }
    note(RecordedEvent(.dying, object: living[index].name))
  }

  /// The deinit of a superclass follows that of a class: the object is not gone yet.
  ///
  /// - Parameter classes: the superclass, and all that inherit from it.
  mutating func goOnWithDeinit(_ call: Int, _ classes: Set<String>) {
    for index in living.indices where living[index].deinitCall == nil && !living[index].deinitClasses.isEmpty {
      guard classes.contains(living[index].type), classes.isStrictSuperset(of: living[index].deinitClasses) else {
        continue
      }
      (living[index].deinitCall, living[index].deinitClasses) = (call, classes)
    }
  }

  mutating func endDeinit(_ call: Int) {
    for index in living.indices where living[index].deinitCall == call { living[index].deinitCall = nil }
  }

  mutating func remove(_ identity: ObjectIdentifier) {
    markDying(identity)
    guard let index = living.firstIndex(where: { $0.identity == identity }) else { return }
    let name = living.remove(at: index).name
    dyingCount -= 1
    values[name] = nil
    for edge in seen.keys where [edge.holder, edge.target].contains(name) { seen[edge] = nil }
    for edge in told.keys where [edge.holder, edge.target].contains(name) { told[edge] = nil }
    frames.forget(name)
    note(RecordedEvent(.gone, object: name))
  }

  /// Notes the objects of classes of the program that the engine does not report.
  ///
  /// - Parameters:
  ///   - label: the property or variable that has them.
  ///   - holder: the object whose property it is.
  ///   - lines: where they were made, if that is not in the lines that are under way.
  mutating func discover(
    _ objects: FieldReader.Objects, in label: String, of holder: String? = nil, lines: [RecordedEvent.Line] = []
  ) {
    for object in objects.list where name(of: ObjectIdentifier(object)) == nil {
      add(ObjectIdentifier(object), object, type: "\(type(of: object))", tellsOfItsEnd: false, lines: lines)
    }
    guard objects.isCut, cutCollections.insert("\(holder ?? "").\(label)").inserted else { return }
    var event = RecordedEvent(.hides, object: holder)
    (event.by, event.text) = (label, "behind the \(FieldReader.mostElements)th")
    // The engine reports its objects, wherever they are.
    if objects.list.last is KeyValueObject { event.reason = "known" }
    note(event)
  }

  // MARK: References

  /// No picture has room for the references of more objects, and reading them takes long.
  package static let mostLookedAt = 60

  /// Notes which objects are in deinit or gone. No mirror is needed for that, so other threads may run.
  mutating func noticeEnds() {
    isLookingAround = true
    defer { isLookingAround = false }
    let ended = living.indices.filter { living[$0].object == nil && living[$0].deinitCall == nil }.map { living[$0] }
    // The one whose deinit has begun now is the last. Those of which this was told before are the first.
    noticeEnds(of: ended.filter(\.isDying))
    noticeEnds(of: ended.filter { !$0.isDying && !isInDeinit($0) })
    noticeEnds(of: ended.filter { !$0.isDying && isInDeinit($0) })
  }

  /// Notes which objects are gone whose deinit is over.
  mutating func noticeEndsOfDying() {
    if dyingCount == 0 { return }
    isLookingAround = true
    defer { isLookingAround = false }
    noticeEnds(of: living.filter { $0.object == nil && $0.deinitCall == nil && $0.isDying && !$0.tellsOfItsEnd })
  }

  private mutating func noticeEnds(of objects: [Known]) {
    var ended = objects
    // Several may have ended since the last time: what holds another one before that.
    while let index = ended.indices.first(where: { !isHeld(ended[$0], by: ended) }) ?? ended.indices.first {
      noticeEnd(of: ended.remove(at: index))
    }
  }

  private func isInDeinit(_ known: Known) -> Bool {
    !known.tellsOfItsEnd && frames.deinitCall(of: known.type, on: ObjectIdentifier(Thread.current)) != nil
  }

  private func isHeld(_ object: Known, by others: [Known]) -> Bool {
    others.contains { other in
      seen.contains { $0.key.holder == other.name && $0.key.target == object.name && $0.value == .strong }
    }
  }

  private mutating func noticeEnd(of known: Known) {
    if known.tellsOfItsEnd { return markDying(known.identity) }
    if !known.isDying, let deinitCall = frames.deinitCall(of: known.type, on: ObjectIdentifier(Thread.current)) {
      markDying(known.identity)
      if let index = living.firstIndex(where: { $0.identity == known.identity }) {
        (living[index].deinitCall, living[index].deinitClasses) = deinitCall
      }
      return
    }
    remove(known.identity)
  }

  /// Notes what the objects refer to now. Call it only while no other thread of the story runs.
  mutating func lookAround() {
    isLookingAround = true
    defer { isLookingAround = false }
    if isCrowd || !mayRead { return }
    for known in living where known.role == .object {
      guard let object = known.object else { continue }
      readReferences(of: object, known.name)
      if ofProgram { noteValues(of: object, known.name) }
    }
  }

  mutating func readReferences(of object: AnyObject, _ name: String) {
    if ofProgram {
      for (property, objects) in FieldReader.objects(of: object) { discover(objects, in: property, of: name) }
    }
    let found = FieldReader.references(of: object) { [living] identity in
      living.first { $0.identity == identity }?.name
    }
    update(name, found)
  }

  private mutating func noteValues(of object: AnyObject, _ name: String) {
    let now = FieldReader.values(of: object)
    for property in Set(values[name, default: [:]].keys).union(now.keys).sorted()
    where isNew(now[property], of: property, name) {
      var event = RecordedEvent(.has, object: name)
      (event.by, event.new) = (property, now[property])
      note(event)
    }
  }

  /// Whether a value is not the one that was told last, which it is from now on.
  ///
  /// - Parameters:
  ///   - value: nil if the property or variable has no plain value.
  ///   - holder: the object or call that has it.
  mutating func isNew(_ value: String?, of label: String, _ holder: String) -> Bool {
    if values[holder]?[label] == value { return false }
    values[holder, default: [:]][label] = value
    return true
  }

  private mutating func update(_ holder: String, _ found: [FieldReader.Found]) {
    let now = found.map { (edge: Edge(holder: holder, target: $0.target, by: $0.property), strength: $0.strength) }
    let over = seen.keys.filter { edge in edge.holder == holder && !now.contains { $0.edge == edge } }
    for edge in over.sorted(by: { ($0.by, $0.target) < ($1.by, $1.target) }) {
      seen[edge] = nil
      note(RecordedEvent(.refersNoMore, edge))
    }
    for (edge, strength) in now where seen[edge] == nil {
      seen[edge] = strength
      note(RecordedEvent(.refers, edge, strength))
    }
  }

  /// An unowned constant was given an object.
  mutating func tellUnowned(_ holder: AnyObject, _ property: String, _ value: Any) {
    if ofProgram { discover(FieldReader.objects(in: holder), in: "self") }
    guard let holder = name(of: ObjectIdentifier(holder)) else { return }
    let targets = FieldReader.references(in: value) { [living] identity in
      living.first { $0.identity == identity && !$0.isDying }?.name
    }
    for target in targets.keys.sorted() { tell(Edge(holder: holder, target: target, by: property), .unowned) }
  }

  /// Notes a reference that no mirror shows, once.
  mutating func tell(_ edge: Edge, _ strength: RecordedEvent.Strength) {
    if told.updateValue(strength, forKey: edge) == nil { note(RecordedEvent(.refers, edge, strength)) }
  }

  /// What is told of the references of an object.
  func toldEdges(of holder: String) -> [Edge] {
    told.keys.filter { $0.holder == holder }.sorted { ($0.by, $0.target) < ($1.by, $1.target) }
  }

  mutating func untell(_ edge: Edge) {
    if told.removeValue(forKey: edge) != nil { note(RecordedEvent(.refersNoMore, edge)) }
  }

}

extension RecordedEvent {
  init(_ what: Kind, _ edge: RecorderState.Edge, _ strength: Strength? = nil) {
    self.init(what, object: edge.holder, other: edge.target)
    (by, self.strength) = (edge.by, strength)
  }
}
