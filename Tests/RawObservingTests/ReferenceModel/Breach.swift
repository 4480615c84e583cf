/// The exceptions as the design names them. An object stands as `<object>`.
extension Model.Breach {
  private static func range(_ reason: String) -> Self {
    Self(name: "NSRangeException", reason: reason)
  }

  private static func argument(_ reason: String) -> Self {
    Self(name: "NSInvalidArgumentException", reason: reason)
  }

  private static func inconsistency(_ reason: String) -> Self {
    Self(name: "NSInternalInconsistencyException", reason: reason)
  }

  static func notRegistered(_ path: String) -> Self {
    range(
      "Cannot remove an observer <object> for the key path \"\(path)\" from <object> because it is "
        + "not registered as an observer.")
  }

  static func unannounced(_ verb: String, _ registration: Model.Registration, _ node: Model.Node) -> Self {
    inconsistency(
      "Cannot \(verb) observer <object> for the key path \"\(registration.path)\" from <object>, "
        + "most likely because the value for the key \"\(node.keys[0])\" has changed without an "
        + "appropriate KVO notification being sent. Check the KVO-compliance of the "
        + "\(Cast.classes[node.object] ?? "") class.")
  }

  static func dependsOnItself(_ key: String, in object: String) -> Self {
    let triggers = Cast.triggers(of: key, in: object).map { "    " + $0.joined(separator: ".") }
    let isNamed = Cast.triggers(of: key, in: object).contains([key])
    return inconsistency(
      ([
        "\(Cast.classes[object] ?? ""): A +keyPathsForValuesAffectingValueForKey: message returned a set that includes "
          + (isNamed
            ? "the same key that was passed in, which is not valid."
            : "a key path that starts with the same key that was passed in, which is not valid. The property identified "
              + "by the key path already depends on the property identified by the key, never vice versa."),
        "Passed-in key: \(key)", "Returned key path set: {(",
      ] + triggers + [")}"]).joined(separator: "\n"))
  }

  /// A path that leads through a value which is no object, as it was registered or set.
  static func unsupported(_ rest: [String], by value: Value, isSet: Bool = false) -> Self {
    let (call, verb) =
      isSet
      ? ("setValue:forKeyPath:", "Name") : ("addObserver:forKeyPath:options:context:", "Observe")
    return argument(
      "[\(value.typeName) \(call)] is not supported. Key path: "
        + "\(rest.joined(separator: ".")). \(verb) a property of an object.")
  }

  static func malformed(_ path: String, _ reason: String) -> Self {
    argument(
      "[<object>]: the key path \"\(path)\" cannot be used: \(reason). Name one property after "
        + "another, with a dot in between.")
  }

  static func undefined(_ key: String) -> Self {
    Self(
      name: "NSUnknownKeyException",
      reason: "[<object> setValue:forUndefinedKey:]: this class is not key value coding-compliant "
        + "for the key \(key).")
  }

  static func nilForNonOptional(_ key: String) -> Self {
    argument("[<object> setNilValueForKey]: could not set nil as the value for the key \(key).")
  }

  static func wrongType(_ key: String, _ holding: Cast.Holding, _ value: Value) -> Self {
    let type = holding.typeName
    return argument(
      "[<object> setValue:forKey:]: the key \(key) holds \(type), and the value is "
        + "\(value.typeName). Pass \(type).")
  }

  static func outOfRange(_ key: String, _ indexes: [Int], count: Int) -> Self {
    range(
      "The value for the key \"\(key)\" of <object> has \(count) elements, and the indexes "
        + "\(ranges(indexes)) are out of range. Pass the indexes of the elements that change.")
  }

  static func notACollection(_ key: String, expected: String, _ value: Value) -> Self {
    argument(
      "The value for the key \"\(key)\" of <object> is \(value.typeName), not \(expected). Set it, "
        + "or announce its change, as a whole.")
  }

  /// Indexes as ranges: 1, 2 and 5 are `1..<3, 5..<6`.
  private static func ranges(_ indexes: [Int]) -> String {
    var texts: [String] = []
    var index = 0
    while index < indexes.count {
      var end = index
      while end + 1 < indexes.count, indexes[end + 1] == indexes[end] + 1 { end += 1 }
      texts.append("\(indexes[index])..<\(indexes[end] + 1)")
      index = end + 1
    }
    return texts.joined(separator: ", ")
  }
}

extension Value {
  /// The name of the value's type, as Swift prints it.
  var typeName: String {
    switch self {
    case .null: "nil"
    case .int: "Int"
    case .object(let name): Cast.classes[name] ?? name
    case .array: "Array<Int>"
    case .set: "Set<Int>"
    }
  }
}
