internal import RawObserving

/// Stands for one observation, and ends it.
///
///     let token = controller.observe(clock, \.$date) { … }
///     token.cancel()
///
/// A token is a value that can be dropped, copied and compared. Dropping it changes nothing: the observation belongs
/// to the controller, which lives as long as the observer, so a forgotten token does no harm. ``scoped()`` is for an
/// observation that is to end sooner, with something else.
///
/// It retains neither side. Once the observation has ended, it does not retain the handler either.
///
/// It is not `Sendable`. Cancelling releases what the handler captured, and its deinit would run on a thread where it
/// may not be used. In a `@MainActor` class keep a ``ScopedObservation``, or cancel in an `isolated deinit`.
public struct ObservationToken: Hashable {
  let record: Record?

  /// Ends the observation; the controller forgets it at once. Does nothing if it has ended.
  ///
  /// May be called inside the handler. A call that is under way on another thread finishes; on this thread none
  /// begins any more.
  public func cancel() { if let record { record.controller?.unobserve(record) } }

  /// Whether changes are passed on. False once the observation is cancelled, the object is unobserved, or the
  /// observer or the controller is gone; and from the beginning for an observation that was dropped as a duplicate,
  /// or had no object or no observer.
  public var isActive: Bool {
    guard let record else { return false }
    return Mediator.shared.isLiving(record) && record.observer != nil
  }

  /// The same observation as an object that cancels it when it goes.
  public func scoped() -> ScopedObservation { ScopedObservation(self) }

  /// Two tokens are equal if they stand for the same observation.
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

/// An observation that ends when this object goes, if it has not ended by then.
///
/// It has to be kept: dropped at once, nothing is observed. That is why `observe` returns an ``ObservationToken``,
/// and this has to be asked for.
public final class ScopedObservation {
  /// The observation.
  public let token: ObservationToken

  init(_ token: ObservationToken) { self.token = token }

  /// Ends the observation now.
  public func cancel() { token.cancel() }

  deinit { token.cancel() }
}

@available(*, unavailable) extension ScopedObservation: Sendable {}
