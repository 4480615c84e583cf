import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("MED-5 local controller", .watched)
struct LocalControllerTests {
  @Test("misused: the initial call arrives, and then no other")
  func local() {
    let clock = Clock()
    let view = MortalView()
    var dates: [Int] = []
    do {
      let controller = KVOController(observer: view)
      controller.observe(clock, \.$date, options: .initial) { _, clock, _ in
        dates.append(clock.date)
      }
    }
    clock.date = 1
    #expect(dates == [0])
  }

  @Test("used correctly: the lazy controller is made once, and goes on observing")
  func lazy() {
    let clock = Clock()
    let view = MortalView()
    var dates: [Int] = []
    view.kvoController.observe(clock, \.$date) { _, clock, _ in
      dates.append(clock.date)
    }
    clock.date = 1
    clock.date = 2
    #expect(dates == [1, 2])
    #expect(view.kvoController == view.kvoController)
    #expect(view.kvoController != view.kvoControllerNonRetaining)
  }

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

  @Test(
    "used correctly: the lazy controller goes after the deinit body, before the stored properties")
  func orderOfDeath() {
    let clock = Clock()
    var moments: [String] = []
    func note(_ moment: String) {
      moments.append("\(moment): \(clock.activeRegistrations.count)")
    }
    var view: MortalView! = MortalView()
    view.kvoController.observe(clock, \.$date) { _, _, _ in }
    view.inDeinitBody = { note("deinit body") }
    view.last.whenItGoes = { note("stored properties") }
    view = nil
    #expect(moments == ["deinit body: 1", "stored properties: 0"])
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

  @Test("used correctly: a stored controller goes with the view too")
  func stored() {
    let clock = Clock()
    var view: MortalView! = MortalView()
    view.controller = KVOController(observer: view)
    var calls = 0
    view.controller?.observe(clock, \.$date) { _, _, _ in calls += 1 }
    clock.date = 1
    #expect(calls == 1)
    view = nil
    #expect(clock.activeRegistrations.isEmpty)
    clock.date = 2
    #expect(calls == 1)
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

private final class LastProperty {
  var whenItGoes = {}
  deinit { whenItGoes() }
}

private final class MortalView: KeyValueObject {
  let last = LastProperty()
  var controller: KVOController<MortalView>?
  var inDeinitBody = {}
  deinit { inDeinitBody() }
}
