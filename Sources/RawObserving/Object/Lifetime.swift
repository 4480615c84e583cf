extension KeyValueObject {
  package typealias DeathHook = (KeyValueObject) -> Void

  /// Sets a hook that runs once, in this object's deinit: after the deinit bodies of the subclasses, before the
  /// associated objects are released and before the check for leftover registrations.
  ///
  /// Each owner has one hook: a later one replaces an earlier one, and nil removes it. The hook runs on the thread that
  /// deallocates the object, with no lock held. It receives the object as an argument, because weak references to it
  /// read nil by then. It must not retain the object. Safe from any thread. Returns the previous hook, so that the
  /// caller can release it outside its locks.
  ///
  /// It is for code on top of the engine. Observing by hand has no such hook, here or on Apple's systems.
  @discardableResult package func setDeathHook(of owner: AnyObject, to hook: DeathHook?) -> DeathHook? {
    if hook == nil && observationInfo == nil { return nil }
    return existingOrNewInfo.setDeathHook(of: ObjectIdentifier(owner), to: hook)
  }

  /// Returns the associated object with that name, created now if there is none.
  ///
  /// It is created once, even if two threads ask at the same time. It is released in this object's deinit: after the
  /// deinit bodies of the subclasses, before the check for leftover registrations. `make` runs under a lock and must
  /// not call other code.
  package func associatedObject<Object: AnyObject>(_ name: String, orMake make: () -> Object) -> Object {
    existingOrNewInfo.associatedObject(name, orMake: make) as! Object  // each name belongs to one class
  }
}
