/// Makes a property of a ``KeyValueObject`` observable: Swift's counterpart of `@objc dynamic var`.
///
///     final class Clock: KeyValueObject {
///       @Observed var date = 0
///     }
///
/// The wrapper reaches the object that it is part of through the static subscript below, which the
/// compiler calls in place of `wrappedValue`. The subscript's first label is underscored because the
/// feature has no official name yet; Combine's `@Published` is built on it. A macro could do the same
/// with more freedom, but macros need the swift-syntax package, and this package depends on nothing.
///
/// A set of an object that nobody has observed costs a plain store and one look at a pointer.
/// Mutating an array in place does not copy it, unless an observer wants the old value.
@propertyWrapper
public struct Observed<Value> {
  @usableFromInline var stored: Value

  /// Makes a property with its first value; making it is not a change.
  @inlinable public init(wrappedValue: Value) {
    stored = wrappedValue
  }

  /// Not to be had: the wrapper needs the object it is part of.
  @available(*, unavailable, message: "@Observed works in classes that inherit from KeyValueObject")
  public var wrappedValue: Value {
    get { fatalError("unavailable") }
    set { fatalError("unavailable: \(newValue)") }
  }

  // A setter knows where its value is stored and not what it is called; StoredProperties.swift knows the name.
  //
  // `set` is a change of the whole value. `_modify` is behind every change in place: it lends the stored
  // value to whoever changes it, at `yield`, and goes on when that is done. What comes before the yield is
  // the first half of a change, and `defer` is the second.
  //
  // Four things keep an unobserved property as fast as a plain one, and each was measured. The key path to
  // the storage is only projected and never handed on: the compiler then sees a plain access, and leaves out
  // the exclusivity check and, in a generic class, the making of the key path (1,500 ns). The key path to
  // the property is an autoclosure: it is made only behind the check. What `set` does for an awaited property
  // is a call at its end, and nothing else: `setAwaited`. And `_modify` has exactly one `yield`; with two it
  // is not inlined.

  /// What reading and writing the property does.
  @inlinable
  public static subscript<Owner: KeyValueObject>(
    _enclosingInstance object: Owner,
    wrapped property: @autoclosure () -> ReferenceWritableKeyPath<Owner, Value>,
    storage storage: ReferenceWritableKeyPath<Owner, Observed<Value>>
  ) -> Value {
    @inline(__always)
    get {
      if object.hasBeenObserved && KeyPathNaming.isUnderWay {
        let place = withUnsafeMutablePointer(to: &object[keyPath: storage]) {
          UnsafeRawPointer($0)
        }
        KeyPathNaming.note(object, property(), storedAt: place)
      }
      return object[keyPath: storage].stored
    }
    @inline(__always)
    set {
      if object.hasBeenObserved {
        let place = withUnsafeMutablePointer(to: &object[keyPath: storage]) { $0 }
        if object.isAwaited(Value.self, storedAt: place) {
          return object.setAwaited(place, to: newValue)
        }
      }
      object[keyPath: storage].stored = newValue
    }
    @inline(__always)
    // snippet.modify
    _modify {
      var change: OpenChange?
      if object.hasBeenObserved {
        let place = withUnsafeMutablePointer(to: &object[keyPath: storage]) { UnsafeRawPointer($0) }
        if object.isAwaited(Value.self, storedAt: place) {
          change = object.beginChangeInPlace(storedAt: place, object[keyPath: storage].stored)
        }
      }
      defer { if let change { object.endChangeInPlace(change, Value.self) } }
      yield &object[keyPath: storage].stored
    }
    // snippet.end
  }
}
