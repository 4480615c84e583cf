/// The way from a registration to the value it is about, where that is more than one key of one object:
/// a path such as `clock.date`, or a key that depends on others.
///
/// A route is a tree of steps, each of which waits for one key of one object. When the value at a step is
/// replaced by another object, the steps behind it are taken down and put up again on the new one.
final class Route {
  // Guards `next`, `triggers` and `openChanges` of the steps. Taken before an object's own lock, never
  // after it; nobody is called while it is held.
  private let isDown = Locked(false)

  /// Set once, before anybody else can see the route.
  private(set) var first: Step?

  init() {}

  /// Puts the route up. Throws where the path leads through something that cannot be observed, and leaves
  /// nothing behind.
  func putUp(
    _ registration: Registration, on object: KeyValueObject
  ) throws(Violation) {
    first = try step(registration.keyPath, of: object, origin: .registration, for: registration)
  }

  /// Ends all waiting.
  func takeDown() {
    isDown.withLock { isDown in
      isDown = true
      first?.takeDown()
      first = nil
    }
  }

  // MARK: A change

  /// A value of the route is about to change at that step: the steps that lie behind it end their waiting.
  func willChange(at step: Step, of registration: Registration) throws(Violation) {
    for affected in step.affected {
      let value = affected.value
      let isAnnounced = isDown.withLock { isDown in
        affected.openChanges += 1
        guard !isDown, affected.openChanges == 1, let next = affected.next else { return true }
        // The object behind it was not replaced behind our back.
        let isAnnounced = next.object === value
        next.takeDown()
        affected.next = nil
        return isAnnounced
      }
      if !isAnnounced { throw registration.unannounced("update", affected) }
    }
  }

  /// The value has changed: the steps behind it are put up on the new one.
  func didChange(at step: Step, of registration: Registration) throws(Violation) {
    for affected in step.affected {
      let isLast = isDown.withLock { isDown in
        affected.openChanges -= 1
        return !isDown && affected.openChanges == 0
      }
      if isLast { try putUpNext(of: affected, for: registration) }
    }
  }

  /// Throws if the object behind a step has been replaced without an announcement.
  func checkAnnounced(for registration: Registration) throws(Violation) {
    var step = isDown.withLock { _ in first }
    while let current = step {
      let next = isDown.withLock { _ in current.next }
      if let next, next.object !== current.value {
        throw registration.unannounced("remove", current)
      }
      step = next
    }
  }

  // MARK: Putting up

  private func step(
    _ path: KeyPathString, of object: KeyValueObject, origin: Step.Origin,
    for registration: Registration
  ) throws(Violation) -> Step {
    let step = Step(path, of: object, origin: origin)
    step.info.add(ObservationInfo.Hook(registration: registration, step: step), for: step.key)
    do {
      // What a trigger without a rest depends on is among its dependent's triggers already.
      let triggers = step.isPlainTrigger ? [] : try object.triggers(of: step.key)
      for trigger in triggers where !step.isWaiting(for: trigger, of: object) {
        step.triggers.append(
          try self.step(trigger, of: object, origin: .trigger(step), for: registration))
      }
      try putUpNext(of: step, for: registration)
    } catch {
      isDown.withLock { _ in step.takeDown() }
      throw error
    }
    return step
  }

  private func putUpNext(of step: Step, for registration: Registration) throws(Violation) {
    guard let rest = step.rest, let object = try step.nextObject() else { return }
    if step.isWaiting(for: rest, of: object) { return }
    let next = try self.step(rest, of: object, origin: .previous(step), for: registration)
    isDown.withLock { isDown in
      // Removed, or put up by another thread, in the meantime.
      if isDown || step.next != nil { next.takeDown() } else { step.next = next }
    }
  }
}

/// One step of a route: it waits for one key of one object.
final class Step {
  /// How the route got here.
  enum Origin {
    /// The first step of all.
    case registration
    /// The value at that step is this step's object.
    case previous(Step)
    /// The value at that step, of the same object, depends on this one.
    case trigger(Step)
  }

  let key: String
  /// What follows the key, or nil at the end of a path.
  let rest: KeyPathString?
  private(set) weak var object: KeyValueObject?
  /// Where its hook is; it outlives the object.
  let info: ObservationInfo
  let origin: Origin

  // Guarded by the route.
  var next: Step?
  var triggers: [Step] = []
  var openChanges = 0

  init(_ path: KeyPathString, of object: KeyValueObject, origin: Origin) {
    key = path.first
    rest = path.rest
    self.object = object
    info = object.existingOrNewInfo
    self.origin = origin
  }

  var isFirst: Bool {
    if case .registration = origin { true } else { false }
  }

  /// Whether it is there for a dependent key only, and leads nowhere.
  var isPlainTrigger: Bool {
    if case .trigger = origin { rest == nil } else { false }
  }

  /// Whether only steps of a path lead from the registration to here, and the path ends here.
  var endsThePath: Bool {
    guard rest == nil else { return false }
    if case .trigger = firstOfPath.origin { return false }
    return true
  }

  /// The steps whose values may change when the value at this one does, and that lead on to others.
  var affected: [Step] {
    var affected: [Step] = []
    var current: Step? = self
    while let step = current {
      if step.rest != nil { affected.append(step) }
      if case .trigger(let dependent) = step.firstOfPath.origin {
        current = dependent
      } else {
        current = nil
      }
    }
    return affected
  }

  private var firstOfPath: Step {
    var step = self
    while case .previous(let previous) = step.origin { step = previous }
    return step
  }

  /// Whether this step, or one on the way to it, waits for that path of that object already: the way has
  /// led in a circle.
  func isWaiting(for path: KeyPathString, of object: KeyValueObject) -> Bool {
    var current: Step? = self
    while let step = current {
      if step.object === object && step.key == path.first && step.rest == path.rest { return true }
      switch step.origin {
      case .registration: current = nil
      case .previous(let other), .trigger(let other): current = other
      }
    }
    return false
  }

  /// The object that the value at this step is, if it is one.
  var value: KeyValueObject? { object?.value(forKey: key) as? KeyValueObject }

  /// The object that the path goes on from. Throws where the value is one that nobody can observe.
  func nextObject() throws(Violation) -> KeyValueObject? {
    guard let object, let value = object.value(forKey: key) else { return nil }
    if let next = value as? KeyValueObject { return next }
    if rest?.description == "@count", value is any Countable { return nil }
    throw .unsupportedKeyPath("\(rest?.description ?? key)", object: "\(type(of: value))")
  }

  /// Ends the waiting of this step and of all behind it. Called with the route's lock held.
  func takeDown() {
    info.remove(self)
    next?.takeDown()
    next = nil
    for trigger in triggers { trigger.takeDown() }
    triggers = []
  }
}

extension Registration {
  fileprivate func unannounced(_ verb: String, _ step: Step) -> Violation {
    .changedUnannounced(
      verb: verb, observer: observerDescription, keyPath: keyPath.description,
      object: object.map(describe) ?? "an object that died", key: step.key,
      className: step.object.map { "\(type(of: $0))" } ?? "object's")
  }
}
