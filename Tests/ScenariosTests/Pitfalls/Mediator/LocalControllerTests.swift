import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("MED-5 local controller", .watched)
struct LocalControllerTests {
  @Test("used correctly: both lazy controllers go with the view, and nothing is left registered")
  func automaticRemoval() {
    let (clock, otherClock) = (Clock(), Clock())
    var view: MortalView! = MortalView()
    let probe = Probe(view)
    var calls = 0
    view.kvoController.observe(clock, \.$date) { _, _, _ in calls += 1 }
    view.kvoControllerNonRetaining.observe(otherClock, \.$date) { _, _, _ in
      calls += 1
    }
    view = nil
    #expect(!probe.isAlive)
    clock.date = 1
    otherClock.date = 1
    #expect(calls == 0)
    // The clocks die now, in the classic era: a leftover would end the process.
  }

  @Test("used correctly: a change made in the view's own deinit body is not heard")
  func changeInDeinit() {
    let clock = Clock()
    var view: MortalView! = MortalView()
    var calls = 0
    view.kvoController.observe(clock, \.$date) { _, _, _ in calls += 1 }
    view.inDeinitBody = { clock.date = 1 }
    view = nil
    #expect(clock.date == 1)
    #expect(calls == 0)
  }

  @Test("used correctly: removing by hand, twice, or what was never observed, does no harm")
  func byHand() {
    let clock = Clock()
    let view = MortalView()
    var calls = 0
    view.kvoController.observe(clock, \.$date) { _, _, _ in calls += 1 }
    view.kvoController.unobserve(clock, \.$date)
    view.kvoController.unobserve(clock, \.$date)
    view.kvoController.unobserve(Clock())
    view.kvoController.unobserveAll()
    view.kvoController.unobserveAll()
    clock.date = 1
    #expect(calls == 0)

    view.kvoController.observe(clock, \.$date) { _, _, _ in calls += 1 }
    clock.date = 2
    #expect(calls == 1)
  }
}

private final class MortalView: KeyValueObject {
  var inDeinitBody = {}
  deinit { inDeinitBody() }
}
