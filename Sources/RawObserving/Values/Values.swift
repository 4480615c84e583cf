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
  return given.map { $0 as? Value } ?? (Value.self as? any OptionalValue.Type)?.nilValue as? Value
}

private protocol OptionalValue {
  var unwrappedValue: Any? { get }
  static var nilValue: Any { get }
}

extension Optional: OptionalValue {
  fileprivate var unwrappedValue: Any? { flatMap { unwrapped($0) } }
  fileprivate static var nilValue: Any { Self.none as Any }
}
