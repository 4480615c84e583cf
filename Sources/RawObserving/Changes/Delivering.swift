/// The two halves of a change that needs an ``OpenChange``. Every change, including a plain one, ends in
/// ``Registration/deliver(_:of:)``.
extension KeyValueObject {
  /// Reads the old values, and calls the observers that are called before the change.
  func begin(_ change: OpenChange, isDeath: Bool = false, reading value: () -> Any) throws(Violation) {
    do {
      if !isDeath { try readValues(of: change, .old, reading: value) }
      try cutRoutes(of: change, isDeath: isDeath)
    } catch {
      OpenChanges.take(change)
      for (registration, steps) in change.affected { registration.route?.abandon(steps) }
      throw error
    }
    let asking = change.receivers.filter { $0.registration.options.contains(.prior) }
    deliver(to: asking) { change.told(to: $0, isPrior: true) }
  }

  /// Unregisters every step downstream of the value that is about to change. At a deallocation there is no check for an
  /// object that was replaced without an announcement, because another thread may be setting the property now.
  private func cutRoutes(of change: OpenChange, isDeath: Bool) throws(Violation) {
    for receiver in change.receivers where !receiver.steps.isEmpty {
      guard let route = receiver.registration.route else { continue }
      let (affected, unannounced) = route.willChange(at: receiver.steps)
      change.affected.append((receiver.registration, affected))
      if let unannounced, !isDeath { throw receiver.registration.unannounced("update for", unannounced) }
    }
  }

  /// Reads the new values, and calls the observers. The change is over by then: a set inside one of these calls is a
  /// change of its own.
  func finish(_ change: OpenChange, reading value: () -> Any) throws(Violation) {
    OpenChanges.handOver(change)
    for (registration, steps) in change.affected { try registration.route?.didChange(steps, for: registration) }
    for (registration, step) in change.late { try registration.route?.didChange(late: step, for: registration) }
    try readValues(of: change, .new, reading: value)
    deliver(to: change.receivers.reversed()) { change.told(to: $0, isPrior: false) }
  }

  /// Reads the values that the receivers have asked for, before the change (`.old`) or after it (`.new`). Reads the
  /// changed value, and that of each longer path and dependent key, once each.
  private func readValues(of change: OpenChange, _ option: KeyValueObservingOptions, reading value: () -> Any)
    throws(Violation)
  {
    var whole: Any?
    var direct: Any?
    var ends = EndValues()
    for index in change.receivers.indices where change.receivers[index].isServed {
      let receiver = change.receivers[index]
      let registration = receiver.registration
      guard registration.options.contains(option), !registration.isRemoved else { continue }
      let hasMoved = change.elements == nil && option == .new && !receiver.endsHere
      if receiver.isDirect && !hasMoved {
        if whole == nil {
          let read = value()
          whole = read
          if let elements = change.elements {
            direct = try elements.part(of: read is KeyValueNull ? nil : read, option, in: self)
          } else {
            direct = read
          }
          change.values.store(direct, option)
        }
        receiver.own?.store(direct, option)
        if option == .old && change.elements != nil && registration.route != nil {
          // Another change on the way to it may take over.
          change.values.wholeOld = whole
        }
      } else {
        let own = receiver.own ?? OpenChange.Values(old: change.values.old)
        own.store(try ends.value(for: registration), option)
        change.receivers[index].own = own
      }
    }
  }

  /// Calls the observers in the given order. No lock is held.
  func deliver(to receivers: some Sequence<OpenChange.Receiver>, _ told: (OpenChange.Receiver) -> KeyValueChange) {
    CallbackDepth.nested(in: self) {
      for receiver in receivers where receiver.isServed {
        // A longer path may begin at another object, and was registered with that one.
        guard let object = receiver.steps.isEmpty ? self : receiver.registration.route?.object else { continue }
        receiver.registration.deliver(told(receiver), of: object)
      }
    }
  }
}

/// The values of longer paths and dependent keys. Each is read once.
private struct EndValues {
  private var known: [(object: KeyValueObject, path: KeyPathString, value: Any)] = []

  mutating func value(for registration: Registration) throws(Violation) -> Any {
    let path = registration.keyPath
    guard let object = registration.route?.object else { return KeyValueNull.null }
    if let found = known.first(where: { $0.object === object && $0.path == path }) { return found.value }
    let value = try object.currentValue(at: path) ?? KeyValueNull.null
    known.append((object, path, value))
    return value
  }
}
