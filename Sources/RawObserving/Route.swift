/// The way from a registration to the value it is about, where that is more than one key of one object:
/// a path such as `clock.date`, or a key that depends on others.
///
/// A route is a graph of steps, each of which waits for one key of one object. When the value at a step
/// is replaced by another object, the way on from there is cut, and laid anew to that one. Several ways
/// may lead to one step, even in a circle; a step ends when no way leads to it any more.
final class Route {
  // Taken before an object's own lock, never after it; nobody is called while it is held.
  private let state = Locked(State())

  /// The object it begins at; reads nil from the moment that object's deinit begins.
  private(set) weak var object: KeyValueObject?

  init(from object: KeyValueObject) {
    self.object = object
  }

  /// Lays the route. Throws where the path leads through something that cannot be observed, and leaves
  /// nothing behind.
  func putUp(_ registration: Registration, on object: KeyValueObject) throws(Violation) {
    do {
      let path = registration.keyPath
      try lay(Stretch(from: .registration, path: path, of: object), for: registration)
    } catch {
      takeDown()
      throw error
    }
  }

  /// Ends all waiting.
  func takeDown() {
    state.withLock { state in
      state.isDown = true
      state.first = nil
      state.sweep()
    }
  }

  // snippet.ends
  /// Whether the registration's key path, and not one of a dependent key, ends at that step.
  func ends(at step: Step) -> Bool {
    step.path.isOneKey && state.withLock { $0.lastOfPath === step }
  }
  // snippet.end

  // MARK: A change

  /// The values at those steps are about to change: what lies behind them, and behind whatever depends
  /// on them, ends its waiting. Returns the steps whose ways on were cut, for ``didChange(_:for:)``,
  /// and one of them whose value was replaced by another object without an announcement, if there is one.
  func willChange(at steps: [Step]) -> (affected: [Step], unannounced: Step?) {
    let affected = state.withLock { state in
      let affected = state.affected(by: steps)
      for step in affected { step.openChanges += 1 }
      return affected
    }
    let unannounced = affected.first { !$0.isWhereItWas(next(of: $0)) }
    cut(affected)
    return (affected, unannounced)
  }

  /// The values have changed: the ways on from those steps are laid to the new ones.
  func didChange(_ affected: [Step], for registration: Registration) throws(Violation) {
    abandon(affected)
    for step in affected { try layAnew(step, for: registration) }
  }

  /// The value at a step has changed that was laid while the change was open, maybe to what was replaced
  /// since.
  func didChange(late step: Step, for registration: Registration) throws(Violation) {
    let affected = state.withLock { $0.affected(by: [step]) }
    for step in affected { try layAnew(step, for: registration) }
  }

  /// The change of those steps is over.
  func abandon(_ affected: [Step]) {
    state.withLock { _ in for step in affected { step.openChanges -= 1 } }
  }

  /// Throws if an object on the path, or on one of a dependent key, has been replaced without an
  /// announcement.
  func checkAnnounced(for registration: Registration) throws(Violation) {
    // snippet.check
    for step in state.withLock({ $0.allSteps }) where !step.isWhereItWas(next(of: step)) {
      throw registration.unannounced("remove an", step)
    }
    // snippet.end
  }

  private func next(of step: Step) -> Step? { state.withLock { _ in step.next } }

  // MARK: Laying

  /// A part of the route that is still to be laid.
  private struct Stretch {
    let from: Step.Origin
    let path: KeyPathString
    let of: KeyValueObject
  }

  /// Lays the way on from the step to the object that its value is now.
  private func layAnew(_ step: Step, for registration: Registration) throws(Violation) {
    // Where another change of it is open, that one will see to it.
    let isLast = state.withLock { _ in step.isUp && step.openChanges == 0 }
    if !isLast { return }
    if let next = next(of: step), step.isWhereItWas(next) { return }
    cut([step])
    do {
      if let stretch = try stretch(from: step) { try lay(stretch, for: registration) }
    } catch {
      cut([step])
      throw error
    }
  }

  private func cut(_ steps: [Step]) {
    if steps.isEmpty { return }
    state.withLock { state in
      for step in steps { state.cut(step) }
      state.sweep()
    }
  }

  /// Lays the stretch, and all that follows from it. No lock is held while a getter is called.
  private func lay(_ first: Stretch, for registration: Registration) throws(Violation) {
    var stretches = [first]
    while let stretch = stretches.popLast() {
      let object = stretch.of
      let step = state.withLock { state in
        state.add(stretch.path, of: object, from: stretch.from, for: registration)
      }
      guard let step else { continue }
      OpenChanges.current.note(step, of: registration)
      object.watchWeakProperties(named: step.path.first)
      for trigger in try object.triggers(of: step.path.first) {
        stretches.append(Stretch(from: .trigger(of: step), path: trigger, of: object))
      }
      if let next = try self.stretch(from: step) { stretches.append(next) }
    }
  }

  /// The way on from the step, if the path goes on and its value is an object.
  private func stretch(from step: Step) throws(Violation) -> Stretch? {
    guard let rest = step.path.rest, let object = try step.nextObject() else { return nil }
    return Stretch(from: .next(of: step), path: rest, of: object)
  }
}

extension Route {
  /// The steps, and how they hang together.
  fileprivate struct State {
    var isDown = false
    var first: Step?
    private var steps: [Step.Place: Step] = [:]
    // Whether any step has, or had, a step behind it, and whether a key on the route depends on others.
    private var leadsOn = false
    private var hasTriggers = false

    /// The last step of the registration's own path, as far as it is laid.
    var lastOfPath: Step? {
      var last = first
      while let next = last?.next { last = next }
      return last
    }

    /// All steps that a way from the first one leads to, those of the registration's own path first.
    var allSteps: [Step] {
      var found: [Step] = []
      var reached: Set<ObjectIdentifier> = []
      var waiting = [first].compactMap(\.self)
      while let step = waiting.popLast() {
        guard reached.insert(ObjectIdentifier(step)).inserted else { continue }
        found.append(step)
        waiting += step.triggers
        if let next = step.next { waiting.append(next) }
      }
      return found
    }

    /// Adds a step and lets it wait, or returns nil where there is nothing more to do: where the route
    /// has such a step already, or the origin is no longer part of it.
    mutating func add(
      _ path: KeyPathString, of object: KeyValueObject, from origin: Step.Origin,
      for registration: Registration
    ) -> Step? {
      if isDown { return nil }
      let place = Step.Place(info: ObjectIdentifier(object.existingOrNewInfo), path: path)
      let existing = steps[place]
      let step = existing ?? Step(path, of: object, isFirst: first == nil)
      switch origin {
      case .registration:
        first = step
      case .next(of: let previous):
        guard previous.isUp, previous.next == nil else { return nil }
        previous.next = step
        step.previous.append(previous)
      case .trigger(of: let dependent):
        guard dependent.isUp else { return nil }
        hasTriggers = true
        dependent.triggers.append(step)
        step.dependents.append(dependent)
      }
      if existing != nil { return nil }
      if !path.isOneKey { leadsOn = true }
      steps[place] = step
      step.info.add(registration, step, for: path.first)
      return step
    }

    /// Ends the way on from the step. What it led to ends with the next sweep.
    func cut(_ step: Step) {
      step.next?.previous.removeAll { $0 === step }
      step.next = nil
    }

    /// Ends the waiting of all steps that no way from the first one leads to.
    mutating func sweep() {
      let reached = Set(allSteps.map(ObjectIdentifier.init))
      if reached.count == steps.count { return }
      for (place, step) in steps where !reached.contains(ObjectIdentifier(step)) {
        step.info.remove(step)
        step.isUp = false
        cut(step)
        for trigger in step.triggers { trigger.dependents.removeAll { $0 === step } }
        step.triggers = []
        steps[place] = nil
      }
    }

    /// The steps that lead on to others and whose values may change when the values at those steps do.
    func affected(by steps: [Step]) -> [Step] {
      // Most routes are simple, and the general way would take half of the time of the whole change.
      if !leadsOn { return [] }
      if !hasTriggers { return steps.reversed().filter { !$0.path.isOneKey } }
      var affected: [Step] = []
      var changed: Set<ObjectIdentifier> = []
      var followed: Set<ObjectIdentifier> = []
      var waiting = steps.map { (step: $0, isChanged: true) }
      while let (step, isChanged) = waiting.popLast() {
        if isChanged && !step.path.isOneKey
          && changed.insert(ObjectIdentifier(step)).inserted
        {
          affected.append(step)
        }
        guard followed.insert(ObjectIdentifier(step)).inserted else { continue }
        // The value of the whole path changes, and so does what depends on it.
        waiting += step.previous.map { ($0, false) }
        waiting += step.dependents.map { ($0, true) }
      }
      return affected
    }
  }
}

/// One step of a route: it waits for one key of one object.
final class Step {
  /// How the route gets to a step.
  enum Origin {
    /// It is the first of all.
    case registration
    /// The value at that step is this step's object.
    case next(of: Step)
    /// The value at that step, of the same object, depends on this one.
    case trigger(of: Step)
  }

  /// What tells the steps of a route apart.
  struct Place: Hashable {
    let info: ObjectIdentifier
    let path: KeyPathString
  }

  /// The key it waits for, and what follows that on the path.
  let path: KeyPathString
  private(set) weak var object: KeyValueObject?
  /// Where its hook is; it outlives the object.
  let info: ObservationInfo
  /// Whether the route begins here.
  let isFirst: Bool

  // Guarded by the route. The references in circles are cut when the step ends its waiting.
  var next: Step?
  var triggers: [Step] = []
  var previous: [Step] = []
  var dependents: [Step] = []
  var openChanges = 0
  var isUp = true

  init(_ path: KeyPathString, of object: KeyValueObject, isFirst: Bool) {
    self.path = path
    self.isFirst = isFirst
    self.object = object
    info = object.existingOrNewInfo
  }

  /// Whether the value at this step is still the object of the step that follows it. Of an object that is
  /// dying nobody can tell any more.
  func isWhereItWas(_ next: Step?) -> Bool {
    // snippet.is-where-it-was
    guard let next, let object else { return true }
    return next.object === object.value(forKey: path.first) as? KeyValueObject
    // snippet.end
  }

  /// The object that the path goes on from. Throws where the value is one that nobody can observe.
  func nextObject() throws(Violation) -> KeyValueObject? {
    guard let object, let value = object.value(forKey: path.first) else { return nil }
    let isCounted = path.rest?.description == "@count"
    if let next = value as? KeyValueObject, !isCounted { return next }
    if isCounted && value is any Countable { return nil }
    throw .unsupportedKeyPath(
      path.rest?.description ?? path.first, object: "\(type(of: value))")
  }
}

extension Registration {
  /// What is wrong where an object on the way was replaced without an announcement.
  func unannounced(_ verb: String, _ step: Step) -> Violation {
    .changedUnannounced(
      verb: verb, observer: observerDescription, keyPath: keyPath.description,
      object: route?.object.map(describe) ?? "an object that died", key: step.path.first,
      className: step.object.map { "\(type(of: $0))" } ?? "object's")
  }
}
