internal import RawObserving

/// The controller's tables under their lock, and the deallocations that change them.
///
/// An observed object and a controller may be deallocated in either order, even at the same time on two threads. The
/// side that removes a record from the tables ends its observation.
extension ControllerCore {
  /// Runs the body with the tables under their lock. Records of an earlier object at the same address are removed
  /// before that, and ended after it.
  func withTables<Result>(of object: KeyValueObject, _ body: (inout Tables) -> Result) -> Result {
    let (result, forgotten, isBound, isFirstBound) = tables.withLockUnchecked { content in
      let forgotten = content.byHandler.removePredecessor(of: object)
      let wasBound = content.isBound(to: object)
      let result = body(&content)
      let isBound = content.isBound(to: object)
      // The object's own lock is taken inside that of the tables, and never the other way round.
      if isBound != wasBound { object.setDeallocationHook(of: tables, to: isBound ? Self.atDeath(in: tables) : nil) }
      defer { content.hasBeenBound = content.hasBeenBound || isBound }
      return (result, forgotten, isBound, isBound && !content.hasBeenBound)
    }
    for record in forgotten { Mediator.shared.unobserve(nil, record) }
    if isBound {
      // Checked after the tables have changed. If the observer is being deallocated on another thread, either it reads
      // nil by now, or its deinit finds the new record in the tables.
      if let observer { if isFirstBound { watch(observer) } } else { loseObserver() }
    }
    return result
  }

  /// Ends the observations whose records the closure removes from the tables.
  static func end(in tables: Locked<Tables>, _ takeOut: (inout Tables) -> ObservedObjects.Contents) {
    // Released outside the lock: a strong key may be the last reference to its object.
    let removed = tables.withLockUnchecked { content in
      let removed = takeOut(&content)
      content.forgetDeaths(of: removed, tables)
      return removed
    }
    for (object, records) in removed { for record in records { Mediator.shared.unobserve(object, record) } }
  }

  /// Ends the observations whose records the closure removes from the tables. An object in its deinit ends the
  /// observations that are bound to it itself. Their handlers are released here, so that no further call is made.
  static func endAll(in tables: Locked<Tables>, _ takeOut: (inout Tables) -> ObservedObjects.Contents) {
    end(in: tables, takeOut)
    for case (nil, let records) in tables.withLockUnchecked(\.bound) {
      for record in records { Mediator.shared.silence(record) }
    }
  }

  // snippet.death
  /// The hook that an observed object runs in its deinit. It ends the observations that are bound to the object. It
  /// retains the tables, and not the controller.
  private static func atDeath(in tables: Locked<Tables>) -> (KeyValueObject) -> Void {
    { object in
      for record in tables.withLockUnchecked({ $0.removeBound(to: object) }) {
        Mediator.shared.unobserve(object, record)
      }
    }
  }
  // snippet.end

  /// Makes the observer end the bound observations in its deinit, even if another object owns the controller.
  private func watch(_ observer: AnyObject) {
    (observer as? KeyValueObject)?.setDeallocationHook(of: self) { [tables] _ in
      Self.endAll(in: tables) { $0.removeBound() }
    }
  }

  /// Removes the hook from the observer, because the controller is being deallocated.
  func forgetObserver() {
    if tables.withLockUnchecked(\.hasBeenBound) {
      (observer as? KeyValueObject)?.setDeallocationHook(of: self, to: nil)
    }
  }

  /// Ends the bound observations of an observer that has been deallocated and could not run a hook.
  func loseObserver() { Self.endAll(in: tables) { $0.removeBound() } }
}

extension Record {
  /// Called when the observer has been deallocated and could not run a hook.
  func controllerLosesObserver() { controller?.loseObserver() }
}
