extension KeyValueObject {
  /// The value at the end of the path, nil if there is nil on the way.
  final func currentValue(at path: KeyPathString) throws(Violation) -> Any? {
    var object = self
    var path = path
    while true {
      let value = object.value(forKey: path.first)
      guard let rest = path.rest, let value else { return value }
      if let next = value as? KeyValueObject {
        (object, path) = (next, rest)
      } else if rest.description == "@count", let collection = value as? any Countable {
        return collection.count
      } else {
        throw .unsupportedKeyPath(rest.description, object: "\(type(of: value))")
      }
    }
  }
}

/// What the operator `@count` counts.
protocol Countable {
  var count: Int { get }
}

extension Array: Countable {}
extension Set: Countable {}
