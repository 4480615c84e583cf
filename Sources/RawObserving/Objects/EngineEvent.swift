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
  case swept(Registration)
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
