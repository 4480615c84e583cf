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
