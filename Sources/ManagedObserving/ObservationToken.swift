internal import RawObserving

/// Stands for one observation, and ends it.
///
///     let token = controller.observe(clock, \.date) { … }
///     token.cancel()
///
/// A token is a value that can be dropped, copied, compared and sent to other threads. Dropping it changes
/// nothing: the observation belongs to the controller, which lives as long as the observer, so a forgotten
/// token does no harm. ``scoped()`` is for an observation that is to end sooner, with something else.
///
/// It keeps neither side alive. Once the observation has ended, it does not keep the handler either.
public struct ObservationToken: Hashable, @unchecked Sendable {
  // Sound as Sendable: of the record, only what never changes is read, and what the controller and the
  // mediator change under their locks.
  let record: Record?

  /// Ends the observation; the controller forgets it at once. Does nothing if it has ended.
  ///
  /// Safe from any thread, and inside a handler, also in the initial call, where ``Change/observation`` is
  /// the token. A call that is under way on another thread finishes; on this thread none begins any more.
  public func cancel() {
    if let record { record.controller?.unobserve(record) }
  }

  /// Whether changes are passed on: false once it is cancelled, once the object is unobserved, or the observer or
  /// the controller is gone; and from the beginning for an observation that was dropped as a duplicate, or had no
  /// object or no observer.
  public var isActive: Bool {
    guard let record else { return false }
    return Mediator.shared.isLiving(record) && record.controller?.observer != nil
  }

  /// The same observation as an object that cancels it when it goes.
  public func scoped() -> ScopedObservation { ScopedObservation(self) }

  /// Two tokens are equal if they stand for the same observation.
  public static func == (one: Self, other: Self) -> Bool { one.record === other.record }

  /// Hashes the identity of the observation.
  public func hash(into hasher: inout Hasher) { hasher.combine(record.map(ObjectIdentifier.init)) }
}

extension ObservationToken: CustomStringConvertible {
  /// The key path, and whether it is still observed.
  public var description: String {
    record.map { "\($0.keyPath), \(isActive ? "observed" : "not observed any more")" }
      ?? "not observed"
  }
}

/// An observation that ends when this object goes, if it has not ended by then.
///
/// It has to be kept: dropped at once, nothing is observed. That is why ``ObservationToken`` is what `observe`
/// returns, and this is to be asked for.
public final class ScopedObservation: Sendable {
  /// The observation.
  public let token: ObservationToken

  init(_ token: ObservationToken) {
    self.token = token
  }

  /// Ends the observation now.
  public func cancel() { token.cancel() }

  deinit { token.cancel() }
}
