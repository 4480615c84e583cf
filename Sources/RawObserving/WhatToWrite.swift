// Unavailable members, each for its message: the compiler finds it for a line that people write first, and says what to
// write instead. `Tests/Misuses` has these lines.

/// Unavailable: types by which the members below recognize a mistake.
@available(*, unavailable) public enum _Misspelt {
  /// The names by which people ask a ``Property`` for its value.
  public struct Contents {
    /// The name in Combine's subjects.
    public var value: Void { () }
    /// The name in property wrappers.
    public var wrappedValue: Void { () }
  }

  /// The name by which people subscribe to a publisher.
  public struct Publisher {
    /// The name in Combine.
    public var sink: Void { () }
  }

  /// The object in `\.hour` whose class is not known. It has a member of every name.
  @dynamicMemberLookup public struct Unnamed {
    /// Any property.
    public subscript(dynamicMember name: String) -> Unnamed { self }
  }
}

#if !canImport(ObjectiveC)
  /// Unavailable: a change is a structure, not a dictionary. Foundation has this name on systems with Objective-C.
  @available(
    *, unavailable,
    message: "write change: KeyValueChange, and read change.newValue, change.oldValue or change.kind"
  )
  public typealias NSKeyValueChangeKey = KeyValueChangeKey

  /// Unavailable: the name has no prefix here.
  @available(*, unavailable, message: "write KeyValueObservingOptions; for a typed key path, ChangeOptions")
  public typealias NSKeyValueObservingOptions = KeyValueObservingOptions

  /// Unavailable: a token belongs to ManagedObserving.
  @available(*, unavailable, message: "write ScopedObservation, which observe(…).scoped() returns, in ManagedObserving")
  public typealias NSKeyValueObservation = KeyValueObject

  /// Unavailable: a typed change belongs to ManagedObserving.
  @available(*, unavailable, message: "write Change, with the type of the value: Change<Int>, in ManagedObserving")
  public typealias NSKeyValueObservedChange<Object, Value> = KeyValueChange
#endif

extension Property {
  /// Unavailable: a property of a path needs its `$`, and a member of a structure cannot be observed.
  @available(
    *, unavailable, message: "write a $ before each property, \\.$clock.$date; observe a structure whole, \\.$size"
  )
  public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { fatalError("unavailable") }

  /// Unavailable: the value is read without the `$`.
  @available(*, unavailable, message: "read the value without the $: clock.date; in generic code, object[property]")
  public subscript<Name>(dynamicMember path: KeyPath<_Misspelt.Contents, Name>) -> Value {
    get { fatalError("unavailable") }
    nonmutating set { fatalError("unavailable: \(newValue)") }
  }

  /// Unavailable: a property is no publisher.
  @available(*, unavailable, message: "write view.kvoController.observe(clock, \\.$date) { … }, in ManagedObserving")
  public subscript<Name>(dynamicMember path: KeyPath<_Misspelt.Publisher, Name>) -> (_ received: (Value) -> Void) -> Any
  {
    fatalError("unavailable")
  }

  /// Unavailable: an element cannot be observed.
  @available(*, unavailable, message: "only the whole collection can be observed: \\.$items, then read items[0]")
  public subscript(index: Value.Index) -> Value.Element where Value: Collection { fatalError("unavailable") }

  /// Unavailable: an entry cannot be observed.
  @available(*, unavailable, message: "only the whole dictionary can be observed: \\.$prices, then read prices[key]")
  public subscript<Key, Entry>(key: Key) -> Entry? where Value == [Key: Entry] { fatalError("unavailable") }
}

extension ComputedKey {
  /// Unavailable: nothing tells the class of `\.hour`.
  @available(*, unavailable, message: "name the class: ComputedKey(\"hour\", \\Clock.hour, dependsOn: \\.$date)")
  public init(
    _ key: String, _ path: (_Misspelt.Unnamed) -> _Misspelt.Unnamed,
    dependsOn triggers: ((_Misspelt.Unnamed) -> _Misspelt.Unnamed)...
  ) { fatalError("unavailable") }

  /// Unavailable: a trigger needs its `$`.
  @available(*, unavailable, message: "write a $ before each trigger: dependsOn: \\.$date")
  public init<Object: KeyValueObject, Value, each Input>(
    _ key: String, _ path: KeyPath<Object, Value>, dependsOn triggers: repeat KeyPath<Object, each Input>
  ) { fatalError("unavailable") }
}

extension KeyValueCodingAndObserving {
  /// Unavailable: the property needs its `$`.
  @available(*, unavailable, message: "write a $ before the property, object[\\.$date]; where it is known, clock.date")
  public subscript<Value>(_ property: KeyPath<Self, Value>) -> Value {
    get { fatalError("unavailable") }
    set { fatalError("unavailable: \(newValue)") }
  }

  /// Unavailable: closures belong to ManagedObserving.
  @available(*, unavailable, message: "write view.kvoController.observe(clock, \\.$date) { … }, in ManagedObserving")
  @discardableResult public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>, options: KeyValueObservingOptions = [],
    changeHandler: (Self, (newValue: Value?, oldValue: Value?, kind: KeyValueChangeKind, isPrior: Bool)) -> Void
  ) -> Any { fatalError("unavailable") }

  /// Unavailable: the property needs its `$`.
  @available(*, unavailable, message: "write a $ before the property: willChangeValue(for: \\.$date)")
  public func willChangeValue<Value>(for property: KeyPath<Self, Value>) {}

  /// Unavailable: the property needs its `$`.
  @available(*, unavailable, message: "write a $ before the property: didChangeValue(for: \\.$date)")
  public func didChangeValue<Value>(for property: KeyPath<Self, Value>) {}

  /// Unavailable: the property needs its `$`.
  @available(*, unavailable, message: "write a $ before the property: mutableArray(\\.$items)")
  public func mutableArray<Element>(_ property: KeyPath<Self, [Element]>) -> MutableArrayValue<Element> {
    fatalError("unavailable")
  }

  /// Unavailable: the type of the elements is missing.
  @available(*, unavailable, message: "write mutableArray(\\.$items), or (forKey: \"items\", of: String.self)")
  public func mutableArrayValue(forKey key: String) -> MutableArrayValue<Any> { fatalError("unavailable") }
}

extension KeyValueChange {
  /// Unavailable: the name is another one.
  @available(*, unavailable, renamed: "newValue") public var value: Any? { nil }
}

extension KeyValueChangeKey {
  /// Unavailable: the name is another one.
  @available(*, unavailable, renamed: "new") public static var newKey: Self { .new }
  /// Unavailable: the name is another one.
  @available(*, unavailable, renamed: "old") public static var oldKey: Self { .old }
  /// Unavailable: the name is another one.
  @available(*, unavailable, renamed: "kind") public static var kindKey: Self { .kind }
}

extension MutableArrayValue {
  /// Unavailable: the name is another one.
  @available(*, unavailable, renamed: "append(_:)") public func add(_ element: Element) {}
  /// Unavailable: the name is another one.
  @available(*, unavailable, renamed: "remove(at:)") public func removeObject(at index: Int) {}
  /// Unavailable: this would be two changes.
  @available(*, unavailable, message: "call remove(at:), then insert(contentsOf:at:)")
  public func replaceSubrange(_ range: Range<Int>, with new: some Sequence<Element>) {}
  /// Unavailable: the whole array changes.
  @available(*, unavailable, message: "sort the property itself, list.items.sort(): observers receive a setting")
  public func sort(by isBefore: ((Element, Element) -> Bool)? = nil) {}
  /// Unavailable: key-value observing has no move.
  @available(*, unavailable, message: "call remove(at:), then insert(_:at:): observers receive both changes")
  public func move(fromOffsets source: RangeSet<Int>, toOffset destination: Int) {}
  /// Unavailable: two elements change.
  @available(*, unavailable, message: "call replace(at:with:) with both indexes: observers receive one replacement")
  public func swapAt(_ index: Int, _ other: Int) {}
}
