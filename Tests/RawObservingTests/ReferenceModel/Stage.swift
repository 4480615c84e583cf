import RawObserving

/// Runs a program on the engine and writes down what can be seen.
///
/// It goes through the checks that throw, so that a broken rule becomes an event and not the end of the
/// process. Property setters and collection proxies have no such check; the model says beforehand which
/// operations break a rule there, and they are left out.
final class Stage {
  /// What can be seen of the program on the engine; it ends soon after the first difference from what
  /// the model expects.
  static func perform(_ program: [Operation], expecting expected: Performance) -> [Event] {
    let stage = Stage(expected)
    for operation in program { stage.perform(operation) }
    stage.end()
    return stage.trace
  }

  private struct Probe {
    weak var player: Player?
  }

  private var players: [String: Player] = [:]
  private var probes: [String: Probe] = [:]
  private let expected: Performance
  private var trace: [Event] = []
  /// Nothing more is done after a difference, because the process might die of it.
  private var isOver = false

  private var attempts = 0
  private var depth = 0
  private var calls: [String: Int] = [:]
  private var reactions: [String: [Int: [Operation]]] = [:]
  private var undefinedReads: Set<String> = []
  private var announced: [(player: String, key: String)] = []
  private var added: [(observer: String, object: String, path: String)] = []

  private init(_ expected: Performance) {
    self.expected = expected
    for (name, className) in Cast.classes {
      let player =
        switch className {
        case "PlayedTrack": PlayedTrack(name, on: self)
        case "PlayedList": PlayedList(name, on: self)
        case "PlayedAlbum": PlayedAlbum(name, on: self)
        default: Player(name, on: self)
        }
      players[name] = player
      probes[name] = Probe(player: player)
    }
  }

  // MARK: What the players say

  func heard(
    by observer: Player, _ path: String, of object: KeyValueObject, _ change: KeyValueChange,
    _ context: UnsafeMutableRawPointer?
  ) {
    if isOver { return }
    write(
      .call(
        Event.Call(
          observer: observer.name, path: path, object: Self.name(object),
          kind: change.kind.rawValue, old: change.oldValue.map(Self.value),
          new: change.newValue.map(Self.value),
          indexes: change.indexes.map { $0.ranges.flatMap(Array.init) }, isPrior: change.isPrior,
          context: Int(bitPattern: context))))
    calls[observer.name, default: 0] += 1
    let call = calls[observer.name, default: 0]
    guard depth < Performance.deepest, let reaction = reactions[observer.name]?[call] else {
      return
    }
    for operation in reaction { perform(operation) }
  }

  func readUndefined(_ key: String, of player: Player) {
    undefinedReads.insert("\(player.name).\(key)")
  }

  func note(_ violation: Violation) {
    write(.violation(name: violation.name ?? "none", reason: Self.shape(of: violation)))
  }

  /// The object that a link is set to.
  func track(_ value: Value) -> PlayedTrack? {
    if case .object(let name) = value { players[name] as? PlayedTrack } else { nil }
  }

  private func write(_ event: Event) {
    if isOver { return }
    trace.append(event)
    if trace.count > expected.trace.count || expected.trace[trace.count - 1] != event {
      isOver = true
    }
  }

  // MARK: Operations

  private func perform(_ operation: Operation) {
    let number = attempts
    attempts += 1
    if isOver || expected.skipped.contains(number) { return }
    depth += 1
    do throws(Violation) {
      try execute(operation)
    } catch {
      note(error)
      if expected.last == number { isOver = true }
    }
    depth -= 1
    if depth == 0 && !undefinedReads.isEmpty {
      write(.undefinedReads(undefinedReads.sorted()))
      undefinedReads = []
    }
  }

  private func execute(_ operation: Operation) throws(Violation) {
    switch operation {
    case .add(let observer, let object, let path, let options, let context):
      guard let observer = players[observer], let object = players[object] else { return }
      added.append((observer.name, object.name, path))
      try object.register(
        observer, keyPath: KeyPathString(path, for: object),
        options: KeyValueObservingOptions(rawValue: options.rawValue),
        context: UnsafeMutableRawPointer(bitPattern: context))
    case .remove(let observer, let object, let path, let context):
      guard let observer = players[observer], let object = players[object] else { return }
      try object.unregister(
        observer, keyPath: KeyPathString(path, for: object),
        context: context.map { .exactly(UnsafeMutableRawPointer(bitPattern: $0)) } ?? .any)
    case .set(let object, let key, let value): players[object]?.assign(value, to: key)
    case .lend(let object, let key, let value, let operations):
      players[object]?.lend(key, replacingBy: value) {
        for operation in operations { perform(operation) }
      }
    case .setByPath(let object, let path, let value):
      guard let object = players[object] else { return }
      try object.setCurrentValue(any(value), at: KeyPathString(path, for: object))
    case .will(let object, let key):
      announced.append((object, key))
      try players[object]?.announceWill(key)
    case .willElements(let object, let key, let change, let indexes):
      announced.append((object, key))
      try players[object]?.announceWill(Self.kind(change), at: Self.indexes(indexes), of: key)
    case .willMembers(let object, let key, let change, let members):
      announced.append((object, key))
      try players[object]?.announceWill(Self.kind(change), Set(members), of: key)
    case .did(let object, let key), .didElements(let object, let key, _, _),
      .didMembers(let object, let key, _, _):
      try players[object]?.announceDid(key)
    case .changeElements(let object, let key, let change, let indexes, let elements):
      guard let proxy = players[object]?.mutableArrayValue(forKey: key, of: Int.self) else {
        return
      }
      switch change {
      case .insertion: proxy.insert(elements, at: Self.indexes(indexes))
      case .removal: proxy.remove(at: Self.indexes(indexes))
      case .replacement: proxy.replace(at: Self.indexes(indexes), with: elements)
      }
    case .changeMembers(let object, let key, let change, let members):
      guard let proxy = players[object]?.mutableSetValue(forKey: key, of: Int.self) else { return }
      switch change {
      case .union: proxy.formUnion(Set(members))
      case .minus: proxy.subtract(Set(members))
      case .intersect: proxy.formIntersection(Set(members))
      case .set: proxy.set(Set(members))
      }
    case .drop(let name):
      players[name] = nil
      writeAlive()
    case .react(let observer, let call, let operations):
      reactions[observer, default: [:]][call] = operations
    }
  }

  private func writeAlive() {
    write(.alive(probes.filter { $0.value.player != nil }.keys.sorted()))
  }

  // MARK: The end

  /// Writes what is left, and leaves nothing behind for the next program.
  private func end() {
    writeState()
    isOver = true
    for (observer, object, path) in added {
      guard let observer = players[observer], let object = players[object] else { continue }
      try? object.unregister(observer, keyPath: KeyPathString(path, for: object), context: .any)
    }
    for (player, key) in announced { try? players[player]?.announceDid(key) }
    for probe in probes.values { (probe.player as? PlayedTrack)?.unlink() }
    players = [:]
    let leaked = probes.filter { $0.value.player != nil }.keys.sorted()
    if !leaked.isEmpty { trace.append(.alive(leaked)) }
  }

  private func writeState() {
    var lines: [String] = []
    for name in Cast.objects {
      guard let player = players[name] else { continue }
      for (key, holding) in Cast.stored(by: name).sorted(by: { $0.key < $1.key }) {
        let value = player.value(forKey: key).map(Self.value) ?? .null
        if value != holding.first { lines.append("\(name).\(key) = \(value)") }
      }
    }
    write(.state(lines))
  }

  // MARK: From the engine's terms and into them

  private static func name(_ object: KeyValueObject) -> String {
    (object as? Player)?.name ?? "\(type(of: object))"
  }

  private static func value(_ value: Any) -> Value {
    switch value {
    case is KeyValueNull: .null
    case let number as Int: .int(number)
    case let player as Player: .object(player.name)
    case let elements as [Int]: .array(elements)
    case let members as Set<Int>: .set(members)
    default: .object("\(type(of: value))")
    }
  }

  private func any(_ value: Value) -> Any? {
    switch value {
    case .null: nil
    case .int(let number): number
    case .object(let name): players[name]
    case .array(let elements): elements
    case .set(let members): members
    }
  }

  private static func kind(_ change: ElementEdit) -> KeyValueChangeKind {
    KeyValueChangeKind(rawValue: change.rawValue) ?? .setting
  }

  private static func kind(_ change: MemberChange) -> KeyValueSetMutationKind {
    KeyValueSetMutationKind(rawValue: change.rawValue) ?? .set
  }

  private static func indexes(_ indexes: [Int]) -> RangeSet<Int> {
    indexes.reduce(into: RangeSet()) { $0.insert(contentsOf: $1..<$1 + 1) }
  }

  /// The reason, with each object as `<object>`.
  private static func shape(of violation: Violation) -> String {
    violation.reason.replacing(/<\w+ 0x[0-9a-f]+>/, with: "<object>")
  }
}
