/// Adding and removing, as checks that throw instead of ending the process.
extension KeyValueObject {
  final package func register(
    _ observer: KeyValueObject, keyPath: String, options: KeyValueObservingOptions,
    context: UnsafeMutableRawPointer?
  ) throws(Violation) {
    try checkSingleKey(keyPath)
    _ = RuntimeRules.current  // whoever observes has the rules fixed
    let info = existingOrNewInfo
    let registration = Registration(observer, keyPath: keyPath, options: options, context: context)
    // snippet.initial
    if options.contains(.initial) {
      let newValue = options.contains(.new) ? value(forKey: keyPath) ?? KeyValueNull.null : nil
      registration.deliver(KeyValueChange(kind: .setting, newValue: newValue), of: self)
    }
    info.add(registration)
    // snippet.end
  }

  final package func unregister(
    _ observer: KeyValueObject, keyPath: String, where matches: (Registration) -> Bool
  ) throws(Violation) {
    // snippet.unregister
    let found = observationInfo?.remove(keyPath) {
      $0.belongs(to: observer) && matches($0)
    }
    if found == nil {
      throw .notRegistered(
        observer: describe(observer), keyPath: keyPath, object: describe(self))
    }
    // snippet.end
  }

  private func checkSingleKey(_ keyPath: String) throws(Violation) {
    if keyPath.utf8.contains(UInt8(ascii: ".")) {
      throw .unsupportedKeyPath(keyPath, object: describe(self))
    }
  }
}
