/// Identifies one observation, and ends it.
///
///     let token = controller.observe(clock, \.$date) { view, _, change in view.dateDidChange(change) }
///     token.cancel()
///
/// You can drop, copy and compare a token. Dropping it changes nothing: the observation belongs to the controller,
/// which ends it. Use ``scoped()`` for an observation that ends earlier, with another object.
///
/// It retains neither side. Once the observation has ended and its registration is removed, it does not retain the
/// handler either. A handler with `on:` is released where its changes are delivered, soon after.
///
/// It is not `Sendable`. Cancelling releases what the handler captured, and the deinit of a captured object could then
/// run on a thread where the object must not be used. In a `@MainActor` class keep a ``ScopedObservation``, or cancel
/// in an `isolated deinit` (on Apple's systems it can crash: the card LIF-11 says when).
public struct ObservationToken: Hashable {
  let record: Record?

  /// Ends the observation. Does nothing if it has ended.
  ///
  ///     token.cancel()
  ///
  /// You may call it inside the handler. No further call begins on this thread. A call that is under way on another
  /// thread finishes.
  ///
  /// - Complexity: constant on average, however many observations the controller and the object have.
  public func cancel() { if let record { Mediator.shared.end(record.table.take(record)) } }

  /// Whether changes call the handler. It is false once the observation has ended, for whatever reason. It is false
  /// from the beginning if the observation was dropped as a duplicate, or if there was no object or no observer. If the
  /// object has been deallocated, changes that wait to be delivered elsewhere still call the handler.
  public var isActive: Bool {
    guard let record else { return false }
    return record.isLiving && record.observer != nil
  }

  /// Returns an object that ends this observation when it is deallocated.
  ///
  ///     observation = cell.kvoController.observe(clock, \.$date) { cell, _, change in
  ///       cell.text = "\(change.value)"
  ///     }.scoped()
  ///
  /// What such an object holds is in the way of no other observation. So you can assign the property again, as when a
  /// cell is used again for the same clock: the new observation begins, and then the old one ends.
  ///
  /// > Important: If the observation was dropped as a duplicate of one that is not scoped, there is nothing to hold.
  /// > Write `duplicates: .add` if the controller observes the property in another way too.
  ///
  /// - Returns: the object. Keep it: if it is dropped, the observation ends at once.
  public func scoped() -> ScopedObservation {
    record?.willBeScoped()
    return ScopedObservation(self)
  }

  /// Returns whether both identify the same observation.
  public static func == (one: Self, other: Self) -> Bool { one.record === other.record }

  /// Hashes the identity of the observation.
  public func hash(into hasher: inout Hasher) { hasher.combine(record.map(ObjectIdentifier.init)) }
}

@available(*, unavailable) extension ObservationToken: Sendable {}

extension ObservationToken: CustomStringConvertible {
  /// The key path, and whether it is still observed.
  public var description: String {
    record.map { "\($0.keyPath), \(isActive ? "observed" : "not observed any more")" } ?? "not observed"
  }
}

/// Ends its observation when it is deallocated.
///
/// Keep it in a property: if it is dropped, the observation ends at once. That is why `observe` returns an
/// ``ObservationToken``, which can be dropped, and you ask for this object by ``ObservationToken/scoped()``.
///
/// It may be deallocated on any thread: an object of an actor is deallocated where its last reference goes. So no
/// further change is passed on, and nothing of the object or the controller is used there. The registration is removed,
/// and what the handler captured is released, at the next change of the key, at the next call to the controller, or
/// when the controller or the object is deallocated. Until then a controller that retains its objects retains this one.
/// ``cancel()`` does all of that at once. What a handler with `on:` captured is released where its changes are
/// delivered.
public final class ScopedObservation {
  /// The observation.
  public let token: ObservationToken

  init(_ token: ObservationToken) { self.token = token }

  /// Ends the observation now, on the thread where the object and the controller are used.
  ///
  ///     scoped.cancel()
  ///
  /// The registration is removed, and what the handler captured is released, before it returns. Does nothing if the
  /// observation has ended.
  public func cancel() { token.cancel() }

  deinit { token.record?.silenceElsewhere() }
}

@available(*, unavailable) extension ScopedObservation: Sendable {}
