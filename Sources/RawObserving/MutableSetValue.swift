/// The set of a property, to be changed member by member, so that observers are told which members were
/// really added and which taken out.
///
/// It holds its object and no members: reading and changing always go to the property. Each change is one
/// announced change. It goes through the accessors that the class declares in
/// ``KeyValueObject/setAccessors(forKey:)``, or else into the property itself; a property that is nil
/// becomes a set.
public final class MutableSetValue<Element: Hashable> {
  private let object: KeyValueObject
  private let key: String
  private let accessors: SetAccessors?

  init(_ object: KeyValueObject, _ key: String) {
    self.object = object
    self.key = key
    accessors = type(of: object).setAccessors(forKey: key)
  }

  /// The members as they are now.
  public var members: Set<Element> {
    raising { () throws(Violation) in try current() }
  }

  /// Adds the members that are not there yet.
  public func formUnion(_ new: Set<Element>) {
    change(.union, new) {
      if let accessors { accessors.add(object, new) } else { modify { $0.formUnion(new) } }
    }
  }

  /// Takes out the members that are there.
  public func subtract(_ old: Set<Element>) {
    change(.minus, old) {
      if let accessors { accessors.remove(object, old) } else { modify { $0.subtract(old) } }
    }
  }

  /// Takes out the members that are not in the other set.
  public func formIntersection(_ other: Set<Element>) {
    change(.intersect, other) {
      if let accessors {
        accessors.remove(object, members.subtracting(other))
      } else {
        modify { $0.formIntersection(other) }
      }
    }
  }

  /// Replaces the whole set; what both have is neither added nor taken out.
  public func set(_ new: Set<Element>) {
    change(.set, new) {
      if let accessors {
        accessors.remove(object, members.subtracting(new))
        accessors.add(object, new.subtracting(members))
      } else {
        modify { $0 = new }
      }
    }
  }

  /// Adds a member.
  public func insert(_ member: Element) { formUnion([member]) }

  /// Takes a member out.
  public func remove(_ member: Element) { subtract([member]) }

  /// Takes every member out.
  public func removeAll() { subtract(members) }

  // MARK: The one way to change

  private func change(
    _ kind: KeyValueSetMutationKind, _ members: Set<Element>, _ body: () -> Void
  ) {
    let notifies = type(of: object).automaticallyNotifiesObservers(forKey: key)
    if notifies { object.willChangeValue(forKey: key, withSetMutation: kind, using: members) }
    body()
    if notifies { object.didChangeValue(forKey: key, withSetMutation: kind, using: members) }
  }

  private func modify(_ body: (inout Set<Element>) -> Void) {
    raising { () throws(Violation) in
      if let property = try StoredProperties.of(object)[key],
        property.modify(in: object, as: Set<Element>.self, body)
      {
        return
      }
      var set = try current()
      body(&set)
      try object.storeWithoutAnnouncing(set, forKey: key)
    }
  }

  private func current() throws(Violation) -> Set<Element> {
    let value = object.value(forKey: key)
    guard let set = (value ?? Set<Element>()) as? Set<Element> else {
      throw .notACollection(value, expected: "\(Set<Element>.self)", key: key, object: object)
    }
    return set
  }
}

extension MutableSetValue: Sequence {
  /// Goes through the members as they are now.
  public func makeIterator() -> Set<Element>.Iterator { members.makeIterator() }

  /// How many members there are.
  public var count: Int { members.count }
}

/// The methods of a class through which members of one of its sets are added and taken out. They have the
/// last word on what the set holds; see ``ArrayAccessors``.
public struct SetAccessors {
  let add: (KeyValueObject, Any) -> Void
  let remove: (KeyValueObject, Any) -> Void

  /// Declares the methods, unbound: `SetAccessors(add: Playlist.addTags, remove: Playlist.removeTags)`.
  public init<Object: KeyValueObject, Element>(
    add: @escaping (Object) -> (Set<Element>) -> Void,
    remove: @escaping (Object) -> (Set<Element>) -> Void
  ) {
    self.add = { add(declared($0))(declared($1)) }
    self.remove = { remove(declared($0))(declared($1)) }
  }
}

extension KeyValueObject {
  /// The set of a property, to be changed member by member.
  ///
  /// Raises `NSInvalidArgumentException` at its use if the property holds something else.
  public final func mutableSetValue<Element>(
    forKey key: String, of type: Element.Type = Element.self
  ) -> MutableSetValue<Element> {
    MutableSetValue(self, key)
  }
}
