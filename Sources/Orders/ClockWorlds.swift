import ManagedObserving
import RawObserving

/// A view that notes its calls.
class CountedView: KeyValueObject {
  let heard: Hearing

  init(_ heard: Hearing) { self.heard = heard }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) {
    heard.note()
  }

  func show(_ date: Int) { heard.note() }
}

/// A view observes a clock.
class ClockByHand: World {
  override func makeView() -> KeyValueObject? { CountedView(heard) }
  override func makeClock() -> KeyValueObject { Clock() }

  var view: CountedView { weakView as! CountedView }
  var clock: Clock { weakClock as! Clock }

  override func make(_ move: Move) {
    // snippet.lines
    switch move {
    case .add, .again: clock.addObserver(view, forKeyPath: "date")
    case .first: clock.date = 1
    case .second: clock.date = 2
    case .remove: clock.removeObserver(view, forKeyPath: "date")
    case .releaseView: owner.view = nil
    case .releaseClock: owner.clock = nil
    }
    // snippet.end
  }
}

// snippet.careful
/// The careful remedy: the view retains the clock that it observes, and removes itself in its deinit.
class CarefulView: CountedView {
  var clock: Clock?

  func start(_ clock: Clock) {
    self.clock = clock
    clock.addObserver(self, forKeyPath: "date")
  }

  func stop() {
    clock?.removeObserver(self, forKeyPath: "date")
    clock = nil
  }

  deinit { stop() }
}
// snippet.end

class CarefulClockWorld: ClockByHand {
  override func makeView() -> KeyValueObject? { CarefulView(heard) }
  override var view: CarefulView { weakView as! CarefulView }
  override func belief(of view: KeyValueObject) -> Bool? { (view as! CarefulView).clock != nil }

  override func make(_ move: Move) {
    switch move {
    case .add, .again: view.start(clock)
    case .remove: view.stop()
    default: super.make(move)
    }
  }
}

// snippet.checked
/// The same with a check: a view that has started does not start again.
final class CheckedView: CarefulView {
  override func start(_ clock: Clock) {
    if self.clock == nil { super.start(clock) }
  }
}
// snippet.end

final class CheckedClockWorld: CarefulClockWorld {
  override func makeView() -> KeyValueObject? { CheckedView(heard) }
}

final class RetainingClockWorld: ClockByHand {
  override func make(_ move: Move) {
    switch move {
    case .add, .again: view.kvoController.observe(clock, \.$date) { view, _, change in view.show(change.value) }
    case .remove: view.kvoController.unobserve(clock, \.$date)
    default: super.make(move)
    }
  }
}

final class NonRetainingClockWorld: ClockByHand {
  override func make(_ move: Move) {
    switch move {
    case .add, .again:
      view.kvoControllerNonRetaining.observe(clock, \.$date) { view, _, change in view.show(change.value) }
    case .remove: view.kvoControllerNonRetaining.unobserve(clock, \.$date)
    default: super.make(move)
    }
  }
}

final class LifetimeBoundClockWorld: ClockByHand {
  override func make(_ move: Move) {
    switch move {
    case .add, .again:
      view.kvoControllerLifetimeBound.observe(clock, \.$date) { view, _, change in view.show(change.value) }
    case .remove: view.kvoControllerLifetimeBound.unobserve(clock, \.$date)
    default: super.make(move)
    }
  }
}

/// A view that owns a controller of the reader's own mediator.
final class OwnView: CountedView {
  private(set) lazy var controller = Self.make(self)

  // Set once, before the first world.
  nonisolated(unsafe) static var make: (AnyObject) -> OwnController = { _ in
    fatalError("the file with the mediator was not compiled into this program")
  }
}

final class OwnClockWorld: ClockByHand {
  override func makeView() -> KeyValueObject? { OwnView(heard) }
  override var view: OwnView { weakView as! OwnView }

  override func make(_ move: Move) {
    switch move {
    case .add, .again:
      view.controller.observe(clock, "date") { view, clock in (view as! OwnView).show((clock as! Clock).date) }
    case .remove: view.controller.unobserve(clock, "date")
    default: super.make(move)
    }
  }
}
