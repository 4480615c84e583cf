/// Changes of some elements of a value.
extension Model {
  /// When a value is looked at.
  enum Moment { case before, after }

  /// What happens to which elements.
  enum Mutation {
    case elements(ElementEdit, [Int])
    /// What really comes and goes is known before the change.
    case members(MemberChange, added: Set<Int>, removed: Set<Int>)

    /// The raw value of the change's kind.
    var kind: UInt {
      switch self {
      case .elements(let change, _): change.rawValue
      case .members(.union, _, _): ElementEdit.insertion.rawValue
      case .members(.minus, _, _), .members(.intersect, _, _): ElementEdit.removal.rawValue
      case .members(.set, _, _): ElementEdit.replacement.rawValue
      }
    }

    var indexes: [Int]? {
      if case .elements(_, let indexes) = self { indexes } else { nil }
    }

    /// What is told of the value at that moment: what goes before the change, what comes after it.
    func part(of value: Value, _ moment: Moment, _ key: String) throws(Stop) -> Value? {
      switch (self, moment) {
      case (.elements(.insertion, _), .before), (.elements(.removal, _), .after),
        (.members(.union, _, _), .before), (.members(.minus, _, _), .after),
        (.members(.intersect, _, _), .after):
        return nil
      case (.members(_, let added, let removed), _):
        return .set(moment == .before ? removed : added)
      case (.elements(_, let indexes), _):
        guard case .array(let elements) = value else {
          throw .violation(.notACollection(key, expected: "an array", value))
        }
        if indexes.contains(where: { !elements.indices.contains($0) }) {
          throw .violation(.outOfRange(key, indexes, count: elements.count))
        }
        return .array(indexes.map { elements[$0] })
      }
    }
  }

  // MARK: Announcing changes of a set

  mutating func willMembers(_ object: String, _ key: String, _ change: MemberChange, _ members: Set<Int>) throws(Stop) {
    // The value is read only if an observer asks for it.
    let isAsked = registrations.contains { registration in
      end(of: registration) == Node(object: object, keys: [key])
        && !registration.options.isDisjoint(with: [.new, .old])
    }
    let value = isAsked ? read(object, key) : .null
    let current: Set<Int>
    switch value {
    case .null: current = []
    case .set(let members): current = members
    default: throw .violation(.notACollection(key, expected: "Set<Int>", value))
    }
    let removed: Set<Int> =
      switch change {
      case .union: []
      case .minus: current.intersection(members)
      case .intersect, .set: current.subtracting(members)
      }
    try will(object, key, .members(change, added: members.subtracting(current), removed: removed))
  }

  // MARK: Through the proxies

  mutating func changeElements(
    _ object: String, _ key: String, _ change: ElementEdit, _ indexes: [Int], _ new: [Int]
  ) throws(Stop) {
    if indexes.isEmpty && (change == .removal || new.isEmpty) { return }
    let notifies = !Cast.manual.contains(key)
    touch(object, key)
    if notifies { try will(object, key, .elements(change, indexes)) }
    let count = try elements(object, key).count
    let end = change == .insertion ? count + new.count : count
    if indexes.contains(where: { $0 >= end }) { throw .impossible }
    if change != .removal && new.count != indexes.count { throw .impossible }
    if !Cast.hasAccessors(key, in: object) {
      store(.array(try changed(object, key, change, indexes, new)), object, key)
    } else if change == .replacement {
      try changeByAccessor(object, key, .removal, indexes, [])
      try changeByAccessor(object, key, .insertion, indexes, new)
    } else {
      try changeByAccessor(object, key, change, indexes, new)
    }
    if notifies { try did(object, key) }
  }

  private mutating func changeByAccessor(
    _ object: String, _ key: String, _ change: ElementEdit, _ indexes: [Int], _ new: [Int]
  ) throws(Stop) {
    let changed = try changed(object, key, change, indexes, new)
    try will(object, key, .elements(change, indexes))
    try set(object, key, .array(changed))
    try did(object, key)
  }

  /// The array with the elements inserted, removed or replaced.
  private func changed(
    _ object: String, _ key: String, _ change: ElementEdit, _ indexes: [Int], _ new: [Int]
  ) throws(Stop) -> [Int] {
    var elements = try elements(object, key)
    switch change {
    case .insertion:
      for (index, element) in zip(indexes, new) {
        if index > elements.count { throw .impossible }
        elements.insert(element, at: index)
      }
    case .removal:
      for index in indexes.reversed() {
        if index >= elements.count { throw .impossible }
        elements.remove(at: index)
      }
    case .replacement:
      for (index, element) in zip(indexes, new) {
        if index >= elements.count { throw .impossible }
        elements[index] = element
      }
    }
    return elements
  }

  private func elements(_ object: String, _ key: String) throws(Stop) -> [Int] {
    switch value(object, key) {
    case .null: return []
    case .array(let elements): return elements
    default: throw .impossible
    }
  }

  mutating func changeMembers(
    _ object: String, _ key: String, _ change: MemberChange, _ members: Set<Int>
  ) throws(Stop) {
    let notifies = !Cast.manual.contains(key)
    touch(object, key)
    if notifies { try willMembers(object, key, change, members) }
    let current = try self.members(object, key)
    if Cast.hasAccessors(key, in: object) {
      switch change {
      case .union: try changeByAccessor(object, key, .union, members)
      case .minus: try changeByAccessor(object, key, .minus, members)
      case .intersect: try changeByAccessor(object, key, .minus, current.subtracting(members))
      case .set:
        try changeByAccessor(object, key, .minus, current.subtracting(members))
        let left = try self.members(object, key)
        try changeByAccessor(object, key, .union, members.subtracting(left))
      }
    } else {
      let changed =
        switch change {
        case .union: current.union(members)
        case .minus: current.subtracting(members)
        case .intersect: current.intersection(members)
        case .set: members
        }
      store(.set(changed), object, key)
    }
    if notifies { try did(object, key) }
  }

  private mutating func changeByAccessor(
    _ object: String, _ key: String, _ change: MemberChange, _ members: Set<Int>
  ) throws(Stop) {
    let current = try self.members(object, key)
    let changed = change == .union ? current.union(members) : current.subtracting(members)
    try willMembers(object, key, change, members)
    try set(object, key, .set(changed))
    try did(object, key)
  }

  private func members(_ object: String, _ key: String) throws(Stop) -> Set<Int> {
    guard case .set(let members) = value(object, key) else { throw .impossible }
    return members
  }
}
