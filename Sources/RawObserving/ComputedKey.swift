/// A computed property that can be observed: its name, how it is read, and what it depends on.
///
///     final class Person: KeyValueObject {
///       @Observed var first = ""
///       @Observed var last = ""
///       var fullName: String { first + " " + last }
///
///       override class var computedKeys: [ComputedKey] {
///         super.computedKeys + [ComputedKey("fullName", \Person.fullName, dependsOn: "first", "last")]
///       }
///     }
///
/// The property can then be observed and read by its name, and observed by its typed key path, also as a
/// part of a longer one.
public struct ComputedKey {
  let key: String
  let path: AnyKeyPath
  let triggers: Set<String>
  private let read: (KeyValueObject) -> Any?
  private let write: ((KeyValueObject, Any?) -> Void)?
  private let convertible: (Any?) -> Bool

  /// Declares a computed property.
  ///
  /// - Parameters:
  ///   - key: its name.
  ///   - path: the property itself.
  ///   - triggers: the key paths, from the same object, whose changes change its value. A misspelt one is
  ///     never heard of.
  public init<Object: KeyValueObject, Value>(
    _ key: String, _ path: KeyPath<Object, Value>, dependsOn triggers: String...
  ) {
    self.key = key
    self.path = path
    self.triggers = Set(triggers)
    read = { object in erase((declared(object) as Object)[keyPath: path]) }
    let writable = path as? ReferenceWritableKeyPath<Object, Value>
    write = writable.map { path in
      { object, value in
        if let value = Observed<Value>.converted(value) {
          (declared(object) as Object)[keyPath: path] = value
        }
      }
    }
    convertible = { Observed<Value>.converted($0) != nil }
  }

  func value(in object: KeyValueObject) -> Any? { read(object) }

  /// Whether the property has a setter.
  var isWritable: Bool { write != nil }

  /// Whether the property could be set to the value.
  func accepts(_ value: Any?) -> Bool { convertible(value) }

  /// Sets the property through its setter, if it has one and accepts the value.
  func store(_ value: Any?, in object: KeyValueObject) { write?(object, value) }

  var valueType: Any.Type { type(of: path).valueType }
}

extension KeyValueObject {
  /// The declaration of a computed property of this object's class, by its name.
  final func computedKey(_ key: String) -> ComputedKey? {
    type(of: self).computedKeys.last { $0.key == key }
  }
}

/// The value as the type for which an accessor or a computed key was declared. The object's class, or a
/// superclass of it, declared it for itself, and elements are of the property's type; a class can say
/// otherwise, and a caller ask for other elements.
func declared<Value>(_ value: Any) -> Value {
  guard let value = value as? Value else {
    raise(
      .invalidArgument(
        "An accessor or a computed key was declared for \(Value.self), and is used with "
          + "\(type(of: value)). Declare it for that, or pass \(Value.self)."))
  }
  return value
}
