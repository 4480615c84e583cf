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
/// You can then read and observe the property by its name, and use it in a longer path. If a superclass has a stored
/// property of that name, the name is the computed property's in objects of this class. To observe it by a typed key
/// path, give it a ``Property``: see ``KeyValueCodingAndObserving/computed(_:)``.
public struct ComputedKey: Sendable {
  let key: String
  let path: any AnyKeyPath & Sendable
  private let triggers: [Trigger]
  /// Reads the property.
  let read: @Sendable (KeyValueObject) -> Any?
  /// Sets the property through its setter, if it has one.
  let write: (@Sendable (KeyValueObject, Any?) -> Void)?
  /// Whether the property could be set to the value.
  let accepts: @Sendable (Any?) -> Bool

  /// Declares a computed property.
  ///
  ///     ComputedKey("fullName", \Person.fullName, dependsOn: \.$first, \.$last)
  ///
  /// In a class that is isolated to an actor, mark the property and the properties that it reads `nonisolated`. In a
  /// `@MainActor` class `\.$first` cannot be formed here. Name the triggers in
  /// ``KeyValueObject/keyPathsForValuesAffectingValue(forKey:)`` instead.
  ///
  /// > Important: A property that it reads and that is not among the triggers changes its value without calling the
  /// > observers. The triggers of a trigger need not be named. Properties of an array's elements cannot be triggers:
  /// > keep a total of them in an `@Observed` property.
  ///
  /// > Warning: Name the class. `\Self.fullName` ends the process at the first object (Swift 6.3.1 cannot read that key
  /// > path).
  ///
  /// - Parameters:
  ///   - key: its name, without a dot.
  ///   - path: the property itself.
  ///   - triggers: the properties whose changes change its value, from the same object: `\.$first`, or
  ///     `\.$clock.$date`. A key path without the `$` does not compile.
  public init<Object: KeyValueObject, Value, each Input>(
    _ key: String, _ path: any KeyPath<Object, Value> & Sendable,
    dependsOn triggers: repeat any KeyPath<Object, Property<each Input>> & Sendable
  ) {
    guard let name = KeyPathString(key), name.isOneKey else {
      terminate(
        .undeclared(
          "ComputedKey(\"\(shortened(key))\"): a name is one key. Leave out dots, and an @ at the beginning."))
    }
    self.key = key
    self.path = path
    var all: [Trigger] = []
    for trigger in repeat each triggers { all.append(Trigger(trigger)) }
    self.triggers = all
    read = { object in unwrapped((castOrTerminate(object) as Object)[keyPath: path] as Any) }
    if path is ReferenceWritableKeyPath<Object, Value> {
      write = { object, value in
        guard let path = path as? ReferenceWritableKeyPath<Object, Value>, let value: Value = converted(value) else {
          return
        }
        (castOrTerminate(object) as Object)[keyPath: path] = value
      }
    } else {
      write = nil
    }
    accepts = { converted($0) as Value? != nil }
  }

  // MARK: Triggers

  /// The names of the triggers that are known in that class. They are learnt from its first object.
  func triggerNames(in type: KeyValueObject.Type) -> Set<String> { Set(triggers.compactMap { $0.name(in: type) }) }

  /// The triggers, from that object.
  func triggers(from object: KeyValueObject) throws(Violation) -> [KeyPathString] {
    var paths: [KeyPathString] = []
    for trigger in triggers { paths.append(try trigger.find(object)) }
    return paths
  }

  /// A property that a computed one depends on.
  private struct Trigger: Sendable {
    let path: any AnyKeyPath & Sendable
    let find: @Sendable (KeyValueObject) throws(Violation) -> KeyPathString

    // By class: a private property of the same name in a subclass gives the property another name there. Each trigger
    // has names of its own. To look them up by key path would hash the arguments of the path, which is other code,
    // under the lock.
    private let names: Locked<[ObjectIdentifier: String]>

    init<Object: KeyValueObject, Input>(_ path: any KeyPath<Object, Property<Input>> & Sendable) {
      self.path = path
      let names = Locked<[ObjectIdentifier: String]>([:])
      self.names = names
      find = { (object) throws(Violation) in
        let object: Object = castOrTerminate(object)
        let found = try object.keyPath(of: object[keyPath: path])
        if found.isNamed {
          let name = found.description
          let type = ObjectIdentifier(type(of: object))
          names.withLock { $0[type] = name }
        }
        return found
      }
    }

    func name(in type: KeyValueObject.Type) -> String? { names.withLock { $0[ObjectIdentifier(type)] } }
  }
}

extension KeyValueObject {
  private static let allDeclaredKeys = Locked<[ObjectIdentifier: [ComputedKey]]>([:])

  /// What ``computedKeys`` declares. It is asked once for each class.
  class var declaredKeys: [ComputedKey] {
    let identity = ObjectIdentifier(self)
    if let known = allDeclaredKeys.withLock({ $0[identity] }) { return known }
    let declared = computedKeys
    allDeclaredKeys.withLock { $0[identity] = declared }
    return declared
  }

  /// The declaration of a computed property of this class, by its name. A subclass's declarations come last.
  class func computedKey(_ key: String) -> ComputedKey? { declaredKeys.last { $0.key == key } }

  /// Whether a change of the key, or of one that it depends on, is announced automatically.
  func notifiesAutomatically(_ key: String) -> Bool {
    if type(of: self).asked(about: key).notifiesAutomatically { return true }
    var (seen, waiting): (Set<String>, [String]) = ([], [key])
    while let next = waiting.popLast() {
      guard seen.insert(next).inserted else { continue }
      if type(of: self).asked(about: next).notifiesAutomatically { return true }
      waiting += (try? triggers(of: next).map(\.first)) ?? []
    }
    return false
  }
}

extension KeyValueObject {
  /// The paths from this object whose changes change the value of the key too, as its class declares them. The triggers
  /// of a trigger are not among them.
  func triggers(of key: String) throws(Violation) -> [KeyPathString] {
    var triggers = try type(of: self).computedKey(key)?.triggers(from: self) ?? []
    let asked = type(of: self).asked(about: key)
    var paths = asked.type.keyPathsForValuesAffectingValue(forKey: asked.key)
    if asked.key != key {
      // A superclass answers about its own property. It knows the properties by other names.
      paths = Set(
        paths.map { path in
          let keys = path.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
          let first = FieldNames.key(String(keys[0]), knownTo: asked.type, in: type(of: self))
          return ([first] + keys.dropFirst().map(String.init)).joined(separator: ".")
        })
    }
    // An override that does not call super replaces the declaration.
    triggers.removeAll { $0.isNamed && !paths.contains($0.description) }
    for path in paths.subtracting(triggers.map(\.description)).sorted() {
      triggers.append(try KeyPathString(path, for: self))
    }
    if triggers.contains(where: { $0.first == key }) {
      throw .dependsOnItself(key, className: "\(type(of: self))", paths: triggers.map(\.description).sorted())
    }
    return triggers
  }
}
