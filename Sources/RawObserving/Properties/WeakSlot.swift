internal import Synchronization

/// The slot of a weak property. It holds its object weakly, and announces the object's deallocation as a change.
///
/// An object may be deallocated on any thread at any time, so the caller cannot hold a lock for it. Reading and writing
/// therefore take a lock here, one for all weak properties. Nothing is released under it, because the release could be
/// the last one, and a deallocation takes the same lock.
@usableFromInline final class WeakSlot: AnySlot {
  private weak var object: KeyValueObject?
  /// Not nil while the property has registrations and holds an object.
  private var watch: DeathWatch?
  /// How often an object, or nil, has been stored.
  private var stores = 0
  private let type: Any.Type
  private let isAccepted: (Any?) -> Bool

  // The state is never used. It must not be empty.
  private static let gate = Locked(0)

  /// - Parameters:
  ///   - type: the type of the property, for messages.
  ///   - isAccepted: whether the property can hold a value.
  init(_ object: KeyValueObject?, holding type: Any.Type, isAccepted: @escaping (Any?) -> Bool) {
    (self.object, self.type, self.isAccepted) = (object, type, isAccepted)
    if !ChangeInPlace.canCauseDeaths { ChangeInPlace.hasWeakProperty.store(true, ordering: .relaxed) }
  }

  /// The object; nil from the moment its deinit begins.
  var current: KeyValueObject? { Self.gate.withLockUnchecked { _ in object } }

  /// Stores another object, and ends the watch over the previous one.
  func store(_ newObject: KeyValueObject?) {
    var ended: DeathWatch?
    Self.gate.withLockUnchecked { _ in
      object = newObject
      stores += 1
      swap(&watch, &ended)
    }
    withExtendedLifetime(ended) {}  // released here, and not under the lock
  }

  /// Sets up a watch over the object. Returns false if there is a watch, or if another object is stored by now.
  fileprivate func setUp(_ newWatch: DeathWatch, over object: KeyValueObject) -> Bool {
    let (isSetUp, current) = Self.gate.withLockUnchecked { _ in
      let current = self.object
      let isNew = current === object && watch == nil
      if isNew { watch = newWatch }
      return (isNew, current)
    }
    withExtendedLifetime(current) {}  // as above
    return isSetUp
  }

  /// Ends the watch. Returns how often the property has been set; nil if the watch has ended already, because it was set.
  fileprivate func end(_ watch: DeathWatch) -> Int? {
    var ended: DeathWatch?
    let stores = Self.gate.withLock { _ in
      if self.watch === watch { swap(&self.watch, &ended) }
      return self.stores
    }
    return ended.map { _ in stores }
  }

  /// Whether the property has been set so often, and not again.
  fileprivate func wasLastSet(_ number: Int) -> Bool { Self.gate.withLock { _ in stores == number } }

  // MARK: By name

  override var valueType: Any.Type { type }

  override var anyValue: Any? { current }

  override var isWeak: Bool { true }

  override func isObserved(in object: KeyValueObject) { object.watch(self) }

  override func accepts(_ value: Any?) -> Bool { isAccepted(value) }

  override func set(_ value: Any?, in object: KeyValueObject, announcing: Bool) {
    object.setWeakly(value as? KeyValueObject, in: self, announcing: announcing)
  }
}

/// Shows the object, read under the lock.
extension WeakSlot: CustomReflectable {
  @usableFromInline var customMirror: Mirror { Mirror(self, children: ["object": current as Any]) }
}

/// Waits for the deallocation of the object that a weak property holds, and announces it as a change of the property.
///
/// The slot owns the watch. When the property is set, or its owner is deallocated, the watch ends and removes its hook.
/// The watch is the owner of the hook, so an object in two weak properties has two hooks.
private final class DeathWatch {
  private weak let owner: KeyValueObject?
  private weak let object: KeyValueObject?
  private weak let slot: WeakSlot?

  init(of owner: KeyValueObject, over object: KeyValueObject, in slot: WeakSlot) {
    (self.owner, self.object, self.slot) = (owner, object, slot)
  }

  deinit { object?.setDeallocationHook(of: self, to: nil) }

  /// The object is in its deinit, on this thread. No lock is held.
  func objectDies() {
    guard let owner, let slot, let number = slot.end(self) else { return }
    ChangeInPlace.announce(ChangeInPlace.Death { if slot.wasLastSet(number) { owner.announceDeath(in: slot) } })
  }
}

extension KeyValueObject {
  /// Sets a weak property, and announces it if its key notifies automatically.
  func setWeakly(_ object: KeyValueObject?, in slot: WeakSlot, announcing: Bool) {
    var change = announcing ? begin(slot) { slot.current as Any } : nil
    slot.store(object)
    // After the store: a registration that another thread made before it watches the previous object.
    watch(slot)
    if let change = change.take() { end(change, slot) { slot.current as Any } }
    // A route that another thread laid since the first half leads to the previous object.
    guard announcing, let late = receivers(of: slot) else { return }
    enforcing { () throws(Violation) in try continueRoutes(late.routed) }
  }

  /// Announces that the object in a weak property is in its deinit. The property reads nil already.
  fileprivate func announceDeath(in slot: WeakSlot) {
    guard let change = begin(slot, isDeath: true, reading: { KeyValueNull.null }) else { return }
    end(change, slot) { slot.current as Any }
  }

  fileprivate func watch(_ slot: WeakSlot) {
    guard let object = slot.current, receivers(of: slot) != nil else { return }
    let watch = DeathWatch(of: self, over: object, in: slot)
    guard slot.setUp(watch, over: object) else { return }
    // The object is retained here, so it has not been deallocated. The watch is retained too: if another thread sets
    // the property now, the watch removes its hook only after the hook has been set.
    withExtendedLifetime(watch) { _ = object.setDeallocationHook(of: watch) { [weak watch] _ in watch?.objectDies() } }
  }
}
