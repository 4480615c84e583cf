extension KeyValueObject {
  /// Has `hook` called once, in this object's deinit: after the deinit bodies of the subclasses, before the
  /// associated objects go and leftovers are looked for. Each owner has one hook; a later one takes the place
  /// of an earlier, and nil takes it back.
  ///
  /// The hook runs on the thread on which the object dies, with no lock held. Weak references to the object
  /// read nil by then, so it is passed in; it must not be kept. Safe from any thread. Returns the hook before,
  /// so that it can be let go outside the caller's locks.
  ///
  /// For what is built on top of the engine; observing by hand has no such hook, here or on Apple's systems.
  @discardableResult
  final package func setDeathHook(
    of owner: AnyObject, to hook: ((KeyValueObject) -> Void)?
  ) -> ((KeyValueObject) -> Void)? {
    if hook == nil && !hasBeenObserved { return nil }
    return existingOrNewInfo.setDeathHook(of: ObjectIdentifier(owner), to: hook)
  }
}
