import RawObserving

/// A controller with the two races of FBKVOController, written for MED-7, and with its missing checks, for MED-9 and
/// MED-10. No other code uses it.
///
/// It is simpler than the real one: it is the raw observer itself, and takes a closure without arguments. A lock guards
/// its table, but not the state of its records, nor the property that makes it lazily.
final class NaiveController: KeyValueObject {
  private final class Record {
    enum State {
      case initial
      case observing
      case notObserving
    }

    let object: KeyValueObject
    let keyPath: String
    let handler: () -> Void
    var state = State.initial

    init(_ object: KeyValueObject, _ keyPath: String, _ handler: @escaping () -> Void) {
      self.object = object
      self.keyPath = keyPath
      self.handler = handler
    }
  }

  private let records = Locked<[Record]>([])

  /// Runs where the operating system may suspend this thread and run another one. A story sets it to what the other
  /// thread does at that moment, so that the race shows in every run.
  var whenPreempted: () -> Void = {}

  // snippet.observe
  func observe(_ object: KeyValueObject, keyPath: String, handler: @escaping () -> Void) {
    let record = Record(object, keyPath, handler)
    records.withLockUnchecked { $0.append(record) }
    object.addObserver(self, forKeyPath: keyPath, context: nil)
    if record.state == .initial {
      whenPreempted()
      record.state = .observing
    } else {
      object.removeObserver(self, forKeyPath: keyPath, context: nil)
    }
  }
  // snippet.end

  // snippet.unobserve
  func unobserve(_ object: KeyValueObject, keyPath: String) {
    guard let record = takeRecord(of: object, keyPath) else { return }
    if record.state == .observing {
      object.removeObserver(self, forKeyPath: keyPath, context: nil)
    }
    record.state = .notObserving
  }
  // snippet.end

  deinit {
    for record in records.withLock({ $0 }) where record.state == .observing {
      record.object.removeObserver(self, forKeyPath: record.keyPath, context: nil)
    }
  }

  func observes(_ object: KeyValueObject, _ keyPath: String) -> Bool {
    records.withLockUnchecked { records in
      records.contains { $0.object === object && $0.keyPath == keyPath }
    }
  }

  private func takeRecord(of object: KeyValueObject, _ keyPath: String) -> Record? {
    records.withLockUnchecked { records in
      records.firstIndex { $0.object === object && $0.keyPath == keyPath }
        .map { records.remove(at: $0) }
    }
  }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    let record = records.withLockUnchecked { records in
      records.first { $0.object === object && $0.keyPath == keyPath }
    }
    record?.handler()
  }
}
