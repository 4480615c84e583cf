/// A property that holds a collection, as ``MutableArrayValue`` and ``MutableSetValue`` read and change it.
@usableFromInline struct CollectionProperty<Elements> {
  @usableFromInline let object: KeyValueObject
  @usableFromInline let key: String
  /// The value in place of nil.
  @usableFromInline let empty: Elements
  /// Finds the slot of the property by a typed key path; nil if only the name is known. A search by name costs several
  /// microseconds.
  @usableFromInline let find: (() -> AnySlot?)?

  @usableFromInline var notifiesAutomatically: Bool { type(of: object).asked(about: key).notifiesAutomatically }

  /// The collection as it is now. Ends the process if the property holds something else.
  @inlinable var current: Elements {
    if let found = find?() {
      if let slot = found as? Slot<Elements> { return slot.read() }
      if let slot = found as? Slot<Elements?> { return slot.read() ?? empty }
    }
    return currentByName
  }

  @usableFromInline var currentByName: Elements {
    let value = object.value(forKey: key)
    guard let current = (value ?? empty) as? Elements else {
      terminate(.notACollection(value, expected: "\(Elements.self)", key: key, object: object))
    }
    return current
  }

  /// Changes the collection without an announcement. The change is made in place if the property's type is that
  /// collection, or an optional one.
  @inlinable func modify(_ body: (inout Elements) -> Void) {
    let found = find?() ?? slotByName
    if let slot = found as? Slot<Elements> { return slot.change(body) }
    if let slot = found as? Slot<Elements?> {
      return slot.change { value in
        var elements = value.take() ?? empty
        body(&elements)
        value = elements
      }
    }
    modifyByName(body)
  }

  @usableFromInline var slotByName: AnySlot? {
    enforcing { () throws(Violation) in try object.slot(named: key) }
  }

  @usableFromInline func modifyByName(_ body: (inout Elements) -> Void) {
    enforcing { () throws(Violation) in
      var changed = current
      body(&changed)
      try object.storeWithoutAnnouncing(changed, forKey: key)
    }
  }
}

extension Slot {
  /// Changes the value in place, without an announcement.
  @inlinable func change(_ body: (inout Value) -> Void) {
    let change = ChangeInPlace.begin()
    beginWriting()
    defer {
      isBeingWritten = false
      change?.end()
    }
    unsafe body(&value)
  }
}

extension KeyValueObject {
  /// Returns the array of a property, named by a string, to be changed element by element.
  ///
  ///     let tracks = playlist.mutableArrayValue(forKey: "tracks", of: String.self)
  ///     tracks.removeFirst()  // a removal at 0
  ///
  /// Its changes call the observers on the thread that makes them. Where the property is known, write
  /// `playlist.mutableArray(\.$tracks)`, which is faster and which the compiler checks.
  ///
  /// > Important: The call accepts every name and every type of elements. At its first use, a value that is not such
  /// > an array raises `NSInvalidArgumentException`, and a misspelt name `NSUnknownKeyException`.
  ///
  /// - Complexity: constant on average; the property is not read.
  ///
  /// - Parameters:
  ///   - key: the name of the array's property.
  ///   - type: the type of the elements. You can leave it out where the result has a type.
  /// - Returns: a proxy of the array, which retains this object and holds no elements.
  public func mutableArrayValue<Element>(forKey key: String, of type: Element.Type = Element.self) -> MutableArrayValue<
    Element
  > { MutableArrayValue(self, key, nil) }

  /// Returns the set of a property, named by a string, to be changed member by member.
  ///
  ///     let tags = playlist.mutableSetValue(forKey: "tags", of: String.self)
  ///     tags.insert("jazz")
  ///
  /// Its changes call the observers on the thread that makes them. Where the property is known, write
  /// `playlist.mutableSet(\.$tags)`, which is faster and which the compiler checks.
  ///
  /// > Important: The call accepts every name and every type of members. At its first use, a value that is not such a
  /// > set raises `NSInvalidArgumentException`, and a misspelt name `NSUnknownKeyException`.
  ///
  /// - Complexity: constant on average; the property is not read.
  ///
  /// - Parameters:
  ///   - key: the name of the set's property.
  ///   - type: the type of the members. You can leave it out where the result has a type.
  /// - Returns: a proxy of the set, which retains this object and holds no members.
  public func mutableSetValue<Element>(forKey key: String, of type: Element.Type = Element.self) -> MutableSetValue<
    Element
  > { MutableSetValue(self, key, nil) }
}

extension KeyValueCodingAndObserving {
  /// Returns the array of a property, to be changed element by element.
  ///
  ///     let tracks = playlist.mutableArray(\.$tracks)
  ///     tracks[0] = "Blue Train"  // a replacement at 0, not a setting of the whole array
  ///
  /// Its changes call the observers on the thread that makes them, before each call returns. They receive the elements
  /// that were inserted, removed or replaced.
  ///
  /// Raises `NSInvalidArgumentException` for a path through another object.
  ///
  /// - Complexity: proportional to the number of the class's observed properties if this one has never been observed,
  ///   and constant otherwise. The array is not read.
  ///
  /// - Parameter property: the property, `\.$tracks`.
  /// - Returns: a proxy of the array, which retains this object and holds no elements.
  @inlinable public func mutableArray<Element>(_ property: KeyPath<Self, Property<[Element]>>) -> MutableArrayValue<
    Element
  > {
    MutableArrayValue(self, key(of: property)) { self[keyPath: property].anySlot }
  }

  /// Returns the array of an optional property, to be changed element by element.
  ///
  ///     playlist.mutableArray(\.$queue).append("Blue Train")  // nil becomes an array
  ///
  /// Nil becomes an array at the first change, and reads as an empty array until then. Its changes call the observers
  /// on the thread that makes them, before each call returns. They receive the elements that were inserted, removed or
  /// replaced.
  ///
  /// Raises `NSInvalidArgumentException` for a path through another object.
  ///
  /// - Complexity: proportional to the number of the class's observed properties if this one has never been observed,
  ///   and constant otherwise. The array is not read.
  ///
  /// - Parameter property: the property, `\.$queue`.
  /// - Returns: a proxy of the array, which retains this object and holds no elements.
  @inlinable public func mutableArray<Element>(_ property: KeyPath<Self, Property<[Element]?>>) -> MutableArrayValue<
    Element
  > {
    MutableArrayValue(self, key(of: property)) { self[keyPath: property].anySlot }
  }

  /// Returns the set of a property, to be changed member by member.
  ///
  ///     let tags = playlist.mutableSet(\.$tags)
  ///     tags.formUnion(["jazz", "live"])  // an insertion of those that are new
  ///
  /// Its changes call the observers on the thread that makes them, before each call returns. They receive the members
  /// that were added or removed.
  ///
  /// Raises `NSInvalidArgumentException` for a path through another object.
  ///
  /// - Complexity: proportional to the number of the class's observed properties if this one has never been observed,
  ///   and constant otherwise. The set is not read.
  ///
  /// - Parameter property: the property, `\.$tags`.
  /// - Returns: a proxy of the set, which retains this object and holds no members.
  @inlinable public func mutableSet<Element>(_ property: KeyPath<Self, Property<Set<Element>>>) -> MutableSetValue<
    Element
  > {
    MutableSetValue(self, key(of: property)) { self[keyPath: property].anySlot }
  }

  /// Returns the set of an optional property, to be changed member by member.
  ///
  ///     playlist.mutableSet(\.$moods).insert("calm")  // nil becomes a set
  ///
  /// Nil becomes a set at the first change, and reads as an empty set until then. Its changes call the observers on
  /// the thread that makes them, before each call returns. They receive the members that were added or removed.
  ///
  /// Raises `NSInvalidArgumentException` for a path through another object.
  ///
  /// - Complexity: proportional to the number of the class's observed properties if this one has never been observed,
  ///   and constant otherwise. The set is not read.
  ///
  /// - Parameter property: the property, `\.$moods`.
  /// - Returns: a proxy of the set, which retains this object and holds no members.
  @inlinable public func mutableSet<Element>(_ property: KeyPath<Self, Property<Set<Element>?>>) -> MutableSetValue<
    Element
  > {
    MutableSetValue(self, key(of: property)) { self[keyPath: property].anySlot }
  }
}

/// The methods of a class through which elements of one of its arrays are inserted, removed and replaced.
///
///     func insert(_ new: [String], at indexes: RangeSet<Int>) {
///       for (index, track) in zip(indexes.ranges.joined(), new) {
///         _tracks.storedValue.insert(track, at: index)
///       }
///     }
///
///     func remove(at indexes: RangeSet<Int>) { _tracks.storedValue.removeSubranges(indexes) }
///
/// They decide what the array holds, and do not announce their change: the ``MutableArrayValue`` that calls them does.
/// So they write `_tracks.storedValue`, and other code changes the array through `mutableArray(\.$tracks)`. On Apple's
/// systems the accessors announce nothing either; there, a hidden subclass overrides them when the key is observed.
///
/// > Warning: A method that announces its change, or sets a property that notifies automatically, calls the observers
/// > twice.
public struct ArrayAccessors {
  @usableFromInline let insert: (KeyValueObject, Any, RangeSet<Int>) -> Void
  @usableFromInline let remove: (KeyValueObject, RangeSet<Int>) -> Void
  @usableFromInline let replace: (KeyValueObject, RangeSet<Int>, Any) -> Void

  /// Declares the methods, unbound.
  ///
  ///     override class func arrayAccessors(forKey key: String) -> ArrayAccessors? {
  ///       key == "tracks" ? ArrayAccessors(insert: Playlist.insert, remove: Playlist.remove) : nil
  ///     }
  ///
  /// A ``MutableArrayValue`` calls them on the thread that makes the change, with no lock held, and between the will
  /// and the did if the key notifies automatically. Used with an object or with elements of another type, they end the
  /// process with a message.
  ///
  /// - Parameters:
  ///   - insert: inserts the elements, which then have the indexes. There are as many elements as indexes.
  ///   - remove: removes the elements at the indexes.
  ///   - replace: replaces the elements at the indexes, as many as there are indexes. Without it, a replacement
  ///     removes and inserts the elements, and is announced as one change.
  public init<Object: KeyValueObject, Element>(
    insert: @escaping (Object) -> ([Element], RangeSet<Int>) -> Void,
    remove: @escaping (Object) -> (RangeSet<Int>) -> Void,
    replace: ((Object) -> (RangeSet<Int>, [Element]) -> Void)? = nil
  ) {
    self.insert = { insert(castOrTerminate($0))(castOrTerminate($1), $2) }
    self.remove = { remove(castOrTerminate($0))($1) }
    self.replace = { object, indexes, new in
      let object: Object = castOrTerminate(object)
      if let replace { return replace(object)(indexes, castOrTerminate(new)) }
      remove(object)(indexes)
      insert(object)(castOrTerminate(new), indexes)
    }
  }
}

/// The methods of a class through which members of one of its sets are added and removed.
///
///     func addTags(_ new: Set<String>) { _tags.storedValue.formUnion(new) }
///
///     func removeTags(_ old: Set<String>) { _tags.storedValue.subtract(old) }
///
/// They decide what the set holds, and do not announce their change: the ``MutableSetValue`` that calls them does. See
/// ``ArrayAccessors``.
///
/// > Warning: A method that announces its change, or sets a property that notifies automatically, calls the observers
/// > twice.
public struct SetAccessors {
  let add: (KeyValueObject, Any) -> Void
  let remove: (KeyValueObject, Any) -> Void

  /// Declares the methods, unbound.
  ///
  ///     override class func setAccessors(forKey key: String) -> SetAccessors? {
  ///       key == "tags" ? SetAccessors(add: Playlist.addTags, remove: Playlist.removeTags) : nil
  ///     }
  ///
  /// A ``MutableSetValue`` calls them on the thread that makes the change, with no lock held, and between the will and
  /// the did if the key notifies automatically. A change that removes and adds calls `remove` first. Used with an
  /// object or with members of another type, they end the process with a message.
  ///
  /// - Parameters:
  ///   - add: adds members.
  ///   - remove: removes members.
  public init<Object: KeyValueObject, Element>(
    add: @escaping (Object) -> (Set<Element>) -> Void, remove: @escaping (Object) -> (Set<Element>) -> Void
  ) {
    self.add = { add(castOrTerminate($0))(castOrTerminate($1)) }
    self.remove = { remove(castOrTerminate($0))(castOrTerminate($1)) }
  }
}

/// How a set was changed. The raw values are Apple's.
public enum KeyValueSetMutationKind: UInt, Sendable {
  /// Members were added.
  case union = 1
  /// Members were removed.
  case minus = 2
  /// Members that are not in another set were removed.
  case intersect = 3
  /// The set was replaced by another.
  case set = 4
}

/// A change of some elements of a value, and the elements that observers receive. A change of the value as a whole has
/// none.
final class ElementChange {
  /// The part of the object's value that observers receive; nil for none. Throws if the value lacks the indexes, unless
  /// it may lack them.
  typealias Part = (KeyValueObject, Any?, _ mayLackIndexes: Bool) throws(Violation) -> Any?

  let kind: KeyValueChangeKind
  let indexes: RangeSet<Int>?
  private let old: Part?
  private let new: Part?

  private init(_ kind: KeyValueChangeKind, at indexes: RangeSet<Int>? = nil, old: Part? = nil, new: Part? = nil) {
    (self.kind, self.indexes, self.old, self.new) = (kind, indexes, old, new)
  }

  /// The part of the object's value that observers receive, before the change (`.old`) or after it (`.new`); nil for
  /// none.
  func part(
    of value: Any?, _ option: KeyValueObservingOptions, in object: KeyValueObject, _ mayLackIndexes: Bool
  ) throws(Violation) -> Any? { try (option == .old ? old : new)?(object, value, mayLackIndexes) }

  /// Whether the value has the indexes; true if it is not an array.
  func areIndexes(of value: Any) -> Bool {
    guard let indexes, let array = value as? any IndexedElements else { return true }
    return array.elements(at: indexes) != nil
  }

  /// Elements of an array: those at the indexes, before they are removed or replaced, and after they are inserted or
  /// replaced.
  static func elements(_ kind: KeyValueChangeKind, at indexes: RangeSet<Int>, of key: String) -> ElementChange? {
    let elements: Part = { (object, value, mayLackIndexes) throws(Violation) in
      guard let array = value as? any IndexedElements else {
        throw .notACollection(value, expected: "an array", key: key, object: object)
      }
      if let elements = array.elements(at: indexes) { return elements }
      if mayLackIndexes { return nil }
      throw .indexesOutOfRange(indexes, count: array.count, key: key, object: object)
    }
    switch kind {
    case .setting: return nil
    case .insertion: return ElementChange(kind, at: indexes, new: elements)
    case .removal: return ElementChange(kind, at: indexes, old: elements)
    case .replacement: return ElementChange(kind, at: indexes, old: elements, new: elements)
    }
  }

  /// Members of a set: only those that are really added or removed.
  static func members<Element>(_ kind: KeyValueSetMutationKind, _ members: Set<Element>, of current: Set<Element>)
    -> ElementChange
  {
    switch kind {
    case .union:
      // Not `subtracting`, which visits each member of its argument: the cost is that of the members that are inserted.
      let added = members.filter { !current.contains($0) }
      return ElementChange(.insertion, new: { _, _, _ in added })
    case .minus, .intersect:
      let removed = kind == .minus ? current.intersection(members) : current.subtracting(members)
      return ElementChange(.removal, old: { _, _, _ in removed })
    case .set:
      let (added, removed) = (members.subtracting(current), current.subtracting(members))
      return ElementChange(.replacement, old: { _, _, _ in removed }, new: { _, _, _ in added })
    }
  }
}

/// An array of any type.
private protocol IndexedElements: Countable {
  /// The elements, as an array of the same type; nil if there are fewer.
  func elements(at indexes: RangeSet<Int>) -> Any?
}

extension Array: IndexedElements {
  fileprivate func elements(at indexes: RangeSet<Int>) -> Any? {
    let ranges = Array<Range<Int>>(indexes.ranges)
    if let first = ranges.first, let last = ranges.last, first.lowerBound < 0 || last.upperBound > count { return nil }
    return ranges.count == 1 ? Array(self[ranges[0]]) : ranges.flatMap { self[$0] }
  }
}
