/// What `observe` does if the controller observes the same key path of the same object already.
///
///     controller.observe(clock, \.$date, duplicates: .replace) { … }
///     try controller.observe(clock, \.$date, duplicates: .report) { … }
///
/// `Failure` is what `observe` can throw with it: nothing, but for ``report``.
public struct DuplicatePolicy<Failure: Error>: Sendable {
  let rule: DuplicateRule
  private let failure: (@Sendable (ObservationError) -> Failure)?

  /// Throws the error, if this policy reports.
  func report(_ error: ObservationError) throws(Failure) { if let failure { throw failure(error) } }
}

/// The four policies, as the table is asked.
enum DuplicateRule {
  case ignore
  case replace
  case add
  case report
}

extension DuplicatePolicy where Failure == Never {
  /// The first observation stays, and the new one is dropped: what the original does, and the default. The token of
  /// what was dropped is not active.
  public static var ignore: Self { Self(rule: .ignore, failure: nil) }

  /// The new one takes the place of the first, with its own handler and options. A change that another thread makes
  /// in between may be told to neither.
  public static var replace: Self { Self(rule: .replace, failure: nil) }

  /// Both are told of each change, in no promised order. Unobserving the key path ends both; a token ends its own.
  public static var add: Self { Self(rule: .add, failure: nil) }
}

extension DuplicatePolicy where Failure == ObservationError {
  /// The first observation stays, and `observe` throws; also where there is no object to observe. Nothing is observed
  /// then, of several key paths not one.
  public static var report: Self { Self(rule: .report, failure: { $0 }) }
}

/// Why nothing came of a call of `observe` that was to report it.
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
      say what is to become of the two: .ignore, .replace or .add.
      """
    }
  }
}
