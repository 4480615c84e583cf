/// A value as programs and traces write it. An object stands as its name.
enum Value: Hashable, Sendable {
  case null
  case int(Int)
  case object(String)
  case array([Int])
  case set(Set<Int>)
}

extension Value: CustomStringConvertible {
  /// As it is written in Swift; the members of a set are in order, so that texts can be compared.
  var description: String {
    switch self {
    case .null: "nil"
    case .int(let number): "\(number)"
    case .object(let name): name
    case .array(let elements): "\(elements)"
    case .set(let members): "Set(\(members.sorted()))"
    }
  }
}
