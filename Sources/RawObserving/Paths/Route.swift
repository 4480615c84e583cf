/// Connects a registration with its value if that takes more than one key of one object: for a path such as
/// `clock.date`, or for a key that depends on others.
///
/// A route is a graph of steps. Each step is registered for one key of one object. When the value at a step is replaced
/// by another object, the steps downstream of it are unregistered, and laid again from the new object. Several steps
/// may lead to one step, even in a circle. A step ends when no step leads to it any more.
final class Route {
  // Taken before an object's own lock, never after it. No other code is called while it is held.
  private let state = Locked(Graph())

  /// The object at which the route begins; reads nil from the moment that object's deinit begins.
  weak let object: KeyValueObject?

  init(from object: KeyValueObject) { self.object = object }

  /// Lays the route. If a value on the path cannot be observed, it unregisters all steps and throws.
  func putUp(_ registration: Registration, on object: KeyValueObject) throws(Violation) {
    do {
      try lay(Stretch(from: .registration, path: registration.keyPath, of: object), for: registration)
    } catch {
      takeDown()
      throw error
    }
  }

  /// Unregisters every step.
  func takeDown() {
    state.withLock { state in
      state.isDown = true
      state.first = nil
      state.sweep()
    }
  }

  /// Whether the registration's key path, and not one of a dependent key, ends at that step.
  func ends(at step: Step) -> Bool { step.path.isOneKey && state.withLock { $0.lastOfPath === step } }

  // MARK: A change

  /// Unregisters the steps downstream of those steps and of the keys that depend on them, because their values are
  /// about to change. Returns the steps that were cut off, for ``didChange(_:for:)``. If the value of one of them was
  /// replaced by another object without an announcement, returns that step too.
  func willChange(at steps: [Step]) -> (affected: [Step], unannounced: Step?) {
    let affected = state.withLock { state in
      let affected = state.affected(by: steps)
      for step in affected { step.openChanges += 1 }
      return affected
    }
    let unannounced = affected.first(where: hasChangedUnannounced)
    cut(affected)
    return (affected, unannounced)
  }

  /// Lays the route again from those steps, whose values have changed.
  func didChange(_ affected: [Step], for registration: Registration) throws(Violation) {
    abandon(affected)
    for step in affected { try layAnew(step, for: registration) }
  }

  /// Lays the route again from a step that was laid while the change was open, perhaps to an object that has been
  /// replaced since.
  func didChange(late step: Step, for registration: Registration) throws(Violation) {
    let affected = state.withLock { $0.affected(by: [step]) }
    for step in affected { try layAnew(step, for: registration) }
  }

  /// Ends the change of those steps.
  func abandon(_ affected: [Step]) { state.withLock { _ in for step in affected { step.openChanges -= 1 } } }

  /// Throws if an object on the path, or on one of a dependent key, has been replaced without an announcement.
  func checkAnnounced(for registration: Registration) throws(Violation) {
    for step in state.withLock({ $0.allSteps }) where hasChangedUnannounced(step) {
      throw registration.unannounced("remove an", step)
    }
  }

  private func next(of step: Step) -> Step? { state.withLock { _ in step.next } }

  /// Whether the object at the step was replaced without an announcement. A weak property always announces. Another
  /// thread may be setting it at this moment, so its value proves nothing.
  private func hasChangedUnannounced(_ step: Step) -> Bool { !step.isWhereItWas(next(of: step)) && !step.isWeak }

  // MARK: Laying

  /// A part of the route that has not been laid yet.
  private struct Stretch {
    let from: Step.Origin
    let path: KeyPathString
    let of: KeyValueObject
  }

  /// Lays the steps downstream of this one, to the object that is its value now.
  private func layAnew(_ step: Step, for registration: Registration) throws(Violation) {
    // If another change of the step is open, that change lays it.
    guard state.withLock({ _ in step.isUp && step.openChanges == 0 }) else { return }
    if let next = next(of: step), step.isWhereItWas(next) { return }
    cut([step])
    do { if let stretch = try stretch(from: step) { try lay(stretch, for: registration) } } catch {
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

  /// Lays the stretch and all further stretches. No lock is held while a getter is called.
  private func lay(_ first: Stretch, for registration: Registration) throws(Violation) {
    var stretches = [first]
    while let stretch = stretches.popLast() {
      let object = stretch.of
      let path = try stretch.path.named(in: object)
      let slots = try object.slotsToObserve(path.first)
      let step = state.withLock { graph in
        graph.add(path, of: object, storedIn: slots, from: stretch.from, for: registration)
      }
      guard let step else { continue }
      OpenChanges.note(step, of: registration)
      object.watchWeakObjects(in: slots)
      for trigger in try object.triggers(of: step.path.first) {
        stretches.append(Stretch(from: .trigger(of: step), path: trigger, of: object))
      }
      if let next = try self.stretch(from: step) { stretches.append(next) }
    }
  }

  /// The stretch downstream of the step, if the path continues and the value is an object.
  private func stretch(from step: Step) throws(Violation) -> Stretch? {
    guard let rest = step.path.rest, let object = try step.nextObject() else { return nil }
    return Stretch(from: .next(of: step), path: rest, of: object)
  }
}
