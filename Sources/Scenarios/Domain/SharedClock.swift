import Observation
import RawObserving

// snippet.clock
/// A clock that any thread may set. It belongs to no actor, and every access to the date is under a lock.
@Observable
final class SharedClock: Sendable {
  @ObservationIgnored private let stored = Locked(0)
  /// Called for each change, after `onChange` and before the date is stored.
  @ObservationIgnored private let willStore: @Sendable () -> Void

  init(willStore: @escaping @Sendable () -> Void = {}) {
    self.willStore = willStore
  }

  var date: Int {
    get {
      access(keyPath: \.date)
      return stored.withLock { $0 }
    }
    set {
      withMutation(keyPath: \.date) {
        willStore()
        stored.withLock { $0 = newValue }
      }
    }
  }
}
// snippet.end
