// The whole program that the documentation's first page shows. SmallestProgramTests runs it.
// snippet.smallest-program
import RawObserving

final class Stopwatch: KeyValueObject {
  @Observed var seconds = 0
}

final class StopwatchView: KeyValueObject {
  // Only its address is used: it is never read or written.
  nonisolated(unsafe) private static let context =
    UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

  let stopwatch: Stopwatch
  var text = ""

  init(_ stopwatch: Stopwatch) {
    self.stopwatch = stopwatch
    super.init()
    stopwatch.addObserver(self, forKeyPath: "seconds", options: .new, context: Self.context)
  }

  deinit {
    stopwatch.removeObserver(self, forKeyPath: "seconds", context: Self.context)
  }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    guard context == Self.context else {
      return super.observeValue(
        forKeyPath: keyPath, of: object, change: change, context: context)
    }
    text = "\(keyPath) is \(change.newValue ?? "not there")"
  }
}
// snippet.end
