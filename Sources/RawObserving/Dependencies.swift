extension KeyValueObject {
  /// The paths from this object whose changes change the value of the key too, through any number of
  /// dependent keys in between; each once.
  final func triggers(of key: String) throws(Violation) -> [KeyPathString] {
    var triggers: [KeyPathString] = []
    var seen: Set<String> = [key]
    var waiting = [key]
    while let dependent = waiting.popLast() {
      let paths = type(of: self).keyPathsForValuesAffectingValue(forKey: dependent)
      if paths.contains(dependent) {
        throw .dependsOnItself(dependent, className: "\(type(of: self))")
      }
      for path in paths.sorted() where seen.insert(path).inserted {
        let path = try KeyPathString(path, for: self)
        triggers.append(path)
        // What follows a longer path's first key is found on the way, by the step of that key.
        if path.rest == nil { waiting.append(path.first) }
      }
    }
    return triggers
  }
}
