/// The call of `addObserver` whose initial value is being read, and the key that is read for it.
///
/// Any class may override `value(forKey:)`, so only the root class's implementation finds out that a key is missing.
/// Its message then names the call that asked for the value.
private enum InitialRead { @TaskLocal static var underWay: (call: String, key: String)? }

extension KeyValueObject {
  /// The value that the initial call of the registration carries.
  func initialValue(for registration: Registration) throws(Violation) -> Any {
    let call = """
      \(describe(self)) addObserver:\(registration.observerDescription) \
      forKeyPath:@"\(shortened(registration.keyPath.description))" \
      options:\(registration.options.rawValue) context:\(hexadecimal(registration.context))
      """
    let value = try currentValue(at: registration.keyPath) { object, key in
      InitialRead.$underWay.withValue((call, key)) { object.value(forKey: key) }
    }
    return value ?? KeyValueNull.null
  }

  /// The violation of reading a key that the object does not have.
  func undefinedKey(_ key: String) -> Violation {
    if let read = InitialRead.underWay, read.key == key { return .undefinedKeyObserved(key, call: read.call) }
    return .undefinedKey(key, object: describe(self), access: "valueForUndefinedKey:")
  }
}
