import Foundation
import ManagedObserving
import RawObserving

/// Listens to the engine and the mediator while lines run in some order, and reads between two lines what the variables of
/// the program lead to.
///
/// The lock is for what is noted. No object is looked at while it is held: the last reference to an object may be the one
/// that looks.
final class PlaceReader: Sendable {
  static let shared = PlaceReader()

  /// An object. It is told that it is gone before another one can have its identity.
  final class Known {
    enum Kind { case observable, plain, controller }

    let identity: ObjectIdentifier
    let kind: Kind
    let type: String
    weak var object: AnyObject?
    /// What a variable calls it; nil until it is read for the first time.
    var name: String?
    /// Whether a variable has led to it that is not static.
    var wasLedTo = false
    /// Of a controller that belongs to an object: the object.
    var owner: ObjectIdentifier?

    init(_ object: AnyObject, _ kind: Kind) {
      (identity, self.kind, type) = (ObjectIdentifier(object), kind, "\(Swift.type(of: object))")
      self.object = object
    }
  }

  /// An observation through a controller.
  struct Observation {
    let object: ObjectIdentifier
    let keyPath: String
    let controller: ObjectIdentifier
    let observer: ObjectIdentifier?
    let retainsObject: Bool
  }

  /// What is called for a change.
  private struct Receiver: Hashable {
    let observer: ObjectIdentifier
    let object: ObjectIdentifier?
    let keyPath: String
    let context: UnsafeMutableRawPointer?
  }

  private struct Notes {
    var known: [Known] = []
    var hadObjects = false
    /// How many objects have been given a name.
    var names: [String: Int] = [:]
    var observations: [Int: Observation] = [:]
    /// The observers of the controllers that are alive.
    var observers: [ObjectIdentifier: ObjectIdentifier] = [:]
    var contexts: [UnsafeMutableRawPointer: String] = [:]
    /// The classes of all objects that were ever read.
    var classes: Set<String> = []
    /// How many changes there were, and for each thread the last one at each depth of calls.
    var changes = 0
    var current: [UInt: [Int]] = [:]
    /// The change for which a receiver was called last.
    var lastChange: [Receiver: Int] = [:]
    /// What the variables led to between the last two lines, and what was alive then.
    var reached: Set<ObjectIdentifier> = []
    var read: Set<ObjectIdentifier> = []
    /// Whether a closure was led to: it may hold anything.
    var hasClosures = false
    // Since the last line:
    var calls: [String] = []
    var faults: Set<PlayedPlace.Fault> = []
    var dropsDuplicate = false

    mutating func beginChange(on thread: UInt) {
      changes += 1
      var depths = current[thread] ?? [0]
      depths[depths.count - 1] = changes
      current[thread] = depths
    }

    mutating func beginCall(on thread: UInt) { current[thread, default: [0]].append(0) }

    mutating func endCall(on thread: UInt) {
      if let count = current[thread]?.count, count > 1 { current[thread]?.removeLast() }
    }

    mutating func call(_ receiver: Receiver, _ type: String, on thread: UInt) {
      let change = current[thread]?.last ?? 0
      if change > 0, lastChange.updateValue(change, forKey: receiver) == change { faults.insert(.twice) }
      call(receiver.observer, type)
    }

    mutating func call(_ observer: ObjectIdentifier, _ type: String) {
      calls.append(known.first { $0.identity == observer }?.name ?? type)
      if read.contains(observer) && !reached.contains(observer) && !hasClosures { faults.insert(.late) }
    }

    mutating func forget(_ identity: ObjectIdentifier) {
      known.removeAll { $0.identity == identity }
      read.remove(identity)
      reached.remove(identity)
      lastChange = lastChange.filter { $0.key.observer != identity && $0.key.object != identity }
    }
  }

  private let notes = Locked(Notes())

  func begin() { EventProbe.install { PlaceReader.shared.hear($0) } }

  func name(_ pointer: UnsafeMutableRawPointer, _ name: String) {
    notes.withLockUnchecked { $0.contexts[pointer] = name }
  }

  /// Whether there has been an observable object.
  var hadObjects: Bool { notes.withLock(\.hadObjects) }

  // MARK: While a line runs

  private static var thread: UInt { UInt(bitPattern: ObjectIdentifier(Thread.current)) }

  private func hear(_ event: any EventProbe.Event) {
    switch event {
    case let event as EngineEvent: hear(event)
    case let event as MediatorEvent: hear(event)
    default: break
    }
  }

  private func hear(_ event: EngineEvent) {
    let thread = Self.thread
    switch event {
    case .born(let object):
      if object is any SharedObserver { return }
      let known = Known(object, .observable)
      notes.withLockUnchecked { notes in
        notes.known.append(known)
        notes.hadObjects = true
      }
    case .gone(let object): notes.withLock { $0.forget(object) }
    // A registration may make a first call, which is for no change.
    case .willChange, .announces, .adds: notes.withLock { $0.beginChange(on: thread) }
    case .calls(let registration, let change, of: let object):
      let observer = change.isPrior ? nil : registration.observer.flatMap { $0 is any SharedObserver ? nil : $0 }
      let receiver = observer.map { observer in
        Receiver(
          observer: ObjectIdentifier(observer), object: ObjectIdentifier(object), keyPath: "\(registration.keyPath)",
          context: registration.context)
      }
      let type = observer.map { "\(Swift.type(of: $0))" } ?? ""
      notes.withLockUnchecked { notes in
        if let receiver { notes.call(receiver, type, on: thread) }
        notes.beginCall(on: thread)
      }
    case .returned: notes.withLock { $0.endCall(on: thread) }
    default: break
    }
  }

  private func hear(_ event: MediatorEvent) {
    switch event {
    case .controllerMade(let controller, _, observer: let observer, isOwned: let isOwned):
      let known = Known(controller, .controller)
      let identity = observer.map(ObjectIdentifier.init)
      if isOwned { known.owner = identity }
      notes.withLockUnchecked { notes in
        notes.known.append(known)
        notes.observers[known.identity] = identity
      }
    case .controllerGone(let controller):
      notes.withLock { notes in
        notes.forget(controller)
        notes.observers[controller] = nil
        notes.observations = notes.observations.filter { $0.value.controller != controller }
      }
    case .recorded(let facts, of: let object):
      let identity = ObjectIdentifier(object)
      notes.withLock { notes in
        notes.observations[facts.number] = Observation(
          object: identity, keyPath: facts.keyPath, controller: facts.controller,
          observer: notes.observers[facts.controller], retainsObject: facts.retainsObject)
      }
    case .dropped: notes.withLock { $0.dropsDuplicate = true }
    case .ended(let number): notes.withLock { $0.observations[number] = nil }
    case .passes(_, to: let observer):
      let (identity, type) = (ObjectIdentifier(observer), "\(Swift.type(of: observer))")
      notes.withLock { $0.call(identity, type) }
    default: break
    }
  }

  // MARK: Between two lines

  /// What was read.
  struct Seen {
    var state = PlayedPlace.State()
    /// The variables, and the properties of what they lead to, that hold a closure.
    var closures: [String] = []
    /// Whether a variable holds an observable object, itself or through objects that cannot be observed.
    var holdsObservable = false
    /// Whether other threads were running, so that nothing could be read but who is registered.
    var isBeside = false
  }

  /// Reads what the variables lead to.
  @MainActor func read(
    _ variables: () -> [OrderedProgram.Variable], _ statics: [OrderedProgram.StaticVariable]
  ) -> Seen {
    let (known, observations, contexts) = notes.withLockUnchecked { ($0.known, $0.observations, $0.contexts) }
    let isBeside = !StoryThread.waitsForOthers()
    var search = PlaceSearch(known, readsConstants: OrderedProgram.readsConstants)
    if !isBeside {
      search.follow(variables(), observations.values.map(\.self))
      search.follow(statics, observations.values.map(\.self)) { notes.withLockUnchecked(\.known) }
    }
    let found = search
    // Nothing tells of the end of an object that cannot be observed.
    let alive = Set(found.known.map(\.identity))
    let dead = Set(known.filter { $0.kind == .plain }.map(\.identity)).subtracting(alive)
    notes.withLockUnchecked { notes in
      for identity in dead { notes.forget(identity) }
      notes.known += found.discovered
      notes.classes.formUnion(found.known.map { String($0.type.prefix { $0 != "<" }) })
      for known in found.known where known.name == nil && known.kind != .controller {
        let name = found.candidate(for: known)
        let count = notes.names[name, default: 0] + 1
        notes.names[name] = count
        known.name = count == 1 ? name : "\(name) \(count)"
      }
      for known in found.known where found.led.contains(known.identity) { known.wasLedTo = true }
      (notes.read, notes.reached) = (isBeside ? [] : alive, found.reached)
    }
    var seen = Seen(isBeside: isBeside)
    seen.state = found.state(observations.sorted { $0.key < $1.key }.map(\.value)) { pointer in
      if let name = contexts[pointer] { return name }
      let name = found.name(of: pointer)
      return notes.withLockUnchecked { notes in
        notes.contexts[pointer] = notes.contexts[pointer] ?? name ?? "context \(notes.contexts.count + 1)"
        return notes.contexts[pointer]
      }
    }
    seen.closures = found.closures
    notes.withLock { $0.hasClosures = !found.closures.isEmpty }
    seen.holdsObservable = isBeside || found.holdsObservable
    return seen
  }

  var classes: [String] { notes.withLock { $0.classes.sorted() } }

  /// The names of the objects to which no variable led when it was read last.
  var adrift: [String] {
    notes.withLockUnchecked { notes in
      notes.known.filter { notes.read.contains($0.identity) && !notes.reached.contains($0.identity) }.compactMap(\.name)
    }
  }

  /// Those of them that are still alive.
  func stillAlive(of names: [String]) -> [String] {
    let known = notes.withLockUnchecked(\.known)
    return known.filter { $0.object != nil }.compactMap(\.name).filter(names.contains)
  }

  func place(_ seen: Seen, _ next: [Int]) -> PlayedPlace {
    notes.withLock { notes in
      defer { (notes.calls, notes.faults, notes.dropsDuplicate) = ([], [], false) }
      return PlayedPlace(
        next: next, calls: notes.calls, faults: notes.faults, dropsDuplicate: notes.dropsDuplicate,
        isBeside: seen.isBeside, state: seen.state)
    }
  }
}
