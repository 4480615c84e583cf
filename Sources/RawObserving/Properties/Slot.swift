public import Synchronization

/// What every slot has, whatever the type of its value: the registrations, and the check for overlapping accesses.
@usableFromInline class AnySlot {
  /// The registrations for the property; not set until the first one is made.
  @usableFromInline final let registrations = OnceReference<KeyRegistrations>()

  /// Whether the value is being written at this moment.
  @inlinable final var isBeingWritten: Bool {
    get { writing.load(ordering: .relaxed) }
    set { writing.store(newValue, ordering: .relaxed) }
  }
  @usableFromInline final let writing = Atomic<Bool>(false)

  @usableFromInline init() {}

  /// The object is gone, or its wrapper was replaced by another one. An assignment does not keep the slot, so what the
  /// old value's deinit replaces while it is being written would be written after it is gone.
  deinit {
    if isBeingWritten { overlap(valueType) }
    registrations.object?.slotIsGone()
  }

  /// The type of the value.
  var valueType: Any.Type { fatalError("a subclass overrides this") }

  /// The value; nil if it is nil, at any depth of optionals.
  var anyValue: Any? { fatalError("a subclass overrides this") }

  /// Whether ``set(_:in:announcing:)`` would take the value.
  func accepts(_ value: Any?) -> Bool { fatalError("a subclass overrides this") }

  /// Sets the value, which ``accepts(_:)`` has let pass.
  func set(_ value: Any?, in object: KeyValueObject, announcing: Bool) { fatalError("a subclass overrides this") }
}

/// The value of one observed property of one object, and the registrations for it.
///
/// Every access to the value checks `isBeingWritten`, here and in ``Observed``. An access that overlaps with another
/// one that writes ends the process with a message, in debug and release builds, on one thread or on two.
@usableFromInline final class Slot<Value>: AnySlot {
  // Unchecked, because Swift's own check would cost far more than the access. `isBeingWritten` checks the same, and
  // also for an access that is held across an `await`.
  @usableFromInline @exclusivity(unchecked) final var value: Value

  @inlinable init(_ value: Value) { self.value = value }

  @inlinable final func read() -> Value {
    if isBeingWritten { overlap(Value.self) }
    return value
  }

  /// Stores a value. The old one is released before the access ends: a deinit that touches the property overlaps with
  /// the assignment that caused it.
  @inlinable final func write(_ newValue: Value) {
    beginWriting()
    value = newValue
    isBeingWritten = false
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

@usableFromInline @inline(never) func overlap(_ type: Any.Type) -> Never {
  fatalError(
    "Overlapping accesses to an observed property of type \(type): it is read or changed while it is being changed. "
      + "Read it before that change begins, or after it has ended.")
}
