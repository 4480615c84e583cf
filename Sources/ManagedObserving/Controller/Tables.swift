internal import RawObserving

/// The records of a controller: one table for its handlers, and one for its sequences.
///
/// The observations of sequences are lifetime-bound whatever the controller's retention, because a sequence has to end
/// when either side is deallocated.
struct Tables {
  var byHandler: ObservedObjects
  var bySequence = ObservedObjects(retention: .lifetimeBound)

  /// Whether any observation has ever been lifetime-bound.
  var hasBeenBound = false

  init(retention: Retention) { byHandler = ObservedObjects(retention: retention) }

  private var handlersAreBound: Bool { byHandler.retention == .lifetimeBound }

  /// Whether the object needs a death hook.
  func isBound(to object: KeyValueObject) -> Bool {
    let object = ObjectIdentifier(object)
    return !bySequence.isEmpty && bySequence.contains(object) || handlersAreBound && byHandler.contains(object)
  }

  /// Removes the death hooks of those objects that have no bound observation any more.
  func forgetDeaths(of objects: ObservedObjects.Contents, _ tables: Locked<Tables>) {
    if !hasBeenBound { return }
    for case (let object?, _) in objects where !isBound(to: object) { object.setDeallocationHook(of: tables, to: nil) }
  }

  /// The object with that identity; nil if there are no records of it, if it has been deallocated, or if its deinit has
  /// begun.
  func object(_ identity: ObjectIdentifier) -> KeyValueObject? {
    byHandler.object(identity) ?? bySequence.object(identity)
  }

  /// All objects, each with its records.
  var contents: ObservedObjects.Contents { byHandler.contents + bySequence.contents }

  /// The lifetime-bound observations.
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

  /// Removes the lifetime-bound records, which end with the observer even if another object owns the controller.
  mutating func removeBound() -> ObservedObjects.Contents {
    bySequence.removeAll() + (handlersAreBound ? byHandler.removeAll() : [])
  }

  /// Removes the lifetime-bound records of the object.
  mutating func removeBound(to object: KeyValueObject) -> [Record] {
    bySequence.removeAll(of: object) + (handlersAreBound ? byHandler.removeAll(of: object) : [])
  }
}
