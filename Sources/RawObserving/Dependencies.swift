extension KeyValueObject {
  /// The paths from this object whose changes change the value of the key too, as its class declares
  /// them. What a trigger depends on in its turn is not among them.
  final func triggers(of key: String) throws(Violation) -> [KeyPathString] {
    // snippet.triggers
    let paths = type(of: self).keyPathsForValuesAffectingValue(forKey: key)
    if paths.isEmpty { return [] }
    if paths.contains(key) { throw .dependsOnItself(key, className: "\(type(of: self))") }
    var triggers: [KeyPathString] = []
    for path in paths.sorted() { triggers.append(try KeyPathString(path, for: self)) }
    return triggers
    // snippet.end
  }
}
