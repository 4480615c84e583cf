/// Reading and writing a property by its name.
extension KeyValueObject {
  final func codedValue(forKey key: String) throws(Violation) -> Any? {
    if let property = try StoredProperties.of(self)[key] { return property.value(in: self) }
    if let computed = computedKey(key) { return computed.value(in: self) }
    throw .undefinedKey(key, object: describe(self), access: "valueForUndefinedKey:")
  }

  /// Sets the property, and announces it if its key notifies automatically.
  final func setCodedValue(_ value: Any?, forKey key: String) throws(Violation) {
    let store = try storing(value, forKey: key)
    let notifies = type(of: self).automaticallyNotifiesObservers(forKey: key)
    if notifies { willChangeValue(forKey: key) }
    store()
    if notifies { didChangeValue(forKey: key) }
  }

  /// Sets the property for somebody who announces it.
  final func storeWithoutAnnouncing(_ value: Any?, forKey key: String) throws(Violation) {
    try storing(value, forKey: key)()
  }

  /// What stores the value in the property, which is there and accepts it.
  private func storing(_ value: Any?, forKey key: String) throws(Violation) -> () -> Void {
    if let property = try StoredProperties.of(self)[key] {
      guard property.accepts(value) else {
        throw refusal(of: value, forKey: key, expecting: property.type())
      }
      return { _ = property.store(value, in: self) }
    }
    if let computed = computedKey(key), computed.isWritable {
      guard computed.accepts(value) else {
        throw refusal(of: value, forKey: key, expecting: computed.valueType)
      }
      return { computed.store(value, in: self) }
    }
    throw .undefinedKey(key, object: describe(self), access: "setValue:forUndefinedKey:")
  }

  private func refusal(
    of value: Any?, forKey key: String, expecting type: Any.Type
  ) -> Violation {
    guard let value, !(value is KeyValueNull) else {
      return .nilForNonOptional(key: key, object: describe(self))
    }
    return .wrongType(
      key: key, object: describe(self), expected: "\(type)", found: "\(Swift.type(of: value))")
  }
}
