public import RawObserving

extension KeyValueCodingAndObserving {
  /// This object's own controller, made at the first use, which retains what it observes. It goes when this object
  /// goes.
  ///
  /// Two threads that ask at the same time get the same one; the original has a race here. Superclass and subclass
  /// share it. It cannot be assigned.
  public var kvoController: KVOController<Self> {
    KVOController(ownController("kvoController", .retained))
  }

  /// This object's own controller, made at the first use, which does not retain what it observes. It goes when this
  /// object goes.
  ///
  /// What it observes has to outlive this object, or be unobserved before its deinit begins. It is not for observing
  /// oneself: by the time it would clean up, its reference to the dying object reads nil. Use
  /// ``kvoControllerLifetimeBound`` for that.
  public var kvoControllerNonRetaining: KVOController<Self> {
    KVOController(ownController("kvoControllerNonRetaining", .unretained))
  }

  /// This object's own controller, made at the first use, whose observations end with the life of either side. It
  /// goes when this object goes.
  ///
  /// With it an object may observe itself, or a path that begins at itself: it is unobserved as it dies, and nothing
  /// keeps it alive.
  public var kvoControllerLifetimeBound: KVOController<Self> {
    KVOController(ownController("kvoControllerLifetimeBound", .lifetimeBound))
  }

  private func ownController(_ name: String, _ retention: Retention) -> ControllerCore {
    // snippet.lazy
    var isFirstUse = false
    let core = associatedObject(name) {
      isFirstUse = true
      return ControllerCore(self, retention)
    }
    // snippet.end
    if isFirstUse { Recording.report(MediatorEvent.controllerMade(core, retention, observer: self, isOwned: true)) }
    return core
  }
}
