import RawObserving

/// A view that retains what it observes, and removes itself in its deinit: in some orders that is not enough.
final class Clock: KeyValueObject {
  @Observed var date = 0
}

final class ClockView: KeyValueObject {
  var clock: Clock?

  func start(_ clock: Clock) {
    self.clock = clock
    clock.addObserver(self, forKeyPath: "date")
  }

  func stop() {
    clock?.removeObserver(self, forKeyPath: "date")
    clock = nil
  }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) {
    precondition(clock != nil, "called after it has stopped")
  }

  deinit { stop() }
}

var clock: Clock! = Clock()
var view: ClockView! = ClockView()

// in any order:
view.start(clock)
view.start(clock)
clock.date = 1  // then
clock.date = 2
view.stop()
view = nil
clock = nil
