/// Typed key paths through several objects: `\.clock?.date`.
extension KeyPathNaming {
  /// The key path that names the properties one after another.
  ///
  /// Each is looked up in the class of the object that the path has come to. What is not known yet is
  /// learnt by reading the whole path, with the getters of that object taking notes, too. Behind a nil
  /// nothing can be read: then it has to be known, from an earlier reading or a class's computed keys.
  static func key<Object: KeyValueObject, Value>(
    for path: KeyPath<Object, Value>, _ properties: [KeyPathComponent], of root: Object
  ) throws(Violation) -> String {
    // Before anything is read: an element of an array, say, might not be there.
    for property in properties where !(property.owner is KeyValueObject.Type) {
      throw .noProperties(path)
    }
    var object: KeyValueObject? = root
    var keys: [String] = []
    var nilAt = ""
    for property in properties {
      var key = knownKey(of: property, in: object)
      if let object, key == nil {
        _ = object.existingOrNewInfo  // the getters take notes only then
        learn(from: read(path, of: root))
        key = knownKey(of: property, in: object)
      }
      guard let key else {
        if object == nil { throw .nilOnKeyPath("\(path)", nilAt: nilAt) }
        throw .unresolvedKeyPath(
          "\(path)",
          advice: """
            \(keys.isEmpty ? "It begins with" : "\"\(keys.joined(separator: "."))\" is followed by") a \
            property of \(property.owner) that is not declared with @Observed. A computed property has \
            to be declared in computedKeys.
            """)
      }
      keys.append(key)
      guard let parent = object else { continue }
      object = try parent.codedValue(forKey: key) as? KeyValueObject
      if object == nil { nilAt = keys.joined(separator: ".") }
    }
    return keys.joined(separator: ".")
  }

  /// What readings have taught: which property an identity stands for, in which classes. An identity may
  /// stand for different ones in classes that do not inherit from each other.
  private static let learnt = Locked<[KeyPathComponent.Identity: [Noted]]>([:])

  private static func learn(from noted: [Noted]) {
    for property in noted {
      guard let components = KeyPathComponent.all(of: property.path), components.count == 1 else {
        continue
      }
      learnt.withLock { learnt in
        let identity = components[0].identity
        if learnt[identity]?.contains(where: { $0.path == property.path }) == true { return }
        learnt[identity, default: []].append(property)
      }
    }
  }

  /// The key of the property in the class of the object, or in the class that the path names where there
  /// is no object.
  private static func knownKey(
    of property: KeyPathComponent, in object: KeyValueObject?
  ) -> String? {
    guard let owner = property.owner as? KeyValueObject.Type else { return nil }
    // What the path's own class declares comes first: it holds for whatever object comes later.
    for type in [owner, object.map { type(of: $0) }].compactMap(\.self) {
      if let computed = type.computedKeys.last(where: { property.isSame(as: $0.path) }) {
        return computed.key
      }
    }
    return learnt.withLock { $0[property.identity] }?.first { $0.isPart(owner) }?.key
  }
}

extension Violation {
  static func noProperties(_ path: AnyKeyPath) -> Violation {
    .unresolvedKeyPath(
      "\(path)",
      advice: """
        Every part of it has to be a property declared with @Observed or in computedKeys: not an element \
        of an array or a tuple, not a member of a struct. Where an object can be nil, write ? and not !.
        """)
  }
}
