import Foundation
import RawObserving
import Testing

@testable import ManagedObserving

/// What `LifetimeMatrixTests` does not play.
@Suite("The order of deallocation", .watched) struct LifetimeTests {
  @Test("the lazy controllers: one that retains, one that does not, and each unobserves for itself")
  func lazyControllers() {
    let view = ClockView()
    #expect(view.kvoController == view.kvoController && view.kvoController != view.kvoControllerNonRetaining)
    #expect(view.kvoControllerNonRetaining == view.kvoControllerNonRetaining)
    #expect(view.kvoController.observer === view && view.kvoControllerNonRetaining.observer === view)

    var retained: Clock? = Clock()
    let clock = Clock()
    weak let probe = retained
    view.kvoController.observe(retained, keyPath: "date") { $0.valueDidChange($2) }
    view.kvoControllerNonRetaining.observe(clock, keyPath: "date") { $0.valueDidChange($2) }
    retained = nil
    #expect(probe != nil)
    clock.date = 1
    probe?.date = 1
    #expect(view.actions.count == 2)
    view.kvoController.unobserveAll()
    #expect(probe == nil)
    clock.date = 2
    #expect(view.actions.count == 3)
    view.kvoControllerNonRetaining.unobserveAll()  // the clock may be deallocated before the view
  }

  @Test("an observer in its deinit is not called, whichever thread sets", arguments: [true, false])
  func observerInDeinit(setByAnotherThread: Bool) {
    let clock = Clock()
    var (calls, dates): (Int, [Int]) = (0, [])
    var view: ClockView? = ClockView()
    let controller = KVOController(observer: view)  // outlives the view; the lazy one does not
    for controller in [controller, view?.kvoController] {
      controller?.observe(clock, keyPath: "date") { _, _, _ in calls += 1 }
    }
    clock.date = 1
    #expect(calls == 2)
    view?.whileDying = {
      let shared = Shared(clock)
      if setByAnotherThread { #expect(inThreads(1) { _ in shared.value.date = 2 }) } else { clock.date = 2 }
      dates.append(clock.date)
    }
    view = nil
    #expect(dates == [2] && calls == 2, "the deinit has run, and the set was made")
  }

  private enum Death: CaseIterable { case observed, observer, controller }

  @Test("removal never raises, in whatever order they are deallocated", arguments: permutations(Death.allCases))
  private func anyOrderOfDeaths(order: [Death]) {
    var clock: Clock? = Clock()
    var view: ClockView? = ClockView()
    var controller: KVOController<ClockView>? = KVOController(observer: view)
    weak let probe = clock
    controller?.observe(clock, keyPaths: ["date", "zone"]) { view, _, change in view.valueDidChange(change) }
    view?.kvoController.observe(clock, keyPath: "date") { $0.valueDidChange($2) }
    for death in order {
      switch death {
      case .observed: clock = nil
      case .observer: view = nil
      case .controller: controller = nil
      }
      probe?.date += 1
      controller?.unobserve(probe, keyPath: "date")
      controller?.unobserve(clock)
      controller?.unobserveAll()
      view?.kvoController.unobserve(probe)
    }
    #expect(probe == nil)
  }

  @Test("observing oneself in deinit, retaining: no call is made, and nothing is left", arguments: Era.allCases)
  func selfInDeinit(era: Era) async {
    let ending = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      [era = era.rawValue as Int] in
      Era.use(Era(rawValue: era)!)
      final class LastView: ClockView {
        @Observed var title = ""
        deinit {
          kvoController.observe(self, \.$title, options: .initial) { _, _, _ in fatalError("called") }
          title = "gone"
        }
      }
      weak var probe: LastView?
      do {
        let view = LastView()
        probe = view
      }
      #expect(probe == nil)
    }
    #expect(ending.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } == "")
  }
}
