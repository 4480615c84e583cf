internal import RawObserving

/// Everything a controller observes: one table for its handlers, and one for its sequences.
///
/// The observations of sequences are bound to the lives of both sides whatever the controller's retention, because a
/// sequence has to end when either of them goes.
struct Tables {
  var byHandler: ObservedObjects
  var bySequence = ObservedObjects(retention: .lifetimeBound)

  /// Whether anything has ever been bound to the lives of both sides.
  var hasBeenBound = false

  init(retention: Retention) { byHandler = ObservedObjects(retention: retention) }

  private var handlersAreBound: Bool { byHandler.retention == .lifetimeBound }

  /// Whether the object has to tell of its death.
  func isBound(to object: KeyValueObject) -> Bool {
    let object = ObjectIdentifier(object)
    return !bySequence.isEmpty && bySequence.contains(object) || handlersAreBound && byHandler.contains(object)
  }

  /// Takes the death hooks back from those of the objects that are not bound any more.
  func forgetDeaths(of objects: ObservedObjects.Contents, _ tables: Locked<Tables>) {
    if !hasBeenBound { return }
    for case (let object?, _) in objects where !isBound(to: object) { object.setDeathHook(of: tables, to: nil) }
  }

  /// The object with that identity; nil if there are no records of it, or if it is gone or in its deinit.
  func object(_ identity: ObjectIdentifier) -> KeyValueObject? {
    byHandler.object(identity) ?? bySequence.object(identity)
  }

  /// All objects, each with its records.
  var contents: ObservedObjects.Contents { byHandler.contents + bySequence.contents }

  /// The observations that are bound to the lives of both sides.
  var bound: ObservedObjects.Contents {
    if !hasBeenBound { return [] }
    return bySequence.contents + (handlersAreBound ? byHandler.contents : [])
  }

  // MARK: Removing

  mutating func remove(_ path: KeyPathString, of object: KeyValueObject) -> [Record] {
    let removed = byHandler.remove(path, of: object)
    return bySequence.isEmpty ? removed : removed + bySequence.remove(path, of: object)
  }

  mutating func remove(_ record: Record) -> Bool { byHandler.remove(record) || bySequence.remove(record) }

  mutating func removeAll(of object: KeyValueObject) -> [Record] {
    let removed = byHandler.removeAll(of: object)
    return bySequence.isEmpty ? removed : removed + bySequence.removeAll(of: object)
  }

  mutating func removeAll() -> ObservedObjects.Contents { byHandler.removeAll() + bySequence.removeAll() }

  /// Removes what ends with the observer, whatever owns the controller: everything that is bound.
  mutating func removeBound() -> ObservedObjects.Contents {
    bySequence.removeAll() + (handlersAreBound ? byHandler.removeAll() : [])
  }

  /// Removes what ends with the object: everything of it that is bound.
  mutating func removeBound(to object: KeyValueObject) -> [Record] {
    bySequence.removeAll(of: object) + (handlersAreBound ? byHandler.removeAll(of: object) : [])
  }
}
