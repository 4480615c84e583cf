/// What the marks of a copy report to.
///
/// - Parameters:
///   - line: the line of the statement that comes.
///   - names: the names of the variables, with a space between them.
///   - values: what they hold.
public func mark<each Value>(_ line: Int, _ names: String = "", _ values: repeat each Value) {
  guard let listener = Marks.listener.withLock({ $0 }) else { return }
  var held: [(String, ObjectIdentifier?)] = []
  var rest = names.split(separator: " ")[...]
  for value in repeat each values {
    if let name = rest.popFirst() { held.append((String(name), identity(of: value))) }
  }
  listener(.line(line, held))
}

/// A variable's scope has ended.
public func ends(_ name: String) { Marks.listener.withLock { $0 }?(.ends(name)) }

private func identity<Value>(of value: Value) -> ObjectIdentifier? {
  if Value.self is AnyClass { return ObjectIdentifier(value as AnyObject) }
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .optional, let some = mirror.children.first?.value, type(of: some) is AnyClass else {
    return nil
  }
  return ObjectIdentifier(some as AnyObject)
}
