import ManagedObserving
import RawObserving

/// A raw observer that keeps what it hears.
final class Recorder: KeyValueObject {
  private(set) var changes: [KeyValueChange] = []

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    changes.append(change)
  }
}
