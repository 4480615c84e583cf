/// The array of a property, to be changed element by element. Observers receive the elements that were inserted,
/// removed or replaced, and their indexes.
///
///     let tracks = playlist.mutableArrayValue(forKey: "tracks", of: String.self)
///     tracks.append("Blue Train")  // an insertion at {n}, not a setting of the whole array
///
/// It retains its object and holds no elements: it reads and changes the property. Each call is announced as one
/// change. It calls the accessors that the class declares in ``KeyValueObject/arrayAccessors(forKey:)``; without them
/// it changes the property itself. A property that is nil becomes an array. Indexes out of range raise
/// `NSRangeException`.
public final class MutableArrayValue<Element>: RandomAccessCollection {
  private let property: CollectionProperty<[Element]>
  private var object: KeyValueObject { property.object }
  private let accessors: ArrayAccessors?

  init(_ object: KeyValueObject, _ key: String) {
    property = CollectionProperty(object: object, key: key, empty: [])
    let asked = type(of: object).asked(about: key)
    accessors = asked.type.arrayAccessors(forKey: asked.key)
  }

  /// The current elements.
  public var elements: [Element] { property.current }

  // MARK: Changing

  /// Inserts elements, which then have the indexes. Pass as many elements as indexes.
  public func insert(_ new: [Element], at indexes: RangeSet<Int>) {
    change(.insertion, at: indexes, new) {
      if let accessors { return accessors.insert(object, new, indexes) }
      property.modify { array in
        var rest = new[...]
        for range in indexes.ranges {
          array.insert(contentsOf: rest.prefix(range.count), at: range.lowerBound)
          rest = rest.dropFirst(range.count)
        }
      }
    }
  }

  /// Inserts an element before the one at the index.
  public func insert(_ element: Element, at index: Int) { insert([element], at: only(index)) }

  /// Inserts elements before the one at the index, in one change; does nothing if there are none.
  public func insert(contentsOf new: some Sequence<Element>, at index: Int) {
    let new = Array(new)
    if new.isEmpty { return }
    let (end, overflows) = index.addingReportingOverflow(new.count)
    if overflows { refuse(index) }
    insert(new, at: RangeSet(index..<end))
  }

  /// Adds an element at the end.
  public func append(_ element: Element) { insert(element, at: elements.count) }

  /// Adds elements at the end, in one change; does nothing if there are none.
  public func append(contentsOf new: some Sequence<Element>) { insert(contentsOf: new, at: elements.count) }

  /// Adds elements at the end, in one change; does nothing if there are none.
  public static func += (array: MutableArrayValue, new: some Sequence<Element>) { array.append(contentsOf: new) }

  /// Removes the elements at the indexes.
  public func remove(at indexes: RangeSet<Int>) {
    change(.removal, at: indexes) {
      if let accessors { return accessors.remove(object, indexes) }
      property.modify { $0.removeSubranges(indexes) }
    }
  }

  /// Removes the element at the index.
  public func remove(at index: Int) { remove(at: only(index)) }

  /// Removes every element that is equal, in one change; does nothing if there is none.
  public func remove(_ element: Element) where Element: Equatable {
    remove(at: elements.indices(where: { $0 == element }))
  }

  /// Removes the elements in the range, in one change; does nothing if it is empty.
  public func removeSubrange(_ range: Range<Int>) { remove(at: RangeSet(range)) }

  /// Removes every element that the closure accepts, in one change; does nothing if there is none.
  public func removeAll(where isRemoved: (Element) throws -> Bool) rethrows {
    remove(at: try elements.indices(where: isRemoved))
  }

  /// Removes the first element; does nothing if there is none.
  public func removeFirst() { if let first = elements.indices.first { remove(at: first) } }

  /// Removes the last element; does nothing if there is none.
  public func removeLast() { if let last = elements.indices.last { remove(at: last) } }

  /// Removes every element; does nothing if there is none.
  public func removeAll() { remove(at: RangeSet(elements.indices)) }

  /// Replaces the elements at the indexes, as many as there are indexes.
  public func replace(at indexes: RangeSet<Int>, with new: [Element]) {
    change(.replacement, at: indexes, new) {
      if let accessors { return accessors.replace(object, indexes, new) }
      property.modify { array in for (index, element) in zip(indexes.ranges.joined(), new) { array[index] = element } }
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

  // MARK: The announcement of each change

  private func change(
    _ kind: KeyValueChangeKind, at indexes: RangeSet<Int>, _ new: [Element]? = nil, _ body: () -> Void
  ) {
    if indexes.isEmpty && new?.isEmpty ?? true { return }
    let notifies = property.notifiesAutomatically
    if notifies { object.willChange(kind, valuesAt: indexes, forKey: property.key) }
    // Checked after the calls before the change, because such an observer may change the array too.
    check(indexes, for: new, count: elements.count + (kind == .insertion ? new?.count ?? 0 : 0))
    body()
    if notifies { object.didChange(kind, valuesAt: indexes, forKey: property.key) }
  }

  private func check(_ indexes: RangeSet<Int>, for new: [Element]?, count: Int) {
    if !indexes.isSubset(of: RangeSet(0..<count)) {
      terminate(.indexesOutOfRange(indexes, count: elements.count, key: property.key, object: object))
    }
    let places = indexes.ranges.reduce(0) { $0 + $1.count }
    if let new, new.count != places {
      terminate(
        .invalidArgument(
          "[MutableArrayValue of \"\(property.key)\" of \(describe(object))]: \(new.count) elements for \(places) "
            + "indexes. Pass as many elements as indexes."))
    }
  }

  /// The set with this one index.
  private func only(_ index: Int) -> RangeSet<Int> {
    if index == .max { refuse(index) }  // no range has it
    return RangeSet(index..<index + 1)
  }

  private func refuse(_ index: Int) -> Never {
    terminate(
      .indexesOutOfRange(key: property.key, object: describe(object), indexes: "\(index)", count: elements.count))
  }

  // MARK: As a collection

  /// Iterates over the elements as they are now, even if the array changes meanwhile.
  public func makeIterator() -> Array<Element>.Iterator { elements.makeIterator() }

  /// Always 0.
  public var startIndex: Int { 0 }

  /// The number of elements.
  public var endIndex: Int { elements.count }
}
