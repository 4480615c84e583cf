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
  /// Returns the array of a property, to be changed element by element.
  ///
  /// Raises `NSInvalidArgumentException` at its use if the property holds something else.
  public func mutableArrayValue<Element>(forKey key: String, of type: Element.Type = Element.self) -> MutableArrayValue<
    Element
  > { MutableArrayValue(self, key, nil) }

  /// Returns the set of a property, to be changed member by member.
  ///
  /// Raises `NSInvalidArgumentException` at its use if the property holds something else.
  public func mutableSetValue<Element>(forKey key: String, of type: Element.Type = Element.self) -> MutableSetValue<
    Element
  > { MutableSetValue(self, key, nil) }
}

extension KeyValueCodingAndObserving {
  /// Returns the array of a property, to be changed element by element: `playlist.mutableArray(\.$tracks)`.
  @inlinable public func mutableArray<Element>(_ property: KeyPath<Self, Property<[Element]>>) -> MutableArrayValue<
    Element
  > {
    MutableArrayValue(self, key(of: property)) { self[keyPath: property].anySlot }
  }

  /// Returns the array of an optional property, to be changed element by element. Nil becomes an array at the first
  /// change.
  @inlinable public func mutableArray<Element>(_ property: KeyPath<Self, Property<[Element]?>>) -> MutableArrayValue<
    Element
  > {
    MutableArrayValue(self, key(of: property)) { self[keyPath: property].anySlot }
  }

  /// Returns the set of a property, to be changed member by member: `playlist.mutableSet(\.$tags)`.
  @inlinable public func mutableSet<Element>(_ property: KeyPath<Self, Property<Set<Element>>>) -> MutableSetValue<
    Element
  > {
    MutableSetValue(self, key(of: property)) { self[keyPath: property].anySlot }
  }

  /// Returns the set of an optional property, to be changed member by member. Nil becomes a set at the first change.
  @inlinable public func mutableSet<Element>(_ property: KeyPath<Self, Property<Set<Element>?>>) -> MutableSetValue<
    Element
  > {
    MutableSetValue(self, key(of: property)) { self[keyPath: property].anySlot }
  }
}
