import RawObserving

/// An observer that keeps every change it is told of.
final class ChangeLog: KeyValueObject {
  private(set) var changes: [KeyValueChange] = []

  override init() {}

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) {
    changes.append(change)
  }
}
