internal import Synchronization

/// What the engine and the mediator report of a run that is recorded, for what belongs to this package alone.
///
/// A report is made on the thread where the thing happens, and no lock is held. As long as nobody records, it costs one
/// look at a flag, and what it would say is not made.
package enum Recording {
  /// Something that happened.
  package protocol Event {}

  private static let hearer = AtomicLazyReference<Hearer>()
  private static let on = Atomic<Bool>(false)

  /// Whether the run is recorded.
  package static var isOn: Bool { on.load(ordering: .relaxed) }

  /// Has every event passed to the closure from now on. It may be called on several threads at once, and must not
  /// change or register anything. To be called once, before the first object is made.
  package static func start(_ hear: @escaping @Sendable (any Event) -> Void) {
    _ = FieldNames.isWorking  // makes an object
    _ = hearer.storeIfNil(Hearer(hear: hear))
    on.store(true, ordering: .relaxed)
  }

  /// Has no further event passed on.
  package static func stop() { on.store(false, ordering: .relaxed) }

  package static func report(_ event: @autoclosure () -> any Event) { if isOn { hearer.load()?.hear(event()) } }

  private final class Hearer: Sendable {
    let hear: @Sendable (any Event) -> Void

    init(hear: @escaping @Sendable (any Event) -> Void) { self.hear = hear }
  }
}

/// What happens when one observes by hand.
package enum EngineEvent: Recording.Event {
  case born(KeyValueObject)
  /// The deinit bodies of the subclasses have run.
  case dying(ObjectIdentifier)
  case gone(ObjectIdentifier)
  /// `addObserver` is called. The initial call, if there is one, comes before the registration is recorded.
  case adds(Registration, to: KeyValueObject)
  case added(Registration)
  case removed(Registration)
  /// The observed object has died, and the registration ends without a word.
  case swept(Registration)
  case willChange(KeyValueObject, key: String, from: Any)
  case changed(KeyValueObject, key: String, to: Any)
  case announces(KeyValueObject, key: String, by: String)
  case calls(Registration, KeyValueChange, of: KeyValueObject)
  case returned(Registration)
  /// A change is not delivered: the registration is removed, or since the era `current` the observer is gone.
  case skips(Registration, of: KeyValueObject)
  /// The process dies of this.
  case raises(Violation)
}

extension KeyValueObject {
  /// Reports the birth, and has every set take the way on which changes are reported, also those nobody observes.
  final func beRecorded() {
    let info = existingOrNewInfo
    for (key, slot) in (try? FieldNames.slots(of: self) { _ in true }) ?? [] { info.connect(slot, key) }
    Recording.report(EngineEvent.born(self))
  }
}
