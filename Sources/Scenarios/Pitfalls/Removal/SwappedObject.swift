import Harness
import ManagedObserving
import RawObserving

/// REM-6: the property that holds the observed object is set to another object, and the registration stays with the
/// first.
enum SwappedObject {
  static let pitfall = Pitfall(
    "REM-6", "swapped-object", "The observed object is swapped, and its registration is not moved",
    frequency: .sometimes, symptoms: [.noLongerCalled, .calledForOthers, .diesWhenRemoved],
    change: .delete(#"kvoController.unobserve(oldValue, \.$date)"#), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the clock is swapped, then the view is closed",
      .dies(.notRegistered), wanted: "the hall's clock is at 2, the closed view shows 2"
    ) { raw($0, ClockView.init) },
    .raw(
      "the setter moves the registration",
      .finds("the hall's clock is at 2, the closed view shows 2")
    ) { raw($0, MovingClockView.init) },
    .managed(
      "the setter moves the observation",
      .finds("the hall's clock is at 2, the closed view shows 2")
    ) { managed($0, ManagedMovingClockView.init) },
    .managed(
      "the observation is not moved",
      .finds("the hall's clock is at 2, the closed view shows 3"),
      wanted: "the hall's clock is at 2, the closed view shows 2",
      sameMistake: true
    ) { managed($0, ManagedClockView.init) },
  ]

  private class ClockView: KeyValueObject {
    private(set) var date = 0
    // snippet.view
    var clock: Clock

    required init(_ clock: Clock) {
      self.clock = clock
      super.init()
      clock.addObserver(self, forKeyPath: "date", options: .new)
    }

    func close() { clock.removeObserver(self, forKeyPath: "date") }
    // snippet.end

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      date = change.newValue as? Int ?? 0
    }
  }

  // snippet.asked
  private final class MovingClockView: ClockView {
    override var clock: Clock {
      willSet { clock.removeObserver(self, forKeyPath: "date") }
      didSet { clock.addObserver(self, forKeyPath: "date", options: .new) }
    }
  }
  // snippet.end

  private static func raw(_ story: Story, _ makeView: (Clock) -> ClockView) -> String {
    let kitchen = Clock()
    let hall = Clock()
    let view = makeView(kitchen)
    view.clock = hall
    hall.date = 2
    story.say("the hall's clock is at \(hall.date), the view shows \(view.date)")
    story.say("the view is closed")
    view.close()
    kitchen.date = 3
    return "the hall's clock is at \(hall.date), the closed view shows \(view.date)"
  }

  private class ManagedClockView: KeyValueObject {
    var clock: Clock
    private(set) var date = 0

    required init(_ clock: Clock) {
      self.clock = clock
      super.init()
      watch(clock)
    }

    func watch(_ clock: Clock) {
      kvoController.observe(clock, \.$date) { view, clock, _ in
        view.date = clock.date
      }
    }

    func close() { kvoController.unobserve(clock, \.$date) }
  }

  // snippet.managed-moving
  private final class ManagedMovingClockView: ManagedClockView {
    override var clock: Clock {
      didSet {
        kvoController.unobserve(oldValue, \.$date)
        watch(clock)
      }
    }
  }
  // snippet.end

  private static func managed(_ story: Story, _ makeView: (Clock) -> ManagedClockView) -> String {
    let kitchen = Clock()
    let hall = Clock()
    let view = makeView(kitchen)
    view.clock = hall
    hall.date = 2
    story.say("the hall's clock is at \(hall.date), the view shows \(view.date)")
    story.say("the view is closed")
    view.close()
    kitchen.date = 3
    return "the hall's clock is at \(hall.date), the closed view shows \(view.date)"
  }
}
