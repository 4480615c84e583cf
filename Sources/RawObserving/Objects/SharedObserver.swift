/// An observer that observes on behalf of others, as a mediator does: one object for all of them.
///
/// It is called on every thread, so it cannot be observed, nor have associated objects or hooks. For such an observer,
/// removing a registration that is not there is no error, and a removal reads no property. ``activeRegistrations`` does
/// not list the observer itself. Apple's systems have nothing of the kind.
package protocol SharedObserver: KeyValueObject {
  /// What a registration with that context calls in place of this object. It is asked once, when the registration is
  /// made. Nil if there is none: then this object is called, as any observer is.
  func receiver(for context: UnsafeMutableRawPointer?) -> (any ChangeReceiver)?
}

/// What a registration of a ``SharedObserver`` calls. The registration retains it.
package protocol ChangeReceiver: AnyObject, Sendable {
  /// Whether the registration only waits for its removal. Then a change reads nothing for it and raises nothing, and its
  /// call carries no values.
  var isSilenced: Bool { get }

  /// Receives a change of the registration. Called where an observer's `observeValue` would be.
  func receive(_ change: KeyValueChange, of object: KeyValueObject)
}
