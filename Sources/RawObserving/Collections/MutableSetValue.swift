/// The set of a property, to be changed member by member. Observers receive the members that were really added or
/// removed.
///
/// It retains its object and holds no members: it reads and changes the property. Each call is announced as one change.
/// It calls the accessors that the class declares in ``KeyValueObject/setAccessors(forKey:)``; without them it changes
/// the property itself. A property that is nil becomes a set.
public final class MutableSetValue<Element: Hashable>: Sequence {
  @usableFromInline let property: CollectionProperty<Set<Element>>
  private let accessors: SetAccessors?

  @usableFromInline init(_ object: KeyValueObject, _ key: String, _ find: (() -> AnySlot?)?) {
    property = CollectionProperty(object: object, key: key, empty: [], find: find)
    let asked = type(of: object).asked(about: key)
    accessors = asked.type.setAccessors(forKey: asked.key)
  }

  /// The current members.
  @inlinable public var members: Set<Element> { property.current }

  /// Adds the members that the set does not have yet.
  public func formUnion(_ new: Set<Element>) { change(.union, new, adding: new) }

  /// Removes the members that the set has.
  public func subtract(_ old: Set<Element>) { change(.minus, old, removing: old) }

  /// Removes the members that are not in the other set.
  public func formIntersection(_ other: Set<Element>) {
    change(.intersect, other, removing: members.subtracting(other))
  }

  /// Replaces the whole set. Members that both sets have are neither added nor removed.
  public func set(_ new: Set<Element>) {
    change(.set, new, removing: members.subtracting(new), adding: new.subtracting(members))
  }

  /// Adds a member.
  public func insert(_ member: Element) { formUnion([member]) }

  /// Removes a member.
  public func remove(_ member: Element) { subtract([member]) }

  /// Removes every member.
  public func removeAll() { subtract(members) }

  /// Makes and announces a change. The members to remove and add are determined after the calls before the change,
  /// because such an observer may change the set too.
  private func change(
    _ kind: KeyValueSetMutationKind, _ operand: Set<Element>, removing old: @autoclosure () -> Set<Element>? = nil,
    adding new: @autoclosure () -> Set<Element>? = nil
  ) {
    let (object, key, notifies) = (property.object, property.key, property.notifiesAutomatically)
    if notifies { object.willChangeValue(forKey: key, withSetMutation: kind, using: operand) }
    if let accessors {
      if let old = old() { accessors.remove(object, old) }
      if let new = new() { accessors.add(object, new) }
    } else {
      let (old, new) = (old() ?? [], new() ?? [])
      property.modify {
        $0.subtract(old)
        $0.formUnion(new)
      }
    }
    if notifies { object.didChangeValue(forKey: key, withSetMutation: kind, using: operand) }
  }

  // MARK: As a sequence

  /// Iterates over the members as they are now.
  public func makeIterator() -> Set<Element>.Iterator { members.makeIterator() }

  /// The number of members.
  public var count: Int { members.count }
}
