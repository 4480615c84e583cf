/// The way of a change: will, did, and one function that delivers.
///
/// A set by the property's setter, a change announced by hand, a change of a longer path or of a dependent
/// key, and a change of a collection's elements all go this way.
extension KeyValueObject {
  // MARK: By hand

  final func willChange(_ key: String, _ mutation: Mutation) throws(Violation) {
    guard let change = open(key, mutation, isAutomatic: false) else { return }
    try begin(change) { value(forKey: key) }
  }

  final func didChange(_ key: String) throws(Violation) {
    guard let info = observationInfo, let change = OpenChanges.current.close(key, of: info) else {
      return
    }
    try finish(change) { value(forKey: key) }
  }

  /// Whether somebody wants to be told values of the key itself, rather than of a longer path or a key
  /// that depends on it.
  final func isAsked(forValuesOf key: String) -> Bool {
    OpenChange.entries(for: observationInfo?.hooks(for: key) ?? []).contains {
      $0.isDirect && !$0.registration.options.isDisjoint(with: [.new, .old])
    }
  }

  // MARK: By the setter

  /// The first half of a set: called by ``Observed`` when somebody has observed the object, with the
  /// address of the property's storage and the value before.
  @usableFromInline
  final func beginAutomaticChange<Value>(
    storedAt place: UnsafeRawPointer, _ value: Value
  ) -> OpenChange? {
    raising { () throws(Violation) in
      let key = try StoredProperties.key(of: self, Observed<Value>.self, storedAt: place)
      guard type(of: self).automaticallyNotifiesObservers(forKey: key),
        let change = open(key, .setting, isAutomatic: true)
      else { return nil }
      try begin(change) { erase(value) }
      return change
    }
  }

  /// The second half of a set, with the value after.
  @usableFromInline
  final func endAutomaticChange<Value>(_ change: OpenChange, _ value: Value) {
    OpenChanges.current.close(change)
    raising { () throws(Violation) in try finish(change) { erase(value) } }
  }

  // MARK: Both

  /// Opens a change of the key on this thread for everybody who waits for it now, or returns nil if
  /// nobody does.
  private func open(_ key: String, _ mutation: Mutation, isAutomatic: Bool) -> OpenChange? {
    guard let info = observationInfo else { return nil }
    let hooks = info.hooks(for: key)
    // Where a change of the key is open already, this one has to be paired with its own did.
    if hooks.isEmpty && !OpenChanges.current.contains(key, of: info) { return nil }
    let change = OpenChange(
      info, key, mutation, isAutomatic: isAutomatic, entries: OpenChange.entries(for: hooks))
    OpenChanges.current.open(change)
    return change
  }

  /// Takes the old values, and makes the calls before the change.
  private func begin(_ change: OpenChange, reading value: () -> Any?) throws(Violation) {
    try takeValues(of: change, where: .old, change.mutation.old, reading: value) { entry, value in
      entry.oldValue = value
    }
    for (route, step, registration) in change.routes {
      try route.willChange(at: step, of: registration)
    }
    deliver(change, isPrior: true)
  }

  /// Takes the new values, and makes the calls after the change. The change is closed by then: a set
  /// inside one of these calls is a change of its own.
  private func finish(_ change: OpenChange, reading value: () -> Any?) throws(Violation) {
    for (route, step, registration) in change.routes {
      try route.didChange(at: step, of: registration)
    }
    try takeValues(of: change, where: .new, change.mutation.new, reading: value) { entry, value in
      entry.newValue = value
    }
    deliver(change, isPrior: false)
  }

  /// Reads what the entries of the change that have asked for it are told. The changed value itself is
  /// read once for all of them; the value of a longer path or a dependent key is read for each.
  private func takeValues(
    of change: OpenChange, where option: KeyValueObservingOptions,
    _ told: (KeyValueObject, Any?) throws(Violation) -> Any?, reading value: () -> Any?,
    _ store: (inout OpenChange.Entry, Any?) -> Void
  ) throws(Violation) {
    var direct: Any?
    var isRead = false
    for index in change.entries.indices where change.entries[index].isServed {
      let registration = change.entries[index].registration
      guard registration.options.contains(option), !registration.isRemoved else { continue }
      if change.entries[index].isDirect {
        if !isRead { direct = try told(self, value()) }
        isRead = true
        store(&change.entries[index], direct)
      } else {
        let value = try registration.object?.currentValue(at: registration.keyPath)
        store(&change.entries[index], (value ?? nil) ?? KeyValueNull.null)
      }
    }
  }

  // snippet.deliver
  /// Calls everybody the change serves, the latest registration first. No lock is held.
  private func deliver(_ change: OpenChange, isPrior: Bool) {
    for entry in change.entries.reversed() where entry.isServed {
      if isPrior && !entry.registration.options.contains(.prior) { continue }
      guard let object = entry.registration.object else { continue }
      entry.registration.deliver(
        KeyValueChange(
          kind: entry.isDirect ? change.mutation.kind : .setting,
          newValue: entry.newValue, oldValue: entry.oldValue,
          indexes: entry.isDirect ? change.mutation.indexes : nil, isPrior: isPrior),
        of: object)
    }
  }
  // snippet.end
}

/// A value as `Any?`, where nil means nil at any depth of optionals.
func erase<Value>(_ value: Value) -> Any? {
  guard let optional = value as? any OptionalValue else { return value }
  return optional.erased
}

private protocol OptionalValue {
  var erased: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var erased: Any? { flatMap { RawObserving.erase($0) } }
}
