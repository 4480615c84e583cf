/// What an observed weak property stores: its object, held weakly, and the watch over that object's death.
///
/// An object may die on any thread, at any time, and its death is a change of this property. No lock of the
/// caller's can be held then, so reading and writing are made safe here: all of it happens under one lock, the
/// same for all weak properties. Nothing is released while it is held, for a release could be the last, and a
/// death comes back here.
@usableFromInline struct WeakStorage {
  @usableFromInline weak var object: KeyValueObject?
  /// There while somebody waits for the property, and it holds an object. Nobody pays for it otherwise.
  fileprivate var watch: DeathWatch?

  @usableFromInline init(_ object: KeyValueObject?) {
    self.object = object
  }

  @usableFromInline typealias Place = UnsafeMutablePointer<WeakStorage>

  private static let gate = Locked(())

  // The getter of the property is inlined, and reaches the storage between these two.
  @usableFromInline static func lock() { gate.lock() }
  @usableFromInline static func unlock() { gate.unlock() }

  /// The object that is stored there; nil from the moment its deinit begins.
  static func object(at place: Place) -> KeyValueObject? {
    gate.withLock { _ in place.pointee.object }
  }

  /// Stores another object, which nobody watches yet. The watch over the one before ends.
  static func store(_ object: KeyValueObject?, at place: Place) {
    var ended: DeathWatch?
    gate.withLock { _ in
      place.pointee.object = object
      swap(&place.pointee.watch, &ended)
    }
    withExtendedLifetime(ended) {}  // released here, and not under the lock
  }

  /// Sets up the watch, unless there is one already, or the property holds another object by now.
  fileprivate static func setUp(_ watch: DeathWatch, over object: KeyValueObject, at place: Place)
    -> Bool
  {
    let (isSetUp, current) = gate.withLock { _ in
      let current = place.pointee.object
      let isNew = current === object && place.pointee.watch == nil
      if isNew { place.pointee.watch = watch }
      return (isNew, current)
    }
    withExtendedLifetime(current) {}  // as above
    return isSetUp
  }

  /// Ends the watch. Returns false if that has happened already: the property has been set since.
  fileprivate static func end(_ watch: DeathWatch, at place: Place) -> Bool {
    var ended: DeathWatch?
    gate.withLock { _ in
      if place.pointee.watch === watch { swap(&place.pointee.watch, &ended) }
    }
    return ended != nil
  }
}

/// Waits for the death of the object that one weak property holds, and reports it as a change of the property.
///
/// The property owns the watch, and the object's death hook knows it weakly. So it ends when the property is set
/// anew or its owner dies, and then takes the hook back. Each watch is an object of its own, and has the hook in
/// its own name: an object in two weak properties has two hooks.
private final class DeathWatch {
  private let owner: LightWeak<KeyValueObject>
  private let object: LightWeak<KeyValueObject>
  // Inside the owner; followed only while the owner is held.
  private let place: WeakStorage.Place

  init(of owner: KeyValueObject, over object: KeyValueObject, at place: WeakStorage.Place) {
    self.owner = LightWeak(owner)
    self.object = LightWeak(object)
    self.place = place
  }

  deinit {
    object.object?.setDeathHook(of: self, to: nil)
  }

  /// The object is in its deinit, on this thread. No lock is held.
  func objectDies() {
    // snippet.dies
    guard let owner = owner.object, WeakStorage.end(self, at: place) else { return }
    withExtendedLifetime(owner) { owner.changeWeakProperty(at: place, isDeath: true) {} }
    // snippet.end
  }
}

extension KeyValueObject {
  /// Sets a weak property, and announces it if its key notifies automatically.
  @usableFromInline
  final func setWeakProperty(at place: WeakStorage.Place, to object: KeyValueObject?) {
    if isAwaited(WeakStorage.self, storedAt: place) {
      changeWeakProperty(at: place, isDeath: false) { storeWeakly(object, at: place) }
    } else {
      storeWeakly(object, at: place)
    }
  }

  /// Stores the object without an announcement.
  final func storeWeakly(_ object: KeyValueObject?, at place: WeakStorage.Place) {
    WeakStorage.store(object, at: place)
    // Looked at only now: whoever came to wait before the store, on another thread, watched the one before.
    if isAwaited(WeakStorage.self, storedAt: place) { watchWeakProperty(at: place) }
  }

  /// Has the deaths reported of what the weak properties of that name hold. Called when somebody has come to
  /// wait for the key.
  final func watchWeakProperties(named key: String) {
    for offset in observationInfo?.weakOffsets(of: key) ?? [] {
      // Sound because the offset is that of a weak property of this object's class, and `self` is held.
      let place = Unmanaged.passUnretained(self).toOpaque() + offset
      watchWeakProperty(at: place.assumingMemoryBound(to: WeakStorage.self))
    }
  }

  private func watchWeakProperty(at place: WeakStorage.Place) {
    guard let object = WeakStorage.object(at: place),
      let key = try? StoredProperties.key(of: self, weakAt: place),
      type(of: self).automaticallyNotifiesObservers(forKey: key)
    else { return }
    let watch = DeathWatch(of: self, over: object, at: place)
    if WeakStorage.setUp(watch, over: object, at: place) {
      // The object cannot have died yet: it is held here. And the watch is, so that it takes the hook back only
      // when the hook is there, should another thread set the property now.
      withExtendedLifetime(watch) {
        _ = object.setDeathHook(of: watch) { [weak watch] _ in watch?.objectDies() }
      }
    }
  }
}
