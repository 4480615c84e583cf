internal import Synchronization

/// The reports of the engine and the mediator in a run that is recorded, for this package alone.
///
/// An event is reported on the thread where it happens, and no lock is held. Without a recording, a report costs one
/// check of a flag, and the event is not created.
package enum Recording {
  /// An event of a run.
  package protocol Event {}

  private static let hearer = AtomicLazyReference<Hearer>()
  private static let on = Atomic<Bool>(false)

  /// Whether the run is recorded.
  package static var isOn: Bool { on.load(ordering: .relaxed) }

  /// Passes every event to the closure from now on. The closure may be called on several threads at once, and must not
  /// change or register anything. Call this once, before the first object is created.
  package static func start(_ hear: @escaping @Sendable (any Event) -> Void) {
    _ = FieldNames.isWorking  // creates an object
    _ = hearer.storeIfNil(Hearer(hear: hear))
    on.store(true, ordering: .relaxed)
  }

  /// Passes no further event on.
  package static func stop() { on.store(false, ordering: .relaxed) }

  package static func report(_ event: @autoclosure () -> any Event) { if isOn { hearer.load()?.hear(event()) } }

  private final class Hearer: Sendable {
    let hear: @Sendable (any Event) -> Void

    init(hear: @escaping @Sendable (any Event) -> Void) { self.hear = hear }
  }
}

/// The events of observing by hand.
package enum EngineEvent: Recording.Event {
  case born(KeyValueObject)
  /// The deinit bodies of the subclasses have run.
  case dying(ObjectIdentifier)
  case gone(ObjectIdentifier)
  /// `addObserver` is called. The initial call, if there is one, comes before the registration is recorded.
  case adds(Registration, to: KeyValueObject)
  case added(Registration)
  case removed(Registration)
  /// The observed object has been deallocated, and the registration ends in silence.
  case swept(Registration)
  case willChange(KeyValueObject, key: String, from: Any)
  case changed(KeyValueObject, key: String, to: Any)
  case announces(KeyValueObject, key: String, by: String)
  case calls(Registration, KeyValueChange, of: KeyValueObject)
  case returned(Registration)
  /// A change is not delivered, because the registration has been removed or, in the era `current`, the observer has
  /// been deallocated.
  case skips(Registration, of: KeyValueObject)
  /// A violation ends the process.
  case raises(Violation)
}

extension KeyValueObject {
  /// Reports the creation, and connects every slot, so that the sets of unobserved properties are reported too.
  final func beRecorded() {
    let info = existingOrNewInfo
    for (key, slot) in (try? FieldNames.slots(of: self) { _ in true }) ?? [] { info.connect(slot, key) }
    Recording.report(EngineEvent.born(self))
  }
}
