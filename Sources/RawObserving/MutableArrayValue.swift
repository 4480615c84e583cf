/// The array of a property, to be changed element by element, so that observers are told which elements
/// were inserted, removed or replaced, and where.
///
///     let tracks = playlist.mutableArrayValue(forKey: "tracks", of: String.self)
///     tracks.append("Blue Train")  // an insertion at {n}, not a setting of the whole array
///
/// It holds its object and no elements: reading and changing always go to the property. Each change is one
/// announced change. It goes through the accessors that the class declares in
/// ``KeyValueObject/arrayAccessors(forKey:)``, or else into the property itself; a property that is nil
/// becomes an array. Indexes out of range raise `NSRangeException`.
public final class MutableArrayValue<Element> {
  private let object: KeyValueObject
  private let key: String
  private let accessors: ArrayAccessors?

  init(_ object: KeyValueObject, _ key: String) {
    self.object = object
    self.key = key
    accessors = type(of: object).arrayAccessors(forKey: key)
  }

  /// The elements as they are now.
  public var elements: [Element] {
    raising { () throws(Violation) in try current() }
  }

  // MARK: Changing

  /// Inserts elements so that they come to stand at the indexes, of which there are as many.
  public func insert(_ new: [Element], at indexes: RangeSet<Int>) {
    change(.insertion, at: indexes, new) {
      if let accessors { return accessors.insert(object, new, indexes) }
      modify { array in
        for (index, element) in zip(indexes.ranges.joined(), new) {
          array.insert(element, at: index)
        }
      }
    }
  }

  /// Inserts an element before the one at the index.
  public func insert(_ element: Element, at index: Int) {
    insert([element], at: only(index))
  }

  /// Adds an element at the end.
  public func append(_ element: Element) {
    insert(element, at: elements.count)
  }

  /// Removes the elements at the indexes.
  public func remove(at indexes: RangeSet<Int>) {
    change(.removal, at: indexes) {
      if let accessors { return accessors.remove(object, indexes) }
      modify { $0.removeSubranges(indexes) }
    }
  }

  /// Removes the element at the index.
  public func remove(at index: Int) {
    remove(at: only(index))
  }

  /// Removes the last element; does nothing if there is none.
  public func removeLast() {
    let count = elements.count
    if count > 0 { remove(at: count - 1) }
  }

  /// Removes every element; does nothing if there is none.
  public func removeAll() {
    remove(at: RangeSet(elements.indices))
  }

  /// Replaces the elements at the indexes, as many as there are indexes.
  public func replace(at indexes: RangeSet<Int>, with new: [Element]) {
    change(.replacement, at: indexes, new) {
      if let accessors, let replace = accessors.replace { return replace(object, indexes, new) }
      if let accessors {
        accessors.remove(object, indexes)
        return accessors.insert(object, new, indexes)
      }
      modify { array in
        for (index, element) in zip(indexes.ranges.joined(), new) { array[index] = element }
      }
    }
  }

  /// One element, to be read or replaced.
  public subscript(index: Int) -> Element {
    get {
      let elements = elements
      if !elements.indices.contains(index) { refuse(index) }
      return elements[index]
    }
    set { replace(at: only(index), with: [newValue]) }
  }

  // MARK: The one way to change

  private func change(
    _ kind: KeyValueChangeKind, at indexes: RangeSet<Int>, _ new: [Element]? = nil,
    _ body: () -> Void
  ) {
    if indexes.isEmpty && new?.isEmpty ?? true { return }
    // snippet.change
    let notifies = type(of: object).automaticallyNotifiesObservers(forKey: key)
    if notifies { object.willChange(kind, valuesAt: indexes, forKey: key) }
    // Not before: whoever is called before the change may change the array, too.
    check(indexes, for: new, count: elements.count + (kind == .insertion ? new?.count ?? 0 : 0))
    body()
    if notifies { object.didChange(kind, valuesAt: indexes, forKey: key) }
    // snippet.end
  }

  private func check(_ indexes: RangeSet<Int>, for new: [Element]?, count: Int) {
    if !indexes.isSubset(of: RangeSet(0..<count)) {
      raise(.indexesOutOfRange(indexes, count: elements.count, key: key, object: object))
    }
    let places = indexes.ranges.reduce(0) { $0 + $1.count }
    if let new, new.count != places {
      raise(
        .invalidArgument(
          """
          [MutableArrayValue of "\(key)" of \(describe(object))]: \(new.count) elements for \(places) \
          indexes. Pass as many elements as indexes.
          """))
    }
  }

  /// The set of this one index.
  private func only(_ index: Int) -> RangeSet<Int> {
    if index == .max { refuse(index) }  // no range has it
    return RangeSet(index..<index + 1)
  }

  private func refuse(_ index: Int) -> Never {
    raise(
      .indexesOutOfRange(
        key: key, object: describe(object), indexes: "\(index)", count: elements.count))
  }

  private func modify(_ body: (inout [Element]) -> Void) {
    raising { () throws(Violation) in
      if let property = try StoredProperties.of(object)[key],
        property.modify(in: object, as: [Element].self, body)
      {
        return
      }
      var array = try current()
      body(&array)
      try object.storeWithoutAnnouncing(array, forKey: key)
    }
  }

  private func current() throws(Violation) -> [Element] {
    let value = object.value(forKey: key)
    guard let array = (value ?? [Element]()) as? [Element] else {
      throw .notACollection(value, expected: "\([Element].self)", key: key, object: object)
    }
    return array
  }
}

extension MutableArrayValue where Element: Equatable {
  /// Removes every element that is equal, in one change; does nothing if there is none.
  public func remove(_ element: Element) {
    remove(at: elements.indices(where: { $0 == element }))
  }
}

extension MutableArrayValue: RandomAccessCollection {
  /// Always 0.
  public var startIndex: Int { 0 }

  /// How many elements there are.
  public var endIndex: Int { elements.count }
}

/// The methods of a class through which elements of one of its arrays are inserted, removed and replaced.
///
/// They have the last word on what the array holds. To be observed when they are called directly, they
/// announce what they do, as
/// ``KeyValueObject/willChange(_:valuesAt:forKey:)`` describes; called by a ``MutableArrayValue``, which
/// announces as well, they are still reported once.
public struct ArrayAccessors {
  let insert: (KeyValueObject, Any, RangeSet<Int>) -> Void
  let remove: (KeyValueObject, RangeSet<Int>) -> Void
  let replace: ((KeyValueObject, RangeSet<Int>, Any) -> Void)?

  /// Declares the methods, unbound: `ArrayAccessors(insert: Playlist.insert, remove: Playlist.remove)`.
  /// Without `replace`, elements are removed and inserted, in one change.
  public init<Object: KeyValueObject, Element>(
    insert: @escaping (Object) -> ([Element], RangeSet<Int>) -> Void,
    remove: @escaping (Object) -> (RangeSet<Int>) -> Void,
    replace: ((Object) -> (RangeSet<Int>, [Element]) -> Void)? = nil
  ) {
    self.insert = { insert(declared($0))(declared($1), $2) }
    self.remove = { remove(declared($0))($1) }
    self.replace = replace.map { replace in { replace(declared($0))($1, declared($2)) } }
  }
}

extension KeyValueObject {
  /// The array of a property, to be changed element by element.
  ///
  /// Raises `NSInvalidArgumentException` at its use if the property holds something else.
  public final func mutableArrayValue<Element>(
    forKey key: String, of type: Element.Type = Element.self
  ) -> MutableArrayValue<Element> {
    MutableArrayValue(self, key)
  }
}
