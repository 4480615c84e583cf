import RawObserving
import Testing

/// The program of the documentation's first page, run.
@Suite("The documentation's program") struct DocumentationTests {
  /// A scope of its own, as the classes have common names.
  enum Smallest {
    // snippet.smallest
    final class Clock: KeyValueObject {
      @Observed var date = 0
    }

    final class ClockView: KeyValueObject {
      // Only its address is used: it is never read or written.
      nonisolated(unsafe) private static let context =
        UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

      let clock: Clock
      var heard = ""

      init(_ clock: Clock) {
        self.clock = clock
        super.init()
        clock.addObserver(self, forKeyPath: "date", options: .new, context: Self.context)
      }

      deinit {
        clock.removeObserver(self, forKeyPath: "date", context: Self.context)
      }

      override func observeValue(
        forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
        context: UnsafeMutableRawPointer?
      ) {
        guard context == Self.context else {
          return super.observeValue(
            forKeyPath: keyPath, of: object, change: change, context: context)
        }
        heard = "\(keyPath) is \(change.newValue ?? "not told")"
      }
    }
    // snippet.end
  }

  @Test("the view hears of the date, and removes itself as it dies")
  func smallest() {
    let clock = Smallest.Clock()
    var view: Smallest.ClockView? = Smallest.ClockView(clock)
    weak let probe = view
    clock.date = 12
    #expect(view?.heard == "date is 12")
    view = nil
    #expect(probe == nil)
    clock.date = 13
  }
}
