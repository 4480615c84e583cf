internal import RawObserving

/// The controller's tables under their lock, and the deaths that change them.
///
/// Of an observed object and a controller either may go first, also at the same time on two threads. What
/// decides is who takes a record out of the tables: it is for that one to end it.
extension KVOController {
  /// Looks into the tables under their lock. What they still have of an object that died at the same
  /// address is forgotten first.
  func withTables<Result>(
    of object: KeyValueObject, _ body: (inout Tables) -> Result
  ) -> Result {
    // Kept for the time of the call: if the observer goes, it goes after it is watched, and so ends what has
    // come in.
    let observer = observer
    defer { withExtendedLifetime(observer) {} }
    let (result, forgotten, isFirstBound) = tables.withLock { content in
      let forgotten = content.byHandler.removePredecessor(of: object)
      let wasBound = content.isBound(to: object)
      let result = body(&content)
      let isBound = content.isBound(to: object)
      // The object's own lock is taken inside that of the tables, and never the other way round.
      if isBound != wasBound {
        object.setDeathHook(of: tables, to: isBound ? Self.atDeath(in: tables) : nil)
      }
      defer { content.hasBeenBound = content.hasBeenBound || isBound }
      return (result, forgotten, isBound && !content.hasBeenBound)
    }
    for record in forgotten { Mediator.shared.unobserve(nil, record) }
    if isFirstBound { watch(observer) }
    return result
  }

  // snippet.unobserve-all
  /// Ends what is taken out of the tables.
  static func end(
    in tables: Locked<Tables>, _ takeOut: (inout Tables) -> ObservedObjects.Contents
  ) {
    // Let go outside the lock: a strong key may be the last reference to its object.
    let removed = tables.withLock { content in
      let removed = takeOut(&content)
      content.forgetDeaths(of: removed, tables)
      return removed
    }
    for (object, records) in removed {
      for record in records { Mediator.shared.unobserve(object, record) }
    }
  }
  // snippet.end

  /// Ends everything that is bound to the lives of both sides, or everything. An object in its deinit ends by
  /// itself what is observed of it; nobody is called for it any more meanwhile.
  static func endAll(
    in tables: Locked<Tables>, _ takeOut: (inout Tables) -> ObservedObjects.Contents
  ) {
    end(in: tables, takeOut)
    for case (nil, let records) in tables.withLock(\.bound) {
      for record in records { Mediator.shared.silence(record) }
    }
  }

  // snippet.death
  /// What an object does at its death that is bound to a controller: it ends what is bound to it. It keeps the
  /// tables for that, and not the controller.
  private static func atDeath(in tables: Locked<Tables>) -> (KeyValueObject) -> Void {
    { object in
      for record in tables.withLock({ $0.removeBound(to: object) }) {
        Mediator.shared.unobserve(object, record)
      }
    }
  }
  // snippet.end

  /// Has the observer end at its death what is bound to it, whoever owns the controller.
  private func watch(_ observer: AnyObject?) {
    (observer as? KeyValueObject)?.setDeathHook(of: self) { [tables] _ in
      Self.endAll(in: tables) { $0.removeBound() }
    }
  }

  /// The controller goes: the observer need not tell it any more.
  func forgetObserver() {
    if tables.withLock(\.hasBeenBound) {
      (observer as? KeyValueObject)?.setDeathHook(of: self, to: nil)
    }
  }

  /// Called when a change finds the observer gone, who could not tell of its death.
  func observerIsGone() {
    Self.endAll(in: tables) { $0.removeBound() }
  }
}
