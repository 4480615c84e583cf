/// One step of a route: it is registered for one key of one object.
// Sound as Sendable: its variables are guarded, as they say. The object is read weakly, by the threads that change it.
final class Step: @unchecked Sendable {
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
    // As they are written: that does not change when a name is learnt.
    let first: KeyPathString.Key
    let further: [KeyPathString.Key]

    init(_ path: KeyPathString, of object: KeyValueObject) {
      (info, first, further) = (ObjectIdentifier(object.existingOrNewInfo), path.firstKey, path.further)
    }
  }

  let registration: Registration
  let place: Place
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
  var isUp = true
  /// Whether the route has been laid from here to the value. Another thread may be doing so.
  var isLaid = false
  /// The number of changes whose did is under way and has not come to this step.
  var waiting = 0
  /// Objects that still count as observed, because the value was nil at the will of the change that replaced them. On
  /// Apple's systems they still are. By their information, until they are deallocated.
  private var leftBehind: [ObjectIdentifier: Step] = [:]
  /// The count from which those that have been deallocated are removed.
  private var mostLeftBehind = 8

  /// Its index in the key's list of steps, and its number in the order of all. Guarded by the lock of that list.
  var index = 0
  var number = 0

  init(_ path: KeyPathString, of object: KeyValueObject, isFirst: Bool, for registration: Registration) {
    (self.path, self.object, self.isFirst, self.registration) = (path, object, isFirst, registration)
    place = Place(path, of: object)
    info = object.existingOrNewInfo
  }

  /// Whether the registration's key path, and not one of a dependent key, ends here.
  var isEndOfPath: Bool { registration.route?.ends(at: self) ?? false }

  /// Whether the object with this information counts as observed behind this step.
  func isObserved(_ info: ObservationInfo) -> Bool { next?.info === info || leftBehind[ObjectIdentifier(info)] != nil }

  /// Notes that the route leaves the object that was the value before a change.
  func leave(_ before: ObservationInfo?) {
    if let before { leftBehind[ObjectIdentifier(before)] = nil }
    guard let next, next.info !== before else { return }
    leftBehind[ObjectIdentifier(next.info)] = next
    if leftBehind.count < mostLeftBehind { return }
    leftBehind = leftBehind.filter { $0.value.object != nil }
    mostLeftBehind = max(8, 2 * leftBehind.count)
  }

  /// The slot of the property at this step. The object is retained meanwhile: behind a weak property it may be
  /// deallocated on another thread, and its slots with it.
  private var slot: AnySlot? {
    object.flatMap { object in withExtendedLifetime(object) { info.registrations(for: path.first)?.slot } }
  }

  /// Whether the property at this step is weak.
  var isWeak: Bool { slot?.isWeak ?? false }

  /// Whether the value at this step is being changed in place.
  var isLent: Bool { slot?.isBeingWritten ?? false }

  /// The object that is the value at this step, if the path continues.
  var nextObject: KeyValueObject? {
    path.isOneKey ? nil : object?.value(forKey: path.first) as? KeyValueObject
  }

  /// The object at which the path continues. Throws if the value cannot be observed.
  func objectToObserve() throws(Violation) -> KeyValueObject? {
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
