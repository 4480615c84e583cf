#if canImport(ObjectiveC)
  import Foundation
  import RawObserving
  import Testing

  /// A model whose keys announce automatically.
  ///
  /// The fixtures are `@unchecked Sendable` because the handlers of `observe(_:options:changeHandler:)` are `@Sendable`.
  /// Each test uses its own objects, on one thread unless it says otherwise.
  class Clock: NSObject, @unchecked Sendable {
    @objc dynamic var date = 0
    @objc dynamic var place: String?
  }

  /// A model whose one key announces by hand.
  class ManualClock: NSObject, @unchecked Sendable {
    private var stored = 0

    @objc dynamic var date: Int {
      get { stored }
      set {
        willChangeValue(forKey: "date")
        stored = newValue
        didChangeValue(forKey: "date")
      }
    }

    override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
      key == "date" ? false : super.automaticallyNotifiesObservers(forKey: key)
    }
  }

  /// The head of the path `clock.date`.
  final class Tower: NSObject, @unchecked Sendable {
    @objc dynamic var clock: Clock?
  }

  /// One call of an observer.
  struct Call {
    let keyPath: String?
    let object: NSObject?
    let change: [NSKeyValueChangeKey: Any]
    let context: UnsafeMutableRawPointer?
    let isOnMainThread: Bool

    var kind: NSKeyValueChange? { (change[.kindKey] as? UInt).flatMap { NSKeyValueChange(rawValue: $0) } }
    var new: Any? { change[.newKey] }
    var old: Any? { change[.oldKey] }
    var isPrior: Bool { change[.notificationIsPriorKey] as? Bool ?? false }
    var indexes: IndexSet? { change[.indexesKey] as? IndexSet }
  }

  /// An observer that keeps what it is told.
  final class Recorder: NSObject, @unchecked Sendable {
    private(set) var calls: [Call] = []
    var reaction: (() -> Void)?

    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      calls.append(
        Call(
          keyPath: keyPath, object: object as? NSObject, change: change ?? [:], context: context,
          isOnMainThread: Thread.isMainThread))
      reaction?()
    }
  }

  /// An observer without `observeValue`.
  final class Bystander: NSObject, @unchecked Sendable {}

  /// Contexts, as Apple's guide recommends them: addresses that nothing else has.
  enum Context {
    nonisolated(unsafe) static let first = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    nonisolated(unsafe) static let second = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
  }

  /// Writes a line to standard error, at once.
  func note(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }

  /// What ends a process on purpose.
  enum Exceptions {
    /// From now on, an exception that nothing catches is written to standard error by name and reason, before it ends
    /// the process. Foundation's own message may go to the system's log alone.
    static func print() {
      NSSetUncaughtExceptionHandler { exception in
        note("\(exception.name.rawValue): \(exception.reason ?? "")")
      }
    }
  }

  extension Optional where Wrapped == ExitTest.Result {
    /// Whether standard error has all these words; false if the process did not end as it should, which the exit test
    /// itself reports.
    func says(_ words: String...) -> Bool {
      guard let self else { return false }
      let text = String(decoding: self.standardErrorContent, as: UTF8.self)
      return words.allSatisfy(text.contains)
    }

    /// What ``Exceptions/print()`` wrote.
    var exception: String {
      let text = String(decoding: self?.standardErrorContent ?? [], as: UTF8.self)
      return text.components(separatedBy: "\n").first { $0.hasPrefix("NS") } ?? ""
    }
  }
#endif
