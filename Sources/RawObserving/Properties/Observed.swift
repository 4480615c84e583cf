/// Makes a property of a ``KeyValueObject`` observable: Swift's counterpart of `@objc dynamic var`.
///
///     final class Clock: KeyValueObject {
///       @Observed var date = 0
///     }
///
/// `$date` is the property itself, as a ``Property``, and `\.$date` names it where it is observed.
///
/// A `didSet` beside the wrapper runs after the observers have been called. So does the `didSet` of an override. That
/// is how the compiler builds wrapped properties: the wrapper's setter is inside.
///
/// In a class that does not inherit from ``KeyValueObject`` the compiler reports, without a line number, `static
/// subscript … requires that 'YourClass' inherit from 'KeyValueObject'`.
///
/// The property is not atomic. Reading it while another thread sets it needs a lock of your own.
@propertyWrapper public struct Observed<Value> {
  @usableFromInline let slot: Slot<Value>

  /// Creates a property with its first value. That is not a change.
  @inlinable public init(wrappedValue: Value) { slot = Slot(wrappedValue) }

  /// The value, read and written without an announcement: `_date.storedValue = 0`.
  ///
  /// It belongs to the same property and keeps its registrations. Assigning another wrapper, as in `_date =
  /// Observed(wrappedValue: 0)`, does not: the observers stay with the old one. Once that is gone, the next call that
  /// adds, removes or announces raises `NSInternalInconsistencyException`. So does a set through a wrapper that another
  /// object has and that is observed there.
  public var storedValue: Value {
    get { slot.read() }
    nonmutating set { slot.write(newValue) }
  }

  /// Unavailable: the wrapper needs the object that it is part of.
  @available(*, unavailable, message: "@Observed works in classes that inherit from KeyValueObject")
  public var wrappedValue: Value {
    get { fatalError("unavailable") }
    nonmutating set { fatalError("unavailable: \(newValue)") }
  }

  /// Unavailable: the wrapper needs the object that it is part of.
  @available(*, unavailable, message: "@Observed works in classes that inherit from KeyValueObject")
  public var projectedValue: Property<Value> { fatalError("unavailable") }

  // The compiler calls the two subscripts in place of `wrappedValue` and `projectedValue`, and passes the object.
  // Their first label is underscored because the feature has no official name yet; Combine's `@Published` is built on
  // it.
  //
  // The key path to the storage is never handed on. As long as it is only followed, the compiler sees a plain access,
  // and leaves out Swift's own check for overlapping ones, which would cost far more than the access. `get` and `set`
  // do not call `read` and `write`, and do not give the slot a name: either would retain it. In `_modify` it has a
  // name, because there each use of the key path costs more than that in a class that is not final. And `_modify` has
  // exactly one `yield`; with two it is not inlined.

  /// The value of the property: what reading and writing `date` does.
  @inlinable
  public static subscript<Owner: KeyValueObject>(
    _enclosingInstance object: Owner, wrapped property: @autoclosure () -> ReferenceWritableKeyPath<Owner, Value>,
    storage storage: ReferenceWritableKeyPath<Owner, Observed<Value>>
  ) -> Value {
    @inline(__always) get {
      if object[keyPath: storage].slot.isBeingWritten { overlap(Value.self) }
      return object[keyPath: storage].slot.value
    }
    @inline(__always) set {
      if object[keyPath: storage].slot.registrations.isSet {
        return object.set(object[keyPath: storage].slot, to: newValue)
      }
      if object[keyPath: storage].slot.isBeingWritten { overlap(Value.self) }
      object[keyPath: storage].slot.isBeingWritten = true
      object[keyPath: storage].slot.value = newValue
      object[keyPath: storage].slot.isBeingWritten = false
    }
    @inline(__always)
    // snippet.modify
    _modify {
      let slot = object[keyPath: storage].slot
      var change = slot.registrations.isSet ? object.begin(slot) : nil
      slot.beginWriting()
      defer {
        slot.isBeingWritten = false
        if let change = change.take() { object.end(change, slot) }
      }
      yield &slot.value
    }
    // snippet.end
  }

  /// The property itself: what `$date` is. Inlined, so that the key path to the storage is only followed.
  @inlinable
  public static subscript<Owner: KeyValueObject>(
    _enclosingInstance object: Owner, projected property: KeyPath<Owner, Property<Value>>,
    storage storage: ReferenceWritableKeyPath<Owner, Observed<Value>>
  ) -> Property<Value> { @inline(__always) get { Property(of: object[keyPath: storage].slot) } }
}
