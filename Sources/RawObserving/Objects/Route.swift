/// Connects a registration with its value if that takes more than one key of one object: for a path such as
/// `clock.date`, or for a key that depends on others.
///
/// A route is a graph of steps. Each step is registered for one key of one object. When the value at a step is replaced
/// by another object, the steps downstream of it are unregistered, and laid again from the new object. Several steps
/// may lead to one step, even in a circle. A step ends when no step leads to it any more.
// Sound as Sendable: the graph is behind a lock, and the object is read weakly, by the threads that change it.
final class Route: @unchecked Sendable {
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

  /// Whether the route begins at the object with this information.
  func begins(at info: ObservationInfo?) -> Bool { state.withLock { $0.first?.info === info } }

  /// Whether the route has a step at the place of this one.
  func hasStep(at step: Step) -> Bool { state.withLock { $0.hasStep(at: step) } }

  // MARK: A change

  /// A step whose following steps move when its value changes.
  struct Move {
    let step: Step
    /// Whether the value before the change says if it had come there with an announcement.
    let isChecked: Bool
    /// The object that was the value before the change; nil if there was none. Retained, as on Apple's systems: it is
    /// not deallocated while the route still leads to it.
    let before: KeyValueObject?
  }

  /// The moves that a change of the values at these steps may make, before the change.
  func moves(at steps: [Step], isDeath: Bool = false) -> [Move] {
    if steps.isEmpty { return [] }
    let (affected, waiting) = state.withLock { state in
      let affected = state.affected(by: steps)
      return (affected, affected.map { $0.waiting > 0 })
    }
    var moves: [Move] = []
    // A value that is lent for a change in place cannot be read. That change moves the steps behind it.
    for (step, isWaiting) in zip(affected, waiting) where !step.isLent {
      let isChecked = !isDeath && !isWaiting && !step.isWeak
      moves.append(Move(step: step, isChecked: isChecked, before: isChecked ? step.nextObject : nil))
    }
    return moves
  }

  /// The first step at which an object came without an announcement: of those that move, at the will, and of those
  /// behind them now.
  func unannounced(_ moves: [Move]) -> Step? {
    if moves.isEmpty { return nil }
    let (first, behind) = state.withLock { state in
      let up = moves.filter(\.step.isUp)
      let first = up.first { move in move.before.map { !move.step.isObserved($0.existingOrNewInfo) } ?? false }?.step
      return (first, up.flatMap { state.steps(from: $0.step.next) })
    }
    let moving = Set(moves.map { ObjectIdentifier($0.step) })
    return first ?? self.unannounced(behind.filter { !moving.contains(ObjectIdentifier($0)) })
  }

  /// The first of the steps whose value is another object than the following steps lead to. As on Apple's systems, a
  /// value of nil is not noticed.
  ///
  /// A weak property always announces. Another thread may be setting it at this moment, so its value proves nothing. So
  /// do a value that is lent, a step whose turn in a did has not come, and one that another thread is laying.
  private func unannounced(_ steps: [Step]) -> Step? {
    steps.first { step in
      if step.path.isOneKey || step.isWeak || step.isLent { return false }
      guard let object = step.nextObject else { return false }
      let info = object.existingOrNewInfo
      return state.withLock { _ in step.isUp && step.isLaid && step.waiting == 0 && !step.isObserved(info) }
    }
  }

  /// Notes that the steps will move in a did that is under way, whose calls to other observers come first.
  func wait(_ moves: [Move], _ count: Int) {
    if moves.isEmpty { return }
    state.withLock { _ in for move in moves { move.step.waiting += count } }
  }

  /// Lays the route again from those steps, whose values have changed.
  func move(_ moves: [Move], for registration: Registration) throws(Violation) {
    state.withLock { _ in for move in moves where move.isChecked { move.step.leave(move.before?.existingOrNewInfo) } }
    try layAnew(moves.map(\.step), for: registration)
  }

  /// Lays the route again from those of the steps whose values are other objects than the route leads to. It was laid
  /// while a change was pending, which has ended.
  func moveLate(_ steps: [Step], for registration: Registration) throws(Violation) {
    let affected = moves(at: steps, isDeath: true).map(\.step)
    try layAnew(affected.filter { next(of: $0)?.object !== $0.nextObject }, for: registration)
  }

  /// Throws if an object on the path, or on one of a dependent key, came there without an announcement.
  func checkAnnounced(for registration: Registration) throws(Violation) {
    if let step = unannounced(state.withLock { $0.steps(from: $0.first) }) {
      throw registration.unannounced("remove an", step)
    }
  }

  private func next(of step: Step) -> Step? { state.withLock { _ in step.next } }

  // MARK: Laying

  /// A part of the route that has not been laid yet.
  private struct Stretch {
    let from: Step.Origin
    let path: KeyPathString
    let of: KeyValueObject
  }

  /// Lays the steps downstream of these, to the objects that are their values now.
  private func layAnew(_ steps: [Step], for registration: Registration) throws(Violation) {
    let steps = steps.filter { !$0.isLent }
    if steps.isEmpty { return }
    cut(steps)
    for step in steps where state.withLock({ _ in step.isUp }) {
      do { if let stretch = try stretch(from: step) { try lay(stretch, for: registration) } } catch {
        cut([step])
        throw error
      }
    }
  }

  private func cut(_ steps: [Step]) {
    state.withLock { state in
      for step in steps where step.isUp { state.cut(step) }
      state.sweep()
    }
  }

  /// Lays the stretch and all further stretches. No lock is held while a getter is called.
  private func lay(_ first: Stretch, for registration: Registration) throws(Violation) {
    var stretches = [first]
    while let stretch = stretches.popLast() {
      let object = stretch.of
      let path = try stretch.path.named(in: object)
      let slot = try object.slotToObserve(path.first)
      let step = state.withLockUnchecked { graph in
        graph.add(path, of: object, storedIn: slot, from: stretch.from, for: registration)
      }
      guard let step else { continue }
      slot?.isObserved(in: object)
      for trigger in try object.triggers(of: step.path.first) {
        stretches.append(Stretch(from: .trigger(of: step), path: trigger, of: object))
      }
      if let next = try self.stretch(from: step) {
        stretches.append(next)
      } else {
        state.withLock { _ in step.isLaid = true }
      }
    }
  }

  /// The stretch downstream of the step, if the path continues and the value is an object.
  private func stretch(from step: Step) throws(Violation) -> Stretch? {
    guard let rest = step.path.rest, let object = try step.objectToObserve() else { return nil }
    return Stretch(from: .next(of: step), path: rest, of: object)
  }
}
