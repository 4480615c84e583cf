/// One step of a route: it is registered for one key of one object.
final class Step {
  /// How a route reaches a step.
  enum Origin {
    /// It is the first step.
    case registration
    /// The value at that step is this step's object.
    case next(of: Step)
    /// The value at that step, of the same object, depends on this step's value.
    case trigger(of: Step)
  }

  /// The place of a step, which is different for each step of a route.
  struct Place: Hashable {
    let info: ObjectIdentifier
    let path: KeyPathString
  }

  /// The key it is registered for, and the rest of the path.
  let path: KeyPathString
  weak let object: KeyValueObject?
  /// The information of the object that it is registered with. It outlives the object.
  let info: ObservationInfo
  /// Whether the route begins here.
  let isFirst: Bool

  // Guarded by the route's lock. Reference cycles are broken when the step ends.
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

  /// Whether the value at this step is still the object of the step that follows it. True if the object has been
  /// deallocated or is in its deinit, because then the value cannot be read.
  func isWhereItWas(_ next: Step?) -> Bool {
    // snippet.is-where-it-was
    guard let next, let object else { return true }
    return next.object === object.value(forKey: path.first) as? KeyValueObject
    // snippet.end
  }

  /// Whether the property at this step is weak.
  var isWeak: Bool { info.registrations(for: path.first)?.slots.contains { $0 is WeakSlot } ?? false }

  /// The object at which the path continues. Throws if the value cannot be observed.
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
