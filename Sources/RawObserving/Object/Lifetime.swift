extension KeyValueObject {
  package typealias DeathHook = (KeyValueObject) -> Void

  /// Has `hook` called once, in this object's deinit: after the deinit bodies of the subclasses, before the
  /// associated objects are released and leftover registrations are looked for.
  ///
  /// Each owner has one hook: a later one replaces an earlier one, and nil takes it back. The hook runs on the thread
  /// on which the object dies, with no lock held. It gets the object as an argument, because weak references to it
  /// read nil by then, and must not keep it. Safe from any thread. Returns the hook before, so that the caller can
  /// release it outside its locks.
  ///
  /// For what is built on top of the engine. Observing by hand has no such hook, here or on Apple's systems.
  @discardableResult package func setDeathHook(of owner: AnyObject, to hook: DeathHook?) -> DeathHook? {
    if hook == nil && observationInfo == nil { return nil }
    return existingOrNewInfo.setDeathHook(of: ObjectIdentifier(owner), to: hook)
  }

  /// The object tied to this one's life under that name, made now if there is none.
  ///
  /// It is made once, even if two threads ask at the same time. It is released in this object's deinit: after the
  /// deinit bodies of the subclasses, before leftover registrations are looked for. `make` runs under a lock and must
  /// not call out.
  package func associatedObject<Object: AnyObject>(_ name: String, orMake make: () -> Object) -> Object {
    existingOrNewInfo.associatedObject(name, orMake: make) as! Object  // each name stands for one class
  }
}
