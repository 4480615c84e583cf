import RawObserving
import Testing

@testable import ManagedObserving

/// What begins in the deinit of the object, and what is said of objects that are gone.
@Suite("An object that is observed in its deinit, or is gone, breaks nothing", .watched) struct InDeinitTests {
  enum Form: String, CaseIterable { case retained, unretained, lifetimeBound, sequence }

  /// Observes the object, which is in its deinit.
  private static func observe(_ clock: HomeClock, _ form: Form, _ view: ClockView, _ calls: Locked<Int>) {
    let controller =
      switch form {
      case .retained: view.kvoController
      case .unretained: view.kvoControllerNonRetaining
      case .lifetimeBound, .sequence: view.kvoControllerLifetimeBound
      }
    if form == .sequence {
      _ = controller.changes(of: clock, \.$date)
    } else {
      controller.observe(clock, \.$date) { _, _, _ in calls.withLock { $0 += 1 } }
    }
  }

  /// Observes objects one after the other, one of which has the address of the first. Returns what is wrong.
  private static func faults(of form: Form, _ view: ClockView) -> Set<String> {
    var faults: Set<String> = []
    let calls = Locked(0)
    for _ in 0..<50 {
      calls.withLock { $0 = 0 }
      let clock = HomeClock(Home())
      observe(clock, form, view, calls)
      clock.date += 1
      if form != .sequence && calls.withLock({ $0 }) != 1 { faults.insert("not called") }
      if form != .sequence && clock.activeObservations.count != 1 { faults.insert("not listed") }
      for controller in [view.kvoController, view.kvoControllerNonRetaining, view.kvoControllerLifetimeBound] {
        controller.unobserve(clock)
      }
      if !clock.activeRegistrations.isEmpty { faults.insert("left behind") }
    }
    return faults
  }

  @Test("observed in its deinit, by a form that ends with it, it is called in the rest of it", arguments: Form.allCases)
  func observedInItsDeinit(form: Form) async {
    // The classic era raises for what has not ended in time.
    await #expect(processExitsWith: .success) { [form = form.rawValue as String] in
      Era.use(.current)
      let (form, view, calls) = (Form(rawValue: form)!, ClockView(), Locked(0))
      do {
        let clock = HomeClock(Home())
        clock.lastWords = { clock in
          InDeinitTests.observe(clock, form, view, calls)
          clock.date += 1
        }
      }
      if form == .lifetimeBound { #expect(calls.withLock { $0 } == 1) }
      #expect(InDeinitTests.faults(of: form, view) == [])
    }
  }

  @Test(
    "observed by a hook of its deinit, it leaves nothing that is in the way of the next object",
    arguments: Form.allCases)
  func observedByAHook(form: Form) async {
    await #expect(processExitsWith: .success) { [form = form.rawValue as String] in
      Era.use(.current)
      let (form, view, calls) = (Form(rawValue: form)!, ClockView(), Locked(0))
      let owners = [ClockView(), ClockView(), ClockView()]
      for _ in 0..<5 {
        let clock = HomeClock(Home())
        for owner in owners {
          clock.setDeallocationHook(of: owner) { clock in
            if let clock = clock as? HomeClock { InDeinitTests.observe(clock, form, view, calls) }
          }
        }
      }
      #expect(InDeinitTests.faults(of: form, view) == [])
    }
  }

  @Test("a token of an object that is gone is not active, and its controller lists nothing", arguments: Era.allCases)
  func gone(era: Era) async {
    await #expect(processExitsWith: .success) { [era = era.rawValue as Int] in
      Era.use(Era(rawValue: era)!)
      let view = ClockView()
      for retention in [Retention.unretained, .lifetimeBound] {
        // In the classic era an object that is not retained has to be unobserved first.
        if retention == .unretained && Era.inForce == .classic { continue }
        let controller = KVOController(observer: view, retention: retention)
        var clock: Clock? = Clock()
        let token = controller.observe(clock, \.$date) { _, _, _ in }
        #expect(token.isActive)
        clock = nil
        #expect(!token.isActive && controller.activeObservations.isEmpty, "\(retention)")
        token.cancel()
        #expect(controller.core.table.contents.isEmpty, "\(retention)")
      }
    }
  }

  // MARK: What ends with one of both

  @Test("an object that is observed twice and unobserved once still ends the other observation in its deinit")
  func unobservedOnce() async {
    await #expect(processExitsWith: .success) {
      Era.use(.classic)
      let view = ClockView()
      for isFirst in [true, false] {
        let clock = Clock()
        let tokens = [
          view.kvoControllerLifetimeBound.observe(clock, \.$date) { _, _, _ in },
          view.kvoControllerLifetimeBound.observe(clock, \.$zone) { _, _, _ in },
        ]
        tokens[isFirst ? 0 : 1].cancel()
        #expect(clock.activeRegistrations.count == 1)
      }
    }
  }

  /// An observer whose deinit cannot be noticed.
  private final class Plain {}

  @Test("for an observer that is gone, nothing begins, and what is bound to it ends at the next change")
  func observerGone() {
    let clock = Clock()
    var plain: Plain? = Plain()
    let controller = KVOController(observer: plain, retention: .lifetimeBound)
    var calls = 0
    let token = controller.observe(clock, \.$date) { _, _, _ in calls += 1 }
    controller.observe(clock, \.$zone) { _, _, _ in calls += 1 }
    plain = nil
    #expect(!token.isActive)
    clock.date = 1
    #expect(clock.activeRegistrations.isEmpty && controller.core.table.contents.isEmpty)
    for options in [[], ChangeOptions.initial] {
      let late = controller.observe(clock, \.$date, options: options) { _, _, _ in calls += 1 }
      #expect(!late.isActive && clock.activeRegistrations.isEmpty && calls == 0)
    }
  }

  @Test("an observation that is silenced after its object is gone is released by the next call")
  func silencedAfterDeath() async {
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      let view = ClockView()
      weak var captured: Clock?
      var scoped: ScopedObservation?
      do {
        let (clock, other) = (Clock(), Clock())
        captured = other
        let token = view.kvoControllerNonRetaining.observe(clock, \.$date) { _, _, _ in _ = other }
        scoped = token.scoped()
      }
      #expect(captured != nil)
      scoped = nil
      view.kvoControllerNonRetaining.unobserveAll()
      #expect(captured == nil)
      withExtendedLifetime(scoped) {}
    }
  }

  @Test("an observation that a hook begins ends with the object")
  func begunByAHook() {
    let view = ClockView()
    weak var captured: Clock?
    do {
      let (clock, other) = (Clock(), Clock())
      captured = other
      // The controller's own hook may run before this one.
      view.kvoControllerLifetimeBound.observe(clock, \.$zone) { _, _, _ in }
      clock.setDeallocationHook(of: view) { [unowned view] object in
        view.kvoControllerLifetimeBound.observe(object as? Clock, \.$date) { _, _, _ in _ = other }
      }
    }
    #expect(captured == nil)
  }

  @Test("an observer that outlives its controller keeps nothing of it")
  func observerOutlives() {
    let (clock, view) = (Clock(), ClockView())
    var controller: KVOController<ClockView>? = KVOController(observer: view, retention: .lifetimeBound)
    weak let table = controller?.core.table
    controller?.observe(clock, \.$date) { _, _, _ in }
    #expect(table != nil)
    controller = nil
    #expect(table == nil && clock.activeRegistrations.isEmpty)
    withExtendedLifetime(view) {}
  }
}
