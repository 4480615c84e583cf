public import Synchronization

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

  /// The object has been deallocated, or another wrapper was assigned. A write does not retain the slot. If code that runs
  /// inside it replaces the wrapper, the write would go on in a freed slot.
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
/// the same thread ends the process with a message, in debug and release builds. An overlap on two threads usually does:
/// the check is not atomic with the access.
@usableFromInline final class Slot<Value>: AnySlot {
  // Unchecked, because Swift's own check would cost far more than the access. `isBeingWritten` checks the same, even
  // for an access that is held across an `await`.
  @usableFromInline @exclusivity(unchecked) final var value: Value

  @inlinable init(_ value: Value) { unsafe self.value = value }

  @inlinable final func read() -> Value {
    if isBeingWritten { overlap(Value.self) }
    return unsafe value
  }

  /// Stores a value. The old value is released when the access has ended, because its deinit may read the property, and so
  /// may an observer that is told of the death of an object in it.
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
