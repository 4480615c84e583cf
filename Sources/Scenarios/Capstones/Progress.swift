import Console
import ManagedObserving
import RawObserving

/// `scenarios progress FILE`: reads a file on a background thread. A bar observes the byte count and shows the
/// progress.
enum Progress {
  /// Reads and shows. Returns lines, bytes and name, as `wc -lc` prints them.
  static func count(_ file: String, raw: Bool) throws -> String {
    let counter = try LineCounter(file)
    let view: any ProgressView = raw ? RawProgressView(counter) : ManagedProgressView(counter)

    let shared = Shared(counter)  // this thread waits, and uses the counter only afterwards
    let failure = Locked<(any Error)?>(nil)
    onAnotherThread(named: "reader") {
      do { try shared.object.read() } catch { failure.withLock { $0 = error } }
    }
    let error = failure.withLock { $0 }
    view.finish(isWhole: error == nil)
    if let error { throw error }
    let counts = "\(counter.lines) \(counter.bytes)"
    return file == "-" ? counts : "\(counts) \(printable(file))"
  }
}

/// A view that shows a counter's progress as long as it lives.
protocol ProgressView: AnyObject {
  /// Ends the view's line.
  ///
  /// - Parameter isWhole: whether the counter has reached the end of its file.
  func finish(isWhole: Bool)
}

/// The bar, observing through a mediator.
final class ManagedProgressView: KeyValueObject, ProgressView {
  private var bar: ProgressBar

  init(_ counter: LineCounter) {
    bar = ProgressBar(of: counter)
    super.init()
    kvoController.observe(counter, \.$bytes, options: .initial) { view, _, change in
      view.bar.show(change.value)
    }
  }

  func finish(isWhole: Bool) { bar.finish(isWhole: isWhole) }
}

/// The bar, observing by hand.
final class RawProgressView: KeyValueObject, ProgressView {
  // One address for the class, so that it can tell its own registration from a superclass's. Sound
  // because the memory is never read or written: only the address is used.
  nonisolated(unsafe) private static let context = UnsafeMutableRawPointer.allocate(
    byteCount: 1, alignment: 1)

  private var bar: ProgressBar
  /// Retained, because it must not be deallocated while it is observed.
  private let counter: LineCounter

  init(_ counter: LineCounter) {
    bar = ProgressBar(of: counter)
    self.counter = counter
    super.init()
    // Last, because `.initial` calls back before it returns.
    counter.addObserver(
      self, forKeyPath: "bytes", options: [.initial, .new], context: Self.context)
  }

  deinit {
    counter.removeObserver(self, forKeyPath: "bytes", context: Self.context)
  }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    guard context == Self.context else {
      return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
    }
    if let bytes = change.newValue as? Int { bar.show(bytes) }
  }

  func finish(isWhole: Bool) { bar.finish(isWhole: isWhole) }
}
