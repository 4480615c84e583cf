/// The value, or nil if it is an optional that holds nothing, at any depth.
func unwrapped(_ value: Any) -> Any? {
  // A cast would look into an `AnyHashable`, which is not nil even if it holds nil.
  guard type(of: value) != AnyHashable.self, let optional = value as? any OptionalValue else { return value }
  return optional.unwrappedValue
}

/// Whether a value of that type can be nil; an `Any` may hold an optional too.
func mayBeNil(_ type: Any.Type) -> Bool { type is any OptionalValue.Type || type == Any.self }

/// The value as that type, or nil if it is of another one. Nil and null become the nil of an optional type.
func converted<Value>(_ value: Any?) -> Value? {
  let given = value.flatMap { type(of: $0) == KeyValueNull.self ? nil : $0 }
  if let given { return given as? Value }
  if Value.self == Any.self { return Any?.none as Any as? Value }
  // Not a cast of an optional, which would add a level to a type with two.
  return (Value.self as? any OptionalValue.Type).flatMap { $0.nilValue as? Value }
}

private protocol OptionalValue {
  var unwrappedValue: Any? { get }
  static var nilValue: Any { get }
}

extension Optional: OptionalValue {
  fileprivate var unwrappedValue: Any? { flatMap { unwrapped($0) } }
  fileprivate static var nilValue: Any { Self.none as Any }
}

/// `<Clock 0x…>`, the way exceptions name an object.
package func describe(_ object: AnyObject) -> String { "<\(type(of: object)) \(address(of: object))>" }

/// The address of an object, in the form that messages use.
package func address(of object: AnyObject) -> String { hexadecimal(ObjectIdentifier(object)) }

/// The address of an object that may have been deallocated, in the form that messages use.
package func hexadecimal(_ identity: ObjectIdentifier) -> String {
  "0x" + String(UInt(bitPattern: identity), radix: 16)
}

/// An address in the form that messages use; nil is `0x0`.
package func hexadecimal(_ pointer: UnsafeMutableRawPointer?) -> String {
  "0x" + String(UInt(bitPattern: pointer), radix: 16)
}

extension Dictionary {
  /// Gives memory back after many removals. A dictionary never does that by itself.
  ///
  /// Call it after each removal; the cost is constant on average.
  package mutating func shrinkIfSparse() {
    if capacity > 64 && count < capacity / 8 { self = Dictionary(uniqueKeysWithValues: map { $0 }) }
  }
}

extension Array {
  /// Gives memory back after many removals. An array never does that by itself.
  ///
  /// Call it after each removal; the cost is constant on average.
  package mutating func shrinkIfSparse() { if capacity > 64 && count < capacity / 8 { self = map { $0 } } }
}
