/// A property that holds a collection, as ``MutableArrayValue`` and ``MutableSetValue`` read and change it.
struct CollectionProperty<Elements> {
  let object: KeyValueObject
  let key: String
  /// The value in place of nil.
  let empty: Elements

  var notifiesAutomatically: Bool { type(of: object).automaticallyNotifiesObservers(forKey: key) }

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
      if let slot = try object.slots(named: key).first as? Slot<Elements> {
        slot.beginWriting()
        defer { slot.isBeingWritten = false }
        return body(&slot.value)
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
