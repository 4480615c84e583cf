/// The way of a change: will, did, and one function that delivers.
///
/// A set by the property's setter, a change announced by hand, a change of a longer path or of a dependent
/// key, and a change of a collection's elements all go this way. Where nothing can come between the will and
/// the did of a set, ``Observed`` may take the shorter one of PlainSet.swift.
extension KeyValueObject {
  // MARK: By hand

  // The checks behind the public calls of the same purpose.

  final package func announceWill(_ key: String) throws(Violation) { try willChange(key, nil) }

  final package func announceWill(
    _ kind: KeyValueChangeKind, at indexes: RangeSet<Int>, of key: String
  ) throws(Violation) {
    guard hasBeenObserved else { return }
    try willChange(key, .elements(kind, at: indexes, of: key))
  }

  final package func announceWill<Element: Hashable>(
    _ kind: KeyValueSetMutationKind, _ members: Set<Element>, of key: String
  ) throws(Violation) {
    guard hasBeenObserved else { return }
    // Which members really come and go has to be known before the change; the value is read only
    // where somebody asks, as for any other change.
    let value = isAsked(forValuesOf: key) ? value(forKey: key) : nil
    guard let current = (value ?? Set<Element>()) as? Set<Element> else {
      throw .notACollection(value, expected: "\(Set<Element>.self)", key: key, object: self)
    }
    try willChange(key, .members(kind, members, of: current))
  }

  private func willChange(_ key: String, _ mutation: Mutation?) throws(Violation) {
    guard let change = open(key, mutation, storedAt: nil) else { return }
    try begin(change) { value(forKey: key) }
  }

  final package func announceDid(_ key: String) throws(Violation) {
    guard let info = observationInfo, let change = OpenChanges.current.close(key, of: info) else {
      return
    }
    try finish(change) { value(forKey: key) }
  }

  /// Whether somebody wants to be told values of the key itself, rather than of a longer path or a key
  /// that depends on it.
  private func isAsked(forValuesOf key: String) -> Bool {
    func asks(_ registration: Registration) -> Bool {
      !registration.options.isDisjoint(with: [.new, .old])
    }
    guard let waiters = observationInfo?.waiters(for: key) else { return false }
    return waiters.plain.contains(where: asks)
      || waiters.routed.contains { $0.isDirect && asks($0.registration) }
  }

  // MARK: By the setter

  /// The first half of a set: called by ``Observed`` when somebody has observed the object, with the
  /// address of the property's storage and the value before.
  ///
  /// This function and the next one are inlined, because where the type of the values is known, it is cheap to
  /// make an `Any` of them; elsewhere it takes 60 ns.
  @inlinable
  final func beginAutomaticChange<Value>(
    storedAt place: UnsafeRawPointer, _ value: Value
  ) -> OpenChange? {
    beginAutomaticChange(Observed<Value>.self, storedAt: place) { told(value) }
  }

  /// The second half of a set. The new value is read where the property is stored.
  @inlinable
  final func endAutomaticChange<Value>(_ change: OpenChange, _ type: Value.Type) {
    endAutomaticChange(change) { change.stored(type).map { told($0) } }
  }

  @usableFromInline
  final func beginAutomaticChange<Value>(
    _ wrapper: Observed<Value>.Type, storedAt place: UnsafeRawPointer, reading value: () -> Any?
  ) -> OpenChange? {
    raising { () throws(Violation) in
      let key = try StoredProperties.key(of: self, wrapper, storedAt: place)
      guard type(of: self).automaticallyNotifiesObservers(forKey: key),
        let change = open(key, nil, storedAt: place)
      else { return nil }
      try begin(change, reading: value)
      return change
    }
  }

  @usableFromInline
  final func endAutomaticChange(_ change: OpenChange, reading value: () -> Any?) {
    OpenChanges.current.close(change)
    raising { () throws(Violation) in try finish(change, reading: value) }
  }

  // MARK: By a weak property

  /// Announces a set of a weak property, which `body` does; or the death of its object, of which `body` has
  /// nothing left to do, and nobody can be told the old value.
  final func changeWeakProperty(
    at place: WeakStorage.Place, isDeath: Bool, _ body: () -> Void
  ) {
    raising { () throws(Violation) in
      let key = try StoredProperties.key(of: self, weakAt: place)
      guard type(of: self).automaticallyNotifiesObservers(forKey: key),
        let change = open(key, nil, storedAt: place)
      else { return body() }
      try begin(change, isDeath: isDeath) { WeakStorage.object(at: place) }
      body()
      OpenChanges.current.close(change)
      try finish(change) { WeakStorage.object(at: place) }
    }
  }

  // MARK: All

  /// Opens a change of the key on this thread for everybody who waits for it now, or returns nil if
  /// nobody does.
  private func open(_ key: String, _ mutation: Mutation?, storedAt place: UnsafeRawPointer?)
    -> OpenChange?
  {
    guard let info = observationInfo else { return nil }
    let waiters = info.waiters(for: key)
    let openChanges = OpenChanges.current
    // Where a change of the key is open already, this one has to be paired with its own did.
    if waiters?.isEmpty ?? true && !openChanges.contains(key, of: info) { return nil }
    let entries = waiters.map { OpenChange.entries(for: $0.plain, $0.routed) } ?? []
    let change = OpenChange(info, key, mutation, storedAt: place, entries: entries)
    openChanges.open(change)
    return change
  }

  /// Takes the old values, unless they are dying, and makes the calls before the change.
  private func begin(
    _ change: OpenChange, isDeath: Bool = false, reading value: () -> Any?
  ) throws(Violation) {
    do {
      if !isDeath { try takeValues(of: change, .before, reading: value) }
      try cutRoutes(of: change, isDeath: isDeath)
    } catch {
      abandon(change)
      throw error
    }
    deliver(change, isPrior: true)
  }

  /// Ends the waiting behind the value that is about to change. Whether an object was replaced without an
  /// announcement is not asked at a death: another thread may be setting the property at this moment.
  private func cutRoutes(of change: OpenChange, isDeath: Bool) throws(Violation) {
    for entry in change.entries where !entry.steps.isEmpty {
      guard let route = entry.registration.route else { continue }
      let (affected, unannounced) = route.willChange(at: entry.steps)
      change.affected.append((entry.registration, affected))
      if let unannounced, !isDeath {
        throw entry.registration.unannounced("update for", unannounced)
      }
    }
  }

  /// Closes a change that broke a rule as it began: its did will not come.
  private func abandon(_ change: OpenChange) {
    OpenChanges.current.close(change)
    for (registration, steps) in change.affected { registration.route?.abandon(steps) }
  }

  /// Takes the new values, and makes the calls after the change. The change is closed by then: a set
  /// inside one of these calls is a change of its own.
  private func finish(_ change: OpenChange, reading value: () -> Any?) throws(Violation) {
    for (registration, steps) in change.affected {
      try registration.route?.didChange(steps, for: registration)
    }
    for (registration, step) in change.late {
      try registration.route?.didChange(late: step, for: registration)
    }
    try takeValues(of: change, .after, reading: value)
    deliver(change, isPrior: false)
  }

  /// Reads what those are told who have asked for it: the changed value itself, and that of each longer
  /// path and dependent key, once for all.
  private func takeValues(
    of change: OpenChange, _ moment: Mutation.Moment, reading value: () -> Any?
  ) throws(Violation) {
    let option = moment.option
    var whole: Any?
    var direct: Any?
    var isRead = false
    var ends: [EndValue] = []
    for index in change.entries.indices where change.entries[index].isServed {
      let registration = change.entries[index].registration
      guard registration.options.contains(option), !registration.isRemoved else { continue }
      let isWhole = change.mutation == nil
      let hasMoved = isWhole && moment == .after && !change.entries[index].endsHere
      if change.entries[index].isDirect && !hasMoved {
        if !isRead {
          whole = value()
          direct = try part(of: whole, moment, by: change.mutation)
          change.values.store(direct, of: moment)
          isRead = true
        }
        change.entries[index].own?.store(direct, of: moment)
        if moment == .before && change.mutation != nil && registration.route != nil {
          // Another change on the way to it may take over.
          change.values.wholeOld = whole ?? KeyValueNull.null
        }
      } else {
        let own = change.entries[index].own ?? OpenChange.Values(old: change.values.old)
        own.store(try valueAtEnd(of: registration, unlessIn: &ends), of: moment)
        change.entries[index].own = own
      }
    }
  }

  /// The value of a longer path or a dependent key, and from where it was read.
  private typealias EndValue = (object: KeyValueObject, path: KeyPathString, value: Any)

  /// The value at the end of the registration's path, unless it has been read for another one.
  private func valueAtEnd(
    of registration: Registration, unlessIn ends: inout [EndValue]
  ) throws(Violation) -> Any {
    let path = registration.keyPath
    guard let object = registration.route?.object else { return KeyValueNull.null }
    if let known = ends.first(where: { $0.object === object && $0.path == path }) {
      return known.value
    }
    let value = try object.currentValue(at: path) ?? KeyValueNull.null
    ends.append((object, path, value))
    return value
  }

  /// The value as a whole, or the elements that change.
  private func part(
    of value: Any?, _ moment: Mutation.Moment, by mutation: Mutation?
  ) throws(Violation) -> Any? {
    guard let mutation else { return value ?? KeyValueNull.null }
    return try mutation.part(of: value, moment, in: self)
  }

  // snippet.deliver
  /// Calls everybody the change serves, the latest registration first. No lock is held.
  private func deliver(_ change: OpenChange, isPrior: Bool) {
    for entry in change.entries.reversed() where entry.isServed {
      if isPrior && !entry.registration.options.contains(.prior) { continue }
      // Whoever waits by way of a longer path was registered with another object.
      guard let object = entry.steps.isEmpty ? self : entry.registration.route?.object
      else { continue }
      entry.registration.deliver(change.told(to: entry, isPrior: isPrior), of: object)
    }
  }
  // snippet.end
}

/// A value as `Any?`, where nil means nil at any depth of optionals.
@usableFromInline func erase<Value>(_ value: Value) -> Any? {
  // The cast takes 60 ns, and it is known of most types that they are no optionals.
  if !_isOptional(Value.self) && type(of: value as Any) == Value.self { return value }
  guard let optional = value as? any OptionalValue else { return value }
  return optional.erased
}

protocol OptionalValue {
  var erased: Any? { get }
}

extension Optional: OptionalValue {
  var erased: Any? { flatMap { RawObserving.erase($0) } }
}
