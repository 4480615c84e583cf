/// The array of a property, to be changed element by element. Observers receive the elements that were inserted,
/// removed or replaced, and their indexes.
///
///     let tracks = playlist.mutableArrayValue(forKey: "tracks", of: String.self)
///     tracks.append("Blue Train")  // an insertion at {n}, not a setting of the whole array
///
/// It retains its object and holds no elements: it reads and changes the property. Each call is announced as one
/// change, if the key notifies automatically: the observers are called on the thread that makes the change, before the
/// call returns, with no lock held. It calls the accessors that the class declares in
/// ``KeyValueObject/arrayAccessors(forKey:)``; without them it changes the property itself, in place if nothing else
/// holds the array. A property that is nil becomes an array. Indexes out of range raise `NSRangeException`, and a
/// property that holds something else raises `NSInvalidArgumentException`.
///
/// Make it with a typed key path where you can. By name, each call looks the property up and reads it with
/// ``KeyValueObject/value(forKey:)``, which takes many times as long and which a class may override.
///
/// > Important: Each access costs some hundred nanoseconds, and an edit that is observed some microseconds. That is far
/// > more than an edit of the property in place, `playlist.tracks.append("Blue Train")`, which announces a setting. For
/// > a loop, read the property itself.
///
/// The complexity that a member states is besides that constant cost, and besides the calls of the observers. A
/// property that is a ``ComputedKey`` is read and set as a whole for each change.
public final class MutableArrayValue<Element>: RandomAccessCollection {
  @usableFromInline let property: CollectionProperty<[Element]>
  @inlinable var object: KeyValueObject { property.object }
  @usableFromInline let accessors: ArrayAccessors?

  @usableFromInline init(_ object: KeyValueObject, _ key: String, _ find: (() -> AnySlot?)?) {
    property = CollectionProperty(object: object, key: key, empty: [], find: find)
    let asked = type(of: object).asked(about: key)
    accessors = asked.type.arrayAccessors(forKey: asked.key)
  }

  /// The current elements.
  ///
  /// The array is not copied. As long as you keep it, the next change of the property copies it.
  ///
  /// - Complexity: constant.
  @inlinable public var elements: [Element] { property.current }

  // MARK: Changing

  /// Inserts elements, which then have the indexes.
  ///
  ///     tracks.insert(["Naima", "So What"], at: RangeSet([0..<1, 2..<3]))  // now at 0 and 2
  ///
  /// One change announces all of them, as an insertion. Without elements and indexes it does nothing.
  ///
  /// Raises `NSRangeException` if an index is beyond the end of the longer array, and `NSInvalidArgumentException` if
  /// there are not as many elements as indexes.
  ///
  /// - Complexity: proportional to the length of the array for each range of the indexes.
  ///
  /// - Parameters:
  ///   - new: the elements, in the order of the indexes.
  ///   - indexes: the indexes that the elements have after the change, as many as elements.
  public func insert(_ new: [Element], at indexes: RangeSet<Int>) { insert(new, at: Places(indexes)) }

  @inlinable func insert(_ new: [Element], at places: Places) {
    change(.insertion, at: places, new) {
      $0.insert(object, new, places.indexes)
    } or: { array in
      var inserted = 0
      for range in places.ranges {
        array.insert(contentsOf: new[inserted..<inserted + range.count], at: range.lowerBound)
        inserted += range.count
      }
    }
  }

  /// Inserts an element before the one at the index.
  ///
  ///     tracks.insert("Naima", at: 0)
  ///
  /// It is announced as an insertion. An index out of range raises `NSRangeException`.
  ///
  /// - Complexity: proportional to the number of elements behind the index.
  ///
  /// - Parameters:
  ///   - element: the new element.
  ///   - index: its index after the change; the number of elements to append it.
  @inlinable public func insert(_ element: Element, at index: Int) { insert([element], at: only(index)) }

  /// Inserts elements before the one at the index, in one change; does nothing if there are none.
  ///
  ///     tracks.insert(contentsOf: ["Naima", "So What"], at: 1)
  ///
  /// It is announced as an insertion. An index out of range raises `NSRangeException`.
  ///
  /// - Complexity: proportional to the number of new elements and of those behind the index.
  ///
  /// - Parameters:
  ///   - new: the elements.
  ///   - index: the index of the first of them after the change.
  public func insert(contentsOf new: some Sequence<Element>, at index: Int) {
    let new = Array(new)
    if new.isEmpty { return }
    let (end, overflows) = index.addingReportingOverflow(new.count)
    if overflows { refuse(index) }
    insert(new, at: Places(index..<end))
  }

  /// Adds an element at the end.
  ///
  ///     tracks.append("Naima")
  ///
  /// It is announced as an insertion at the index behind the last element.
  ///
  /// - Complexity: constant on average.
  ///
  /// - Parameter element: the new element.
  @inlinable public func append(_ element: Element) { insert(element, at: elements.count) }

  /// Adds elements at the end, in one change; does nothing if there are none.
  ///
  ///     tracks.append(contentsOf: ["Naima", "So What"])
  ///
  /// It is announced as an insertion.
  ///
  /// - Complexity: proportional to the number of new elements on average.
  ///
  /// - Parameter new: the elements.
  public func append(contentsOf new: some Sequence<Element>) { insert(contentsOf: new, at: elements.count) }

  /// Adds elements at the end, in one change; does nothing if there are none.
  ///
  ///     tracks += ["Naima", "So What"]
  ///
  /// - Complexity: as for ``append(contentsOf:)``.
  ///
  /// - Parameters:
  ///   - array: the array.
  ///   - new: the elements.
  public static func += (array: MutableArrayValue, new: some Sequence<Element>) { array.append(contentsOf: new) }

  /// Removes the elements at the indexes.
  ///
  ///     tracks.remove(at: RangeSet([0..<1, 2..<3]))
  ///
  /// One change announces all of them, as a removal. Without indexes it does nothing. Indexes out of range raise
  /// `NSRangeException`.
  ///
  /// - Complexity: proportional to the length of the array.
  ///
  /// - Parameter indexes: the indexes of the elements before the change.
  public func remove(at indexes: RangeSet<Int>) { remove(at: Places(indexes)) }

  @inlinable func remove(at places: Places) {
    // Released when the array can be read again: the deinit of an element may do that.
    var removed: [Element] = []
    change(.removal, at: places) {
      $0.remove(object, places.indexes)
    } or: { array in
      for range in places.ranges { removed += array[range] }
      if places.ranges.count == 1 {
        array.removeSubrange(places.ranges[0])
      } else {
        array.removeSubranges(places.indexes)
      }
    }
  }

  /// Removes the element at the index.
  ///
  ///     tracks.remove(at: 0)
  ///
  /// It is announced as a removal. An index out of range raises `NSRangeException`.
  ///
  /// - Complexity: proportional to the number of elements behind the index.
  ///
  /// - Parameter index: the index of the element.
  @inlinable public func remove(at index: Int) { remove(at: only(index)) }

  /// Removes every element that is equal, in one change; does nothing if there is none.
  ///
  ///     tracks.remove("Naima")
  ///
  /// It is announced as a removal. The elements are compared on this thread, before the observers are called.
  ///
  /// - Complexity: proportional to the length of the array.
  ///
  /// - Parameter element: the value that the elements are compared with.
  public func remove(_ element: Element) where Element: Equatable {
    remove(at: elements.indices(where: { $0 == element }))
  }

  /// Removes the elements in the range, in one change; does nothing if it is empty.
  ///
  ///     tracks.removeSubrange(0..<2)
  ///
  /// It is announced as a removal. A range that is out of bounds raises `NSRangeException`.
  ///
  /// - Complexity: proportional to the length of the array.
  ///
  /// - Parameter range: the indexes of the elements.
  public func removeSubrange(_ range: Range<Int>) { remove(at: Places(range)) }

  /// Removes every element that the closure accepts, in one change; does nothing if there is none.
  ///
  ///     tracks.removeAll { $0.hasPrefix("Blue") }
  ///
  /// It is announced as a removal. The closure is called once for each element: on this thread, before the change is
  /// announced, with no lock held. If it throws, nothing is removed.
  ///
  /// > Important: The closure decides about the elements as they are at the beginning, and must not change the array.
  ///
  /// - Complexity: proportional to the length of the array.
  ///
  /// - Parameter isRemoved: whether an element is removed.
  /// - Throws: what the closure throws.
  public func removeAll(where isRemoved: (Element) throws -> Bool) rethrows {
    remove(at: try elements.indices(where: isRemoved))
  }

  /// Removes the first element; does nothing if there is none.
  ///
  ///     tracks.removeFirst()
  ///
  /// It is announced as a removal at 0.
  ///
  /// - Complexity: proportional to the length of the array.
  public func removeFirst() { if !elements.isEmpty { remove(at: 0) } }

  /// Removes the last element; does nothing if there is none.
  ///
  ///     tracks.removeLast()
  ///
  /// It is announced as a removal at the last index.
  ///
  /// - Complexity: constant.
  @inlinable public func removeLast() {
    let count = elements.count
    if count > 0 { remove(at: count - 1) }
  }

  /// Removes every element; does nothing if there is none.
  ///
  ///     tracks.removeAll()
  ///
  /// It is announced as one removal, not as a setting to an empty array.
  ///
  /// - Complexity: proportional to the length of the array.
  public func removeAll() { removeSubrange(elements.indices) }

  /// Replaces the elements at the indexes, as many as there are indexes.
  ///
  ///     tracks.replace(at: RangeSet([0..<1, 2..<3]), with: ["Naima", "So What"])
  ///
  /// One change announces all of them, as a replacement. Without elements and indexes it does nothing.
  ///
  /// Raises `NSRangeException` if indexes are out of range, and `NSInvalidArgumentException` if there are not as many
  /// elements as indexes.
  ///
  /// - Complexity: proportional to the number of elements that are replaced.
  ///
  /// - Parameters:
  ///   - indexes: the indexes of the elements.
  ///   - new: the new elements, in the order of the indexes.
  public func replace(at indexes: RangeSet<Int>, with new: [Element]) { replace(at: Places(indexes), with: new) }

  @inlinable func replace(at places: Places, with new: [Element]) {
    var rest = new  // and in the end the elements that were replaced, as above
    change(.replacement, at: places, new) {
      $0.replace(object, places.indexes, new)
    } or: { array in
      var replaced = 0
      for range in places.ranges {
        for index in range {
          swap(&array[index], &rest[replaced])
          replaced += 1
        }
      }
    }
  }

  /// One element, to be read or replaced.
  ///
  ///     let first = tracks[0]
  ///     tracks[0] = first + " (live)"
  ///
  /// Setting it is announced as a replacement. An index out of range raises `NSRangeException`.
  ///
  /// > Important: The array is asked for anew at each read. For a loop over many elements, take ``elements`` once, or
  /// > read the property itself.
  ///
  /// - Complexity: constant.
  ///
  /// - Parameter index: the index of the element.
  public subscript(index: Int) -> Element {
    @inlinable get {
      let elements = elements
      if !elements.indices.contains(index) { refuse(index) }
      return elements[index]
    }
    @inlinable set { replace(at: only(index), with: [newValue]) }
  }

  // MARK: The announcement of each change

  /// The places of a change. An array, because asking a `RangeSet` for its ranges costs more than the change.
  @usableFromInline struct Places {
    /// In their order, none of them empty.
    @usableFromInline let ranges: [Range<Int>]
    @usableFromInline let indexes: RangeSet<Int>

    init(_ indexes: RangeSet<Int>) { (self.indexes, ranges) = (indexes, Array(indexes.ranges)) }

    @inlinable init(_ range: Range<Int>) { (indexes, ranges) = (RangeSet(range), range.isEmpty ? [] : [range]) }

    /// Wrong, and no trap, for ranges that are larger than any array.
    @inlinable var count: Int { ranges.reduce(0) { $0 &+ ($1.upperBound &- $1.lowerBound) } }

    /// Whether a change with so many new elements can be made in an array of that length.
    @inlinable func fit(_ kind: KeyValueChangeKind, _ new: Int?, _ length: Int) -> Bool {
      if let new, new != count { return false }
      return areWithin(kind == .insertion ? length + (new ?? 0) : length)
    }

    @inlinable func areWithin(_ length: Int) -> Bool {
      ranges.first?.lowerBound ?? 0 >= 0 && ranges.last?.upperBound ?? 0 <= length
    }
  }

  /// Makes a change: through the accessors of the class, or by editing the property if it has none.
  @inlinable func change(
    _ kind: KeyValueChangeKind, at places: Places, _ new: [Element]? = nil, through call: (ArrayAccessors) -> Void,
    or edit: (inout [Element]) -> Void
  ) {
    if places.ranges.isEmpty && new?.isEmpty ?? true { return }
    let notifies = property.notifiesAutomatically
    if notifies { object.willChange(kind, valuesAt: places.indexes, forKey: property.key) }
    // Checked after the calls before the change, because such an observer may change the array too.
    var refused: Int?
    if let accessors {
      let count = elements.count
      if places.fit(kind, new?.count, count) { call(accessors) } else { refused = count }
    } else {
      property.modify { array in
        if places.fit(kind, new?.count, array.count) { edit(&array) } else { refused = array.count }
      }
    }
    if let refused { refuse(kind, places, new?.count ?? 0, refused) }
    if notifies { object.didChange(kind, valuesAt: places.indexes, forKey: property.key) }
  }

  @usableFromInline func refuse(_ kind: KeyValueChangeKind, _ places: Places, _ new: Int, _ count: Int) -> Never {
    if !places.areWithin(kind == .insertion ? count + new : count) {
      terminate(.indexesOutOfRange(places.indexes, count: count, key: property.key, object: object))
    }
    terminate(
      .invalidArgument(
        "[MutableArrayValue of \"\(property.key)\" of \(describe(object))]: \(new) elements for \(places.count) "
          + "indexes. Pass as many elements as indexes."))
  }

  /// The place with this one index.
  @inlinable func only(_ index: Int) -> Places {
    if index == .max { refuse(index) }  // no range has it
    return Places(index..<index + 1)
  }

  @usableFromInline func refuse(_ index: Int) -> Never {
    terminate(.indexesOutOfRange("\(index)", count: elements.count, key: property.key, object: object))
  }

  // MARK: As a collection

  /// Iterates over the elements as they are now, even if the array changes meanwhile.
  ///
  /// - Complexity: constant.
  ///
  /// - Returns: an iterator over these elements.
  public func makeIterator() -> Array<Element>.Iterator { elements.makeIterator() }

  /// Always 0.
  @inlinable public var startIndex: Int { 0 }

  /// The number of elements.
  @inlinable public var endIndex: Int { elements.count }
}

/// The set of a property, to be changed member by member. Observers receive the members that were really added or
/// removed.
///
///     let tags = playlist.mutableSet(\.$tags)
///     tags.formUnion(["jazz", "live"])  // an insertion of those that are new
///
/// It retains its object and holds no members: it reads and changes the property. Each call is announced as one
/// change, if the key notifies automatically: the observers are called on the thread that makes the change, before the
/// call returns, with no lock held. It calls the accessors that the class declares in
/// ``KeyValueObject/setAccessors(forKey:)``; without them it changes the property itself, in place if nothing else
/// holds the set. A property that is nil becomes a set. A property that holds something else raises
/// `NSInvalidArgumentException`.
///
/// > Important: Each access costs some hundred nanoseconds, and an edit that is observed some microseconds, far more
/// > than an edit of the property in place, `playlist.tags.insert("jazz")`, which announces a setting. For a loop, read
/// > the property itself.
///
/// The complexity that a member states is besides that constant cost, and besides the calls of the observers. A
/// property that is a ``ComputedKey`` is read and set as a whole for each change.
public final class MutableSetValue<Element: Hashable>: Sequence {
  @usableFromInline let property: CollectionProperty<Set<Element>>
  private let accessors: SetAccessors?

  @usableFromInline init(_ object: KeyValueObject, _ key: String, _ find: (() -> AnySlot?)?) {
    property = CollectionProperty(object: object, key: key, empty: [], find: find)
    let asked = type(of: object).asked(about: key)
    accessors = asked.type.setAccessors(forKey: asked.key)
  }

  /// The current members.
  ///
  /// The set is not copied. As long as you keep it, the next change of the property copies it.
  ///
  /// - Complexity: constant.
  @inlinable public var members: Set<Element> { property.current }

  /// Adds the members that the set does not have yet.
  ///
  ///     tags.formUnion(["jazz", "live"])
  ///
  /// It is announced as an insertion of the members that are new, even if there are none.
  ///
  /// - Complexity: proportional to the number of members that are passed.
  ///
  /// - Parameter new: the members.
  public func formUnion(_ new: Set<Element>) { change(.union, new, adding: new) }

  /// Removes the members that the set has.
  ///
  ///     tags.subtract(["live", "loud"])
  ///
  /// It is announced as a removal of the members that the set has, even if there are none.
  ///
  /// - Complexity: proportional to the number of members that are passed.
  ///
  /// - Parameter old: the members to remove.
  public func subtract(_ old: Set<Element>) { change(.minus, old, removing: old) }

  /// Removes the members that are not in the other set.
  ///
  ///     tags.formIntersection(["jazz", "calm"])
  ///
  /// It is announced as a removal of the members that are not in the other set, even if there are none.
  ///
  /// - Complexity: proportional to the number of members of both sets.
  ///
  /// - Parameter other: the members that stay, if the set has them.
  public func formIntersection(_ other: Set<Element>) {
    change(.intersect, other, removing: members.subtracting(other))
  }

  /// Replaces the whole set. Members that both sets have are neither added nor removed.
  ///
  ///     tags.set(["jazz", "calm"])
  ///
  /// It is announced as a replacement: the old value has the members that are removed, and the new value those that
  /// are added.
  ///
  /// - Complexity: proportional to the number of members of both sets.
  ///
  /// - Parameter new: the members that the set has afterwards.
  public func set(_ new: Set<Element>) {
    change(.set, new, removing: members.subtracting(new), adding: new.subtracting(members))
  }

  /// Adds a member.
  ///
  ///     tags.insert("jazz")
  ///
  /// It is announced as an insertion, which is empty if the set has the member already.
  ///
  /// - Complexity: constant on average.
  ///
  /// - Parameter member: the member.
  public func insert(_ member: Element) { formUnion([member]) }

  /// Removes a member.
  ///
  ///     tags.remove("live")
  ///
  /// It is announced as a removal, which is empty if the set does not have the member.
  ///
  /// - Complexity: constant on average.
  ///
  /// - Parameter member: the member.
  public func remove(_ member: Element) { subtract([member]) }

  /// Removes every member.
  ///
  ///     tags.removeAll()
  ///
  /// It is announced as one removal, even if the set is empty.
  ///
  /// - Complexity: proportional to the number of members.
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

  /// Iterates over the members as they are now, even if the set changes meanwhile.
  ///
  /// - Complexity: constant.
  ///
  /// - Returns: an iterator over these members.
  public func makeIterator() -> Set<Element>.Iterator { members.makeIterator() }

  /// The number of members.
  public var count: Int { members.count }
}
