/// What `observe` does if the controller observes the same key path of the same object already.
///
///     controller.observe(clock, \.$date, duplicates: .replace, action: ClockView.dateDidChange)
///     try controller.observe(clock, \.$date, duplicates: .report, action: ClockView.dateDidChange)
///
/// `Failure` is the error that `observe` can throw: ``ObservationError`` with ``report``, and `Never` with the others.
public struct DuplicatePolicy<Failure: Error>: Sendable {
  let rule: DuplicateRule
  private let failure: (@Sendable (ObservationError) -> Failure)?

  /// Throws the error, if this policy reports.
  func report(_ error: ObservationError) throws(Failure) { if let failure { throw failure(error) } }
}

/// The four policies, without the type of their error.
enum DuplicateRule {
  case ignore
  case replace
  case add
  case report
}

extension DuplicatePolicy where Failure == Never {
  /// Keeps the first observation and drops the new one. This is the default, and what the original does. The token of
  /// the dropped observation is not active.
  public static var ignore: Self { Self(rule: .ignore, failure: nil) }

  /// Replaces the first observation with the new one, its handler and its options. A change that another thread makes
  /// in between may call neither handler.
  public static var replace: Self { Self(rule: .replace, failure: nil) }

  /// Keeps both. Each change calls both handlers, in no promised order. Unobserving the key path ends both, and a token
  /// ends its own.
  public static var add: Self { Self(rule: .add, failure: nil) }
}

extension DuplicatePolicy where Failure == ObservationError {
  /// Keeps the first observation and throws an ``ObservationError``. A nil object throws too. If one of several key
  /// paths is a duplicate, none of them is observed.
  public static var report: Self { Self(rule: .report, failure: { $0 }) }
}

/// The reason why a call of `observe` with ``DuplicatePolicy/report`` observed nothing.
public enum ObservationError: Error, Hashable {
  /// The object was nil.
  case noObject

  /// The controller observes this key path of the object already, or the call names it twice.
  case alreadyObserved(keyPath: String)
}

extension ObservationError: CustomStringConvertible {
  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .noObject: "There is no object to observe: it is nil. Observe once there is one."
    case .alreadyObserved(let keyPath):
      """
      The controller observes the key path "\(keyPath)" of this object already. Unobserve it first, or \
      choose another policy: .ignore, .replace or .add.
      """
    }
  }
}
