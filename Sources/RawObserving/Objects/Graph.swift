/// The steps of a route and their connections. Guarded by the route's lock.
struct Graph {
  var isDown = false
  var first: Step?
  private var steps: [Step.Place: Step] = [:]

  /// The last step of the registration's own path that exists.
  var lastOfPath: Step? {
    var last = first
    while let next = last?.next { last = next }
    return last
  }

  func hasStep(at step: Step) -> Bool { steps[step.place] != nil }

  /// All steps that can be reached from this one, those of its own path first.
  func steps(from step: Step?) -> [Step] {
    var found: [Step] = []
    var reached: Set<ObjectIdentifier> = []
    var waiting = [step].compactMap(\.self)
    while let step = waiting.popLast() {
      guard reached.insert(ObjectIdentifier(step)).inserted else { continue }
      found.append(step)
      waiting += step.triggers
      if let next = step.next { waiting.append(next) }
    }
    return found
  }

  /// Adds a step and registers it. Returns nil if the route has such a step already, or if the origin is no longer part
  /// of it.
  mutating func add(
    _ path: KeyPathString, of object: KeyValueObject, storedIn slot: AnySlot?, from origin: Step.Origin,
    for registration: Registration
  ) -> Step? {
    if isDown { return nil }
    let existing = steps[Step.Place(path, of: object)]
    let step = existing ?? Step(path, of: object, isFirst: first == nil, for: registration)
    switch origin {
    case .registration: first = step
    case .next(of: let previous):
      guard previous.isUp, previous.next == nil else { return nil }
      (previous.next, previous.isLaid) = (step, true)
      step.previous.append(previous)
    case .trigger(of: let dependent):
      guard dependent.isUp else { return nil }
      dependent.triggers.append(step)
      step.dependents.append(dependent)
    }
    if existing != nil { return nil }
    steps[step.place] = step
    step.info.add(to: path.first, storedIn: slot) { $0.add(step) }
    return step
  }

  /// Disconnects the steps downstream of this one. The next sweep unregisters them.
  func cut(_ step: Step) {
    step.next?.previous.removeAll { $0 === step }
    step.next = nil
  }

  /// Unregisters all steps that cannot be reached from the first one.
  mutating func sweep() {
    let reached = Set(self.steps(from: first).map(ObjectIdentifier.init))
    if reached.count == steps.count { return }
    // The remaining steps next to those that go. Each is cleaned once, and not once for every step that goes.
    var neighbours: [ObjectIdentifier: Step] = [:]
    for (place, step) in steps where !reached.contains(ObjectIdentifier(step)) {
      step.info.remove(step)
      step.isUp = false
      for other in step.triggers + (step.next.map { [$0] } ?? []) where reached.contains(ObjectIdentifier(other)) {
        neighbours[ObjectIdentifier(other)] = other
      }
      (step.next, step.triggers, step.previous, step.dependents) = (nil, [], [], [])
      steps[place] = nil
    }
    for step in neighbours.values {
      step.previous.removeAll { !$0.isUp }
      step.dependents.removeAll { !$0.isUp }
    }
  }

  /// The steps that have following steps and whose values may change when the values at the given steps do.
  func affected(by steps: [Step]) -> [Step] {
    var affected: [Step] = []
    var changed: Set<ObjectIdentifier> = []
    var followed: Set<ObjectIdentifier> = []
    var waiting = steps.map { (step: $0, isChanged: true) }
    while let (step, isChanged) = waiting.popLast() {
      if isChanged && !step.path.isOneKey && changed.insert(ObjectIdentifier(step)).inserted { affected.append(step) }
      guard followed.insert(ObjectIdentifier(step)).inserted else { continue }
      // The value of the whole path changes, and so does what depends on it.
      waiting += step.previous.map { ($0, false) }
      waiting += step.dependents.map { ($0, true) }
    }
    return affected
  }
}
