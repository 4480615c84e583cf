import RawObserving

// snippet.clock
/// A clock that is set from outside. Most stories observe one.
class Clock: KeyValueObject {
  /// The time it shows, in seconds since it was started.
  @Observed var date = 0
}
// snippet.end
