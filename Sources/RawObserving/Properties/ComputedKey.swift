/// A computed property that can be observed: its name, its getter, and the properties that it depends on.
///
///     final class Person: KeyValueObject {
///       @Observed var first = ""
///       @Observed var last = ""
///       var fullName: String { first + " " + last }
///
///       override class var computedKeys: [ComputedKey] {
///         super.computedKeys + [
///           ComputedKey("fullName", \Person.fullName, dependsOn: \.$first, \.$last)
///         ]
///       }
///     }
///
/// You can then read and observe the property by its name, and use it in a longer path. To observe it by a typed key
/// path, give it a ``Property``: see ``KeyValueCodingAndObserving/computed(_:)``.
public struct ComputedKey {
  let key: String
  let path: AnyKeyPath
  private let triggers: [Trigger]
  /// Reads the property.
  let read: (KeyValueObject) -> Any?
  /// Sets the property through its setter, if it has one.
  let write: ((KeyValueObject, Any?) -> Void)?
  /// Whether the property could be set to the value.
  let accepts: (Any?) -> Bool

  /// Declares a computed property.
  ///
  /// In a class that is isolated to an actor, mark the property and the properties that it reads `nonisolated`. In a
  /// `@MainActor` class `\.$first` cannot be formed here. Name the triggers in
  /// ``KeyValueObject/keyPathsForValuesAffectingValue(forKey:)`` instead.
  ///
  /// - Parameters:
  ///   - key: its name.
  ///   - path: the property itself.
  ///   - triggers: the properties whose changes change its value, from the same object: `\.$first`, or
  ///     `\.$clock.$date`. A key path without the `$` does not compile.
  public init<Object: KeyValueObject, Value, each Input>(
    _ key: String, _ path: KeyPath<Object, Value>, dependsOn triggers: repeat KeyPath<Object, Property<each Input>>
  ) {
    self.key = key
    self.path = path
    var all: [Trigger] = []
    for trigger in repeat each triggers { all.append(Trigger(trigger)) }
    self.triggers = all
    read = { object in unwrapped((castOrTerminate(object) as Object)[keyPath: path] as Any) }
    write = (path as? ReferenceWritableKeyPath<Object, Value>).map { path in
      { object, value in
        if let value: Value = converted(value) { (castOrTerminate(object) as Object)[keyPath: path] = value }
      }
    }
    accepts = { converted($0) as Value? != nil }
  }

  // MARK: Triggers

  /// The names of the triggers that are known. They are learnt from the first object of a class.
  var triggerNames: Set<String> { Set(triggers.compactMap(\.name)) }

  /// The triggers, from that object.
  func triggers(from object: KeyValueObject) throws(Violation) -> [KeyPathString] {
    var paths: [KeyPathString] = []
    for trigger in triggers { paths.append(try trigger.find(object)) }
    return paths
  }

  /// A property that a computed one depends on.
  private struct Trigger {
    let path: AnyKeyPath
    let find: (KeyValueObject) throws(Violation) -> KeyPathString

    private static let names = Locked<[AnyKeyPath: String]>([:])

    init<Object: KeyValueObject, Input>(_ path: KeyPath<Object, Property<Input>>) {
      self.path = path
      find = { (object) throws(Violation) in
        let object: Object = castOrTerminate(object)
        let found = try object.keyPath(of: object[keyPath: path])
        if found.isNamed { Self.names.withLock { $0[path] = found.description } }
        return found
      }
    }

    var name: String? { Self.names.withLock { $0[path] } }
  }
}

extension KeyValueObject {
  /// The declaration of a computed property of this object's class, by its name.
  func computedKey(_ key: String) -> ComputedKey? {
    // A subclass's declarations come last.
    type(of: self).computedKeys.last { $0.key == key }
  }
}
