public import Synchronization

/// Where the engine and the mediator report what happens: to one closure, if one is installed. For this package alone.
///
/// An event is reported on the thread where it happens, with no lock held, so the closure may block. The code that runs
/// is the same with and without a probe. Without one, a report costs a check of a flag, and the event is not created.
@usableFromInline package enum EventProbe {
  /// An event of a run.
  @usableFromInline package protocol Event {}

  private final class Receiver: Sendable {
    let receive: @Sendable (any Event) -> Void

    init(_ receive: @escaping @Sendable (any Event) -> Void) { self.receive = receive }
  }

  private final class LastReceiver: Sendable {
    let receive: @Sendable (Violation.ID) -> Void

    init(_ receive: @escaping @Sendable (Violation.ID) -> Void) { self.receive = receive }
  }

  private static let receiver = AtomicLazyReference<Receiver>()
  private static let lastReceiver = AtomicLazyReference<LastReceiver>()
  @usableFromInline static let isOn = Atomic<Bool>(false)

  /// Whether events are reported.
  @inlinable package static var isInstalled: Bool { isOn.load(ordering: .relaxed) }

  /// Passes every event to the closure from now on. The closure may be called on several threads at once. What it
  /// does to objects itself is reported too, so it has to recognize that.
  ///
  /// Call this once, before the first object is created. The sets of a property that has never been observed are
  /// reported only if the probe was installed before the property's object was created.
  package static func install(_ receive: @escaping @Sendable (any Event) -> Void) {
    _ = receiver.storeIfNil(Receiver(receive))
    isOn.store(true, ordering: .relaxed)
  }

  /// Passes the identity of the violation that ends this process to the closure, before its text is printed. That is no
  /// event, so nothing else is reported. For a process whose end another process reads.
  package static func atEnd(_ receive: @escaping @Sendable (Violation.ID) -> Void) {
    _ = lastReceiver.storeIfNil(LastReceiver(receive))
  }

  static func end(with violation: Violation) {
    report(EngineEvent.raises(violation))
    lastReceiver.load()?.receive(violation.id)
  }

  /// Passes no further event on.
  package static func remove() { isOn.store(false, ordering: .relaxed) }

  @inlinable package static func report(_ event: @autoclosure () -> any Event) {
    if isInstalled { pass(event()) }
  }

  @usableFromInline static func pass(_ event: any Event) { receiver.load()?.receive(event) }
}

/// The events of observing by hand, for an ``EventProbe``.
package enum EngineEvent: EventProbe.Event {
  case born(KeyValueObject)
  /// The deinit bodies of the subclasses have run.
  case dying(ObjectIdentifier)
  case gone(ObjectIdentifier)
  /// `addObserver` is called. The initial call, if there is one, comes before the registration is recorded.
  case adds(Registration, to: KeyValueObject)
  case added(Registration)
  case removed(Registration)
  /// The observed object has been deallocated, and the registration ends in silence.
  case endedWithObject(Registration)
  /// An accessor begins a change: the *will* of an automatic notification.
  case willChange(KeyValueObject, key: String, from: Any)
  /// An accessor has stored the value: the *did*.
  case changed(KeyValueObject, key: String, to: Any)
  /// A *will* or a *did* by hand.
  case announces(KeyValueObject, key: String, by: String)
  case calls(Registration, KeyValueChange, of: KeyValueObject)
  case returned(Registration)
  /// A change is not delivered, because the registration has been removed or, in the era `current`, the observer has
  /// been deallocated.
  case skips(Registration, of: KeyValueObject)
  /// A violation ends the process.
  case raises(Violation)
}
