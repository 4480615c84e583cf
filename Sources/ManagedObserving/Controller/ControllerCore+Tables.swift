internal import RawObserving

/// The controller's tables under their lock, and the deaths that change them.
///
/// Of an observed object and a controller either may go first, even at the same time on two threads. Whichever
/// removes a record from the tables ends it.
extension ControllerCore {
  /// Looks into the tables under their lock. What they still have of an earlier object at the same address is ended
  /// first.
  func withTables<Result>(of object: KeyValueObject, _ body: (inout Tables) -> Result) -> Result {
    let (result, forgotten, isBound, isFirstBound) = tables.withLock { content in
      let forgotten = content.byHandler.removePredecessor(of: object)
      let wasBound = content.isBound(to: object)
      let result = body(&content)
      let isBound = content.isBound(to: object)
      // The object's own lock is taken inside that of the tables, and never the other way round.
      if isBound != wasBound { object.setDeathHook(of: tables, to: isBound ? Self.atDeath(in: tables) : nil) }
      defer { content.hasBeenBound = content.hasBeenBound || isBound }
      return (result, forgotten, isBound, isBound && !content.hasBeenBound)
    }
    for record in forgotten { Mediator.shared.unobserve(nil, record) }
    if isBound {
      // Asked after the tables: an observer that dies on another thread either is gone by now, or finds there, as it
      // dies, what has come in.
      if let observer { if isFirstBound { watch(observer) } } else { loseObserver() }
    }
    return result
  }

  // snippet.unobserve-all
  /// Ends what the closure removes from the tables.
  static func end(in tables: Locked<Tables>, _ takeOut: (inout Tables) -> ObservedObjects.Contents) {
    // Released outside the lock: a strong key may be the last reference to its object.
    let removed = tables.withLock { content in
      let removed = takeOut(&content)
      content.forgetDeaths(of: removed, tables)
      return removed
    }
    for (object, records) in removed { for record in records { Mediator.shared.unobserve(object, record) } }
  }
  // snippet.end

  /// Ends what the closure removes from the tables. An object in its deinit ends by itself what is bound to it; until
  /// then nothing is called for that.
  static func endAll(in tables: Locked<Tables>, _ takeOut: (inout Tables) -> ObservedObjects.Contents) {
    end(in: tables, takeOut)
    for case (nil, let records) in tables.withLock(\.bound) {
      for record in records { Mediator.shared.silence(record) }
    }
  }

  // snippet.death
  /// What an object does as it dies: it ends what is bound to it. It retains the tables for that, and not the
  /// controller.
  private static func atDeath(in tables: Locked<Tables>) -> (KeyValueObject) -> Void {
    { object in
      for record in tables.withLock({ $0.removeBound(to: object) }) { Mediator.shared.unobserve(object, record) }
    }
  }
  // snippet.end

  /// Has the observer end what is bound to it as it dies, whatever owns the controller.
  private func watch(_ observer: AnyObject) {
    (observer as? KeyValueObject)?.setDeathHook(of: self) { [tables] _ in Self.endAll(in: tables) { $0.removeBound() } }
  }

  /// Takes the death hook back from the observer: the controller goes.
  func forgetObserver() {
    if tables.withLock(\.hasBeenBound) { (observer as? KeyValueObject)?.setDeathHook(of: self, to: nil) }
  }

  /// Ends what is bound to an observer that is found to be gone, and did not tell of its death.
  func loseObserver() { Self.endAll(in: tables) { $0.removeBound() } }
}

extension Record {
  /// The observer is gone, and did not tell of its death.
  func controllerLosesObserver() { controller?.loseObserver() }
}
