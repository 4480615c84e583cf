/// Changes that are announced by hand: the checks behind the public calls of the same purpose.
extension KeyValueObject {
  package func announceWill(_ key: String) throws(Violation) { try willChange(key, nil) }

  package func announceWill(_ kind: KeyValueChangeKind, at indexes: RangeSet<Int>, of key: String) throws(Violation) {
    try willChange(key, .elements(kind, at: indexes, of: key))
  }

  package func announceWill<Element: Hashable>(_ kind: KeyValueSetMutationKind, _ members: Set<Element>, of key: String)
    throws(Violation)
  {
    guard observationInfo != nil else { return }
    // The members that are really added or removed have to be determined before the change. The value is read only if
    // an observer asks for it, as for any other change.
    let value = isValueAsked(for: key) ? value(forKey: key) : nil
    guard let current = (value ?? Set<Element>()) as? Set<Element> else {
      throw .notACollection(value, expected: "\(Set<Element>.self)", key: key, object: self)
    }
    try willChange(key, .members(kind, members, of: current))
  }

  package func announceDid(_ key: String) throws(Violation) {
    EventProbe.report(EngineEvent.announces(self, key: key, by: "didChangeValue"))
    guard let info = observationInfo, let change = ThreadState.current.pop(key, of: info) else { return }
    try info.registrations(for: key)?.checkSlot(of: self)
    try did(change) { value(forKey: key) ?? KeyValueNull.null }
  }

  /// Begins a change of the key on this thread, if it concerns a registration.
  private func willChange(_ key: String, _ elements: @autoclosure () -> ElementChange?) throws(Violation) {
    EventProbe.report(EngineEvent.announces(self, key: key, by: "willChangeValue"))
    guard let info = observationInfo, let registrations = info.registrations(for: key) else { return }
    try registrations.checkSlot(of: self)
    guard let receivers = registrations.receivers else { return }
    let change = PendingChange(info, receivers, elements(), byHandOf: self)
    ThreadState.current.push(change)
    try will(change) { value(forKey: key) ?? KeyValueNull.null }
  }

  /// Whether an observer of the key itself, rather than of a longer path or a dependent key, asks for values.
  private func isValueAsked(for key: String) -> Bool {
    let values: KeyValueObservingOptions = [.new, .old]
    return observationInfo?.registrations(for: key)?.receivers?.all.contains { receiver in
      !receiver.registration.options.isDisjoint(with: values) && !receiver.registration.isSilenced
        && (receiver.steps.isEmpty || receiver.steps.contains(where: \.isEndOfPath))
    } ?? false
  }
}

/// What the engine keeps for each thread.
final class ThreadState {
  private static let local = ThreadLocal<ThreadState>()

  static var current: ThreadState { local.object { ThreadState() } }

  // MARK: Changes by hand

  /// A key of an object, as long as a change of it is pending.
  private struct PendingKey: Hashable {
    let info: ObjectIdentifier
    let key: String
  }

  /// The changes that this thread has announced by hand and not finished; of each key, the innermost last.
  private var pending: [PendingKey: [PendingChange]] = [:]

  /// Adds a change that has been announced with a *will*.
  func push(_ change: PendingChange) {
    pending[pendingKey(change.receivers.key, of: change.info), default: []].append(change)
  }

  /// Removes and returns the innermost pending change of the key; nil if there is none.
  func pop(_ key: String, of info: ObservationInfo) -> PendingChange? {
    let key = pendingKey(key, of: info)
    guard var changes = pending.removeValue(forKey: key) else { return nil }
    let last = changes.popLast()
    if !changes.isEmpty { pending[key] = changes }
    pending.shrinkIfSparse()
    return last
  }

  private func pendingKey(_ key: String, of info: ObservationInfo) -> PendingKey {
    PendingKey(info: ObjectIdentifier(info), key: key)
  }

  // MARK: Changes in place

  /// The changes in place that are under way on this thread outside of tasks, the outermost first.
  var changesInPlace: [ChangeInPlace] = []

  // MARK: Learning names

  /// The classes whose properties are being learnt on this thread. Their class properties are other code, which may
  /// create an object of the same class.
  var learning: Set<ObjectIdentifier> = []

  // MARK: Nested callbacks

  /// The largest number of changes whose callbacks are under way on one thread, each inside the previous one.
  ///
  /// A handler that always sets the property it observes would otherwise overflow the stack, which ends the process
  /// without a message. It is more than a chain of properties needs that set each other, and few enough for a stack of
  /// 512 kB in a debug build.
  static let mostNested = 40

  private var nested = 0

  /// Call it before the callbacks of a change of the object, and ``endCallbacks()`` after them.
  func beginCallbacks(in object: KeyValueObject) {
    if nested >= Self.mostNested { terminate(.endlessCallbacks(object: describe(object), depth: Self.mostNested)) }
    nested += 1
  }

  func endCallbacks() { nested -= 1 }

  // MARK: The initial value

  /// The call of `addObserver` whose initial value is being read, and the key that is read for it.
  ///
  /// Any class may override `value(forKey:)`, so only the root class's implementation finds out that a key is missing.
  /// Its message then names the call that asked for the value.
  var initialRead: (call: String, key: String)?
}
