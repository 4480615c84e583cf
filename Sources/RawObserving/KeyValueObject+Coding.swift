/// Reading and writing a property by its name.
extension KeyValueObject {
  final package func codedValue(forKey key: String) throws(Violation) -> Any? {
    if let property = try StoredProperties.of(self)[key] { return property.value(in: self) }
    if let computed = computedKey(key) { return computed.value(in: self) }
    throw .undefinedKey(key, object: describe(self), access: "valueForUndefinedKey:")
  }

  /// Sets the property, and announces it if its key notifies automatically.
  final package func setCodedValue(_ value: Any?, forKey key: String) throws(Violation) {
    guard let store = try storing(value, forKey: key) else { return setNilValue(forKey: key) }
    let notifies = type(of: self).automaticallyNotifiesObservers(forKey: key)
    if notifies { willChangeValue(forKey: key) }
    store()
    if notifies { didChangeValue(forKey: key) }
  }

  /// Sets the property for somebody who announces it. A key that only the class's own `setValue` knows is
  /// left to that.
  final func storeWithoutAnnouncing(_ value: Any?, forKey key: String) throws(Violation) {
    if try StoredProperties.of(self)[key] == nil && computedKey(key) == nil {
      return setValue(value, forKey: key)
    }
    if let store = try storing(value, forKey: key) { store() } else { setNilValue(forKey: key) }
  }

  /// What stores the value in the property, or nil where the value is nil and the property cannot be.
  private func storing(_ value: Any?, forKey key: String) throws(Violation) -> (() -> Void)? {
    if let property = try StoredProperties.of(self)[key] {
      if property.accepts(value) { return { _ = property.store(value, in: self) } }
      try checkIsNil(value, forKey: key, expecting: property.type)
      return nil
    }
    if let computed = computedKey(key), computed.isWritable {
      if computed.accepts(value) { return { computed.store(value, in: self) } }
      try checkIsNil(value, forKey: key, expecting: computed.valueType)
      return nil
    }
    throw .undefinedKey(key, object: describe(self), access: "setValue:forUndefinedKey:")
  }

  private func checkIsNil(
    _ value: Any?, forKey key: String, expecting type: Any.Type
  ) throws(Violation) {
    guard let value = erase(value), !(value is KeyValueNull) else { return }
    throw .wrongType(
      key: key, object: describe(self), expected: "\(type)", found: "\(Swift.type(of: value))")
  }
}
