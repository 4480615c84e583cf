/// What happens when an object is deallocated, for code that is built on top of observing by hand.
extension KeyValueObject {
  /// A closure that an object runs in its deinit. It receives the object, to which weak references read nil by then.
  public typealias DeallocationHook = (KeyValueObject) -> Void

  /// Sets a hook that runs once, in this object's deinit: after the deinit bodies of the subclasses, before the
  /// associated objects are released and before the check for leftover registrations.
  ///
  ///     clock.setDeallocationHook(of: self) { clock in clock.removeObserver(log, forKeyPath: "date") }
  ///
  /// A mediator needs it to remove its registrations in time. Apple's systems have no such call; an object that is
  /// associated with the observed one does the same there, in its own deinit.
  ///
  /// Each owner has one hook: a later one replaces an earlier one, and nil removes it. The owner is not retained, so
  /// remove the hook before the owner is deallocated. The hook runs on the thread that deallocates the object, with no
  /// lock held. It must not retain the object. A hook that is set while the hooks run does run. Safe from any thread.
  /// Constant time on average.
  ///
  /// - Returns: the previous hook of the owner, so that you can release it outside your locks.
  @discardableResult public final func setDeallocationHook(of owner: AnyObject, to hook: DeallocationHook?)
    -> DeallocationHook?
  {
    if hook == nil && observationInfo == nil { return nil }
    return existingOrNewInfo.setHook(of: ObjectIdentifier(owner), to: hook)
  }

  /// Returns the object that is associated with this one under that name, created now if there is none.
  ///
  /// It is created once, even if two threads ask at the same time. It is released in this object's deinit: after the
  /// deinit bodies of the subclasses, before the check for leftover registrations. On Apple's systems,
  /// `objc_setAssociatedObject` does the same.
  ///
  /// Ends the process if the object with that name is not an `Object`. Constant time on average.
  ///
  /// - Parameters:
  ///   - name: tells the associated objects of one object apart.
  ///   - make: runs under a lock, and must not call other code.
  public final func associatedObject<Object: AnyObject>(_ name: String, orMake make: () -> Object) -> Object {
    let found = existingOrNewInfo.associatedObject(name, orMake: make)
    guard let object = found as? Object else {
      terminate(
        .undeclared(
          "[\(describe(self)) associatedObject:]: the object with the name \(name) is a \(type(of: found)), not a "
            + "\(Object.self). Use another name."))
    }
    return object
  }
}

// MARK: The registrations

extension KeyValueObject {
  /// The registrations of this object; nil if there have never been any.
  final var observationInfo: ObservationInfo? { infoReference.object }

  /// The registrations of this object, created now if there are none.
  final var existingOrNewInfo: ObservationInfo {
    if let info = infoReference.object { return info }
    if self is any SharedObserver {
      terminate(
        .undeclared(
          "\(describe(self)) observes for others and is called on every thread, so it cannot be observed, nor have "
            + "associated objects or hooks. Use an object of another class."))
    }
    return infoReference.setIfNil(ObservationInfo(of: type(of: self)))
  }
}
