/// Reading and writing a property by its name.
extension KeyValueObject {
  /// The slot of the stored property with that name; nil if there is none.
  func slot(named key: String) throws(Violation) -> AnySlot? {
    if let known = observationInfo?.registrations(for: key)?.slot { return known }
    return try FieldNames.slot(named: key, in: self)
  }

  package func codedValue(forKey key: String) throws(Violation) -> Any? {
    if let slot = try slot(named: key) { return slot.anyValue }
    if let computed = type(of: self).computedKey(key) { return computed.read(self) }
    throw undefinedKey(key)
  }

  /// Sets the property. By default it is announced if its key notifies automatically.
  package func setCodedValue(_ value: Any?, forKey key: String, announcing: Bool = true) throws(Violation) {
    if let slot = try slot(named: key) {
      if try isStorable(value, forKey: key, slot.accepts, slot.valueType) {
        slot.set(value, in: self, announcing: announcing)
      }
    } else if let computed = type(of: self).computedKey(key), let write = computed.write {
      guard try isStorable(value, forKey: key, computed.accepts, Swift.type(of: computed.path).valueType) else {
        return
      }
      let notifies = announcing && type(of: self).automaticallyNotifiesObservers(forKey: key)
      if notifies { willChangeValue(forKey: key) }
      write(self, value)
      if notifies { didChangeValue(forKey: key) }
    } else {
      throw .undefinedKey(key, object: describe(self), access: "setValue:forUndefinedKey:")
    }
  }

  /// Sets the property for a caller that announces the change. The class's own `setValue` is called for a key that only
  /// it knows.
  func storeWithoutAnnouncing(_ value: Any?, forKey key: String) throws(Violation) {
    if try slot(named: key) == nil && type(of: self).computedKey(key) == nil { return setValue(value, forKey: key) }
    try setCodedValue(value, forKey: key, announcing: false)
  }

  /// Whether the value can be stored. Calls `setNilValue` for nil if the property cannot be nil.
  private func isStorable(_ value: Any?, forKey key: String, _ accepts: (Any?) -> Bool, _ type: Any.Type)
    throws(Violation) -> Bool
  {
    if accepts(value) { return true }
    if let value = unwrapped(value as Any), !(value is KeyValueNull) {
      throw .wrongType(key: key, object: describe(self), expected: "\(type)", found: "\(Swift.type(of: value))")
    }
    setNilValue(forKey: key)
    return false
  }
}
