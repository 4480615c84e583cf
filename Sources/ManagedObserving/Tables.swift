internal import RawObserving

/// All that a controller has a note of: one table for what handlers are told, and one for its sequences.
///
/// What a sequence observes is bound to the lives of both sides whatever the controller's retention, because a
/// sequence has to end when either of them goes.
struct Tables {
  var byHandler: ObservedObjects
  var bySequence = ObservedObjects(retention: .lifetimeBound)

  /// Whether anything has ever been bound to the lives of both sides.
  var hasBeenBound = false

  init(retention: KVOController.Retention) {
    byHandler = ObservedObjects(retention: retention)
  }

  private var handlersAreBound: Bool { byHandler.retention == .lifetimeBound }

  /// Whether the object has to tell of its death.
  func isBound(to object: KeyValueObject) -> Bool {
    let object = ObjectIdentifier(object)
    return !bySequence.isEmpty && bySequence.contains(object)
      || handlersAreBound && byHandler.contains(object)
  }

  /// Those of the objects that are not bound any more need not tell.
  func forgetDeaths(of objects: ObservedObjects.Contents, _ tables: Locked<Tables>) {
    if !hasBeenBound { return }
    for case (let object?, _) in objects where !isBound(to: object) {
      object.setDeathHook(of: tables, to: nil)
    }
  }

  /// The object with that identity; nil if there are no records of it, or if it is dead or in its deinit.
  func object(_ identity: ObjectIdentifier) -> KeyValueObject? {
    byHandler.object(identity) ?? bySequence.object(identity)
  }

  /// All objects, each with its records.
  var contents: ObservedObjects.Contents { byHandler.contents + bySequence.contents }

  /// What is bound to the lives of both sides.
  var bound: ObservedObjects.Contents {
    if !hasBeenBound { return [] }
    return bySequence.contents
      + (handlersAreBound ? byHandler.contents : [])
  }

  // MARK: Taking out

  mutating func remove(_ keyPath: String, of object: KeyValueObject) -> [Record] {
    let removed = byHandler.remove(keyPath, of: object)
    return bySequence.isEmpty ? removed : removed + bySequence.remove(keyPath, of: object)
  }

  mutating func remove(_ record: Record) -> Bool {
    byHandler.remove(record) || bySequence.remove(record)
  }

  mutating func removeAll(of object: KeyValueObject) -> [Record] {
    let removed = byHandler.removeAll(of: object)
    return bySequence.isEmpty ? removed : removed + bySequence.removeAll(of: object)
  }

  mutating func removeAll() -> ObservedObjects.Contents {
    byHandler.removeAll() + bySequence.removeAll()
  }

  /// Takes out what ends with the observer, whoever owns the controller: all that is bound.
  mutating func removeBound() -> ObservedObjects.Contents {
    bySequence.removeAll() + (handlersAreBound ? byHandler.removeAll() : [])
  }

  /// Takes out what ends with the object: all of it that is bound.
  mutating func removeBound(to object: KeyValueObject) -> [Record] {
    bySequence.removeAll(of: object)
      + (handlersAreBound ? byHandler.removeAll(of: object) : [])
  }
}
