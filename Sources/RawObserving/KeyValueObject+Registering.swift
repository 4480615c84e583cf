/// Adding and removing, as checks that throw instead of ending the process.
extension KeyValueObject {
  final package func register(
    _ observer: KeyValueObject, keyPath: String, options: KeyValueObservingOptions,
    context: UnsafeMutableRawPointer?
  ) throws(Violation) {
    let keyPath = try KeyPathString(keyPath, for: self)
    _ = RuntimeRules.current  // whoever observes has the rules fixed
    let triggers = try triggers(of: keyPath.first)
    let isPlain = keyPath.rest == nil && triggers.isEmpty
    let registration = Registration(
      observer, keyPath: keyPath, options: options, context: context,
      route: isPlain ? nil : Route(from: self))
    // snippet.initial
    if options.contains(.initial) {
      let newValue =
        options.contains(.new) ? try currentValue(at: keyPath) ?? KeyValueNull.null : nil
      registration.deliver(KeyValueChange(kind: .setting, newValue: newValue), of: self)
    }
    try record(registration)
    // snippet.end
  }

  private func record(_ registration: Registration) throws(Violation) {
    registration.willBeRecorded()
    if let route = registration.route {
      try route.putUp(registration, on: self)
    } else {
      existingOrNewInfo.add(registration, for: registration.keyPath.first)
      watchWeakProperties(named: registration.keyPath.first)
    }
  }

  final package func unregister(
    _ observer: KeyValueObject, keyPath: String, context: SoughtContext
  ) throws(Violation) {
    let path = try KeyPathString(keyPath, for: self)
    // snippet.unregister
    let found = observationInfo?.removeRegistration(path, of: observer, context)
    guard let found else {
      throw .notRegistered(
        observer: describe(observer), keyPath: keyPath, object: describe(self))
    }
    // snippet.end
    guard let route = found.route else { return }
    defer { route.takeDown() }
    try route.checkAnnounced(for: found)
  }

  /// The contexts of that observer's registrations with this object, in the order in which they were made.
  final package func contexts(
    registeredBy observer: KeyValueObject
  ) -> [UnsafeMutableRawPointer?] {
    (observationInfo?.registrations ?? []).filter { $0.belongs(to: observer) }.map(\.context)
  }
}

/// Which context a registration has to have to be removed.
package enum SoughtContext {
  case any
  case exactly(UnsafeMutableRawPointer?)

  func matches(_ context: UnsafeMutableRawPointer?) -> Bool {
    switch self {
    case .any: true
    case .exactly(let sought): context == sought
    }
  }
}
