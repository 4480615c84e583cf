import ManagedObserving
import RawObserving

/// What the engine and the mediator do in an attempt, a line for each event: registrations, changes, calls and deaths.
///
/// Objects have the names of their types: `bar`, and the second one `bar 2`.
final class Trace: Sendable {
  fileprivate struct State {
    var names: [ObjectIdentifier: String] = [:]
    var counts: [String: Int] = [:]
    var old: [String: String] = [:]
    var isQuiet = false
    var hasMediatorEvents = false
    var hasDeliveries = false
  }

  /// The trace of this process.
  private static let started = Locked<Trace?>(nil)

  private let state = Locked(State())
  private let write: @Sendable (String) -> Void

  private init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

  /// Begins to trace this process.
  static func start(_ write: @escaping @Sendable (String) -> Void) {
    let trace = Trace(write)
    started.withLock { $0 = trace }
    EventProbe.install { event in
      let line = trace.state.withLock { state -> String? in
        switch event {
        case let event as EngineEvent: return state.line(for: event)
        case let event as MediatorEvent:
          state.hasMediatorEvents = true
          if case .leaves = event { state.hasDeliveries = true }
          return state.line(for: event)
        default: return nil
        }
      }
      if let line, !trace.state.withLock(\.isQuiet) { trace.write(line) }
    }
  }

  /// Whether nothing is written. Objects get their names all the same.
  static func setQuiet(_ isQuiet: Bool) { started.withLock(\.self)?.state.withLock { $0.isQuiet = isQuiet } }

  /// Runs the body, and does not see what happens in it.
  static func without(_ body: () -> Void) {
    let wasOn = EventProbe.isInstalled
    EventProbe.remove()
    body()
    if wasOn { EventProbe.install { _ in } }  // The first receiver stays.
  }

  /// Whether a controller has passed a change on to be delivered elsewhere.
  static var hasDeliveries: Bool { started.withLock(\.self)?.state.withLock(\.hasDeliveries) ?? false }

  /// Whether a controller of ManagedObserving has done anything.
  static var hasMediatorEvents: Bool {
    started.withLock(\.self)?.state.withLock(\.hasMediatorEvents) ?? false
  }
}

extension Trace.State {
  fileprivate mutating func line(for event: EngineEvent) -> String? {
    switch event {
    case .born(let object):
      _ = name(of: object)
      return nil
    case .dying(let identity): return names[identity].map { "\($0) is released, and its deinit begins" }
    case .gone(let identity):
      names[identity] = nil
      return nil
    case .adds(let registration, let object):
      return "\(name(of: object)) adds \(observer(of: registration)) as an observer of \(registration.keyPath)"
    case .removed(let registration): return "\(observer(of: registration)) is removed, for \(registration.keyPath)"
    case .endedWithObject(let registration): return "a registration of \(observer(of: registration)) was left, and ends"
    case .willChange(let object, let key, let value):
      old["\(name(of: object)).\(key)"] = text(of: value)
      return nil
    case .changed(let object, let key, let value):
      let place = "\(name(of: object)).\(key)"
      return "\(place): \(old[place] ?? "?") → \(text(of: value))"
    case .calls(let registration, _, _):
      let observer = observer(of: registration)
      return observer == "mediator" ? nil : "\(observer) is called for \(registration.keyPath)"
    case .skips(let registration, _):
      return "\(observer(of: registration)) is not called: "
        + (registration.isRemoved ? "its registration is removed" : "it is deallocated")
    case .added, .announces, .returned, .raises: return nil
    }
  }

  fileprivate mutating func line(for event: MediatorEvent) -> String? {
    switch event {
    case .recorded(let record, let object): return "a controller observes \(name(of: object)).\(record.keyPath)"
    case .dropped(let record, let object):
      return "a controller is asked once more to observe \(name(of: object)).\(record.keyPath), and drops it"
    case .ended: return "a controller ends an observation"
    case .passes(_, let observer): return "\(name(of: observer)) is called, by the mediator"
    case .leaves: return "the mediator passes a call to another thread"
    case .skips(_, let isOver):
      return "the mediator does not call: \(isOver ? "the observation is over" : "the observer is deallocated")"
    case .controllerMade, .controllerGone, .passed: return nil
    }
  }

  private func observer(of registration: Registration) -> String {
    names[registration.observerIdentity] ?? "a deallocated observer"
  }

  /// A value in a few words: strings in quotes, objects by their names.
  private mutating func text(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { text(of: $0.value) } ?? "nil"
    case .class: return name(of: value as AnyObject)
    default: return value is String ? "\"\(value)\"" : String("\(value)".prefix(60))
    }
  }

  private mutating func name(of object: AnyObject) -> String {
    if let known = names[ObjectIdentifier(object)] { return known }
    let type = "\(type(of: object))".prefix { $0 != "<" }
    let word = type.prefix(1).lowercased() + type.dropFirst()
    counts[word, default: 0] += 1
    let name = counts[word] == 1 ? word : "\(word) \(counts[word] ?? 0)"
    names[ObjectIdentifier(object)] = name
    return name
  }
}
