import Foundation
import RawObserving
import Testing

@testable import ManagedObserving

@Suite("The order of deallocation", .watched) struct LifetimeTests {
  // MARK: The controller and what it holds

  @Test("whether what is observed is retained", arguments: [true, false])
  func retention(retainObserved: Bool) {
    let view = ClockView()
    let controller = KVOController(observer: view, retainObserved: retainObserved)
    var clock: Clock? = Clock()
    weak let probe = clock
    controller.observe(clock, keyPath: "date") { $0.valueDidChange($2) }
    if !retainObserved { controller.unobserve(clock) }  // or it would die observed
    clock = nil
    #expect((probe != nil) == retainObserved)
    controller.unobserveAll()
    #expect(probe == nil)
  }

  @Test("the lazy controllers: one that retains, one that does not")
  func lazyControllers() {
    let view = ClockView()
    #expect(view.kvoController == view.kvoController)
    #expect(view.kvoControllerNonRetaining == view.kvoControllerNonRetaining)
    #expect(view.kvoController != view.kvoControllerNonRetaining)
    #expect(view.kvoController.observer === view)
    #expect(view.kvoControllerNonRetaining.observer === view)

    var retained: Clock? = Clock()
    weak let probe = retained
    view.kvoController.observe(retained, keyPath: "date") { $0.valueDidChange($2) }
    retained = nil
    #expect(probe != nil)

    let clock = Clock()
    view.kvoControllerNonRetaining.observe(clock, keyPath: "date") { $0.valueDidChange($2) }
    clock.date = 1
    probe?.date = 1
    #expect(view.actions.count == 2)
    view.kvoController.unobserveAll()
    #expect(probe == nil)
    clock.date = 2
    #expect(view.actions.count == 3, "the one does not unobserve for the other")
    view.kvoControllerNonRetaining.unobserveAll()  // the clock may die before the view
  }

  @Test("two threads that ask at the same time get the same lazy controller")
  func lazyControllerOnce() {
    for _ in 0..<200 {
      let view = Shared(ClockView())
      let found = Shared(Locked<[KVOController<ClockView>]>([]))
      let finished = inThreads(2) { _ in
        let controller = view.value.kvoController
        found.value.withLockUnchecked { $0.append(controller) }
      }
      #expect(finished)
      let controllers = found.value.withLockUnchecked { $0 }
      #expect(controllers.count == 2 && controllers[0] == controllers[1])
    }
  }

  @Test("the lazy controllers go with their observer, and stop observing")
  func controllerGoesWithObserver() {
    let clock = Clock()
    var calls = 0
    var view: ClockView? = ClockView()
    weak let retaining = view?.kvoController.core
    weak let nonRetaining = view?.kvoControllerNonRetaining.core
    for controller in [view?.kvoController, view?.kvoControllerNonRetaining] {
      controller?.observe(clock, keyPath: "date") { _, _, _ in calls += 1 }
    }
    clock.date = 1
    #expect(calls == 2)
    view = nil
    #expect(retaining == nil && nonRetaining == nil)
    clock.date = 2
    #expect(calls == 2)
  }

  // MARK: An observer in deinit

  @Test("an observer in deinit is not called, whichever thread sets", arguments: [true, false])
  func observerInDeinit(setByAnotherThread: Bool) {
    let clock = Clock()
    var calls = 0
    var dates: [Int] = []
    var view: ClockView? = ClockView()
    let controller = KVOController(observer: view)  // outlives the view; the lazy one does not
    for controller in [controller, view?.kvoController] {
      controller?.observe(clock, keyPath: "date") { _, _, _ in calls += 1 }
    }
    clock.date = 1
    #expect(calls == 2)
    view?.whileDying = {
      if setByAnotherThread {
        let shared = Shared(clock)
        #expect(inThreads(1) { _ in shared.value.date = 2 })
      } else {
        clock.date = 2
      }
      dates.append(clock.date)
    }
    view = nil
    #expect(dates == [2], "deinit has run, and the set was made")
    #expect(calls == 2)
  }

  // MARK: The observed object dies first

  @Test("observed dies first, not retained, classic era: it raises")
  func observedDiesFirstClassic() async {
    let ending = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      Era.use(.classic)
      let view = ClockView()
      do {
        let clock = Clock()
        view.kvoControllerNonRetaining.observe(
          clock, keyPath: "date"
        ) { $0.valueDidChange($2) }
      }
      withExtendedLifetime(view) {}
    }
    #expect(ending.raised("NSInternalInconsistencyException", "of class Clock was deallocated"))
    #expect(ending.raised("Key path: date"))
  }

  @Test("observed dies first, not retained, current era: its place can be taken by another")
  func observedDiesFirstCurrent() async {
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      let view = ClockView()
      let controller = view.kvoControllerNonRetaining
      var clock: Clock? = Clock()
      let place = clock.map(ObjectIdentifier.init)  // compared, never followed
      let token = controller.observe(
        clock, keyPath: "date", options: .new
      ) { $0.valueDidChange($2) }
      clock = nil

      // Make clocks until one has the address of the first; most allocators give it to the very next.
      var others: [Clock] = []
      while others.last.map(ObjectIdentifier.init) != place && others.count < 10_000 {
        others.append(Clock())
      }
      let successor = try #require(others.last)
      successor.date = 1
      #expect(view.actions.isEmpty, "the successor is not observed yet")
      controller.observe(successor, keyPath: "date") { $0.valueDidChange($2) }
      #expect(!token.isActive, "under AddressSanitizer too, where no object gets the address")
      successor.date = 2
      #expect(view.actions.count == 1)
      controller.unobserve(successor)
      successor.date = 3
      #expect(view.actions.count == 1)
      controller.unobserveAll()
    }
  }

  @Test("removal never raises, in whatever order they die", arguments: Death.orders)
  private func anyOrderOfDeaths(order: [Death]) {
    var clock: Clock? = Clock()
    var view: ClockView? = ClockView()
    var controller: KVOController<ClockView>? = KVOController(observer: view)
    weak let probe = clock
    controller?.observe(clock, keyPaths: ["date", "zone"]) { view, _, change in
      view.valueDidChange(change)
    }
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

  private enum Death: CaseIterable {
    case observed, observer, controller

    static let orders: [[Death]] = allCases.flatMap { first in
      allCases.filter { $0 != first }.map { second in
        [first, second] + allCases.filter { $0 != first && $0 != second }
      }
    }
  }

  @Test("unobserving inside the initial call leaves nothing behind", arguments: [true, false])
  func unobserveInsideInitial(retainObserved: Bool) {
    let view = ClockView()
    let controller = KVOController(observer: view, retainObserved: retainObserved)
    var calls = 0
    var clock: Clock? = Clock()
    weak let probe = clock
    controller.observe(clock, keyPath: "date", options: .initial) {
      [unowned core = controller.core] _, clock, _ in
      calls += 1
      KVOController<ClockView>(core).unobserve(clock, keyPath: "date")
    }
    clock?.date = 1
    #expect(calls == 1)
    clock = nil  // would raise if a registration were left
    #expect(probe == nil)
  }

  // MARK: Observing oneself

  @Test("observing oneself, retaining: it leaks, until it is unobserved")
  func selfRetaining() {
    var view: SelfObservingView? = SelfObservingView()
    view?.kvoController.observe(view, keyPath: "title") { $0.valueDidChange($2) }
    weak let probe = view
    view?.title = "12:00"
    #expect(probe?.actions.count == 1)
    view = nil
    #expect(probe != nil, "view, controller, table and view keep each other alive")
    probe?.kvoController.unobserveAll()
    #expect(probe == nil)
  }

  @Test("observing oneself, not retaining, classic era: it raises")
  func selfNonRetainingClassic() async {
    let ending = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      Era.use(.classic)
      let view = SelfObservingView()
      view.kvoControllerNonRetaining.observe(
        view, keyPath: "title"
      ) { $0.valueDidChange($2) }
    }
    #expect(ending.raised("NSInternalInconsistencyException", "of class SelfObservingView"))
    #expect(ending.raised("deallocated while key value observers", "Key path: title"))
  }

  @Test("observing oneself, not retaining, current era: silence")
  func selfNonRetainingCurrent() async {
    let ending = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      Era.use(.current)
      var view: SelfObservingView? = SelfObservingView()
      weak let probe = view
      view?.kvoControllerNonRetaining.observe(
        view, keyPath: "title"
      ) { $0.valueDidChange($2) }
      view?.title = "12:00"
      #expect(view?.actions.count == 1)
      view = nil
      #expect(probe == nil)
    }
    #expect(ending.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } == "")
  }

  @Test("observing oneself in deinit, retaining, in each era: no call is made, and nothing is left", arguments: [1, 2])
  func selfInDeinit(era: Int) async {
    let ending = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { [era] in
      Era.use(era == 1 ? .classic : .current)
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

/// A view that observes its own title.
private final class SelfObservingView: ClockView {
  @Observed var title = ""
}
