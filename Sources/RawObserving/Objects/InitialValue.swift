extension KeyValueObject {
  /// The value that the initial call of the registration carries.
  func initialValue(for registration: Registration) throws(Violation) -> Any {
    let call = """
      \(describe(self)) addObserver:\(registration.observerDescription) \
      forKeyPath:@"\(shortened(registration.keyPath.description))" \
      options:\(registration.options.rawValue) context:\(unsafe hexadecimal(registration.context))
      """
    let thread = ThreadState.current
    let outer = thread.initialRead
    defer { thread.initialRead = outer }
    let value = try currentValue(at: registration.keyPath) { object, key in
      thread.initialRead = (call, key)
      return object.value(forKey: key)
    }
    return value ?? KeyValueNull.null
  }

  /// The violation of reading a key that the object does not have.
  func undefinedKey(_ key: String) -> Violation {
    if let read = ThreadState.current.initialRead, read.key == key {
      return .undefinedKeyObserved(key, call: read.call)
    }
    return .undefinedKey(key, object: describe(self), access: "valueForUndefinedKey:")
  }
}
