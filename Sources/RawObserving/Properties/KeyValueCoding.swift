/// Reading and writing a property by its name.
extension KeyValueObject {
  /// The slots of the stored property with that name. There are two if a class and its superclass have private
  /// properties of the same name. The subclass's comes first, and is read and written.
  func slots(named key: String) throws(Violation) -> [AnySlot] {
    let known = observationInfo?.registrations(for: key)?.slots ?? []
    return try known.isEmpty ? FieldNames.slots(named: key, in: self) : known
  }

  package func codedValue(forKey key: String) throws(Violation) -> Any? {
    if let slot = try slots(named: key).first { return slot.anyValue }
    if let computed = computedKey(key) { return computed.read(self) }
    throw undefinedKey(key)
  }

  /// Sets the property. By default it is announced if its key notifies automatically.
  package func setCodedValue(_ value: Any?, forKey key: String, announcing: Bool = true) throws(Violation) {
    if let slot = try slots(named: key).first {
      if try isStorable(value, forKey: key, slot.accepts, slot.valueType) {
        slot.set(value, in: self, announcing: announcing)
      }
    } else if let computed = computedKey(key), let write = computed.write {
      guard try isStorable(value, forKey: key, computed.accepts, type(of: computed.path).valueType) else { return }
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
    if try slots(named: key).isEmpty && computedKey(key) == nil { return setValue(value, forKey: key) }
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
