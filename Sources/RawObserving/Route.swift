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
  func begin(_ registration: Registration, on object: KeyValueObject) throws(Violation) {
    do {
      try lay(RemainingPath(from: .registration, path: registration.keyPath, of: object), for: registration)
    } catch {
      end()
      throw error
    }
  }

  /// Unregisters every step.
  func end() {
    state.withLock { state in
      state.hasEnded = true
      state.first = nil
      state.removeUnreachable()
    }
  }

  /// Whether the registration's key path, and not one of a dependent key, ends at that step.
  func ends(at step: Step) -> Bool { step.path.isOneKey && state.withLock { $0.lastOfPath === step } }

  /// Whether the route begins at the object with this information.
  func begins(at info: ObservationInfo?) -> Bool { state.withLock { $0.first?.info === info } }

  /// Whether the route has a step for the same key of the same object as this one.
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
    // A value that is being changed in place cannot be read. That change moves the steps behind it.
    for (step, isWaiting) in zip(affected, waiting) where !step.isBeingWritten {
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
      let up = moves.filter(\.step.isRegistered)
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
  /// do a value that is being changed in place, a step whose turn in a did has not come, and one that another thread is
  /// laying.
  private func unannounced(_ steps: [Step]) -> Step? {
    steps.first { step in
      if step.path.isOneKey || step.isWeak || step.isBeingWritten { return false }
      guard let object = step.nextObject else { return false }
      let info = object.existingOrNewInfo
      return state.withLock { _ in step.isRegistered && step.isLaid && step.waiting == 0 && !step.isObserved(info) }
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
  func moveIfChanged(_ steps: [Step], for registration: Registration) throws(Violation) {
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
  private struct RemainingPath {
    let from: Step.Origin
    let path: KeyPathString
    let of: KeyValueObject
  }

  /// Lays the steps downstream of these, to the objects that are their values now.
  private func layAnew(_ steps: [Step], for registration: Registration) throws(Violation) {
    let steps = steps.filter { !$0.isBeingWritten }
    if steps.isEmpty { return }
    cut(steps)
    for step in steps where state.withLock({ _ in step.isRegistered }) {
      do { if let remaining = try remainingPath(from: step) { try lay(remaining, for: registration) } } catch {
        cut([step])
        throw error
      }
    }
  }

  private func cut(_ steps: [Step]) {
    state.withLock { state in
      for step in steps where step.isRegistered { state.cut(step) }
      state.removeUnreachable()
    }
  }

  /// Lays the stretch and all further remainingPaths. No lock is held while a getter is called.
  private func lay(_ first: RemainingPath, for registration: Registration) throws(Violation) {
    var remainingPaths = [first]
    while let remaining = remainingPaths.popLast() {
      let object = remaining.of
      let path = try remaining.path.named(in: object)
      let slot = try object.slotToObserve(path.first)
      let step = state.withLockUnchecked { graph in
        graph.add(path, of: object, storedIn: slot, from: remaining.from, for: registration)
      }
      guard let step else { continue }
      slot?.isObserved(in: object)
      for trigger in try object.triggers(of: step.path.first) {
        remainingPaths.append(RemainingPath(from: .trigger(of: step), path: trigger, of: object))
      }
      if let next = try self.remainingPath(from: step) {
        remainingPaths.append(next)
      } else {
        state.withLock { _ in step.isLaid = true }
      }
    }
  }

  /// The path that remains downstream of the step, if the path continues and the value is an object.
  private func remainingPath(from step: Step) throws(Violation) -> RemainingPath? {
    guard let rest = step.path.rest, let object = try step.objectToObserve() else { return nil }
    return RemainingPath(from: .next(of: step), path: rest, of: object)
  }
}

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

  /// What identifies a step: no other step of its route has the same.
  struct ID: Hashable {
    let info: ObjectIdentifier
    // As they are written: that does not change when a name is learnt.
    let first: KeyPathString.Key
    let further: [KeyPathString.Key]

    init(_ path: KeyPathString, of object: KeyValueObject) {
      (info, first, further) = (ObjectIdentifier(object.existingOrNewInfo), path.firstKey, path.further)
    }
  }

  let registration: Registration
  let id: ID
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
  var isRegistered = true
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
    id = ID(path, of: object)
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
  var isBeingWritten: Bool { slot?.isBeingWritten ?? false }

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

/// The steps of a route and their connections. Guarded by the route's lock.
struct Graph {
  var hasEnded = false
  var first: Step?
  private var steps: [Step.ID: Step] = [:]

  /// The last step of the registration's own path that exists.
  var lastOfPath: Step? {
    var last = first
    while let next = last?.next { last = next }
    return last
  }

  func hasStep(at step: Step) -> Bool { steps[step.id] != nil }

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
    if hasEnded { return nil }
    let existing = steps[Step.ID(path, of: object)]
    let step = existing ?? Step(path, of: object, isFirst: first == nil, for: registration)
    switch origin {
    case .registration: first = step
    case .next(of: let previous):
      guard previous.isRegistered, previous.next == nil else { return nil }
      (previous.next, previous.isLaid) = (step, true)
      step.previous.append(previous)
    case .trigger(of: let dependent):
      guard dependent.isRegistered else { return nil }
      dependent.triggers.append(step)
      step.dependents.append(dependent)
    }
    if existing != nil { return nil }
    steps[step.id] = step
    step.info.add(to: path.first, storedIn: slot) { $0.add(step) }
    return step
  }

  /// Disconnects the steps downstream of this one. The next removal of unreachable steps unregisters them.
  func cut(_ step: Step) {
    step.next?.previous.removeAll { $0 === step }
    step.next = nil
  }

  /// Unregisters all steps that cannot be reached from the first one.
  mutating func removeUnreachable() {
    let reached = Set(self.steps(from: first).map(ObjectIdentifier.init))
    if reached.count == steps.count { return }
    // The remaining steps next to those that go. Each is cleaned once, and not once for every step that goes.
    var neighbours: [ObjectIdentifier: Step] = [:]
    for (id, step) in steps where !reached.contains(ObjectIdentifier(step)) {
      step.info.remove(step)
      step.isRegistered = false
      for other in step.triggers + (step.next.map { [$0] } ?? []) where reached.contains(ObjectIdentifier(other)) {
        neighbours[ObjectIdentifier(other)] = other
      }
      (step.next, step.triggers, step.previous, step.dependents) = (nil, [], [], [])
      steps[id] = nil
    }
    for step in neighbours.values {
      step.previous.removeAll { !$0.isRegistered }
      step.dependents.removeAll { !$0.isRegistered }
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
