import Harness
import ManagedObserving
import RawObserving

/// Shows the dates of a clock, which it observes through its own controller.
class ManagedClockView: KeyValueObject {
  let clock: Clock
  let story: Story
  private(set) var shown: [Int] = []

  init(_ clock: Clock, _ story: Story) {
    self.clock = clock
    self.story = story
    super.init()
    kvoController.observe(clock, \.$date) { view, clock, _ in
      view.shown.append(clock.date)
      view.story.say("the view shows the date \(clock.date)")
    }
  }
}
