/// A property that holds a collection, as ``MutableArrayValue`` and ``MutableSetValue`` read and change it.
struct CollectionProperty<Elements> {
  let object: KeyValueObject
  let key: String
  /// The value in place of nil.
  let empty: Elements

  var notifiesAutomatically: Bool { type(of: object).asked(about: key).notifiesAutomatically }

  /// The collection as it is now. Ends the process if the property holds something else.
  var current: Elements {
    let value = object.value(forKey: key)
    guard let current = (value ?? empty) as? Elements else {
      terminate(.notACollection(value, expected: "\(Elements.self)", key: key, object: object))
    }
    return current
  }

  /// Changes the collection without an announcement. The change is made in place if the property's type is that
  /// collection.
  func modify(_ body: (inout Elements) -> Void) {
    enforcing { () throws(Violation) in
      if let slot = try object.slot(named: key) as? Slot<Elements> {
        let change = ChangeInPlace.begin()
        slot.beginWriting()
        defer {
          slot.isBeingWritten = false
          change?.end()
        }
        return unsafe body(&slot.value)
      }
      var changed = current
      body(&changed)
      try object.storeWithoutAnnouncing(changed, forKey: key)
    }
  }
}

extension KeyValueObject {
  /// Returns the array of a property, to be changed element by element.
  ///
  /// Raises `NSInvalidArgumentException` at its use if the property holds something else.
  public func mutableArrayValue<Element>(forKey key: String, of type: Element.Type = Element.self) -> MutableArrayValue<
    Element
  > { MutableArrayValue(self, key) }

  /// Returns the set of a property, to be changed member by member.
  ///
  /// Raises `NSInvalidArgumentException` at its use if the property holds something else.
  public func mutableSetValue<Element>(forKey key: String, of type: Element.Type = Element.self) -> MutableSetValue<
    Element
  > { MutableSetValue(self, key) }
}

extension KeyValueCodingAndObserving {
  /// Returns the array of a property, to be changed element by element: `playlist.mutableArray(\.$tracks)`.
  public func mutableArray<Element>(_ property: KeyPath<Self, Property<[Element]>>) -> MutableArrayValue<Element> {
    MutableArrayValue(self, key(of: property))
  }

  /// Returns the array of an optional property, to be changed element by element. Nil becomes an array at the first
  /// change.
  public func mutableArray<Element>(_ property: KeyPath<Self, Property<[Element]?>>) -> MutableArrayValue<Element> {
    MutableArrayValue(self, key(of: property))
  }

  /// Returns the set of a property, to be changed member by member: `playlist.mutableSet(\.$tags)`.
  public func mutableSet<Element>(_ property: KeyPath<Self, Property<Set<Element>>>) -> MutableSetValue<Element> {
    MutableSetValue(self, key(of: property))
  }

  /// Returns the set of an optional property, to be changed member by member. Nil becomes a set at the first change.
  public func mutableSet<Element>(_ property: KeyPath<Self, Property<Set<Element>?>>) -> MutableSetValue<Element> {
    MutableSetValue(self, key(of: property))
  }
}
