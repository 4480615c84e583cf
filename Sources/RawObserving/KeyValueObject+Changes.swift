/// One change of one key, from its will to its did, on one thread.
@usableFromInline final class OpenChange {
  let key: String
  let thread: ThreadIdentity
  /// Whether the property's setter opened it, rather than ``KeyValueObject/willChangeValue(forKey:)``.
  let isAutomatic: Bool
  /// Whom it serves: fixed when it opens. Who is added meanwhile is not called; who is removed is not
  /// called either, because its registration says so.
  let registrations: [Registration]
  /// The value before the change, if anybody wants it.
  var oldValue: Any?

  init(
    key: String, thread: ThreadIdentity, isAutomatic: Bool, registrations: [Registration]
  ) {
    self.key = key
    self.thread = thread
    self.isAutomatic = isAutomatic
    self.registrations = registrations
  }

  func isWanted(_ option: KeyValueObservingOptions) -> Bool {
    registrations.contains { $0.options.contains(option) }
  }
}

/// The way of a change: will, did, and one function that delivers.
extension KeyValueObject {
  // MARK: By hand

  final func willChange(_ key: String) throws(Violation) {
    guard let change = observationInfo?.open(key, isAutomatic: false) else { return }
    try begin(change) { () throws(Violation) in value(forKey: key) }
  }

  final func didChange(_ key: String) throws(Violation) {
    guard let change = observationInfo?.close(key) else { return }
    try finish(change) { () throws(Violation) in value(forKey: key) }
  }

  // MARK: By the setter

  /// The first half of a set: called by ``Observed`` when somebody has observed the object, with the
  /// address of the property's storage and the value before.
  @usableFromInline
  final func beginAutomaticChange<Value>(
    storedAt place: UnsafeRawPointer, _ value: Value
  ) -> OpenChange? {
    let key = raising { () throws(Violation) in
      try StoredProperties.key(of: self, Observed<Value>.self, storedAt: place)
    }
    guard type(of: self).automaticallyNotifiesObservers(forKey: key),
      let change = observationInfo?.open(key, isAutomatic: true)
    else { return nil }
    begin(change) { erase(value) }
    return change
  }

  /// The second half of a set, with the value after.
  @usableFromInline
  final func endAutomaticChange<Value>(_ change: OpenChange, _ value: Value) {
    observationInfo?.close(change)
    finish(change) { erase(value) }
  }

  // MARK: Both

  /// Takes the old value, once for all, and makes the calls before the change.
  private func begin<Failure: Error>(
    _ change: OpenChange, reading value: () throws(Failure) -> Any?
  ) throws(Failure) {
    if change.isWanted(.old) { change.oldValue = try value() ?? KeyValueNull.null }
    if change.isWanted(.prior) { deliver(change, isPrior: true, newValue: nil) }
  }

  /// Takes the new value, once for all, and makes the calls after the change. The change is closed by
  /// then: a set inside one of these calls is a change of its own.
  private func finish<Failure: Error>(
    _ change: OpenChange, reading value: () throws(Failure) -> Any?
  ) throws(Failure) {
    let newValue = change.isWanted(.new) ? try value() ?? KeyValueNull.null : nil
    deliver(change, isPrior: false, newValue: newValue)
  }

  // snippet.deliver
  /// Calls everybody the change serves, the latest registration first. No lock is held.
  private func deliver(_ change: OpenChange, isPrior: Bool, newValue: Any?) {
    for registration in change.registrations.reversed() {
      let options = registration.options
      if isPrior && !options.contains(.prior) { continue }
      registration.deliver(
        KeyValueChange(
          kind: .setting,
          newValue: options.contains(.new) ? newValue : nil,
          oldValue: options.contains(.old) ? change.oldValue : nil,
          isPrior: isPrior),
        of: self)
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
