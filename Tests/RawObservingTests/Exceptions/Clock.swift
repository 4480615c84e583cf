import RawObserving

/// The observed object of the tests of how a process dies.
class Clock: KeyValueObject {
  @Observed var date = 0
  @Observed var zone: String?

  /// Automatic notification is off.
  @Observed var ticks = 0

  override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { key != "ticks" }
}

/// An observer that prints what it hears.
final class ClockView: KeyValueObject {
  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    print("view heard \(keyPath)")
  }
}
