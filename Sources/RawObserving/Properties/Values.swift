/// The value, or nil if it is an optional that holds nothing, at any depth.
func unwrapped(_ value: Any) -> Any? {
  guard let optional = value as? any OptionalValue else { return value }
  return optional.unwrappedValue
}

/// Whether a value of that type can be nil; an `Any` may hold an optional too.
func mayBeNil(_ type: Any.Type) -> Bool { type is any OptionalValue.Type || type == Any.self }

/// The value as that type, or nil if it is of another one. Nil and null become the nil of an optional type.
func converted<Value>(_ value: Any?) -> Value? {
  let given: Any? = value is KeyValueNull ? nil : value
  return given.map { $0 as? Value } ?? (Value.self as? any OptionalValue.Type)?.nilValue as? Value
}

/// The value as the type that an accessor or a computed key was declared for.
///
/// Ends the process if it is of another type, because the class declared the accessor for another class or for other
/// elements than its property has.
func castOrTerminate<Value>(_ value: Any) -> Value {
  guard let value = value as? Value else {
    terminate(
      .invalidArgument(
        "An accessor or a computed key was declared for \(Value.self), and is used with "
          + "\(type(of: value)). Declare it for that, or pass \(Value.self)."))
  }
  return value
}

private protocol OptionalValue {
  var unwrappedValue: Any? { get }
  static var nilValue: Any { get }
}

extension Optional: OptionalValue {
  fileprivate var unwrappedValue: Any? { flatMap { unwrapped($0) } }
  fileprivate static var nilValue: Any { Self.none as Any }
}
