import RawObserving

/// An observer that keeps every change that it hears.
final class ChangeLog: KeyValueObject {
  private(set) var changes: [KeyValueChange] = []

  override init() {}

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) {
    changes.append(change)
  }
}

/// A number of times, for a message: "1 time", "2 times".
package func times(_ count: Int) -> String { count == 1 ? "1 time" : "\(count) times" }
