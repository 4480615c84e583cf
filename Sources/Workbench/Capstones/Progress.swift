import Console
import Foundation
import Harness
import ManagedObserving
import RawObserving

/// `scenarios progress FILE`: reads a file on a background thread. A bar observes the count of bytes.
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
    view.bar.finish()
    if let error = failure.withLock({ $0 }) { throw error }
    let counts = "\(counter.lines) \(counter.bytes)"
    return file == "-" ? counts : "\(counts) \(printable(file))"
  }
}

/// Counts the lines and bytes of a file, a chunk at a time, and can be observed.
final class LineCounter: KeyValueObject {
  /// How many bytes have been read so far: set once for each chunk.
  @Observed private(set) var bytes = 0
  private(set) var lines = 0
  /// The size of the file in bytes; nil if it is not known in advance.
  let size: Int?

  private let name: String
  private let file: FileHandle

  /// Opens the file; `-` is standard input.
  init(_ path: String) throws {
    name = path == "-" ? "standard input" : quoted(path, most: 4096)
    guard let file = path == "-" ? .standardInput : FileHandle(forReadingAtPath: path) else {
      throw InputError(message: "cannot read \(name): \(String(cString: strerror(errno))).")
    }
    var status = stat()
    let isKnown = fstat(file.fileDescriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size > 0
    (self.file, size) = (file, isKnown ? Int(status.st_size) : nil)
  }

  /// Reads to the end of the file, on the calling thread.
  func read() throws {
    var chunk = [UInt8](repeating: 0, count: 256 * 1024)
    while true {
      let count = Foundation.read(file.fileDescriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw InputError(message: "cannot read \(name): \(String(cString: strerror(errno))).") }
      if count == 0 { return }
      lines += chunk[..<count].count { $0 == 0x0A }
      bytes += count
    }
  }
}

/// A view that shows a counter's progress as long as it lives.
protocol ProgressView: AnyObject {
  var bar: ProgressBar { get }
}

/// The bar, observing through a mediator.
final class ManagedProgressView: KeyValueObject, ProgressView {
  let bar = ProgressBar()

  init(_ counter: LineCounter) {
    super.init()
    kvoController.observe(counter, \.$bytes, options: .initial) { view, counter, change in
      view.bar.show(change.value, of: counter.size)
    }
  }
}

/// The bar, observing by hand.
final class RawProgressView: KeyValueObject, ProgressView {
  // One address for the class, so that it can tell its own registration from a superclass's. Sound
  // because the memory is never read or written: only the address is used.
  nonisolated(unsafe) private static let context = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

  let bar = ProgressBar()
  /// Retained, because it must not be deallocated while it is observed.
  private let counter: LineCounter

  init(_ counter: LineCounter) {
    self.counter = counter
    super.init()
    // Last, because `.initial` calls back before it returns.
    counter.addObserver(self, forKeyPath: "bytes", options: [.initial, .new], context: Self.context)
  }

  deinit { counter.removeObserver(self, forKeyPath: "bytes", context: Self.context) }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    guard context == Self.context else {
      return super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
    }
    if let bytes = change.newValue as? Int { bar.show(bytes, of: counter.size) }
  }
}

/// A line on the terminal that is drawn again, at most twenty times a second. If standard error is no terminal, it draws
/// nothing.
final class ProgressBar {
  private let line = StatusLine()
  private var (done, size): (Int, Int?) = (0, nil)
  private var lastDrawing: ContinuousClock.Instant?

  func show(_ done: Int, of size: Int?) {
    (self.done, self.size) = (done, size)
    if lastDrawing.map({ ContinuousClock.now - $0 >= .milliseconds(50) }) ?? true { draw() }
  }

  /// Shows where the job has ended, and ends the line.
  func finish() {
    draw()
    line.finish()
  }

  private func draw() {
    lastDrawing = .now
    let text = Self.text(done, of: size)
    line.show { columns in String(text.prefix(max(0, columns - 1))) }
  }

  /// `43 % [########            ] 1234 bytes`
  static func text(_ done: Int, of size: Int?) -> String {
    guard let size, size >= done else { return "\(done) bytes" }
    let bar = String(repeating: "#", count: done * 20 / size).padded(to: 20)
    return "\(done * 100 / size) % [\(bar)] \(done) bytes"
  }
}
