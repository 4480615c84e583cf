/// What `observe` does if the controller observes the same key path of the same object already.
///
///     controller.observe(clock, \.$date, duplicates: .replace) { view, _, change in view.dateDidChange(change) }
public enum DuplicatePolicy: Sendable {
  /// Keeps the first observation and drops the new one. This is the default, and what the original does. The token of
  /// the dropped observation is not active.
  case ignore

  /// Replaces the first observation with the new one, its handler and its options. A change that is
  /// under way may call neither handler.
  case replace

  /// Keeps both. Each change calls both handlers, in no promised order. Unobserving the key path ends both, and a token
  /// ends its own.
  case add
}
