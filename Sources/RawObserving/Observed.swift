public import Synchronization

/// Makes a property of a ``KeyValueObject`` observable: Swift's counterpart of `@objc dynamic var`.
///
///     final class Clock: KeyValueObject {
///       @Observed var date = 0
///     }
///
/// `$date` is the property itself, as a ``Property``. You observe it by the key path `\.$date`.
///
/// - A property that holds its object weakly is declared with ``ObservedWeak``; `@Observed weak var` does not compile.
/// - A property with a getter of its own is declared as a ``ComputedKey``.
/// - `list.items.append(item)` is a change of the whole array. `list.mutableArray(\.$items)` changes its elements, and
///   observers receive which.
/// - In a class with Apple's macro `@Observable` it does not compile.
///
/// A `didSet` beside the wrapper runs after the observers have been called, and a `willSet` runs before the change
/// begins. The `didSet` and `willSet` of an override do too. The compiler builds wrapped properties in this way: they
/// run around the wrapper's setter. If `didSet` corrects the value, the observers receive both values.
///
/// In a class that does not inherit from ``KeyValueObject``, the compiler reports `static subscript … requires that
/// 'YourClass' inherit from 'KeyValueObject'`, without a line number.
///
/// The property is not atomic. Reading it while another thread sets it needs a lock of your own.
@propertyWrapper public struct Observed<Value> {
  @usableFromInline let slot: Slot<Value>

  /// Creates a property with its first value, which is not a change.
  ///
  ///     init(seconds: Int) { _seconds = Observed(wrappedValue: seconds) }
  ///
  /// The compiler calls it for `@Observed var seconds = 0`. Call it only in an initializer: later, write
  /// ``storedValue``.
  ///
  /// - Parameter wrappedValue: the first value.
  @inlinable public init(wrappedValue: Value) { slot = Slot(wrappedValue) }

  /// The value, read and written without an announcement: `_date.storedValue = 0`.
  ///
  /// Writing it keeps the registrations. An edit of a collection in it copies the collection.
  ///
  /// > Warning: Assigning another wrapper, as in `_date = Observed(wrappedValue: 0)`, does not keep the registrations:
  /// > they stay with the old wrapper. Once the old wrapper has been released, the next call that adds, removes or
  /// > announces ends the process with a message. A set through a wrapper that belongs to another object and is
  /// > observed there does too.
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

  // The compiler calls the two subscripts instead of `wrappedValue` and `projectedValue`, and passes the object. Their
  // first label is underscored because the feature is not official yet. Combine's `@Published` uses it too.
  //
  // The key path to the storage is never passed on. As long as it is only applied, the compiler sees a plain access and
  // omits Swift's own check for overlapping accesses, which would cost far more than the access. `get` and `set` do not
  // call `read` and `write`, and do not bind the slot to a name, because either would retain it. `_modify` binds it,
  // because in a class that is not final each use of the key path costs more than that. `_modify` has exactly one
  // `yield`; with two it is not inlined.

  /// The value of the property, for reading and writing `date`.
  @inlinable
  public static subscript<Owner: KeyValueObject>(
    _enclosingInstance object: Owner, wrapped property: @autoclosure () -> ReferenceWritableKeyPath<Owner, Value>,
    storage storage: ReferenceWritableKeyPath<Owner, Observed<Value>>
  ) -> Value {
    @inline(__always) get {
      if object[keyPath: storage].slot.isBeingWritten { overlap(Value.self) }
      return unsafe object[keyPath: storage].slot.value
    }
    @inline(__always) set {
      if object[keyPath: storage].slot.isWatched {
        return object.set(object[keyPath: storage].slot, to: newValue)
      }
      if object[keyPath: storage].slot.isBeingWritten { overlap(Value.self) }
      object[keyPath: storage].slot.isBeingWritten = true
      var old = newValue
      unsafe swap(&object[keyPath: storage].slot.value, &old)
      object[keyPath: storage].slot.isBeingWritten = false
      // Released here and not before, as in `Slot.write`.
      withExtendedLifetime(old) {}
    }
    @inline(__always)
    // snippet.modify
    _modify {
      let slot = object[keyPath: storage].slot
      var change = slot.isWatched || ChangeInPlace.canCauseDeaths ? object.beginInPlace(slot) : nil
      slot.beginWriting()
      defer {
        slot.isBeingWritten = false
        if let change = change.take() { object.end(change, slot) }
      }
      yield unsafe &slot.value
    }
    // snippet.end
  }

  /// The property itself, for `$date`. Inlined, so that the key path to the storage is only applied.
  @inlinable
  public static subscript<Owner: KeyValueObject>(
    _enclosingInstance object: Owner, projected property: KeyPath<Owner, Property<Value>>,
    storage storage: ReferenceWritableKeyPath<Owner, Observed<Value>>
  ) -> Property<Value> { @inline(__always) get { Property(of: object[keyPath: storage].slot) } }
}

extension Observed: ObservedWrapper { var anySlot: AnySlot? { slot } }

/// The part of a slot that does not depend on the type of its value: the registrations, and the check for overlapping
/// accesses.
@usableFromInline class AnySlot {
  /// The registrations for the property; nil until the first one is made.
  var registrations: KeyRegistrations? { ownRegistrations.object }
  private let ownRegistrations = OnceReference<KeyRegistrations>()

  /// Whether the value is being written at this moment.
  @inlinable final var isBeingWritten: Bool {
    get { writing.load(ordering: .relaxed) }
    set { writing.store(newValue, ordering: .relaxed) }
  }
  @usableFromInline final let writing = Atomic<Bool>(false)

  /// Whether a set has more to do than to store the value: there are registrations, or an ``EventProbe`` was installed
  /// when the slot was created, so that the sets of an unobserved property are reported too.
  @inlinable final var isWatched: Bool { watched.load(ordering: .acquiring) }
  @usableFromInline final let watched: Atomic<Bool>

  @usableFromInline init() { watched = Atomic(EventProbe.isInstalled) }

  /// Connects the slot with the registrations for its property, once.
  func connect(_ registrations: KeyRegistrations) { _ = ownRegistrations.setIfNil(registrations) }

  /// Notes whether there are registrations. Called under the lock of the object, so the latest call is right.
  func setWatched(_ hasRegistrations: Bool) {
    watched.store(hasRegistrations || EventProbe.isInstalled, ordering: .releasing)
  }

  /// The object has been deallocated, or another wrapper was assigned. A write does not retain the slot. If code that
  /// runs inside it replaces the wrapper, the write would go on in a freed slot.
  deinit {
    if isBeingWritten { overlap(valueType) }
    registrations?.slotIsGone()
    ownRegistrations.clear()
  }

  /// Whether the property holds its object weakly.
  var isWeak: Bool { false }

  /// Called after a registration for the property has been made.
  func isObserved(in object: KeyValueObject) {}

  /// The type of the value.
  var valueType: Any.Type { fatalError("a subclass overrides this") }

  /// The value; nil if it is nil, at any depth of optionals.
  var anyValue: Any? { fatalError("a subclass overrides this") }

  /// Whether ``set(_:in:announcing:)`` accepts the value.
  func accepts(_ value: Any?) -> Bool { fatalError("a subclass overrides this") }

  /// Sets a value that ``accepts(_:)`` has accepted.
  func set(_ value: Any?, in object: KeyValueObject, announcing: Bool) { fatalError("a subclass overrides this") }
}

/// The value of one observed property of one object, and the registrations for it.
///
/// Every access to the value checks `isBeingWritten`, here and in ``Observed``. An access that overlaps with a write on
/// the same thread ends the process with a message, in debug and release builds. An overlap on two threads usually
/// does: the check is not atomic with the access.
@usableFromInline final class Slot<Value>: AnySlot {
  // Unchecked, because Swift's own check would cost far more than the access. `isBeingWritten` checks the same, even
  // for an access that is held across an `await`.
  @usableFromInline @exclusivity(unchecked) final var value: Value

  @inlinable init(_ value: Value) { unsafe self.value = value }

  @inlinable final func read() -> Value {
    if isBeingWritten { overlap(Value.self) }
    return unsafe value
  }

  /// Stores a value. The old value is released when the access has ended, because its deinit may read the property, and
  /// so may an observer that is told of the death of an object in it.
  @inlinable final func write(_ newValue: Value) {
    beginWriting()
    var old = newValue
    unsafe swap(&value, &old)
    isBeingWritten = false
    withExtendedLifetime(old) {}
  }

  @inlinable final func beginWriting() {
    if isBeingWritten { overlap(Value.self) }
    isBeingWritten = true
  }

  // MARK: By name

  override var valueType: Any.Type { Value.self }

  override var anyValue: Any? { unwrapped(read() as Any) }

  override func accepts(_ value: Any?) -> Bool { converted(value) as Value? != nil }

  override func set(_ value: Any?, in object: KeyValueObject, announcing: Bool) {
    guard let value: Value = converted(value) else { return }
    if announcing { object.set(self, to: value) } else { write(value) }
  }
}

@usableFromInline @inline(never) func overlap(_ type: Any.Type) -> Never { terminate(.overlap("\(type)")) }
