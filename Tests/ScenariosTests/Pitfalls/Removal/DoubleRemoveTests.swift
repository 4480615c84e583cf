import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("REM-2 double remove", .watched)
struct DoubleRemoveTests {
  /// A view that removes itself when it is reset, and again when it dies.
  private final class ClockView: KeyValueObject {
    private let clock: Clock

    init(_ clock: Clock) {
      self.clock = clock
      super.init()
      clock.addObserver(self, forKeyPath: "date")
    }

    func reset() { clock.removeObserver(self, forKeyPath: "date") }

    deinit { reset() }
  }

  /// The same view, with a controller between it and the clock.
  private final class ManagedClockView: KeyValueObject {
    private let clock: Clock
    private let heard: Recorder

    init(_ clock: Clock, heard: Recorder) {
      self.clock = clock
      self.heard = heard
      super.init()
      kvoController.observe(clock, keyPath: "date") {
        (view: ManagedClockView, clock: Clock, change: KeyValueChange) in
        view.heard.observeValue(forKeyPath: "date", of: clock, change: change, context: nil)
      }
    }

    func reset() { kvoController.unobserve(clock, keyPath: "date") }

    deinit { reset() }
  }

  @Test("raw: a view that is never reset removes itself once, and that is right")
  func rawOnce() {
    let clock = Clock()
    var view: ClockView? = ClockView(clock)
    weak let probe = view
    view = nil
    #expect(probe == nil)
    clock.date = 1
  }
}
