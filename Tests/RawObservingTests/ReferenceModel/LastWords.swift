import Foundation

/// What is said when the engine ends the process in the middle of a program: whose seed it was.
///
/// A model that is right and an engine that is right never get there. If one of the two is not, the
/// engine may find a broken rule in a property's setter, which cannot throw.
enum LastWords {
  // Written by the one test that uses it, and read by the handler, which runs when that test has come to
  // its end. A handler must not allocate, so the text is ready before.
  private nonisolated(unsafe) static let text = UnsafeMutableBufferPointer<UInt8>
    .allocate(capacity: 200)
  private nonisolated(unsafe) static var length = 0

  /// Prints the seed if the process ends by `abort` while `body` runs.
  static func naming<Result>(_ seed: UInt64, _ body: () -> Result) -> Result {
    let words =
      "seed \(seed) ended the process; `make fuzz FIRST=\(seed) SEEDS=1` prints its program\n"
    length = text.update(fromContentsOf: words.utf8.prefix(text.count))
    let previous = signal(SIGABRT) { _ in
      _ = write(STDERR_FILENO, LastWords.text.baseAddress, LastWords.length)
    }
    defer { signal(SIGABRT, previous) }
    return body()
  }
}
