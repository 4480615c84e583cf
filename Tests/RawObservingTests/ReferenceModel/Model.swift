/// The documented rules of key-value observing, written down a second time: slowly and obviously.
///
/// Objects are dictionaries of values, and registrations are one flat list. Whom a change concerns is found
/// out by following the path of every registration from its object, each time. Nothing here is shared with
/// the engine.
struct Model {
  // MARK: The world

  /// What the properties hold, by object and key.
  var values: [String: [String: Value]] = [:]
  /// In the order they were recorded.
  var registrations: [Registration] = []
  /// Changes that have been announced and are not over, the innermost last.
  var open: [Change] = []
  /// Changes in place whose values are lent: the accessor's frame has them, and no other change sees them.
  var lent: [Change] = []
  /// The properties whose values are lent, announced or not. To touch one ends the process.
  var lentKeys: Set<Place> = []
  var hasTouchedLent = false
  /// Who has been let go of.
  var dropped: Set<String> = []

  struct Registration {
    let id: Int
    let observer: String
    let object: String
    let path: String
    let keys: [String]
    let options: ProgramOptions
    let context: Int
    /// Links that were replaced without an announcement, and where they led before: the observer side
    /// has not been told.
    var unannounced: [Node: String?] = [:]
  }

  /// One place on the way of a registration: an object, and the keys that are still to be followed from it.
  struct Node: Hashable {
    let object: String
    let keys: [String]
  }

  /// A property of an object.
  struct Place: Hashable {
    let object: String
    let key: String
  }

  /// One change under way, from its will to its did.
  struct Change {
    let id: Int
    let object: String
    let key: String
    let mutation: Mutation?
    let isAutomatic: Bool
    var entries: [Entry]
  }

  /// One registration that a change concerns.
  struct Entry {
    let registration: Int
    /// Whether the path ended at the changed key when the change began.
    let isDirect: Bool
    /// Whether this change reports to it, and not another one that was under way.
    var isServed: Bool
    var old: Value?
    var new: Value?
    /// The links of the registration that change: they are not followed until the change is over.
    var cut: Set<Node> = []
  }

  // MARK: The performance

  var performance = Performance()
  var attempts = 0
  var depth = 0
  var calls: [String: Int] = [:]
  var reactions: [String: [Int: [Operation]]] = [:]
  var undefinedReads: Set<String> = []
  var made = 0

  /// Why an operation does not go through.
  enum Stop: Error {
    /// A rule is broken, and the caller is told. If the operation is half done then, it is the last one.
    case violation(Breach, isLast: Bool = false)
    /// It names what is not there, or the engine can only end the process.
    case impossible
  }

  /// A rule that was broken.
  struct Breach: Error {
    let name: String
    let reason: String
  }

  /// How the program goes.
  static func perform(_ program: [Operation]) -> Performance {
    var model = Model()
    for name in Cast.objects {
      model.values[name] = Cast.stored(by: name).mapValues(\.first)
    }
    for operation in program { model.perform(operation) }
    model.end()
    return model.performance
  }

  var isOver: Bool { performance.last != nil }

  mutating func write(_ event: Event) { performance.trace.append(event) }

  mutating func perform(_ operation: Operation) {
    if isOver { return }
    let number = attempts
    let before = self
    attempts += 1
    depth += 1
    do throws(Stop) {
      try execute(operation)
      if hasTouchedLent { throw .impossible }
    } catch {
      switch error {
      case .violation(let breach, let isLast) where !isLast || depth == 1:
        write(.violation(name: breach.name, reason: breach.reason))
        if isLast { performance.last = number }
      case .violation, .impossible:
        self = before
        attempts = number + 1
        performance.skipped.insert(number)
        return
      }
    }
    depth -= 1
    if depth == 0 && !undefinedReads.isEmpty && !isOver {
      write(.undefinedReads(undefinedReads.sorted()))
      undefinedReads = []
    }
  }

  private mutating func execute(_ operation: Operation) throws(Stop) {
    switch operation {
    case .add(let observer, let object, let path, let options, let context):
      try checkPresent(observer, object)
      try add(observer, to: object, path, options, context)
    case .remove(let observer, let object, let path, let context):
      try checkPresent(observer, object)
      try remove(observer, from: object, path, context)
    case .set(let object, let key, let value):
      try checkPresent(object)
      try checkPresent(value)
      try fatally { (model) throws(Stop) in try model.set(object, key, value) }
    case .lend(let object, let key, let value, let operations):
      try checkPresent(object)
      try checkPresent(value)
      try fatally { (model) throws(Stop) in try model.lend(object, key, value, operations) }
    case .setByPath(let object, let path, let value):
      try checkPresent(object)
      try checkPresent(value)
      try setByPath(object, path, value)
    case .will(let object, let key):
      try checkPresent(object)
      try will(object, key, nil)
    case .willElements(let object, let key, let change, let indexes):
      try checkPresent(object)
      try will(object, key, .elements(change, indexes))
    case .willMembers(let object, let key, let change, let members):
      try checkPresent(object)
      try willMembers(object, key, change, Set(members))
    case .did(let object, let key), .didElements(let object, let key, _, _),
      .didMembers(let object, let key, _, _):
      try checkPresent(object)
      try did(object, key)
    case .changeElements(let object, let key, let change, let indexes, let elements):
      try checkPresent(object)
      try fatally { (model) throws(Stop) in
        try model.changeElements(object, key, change, indexes, elements)
      }
    case .changeMembers(let object, let key, let change, let members):
      try checkPresent(object)
      try fatally { (model) throws(Stop) in
        try model.changeMembers(object, key, change, Set(members))
      }
    case .drop(let name):
      try checkPresent(name)
      try drop(name)
    case .react(let observer, let call, let operations):
      reactions[observer, default: [:]][call] = operations
    }
  }

  /// For what has no check that throws: what breaks a rule there is left out.
  mutating func fatally(_ body: (inout Model) throws(Stop) -> Void) throws(Stop) {
    do throws(Stop) { try body(&self) } catch { throw .impossible }
  }

  private func checkPresent(_ names: String...) throws(Stop) {
    for name in names where dropped.contains(name) { throw .impossible }
  }

  private func checkPresent(_ value: Value) throws(Stop) {
    if case .object(let name) = value { try checkPresent(name) }
  }

  // MARK: Letting go

  /// Nobody may be let go of who still observes or is observed, or whose change is under way.
  private mutating func drop(_ name: String) throws(Stop) {
    let isNeeded = registrations.contains { $0.observer == name || $0.object == name }
    if depth > 1 || isNeeded || !open.isEmpty || !lent.isEmpty { throw .impossible }
    dropped.insert(name)
    write(.alive(alive.sorted()))
  }

  /// Those that are not released, or are linked to by one that is alive; in a circle they keep each other
  /// alive.
  var alive: Set<String> {
    var alive = Set(Cast.everybody)
    while true {
      let linked = alive.flatMap { (values[$0] ?? [:]).values }
      let dead = alive.filter { dropped.contains($0) && !linked.contains(.object($0)) }
      if dead.isEmpty { return alive }
      alive.subtract(dead)
    }
  }

  private mutating func end() {
    if isOver { return }
    var lines: [String] = []
    for name in Cast.objects where !dropped.contains(name) {
      for (key, value) in (values[name] ?? [:]).sorted(by: { $0.key < $1.key })
      where value != Cast.stored(by: name)[key]?.first {
        lines.append("\(name).\(key) = \(value)")
      }
    }
    write(.state(lines))
  }
}
