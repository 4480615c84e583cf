public import RawObserving

extension KeyValueCodingAndObserving {
  /// This object's own controller, which retains what it observes. It is created at its first use and released when
  /// this object is deallocated.
  ///
  /// Two threads that ask at the same time get the same controller. The original has a race here. Superclass and
  /// subclass share one controller. It cannot be assigned.
  public var kvoController: KVOController<Self> {
    KVOController(ownController("kvoController", .retained))
  }

  /// This object's own controller, which does not retain what it observes. It is created at its first use and released
  /// when this object is deallocated.
  ///
  /// An object that it observes has to outlive this object, or be unobserved before its own deinit begins. Do not use
  /// it to observe this object itself: by the time it unobserves, its weak reference to this object reads nil. Use
  /// ``kvoControllerLifetimeBound`` for that.
  public var kvoControllerNonRetaining: KVOController<Self> {
    KVOController(ownController("kvoControllerNonRetaining", .unretained))
  }

  /// This object's own controller, whose observations end when either side is deallocated. It is created at its first
  /// use and released when this object is deallocated.
  ///
  /// Use it if an object observes itself, or a path that begins at itself. The observation does not keep the object
  /// alive, and ends in its deinit.
  public var kvoControllerLifetimeBound: KVOController<Self> {
    KVOController(ownController("kvoControllerLifetimeBound", .lifetimeBound))
  }

  private func ownController(_ name: String, _ retention: Retention) -> ControllerCore {
    var isFirstUse = false
    let core = associatedObject(name) {
      isFirstUse = true
      return ControllerCore(self, retention)
    }
    if isFirstUse { EventProbe.report(MediatorEvent.controllerMade(core, retention, observer: self, isOwned: true)) }
    return core
  }
}
