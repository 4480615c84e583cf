/// One step of a route: it is registered for one key of one object.
final class Step {
  /// How the route gets to a step.
  enum Origin {
    /// It is the first of all.
    case registration
    /// The value at that step is this step's object.
    case next(of: Step)
    /// The value at that step, of the same object, depends on this step's value.
    case trigger(of: Step)
  }

  /// What tells the steps of a route apart.
  struct Place: Hashable {
    let info: ObjectIdentifier
    let path: KeyPathString
  }

  /// The key it is registered for, and what follows that on the path.
  let path: KeyPathString
  weak let object: KeyValueObject?
  /// Where it is registered; it outlives the object.
  let info: ObservationInfo
  /// Whether the route begins here.
  let isFirst: Bool

  // Guarded by the route's lock. The references in circles are cut when the step ends.
  var next: Step?
  var triggers: [Step] = []
  var previous: [Step] = []
  var dependents: [Step] = []
  var openChanges = 0
  var isUp = true

  init(_ path: KeyPathString, of object: KeyValueObject, isFirst: Bool) {
    (self.path, self.object, self.isFirst) = (path, object, isFirst)
    info = object.existingOrNewInfo
  }

  /// Whether the value at this step is still the object of the step that follows it. For an object that is gone, or
  /// in its deinit, that cannot be known.
  func isWhereItWas(_ next: Step?) -> Bool {
    // snippet.is-where-it-was
    guard let next, let object else { return true }
    return next.object === object.value(forKey: path.first) as? KeyValueObject
    // snippet.end
  }

  /// Whether the property at this step is weak.
  var isWeak: Bool { info.registrations(for: path.first)?.slots.contains { $0 is WeakSlot } ?? false }

  /// The object that the path goes on from. Throws if the value cannot be observed.
  func nextObject() throws(Violation) -> KeyValueObject? {
    guard let object, let value = object.value(forKey: path.first) else { return nil }
    let isCounted = path.rest?.isCount == true
    if let next = value as? KeyValueObject, !isCounted { return next }
    if isCounted && value is any Countable { return nil }
    throw .unsupportedKeyPath(path.rest?.description ?? path.first, object: "\(type(of: value))")
  }
}

extension Registration {
  /// The violation of replacing an object on the path without an announcement.
  func unannounced(_ verb: String, _ step: Step) -> Violation {
    .changedUnannounced(
      verb: verb, observer: observerDescription, keyPath: keyPath.description,
      object: route?.object.map(describe) ?? "an object that is gone", key: step.path.first,
      className: step.object.map { "\(type(of: $0))" } ?? "object's")
  }
}
