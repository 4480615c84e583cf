package import RawObserving

/// The checks behind the public calls, with key paths as strings.
extension KeyValueObject {
  package final func register(
    _ observer: KeyValueObject, keyPath: String, options: KeyValueObservingOptions, context: UnsafeMutableRawPointer?
  ) throws(Violation) {
    try register(observer, keyPath: KeyPathString(keyPath, for: self), options: options, context: context)
  }

  package final func unregister(
    _ observer: KeyValueObject, keyPath: String, context: SoughtContext
  ) throws(Violation) {
    try unregister(observer, keyPath: KeyPathString(keyPath, for: self), context: context)
  }

  package final func setCurrentValue(_ value: Any?, atPath keyPath: String) throws(Violation) {
    try setCurrentValue(value, at: KeyPathString(keyPath, for: self))
  }
}
