import Foundation
import RawObserving
import Testing

@testable import ManagedObserving

/// Observations and registrations, as values.
@Suite("What is observed, and by which observer", .watched) struct IntrospectionTests {
  private let clock = Clock()

  @Test("what a controller observes")
  func controller() {
    let view = ClockView()
    let controller = view.kvoController
    controller.observe(clock, \.$date) { _, _, _ in }
    controller.observe(clock, keyPath: "zone") { $0.valueDidChange($2) }
    let observations = controller.activeObservations
    #expect(observations.map(\.keyPath) == ["date", "zone"])
    #expect(observations.map(\.options) == [.new, []])
    #expect(observations.map(\.handler) == ["block", "block"])
    #expect(observations.allSatisfy { $0.object === clock && $0.observer === view })
    #expect(observations == controller.activeObservations)
    #expect(Set(observations + controller.activeObservations).count == 2)
    #expect(
      "\(observations[0])"
        == "\(describe(clock)) date [.new], observed by \(describe(view)), block")
    observations[0].token.cancel()
    #expect(controller.activeObservations.map(\.keyPath) == ["zone"])
  }

  @Test("the observations of an object through any controller, in the order in which they began")
  func object() {
    let views = [ClockView(), ClockView()]
    views[1].kvoController.observe(clock, \.$zone) { $0.valueDidChange($2) }
    views[0].kvoControllerNonRetaining.observe(clock, \.$date) { $0.valueDidChange($2) }
    views[0].kvoControllerLifetimeBound.observe(
      clock, keyPath: "twin.date"
    ) { $0.valueDidChange($2) }
    clock.addObserver(views[0], forKeyPath: "date")
    #expect(clock.activeObservations.map(\.keyPath) == ["zone", "date", "twin.date"])
    #expect(
      clock.activeObservations.map { $0.observer.map(ObjectIdentifier.init) }
        == [views[1], views[0], views[0]].map(ObjectIdentifier.init))
    clock.removeObserver(views[0], forKeyPath: "date")
    #expect(Clock().activeObservations.isEmpty)
    views[0].kvoControllerNonRetaining.unobserveAll()
  }

  @Test("a path through an object is an observation of the one at which it begins")
  func path() {
    let view = ClockView()
    let twin = Clock()
    clock.twin = twin
    view.kvoController.observe(clock, \.$twin.$date) { $0.valueDidChange($2) }
    #expect(twin.activeObservations.isEmpty)
    #expect(clock.activeObservations.map(\.keyPath) == ["twin.date"])
  }

  @Test("what is called, in words, for each form")
  @MainActor func handlers() {
    final class SharedView: Sendable {}
    let (view, caller) = (SharedView(), ClockView())
    let controller = KVOController(observer: view)
    controller.observe(clock, \.$date) { _, _, _ in }
    controller.observe(clock, \.$date, duplicates: .add, on: .shared) { _, _ in }
    controller.observe(
      clock, \.$date, duplicates: .add, on: .function { $0() }, block: { _, _ in })
    caller.kvoController.observe(clock, \.$date) { $0.valueDidChange($2) }
    caller.kvoController.observe(clock, keyPath: "zone", context: someContext)
    let changes = controller.changes(of: clock, \.$date)
    #expect(
      clock.activeObservations.map(\.handler) == [
        "block", "block on the main actor", "block elsewhere", "block", "context 0x2a", "sequence",
      ])
    withExtendedLifetime((changes, view)) {}
  }

  @Test("an observer that is gone is nil, and the description says so")
  func observerGone() {
    var view: ClockView? = ClockView()
    let controller = KVOController(observer: view)
    controller.observe(clock, \.$date) { _, _, _ in }
    view = nil
    #expect(clock.activeObservations.map { $0.observer == nil } == [true])
    #expect(
      "\(clock.activeObservations[0])"
        == "\(describe(clock)) date [.new], observed by an observer that is gone, block")
    controller.unobserveAll()
  }

  @Test("an observation of an object that is gone is not listed, and its token is not active")
  func objectGone() async {
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      let view = ClockView()
      let controller = view.kvoControllerNonRetaining
      var clock: Clock? = Clock()
      let token = controller.observe(clock, keyPath: "date", context: nil)
      #expect(token.isActive && controller.activeObservations.count == 1)
      clock = nil
      #expect(!token.isActive && controller.activeObservations.isEmpty)
    }
  }

  @Test("an object in its deinit is nil, and the description says so")
  func objectInDeinit() throws {
    final class EndingClock: Clock {
      var end: () -> Void = {}
      deinit { end() }
    }
    let view = ClockView()
    let controller = view.kvoControllerLifetimeBound
    var seen: [ActiveObservation] = []
    do {
      let clock = EndingClock()
      controller.observe(clock, keyPath: "date", context: nil)
      clock.end = { seen = controller.activeObservations }
    }
    #expect(controller.activeObservations.isEmpty)
    let observation = try #require(seen.first)
    #expect(observation.object == nil)
    #expect("\(observation)" == "an object that is gone date [], observed by \(describe(view)), context 0x0")
  }

  // MARK: Registrations by hand

  @Test("the registrations of an object: those made by hand, and the mediator's")
  func registrations() throws {
    let (view, other) = (ClockView(), ClockView())
    clock.addObserver(other, forKeyPath: "date", options: [.new, .old], context: someContext)
    view.kvoController.observe(clock, \.$zone, options: .old) { _, _, _ in }
    clock.addObserver(other, forKeyPath: "twin.date")
    let registrations = clock.activeRegistrations
    #expect(registrations.map(\.keyPath) == ["date", "zone", "twin.date"])
    #expect(registrations.map(\.options) == [[.new, .old], [.new, .old], []])
    #expect(registrations.map { $0.observer === other } == [true, false, true])
    #expect(registrations.map(\.isForOthers) == [false, true, false])
    #expect(registrations[1].observer == nil, "the mediator is not handed out")
    #expect(registrations.map(\.context).first == someContext)
    #expect("\(registrations[0])" == "\(describe(other)) date [.new, .old] context 0x2a")
    #expect(clock.activeObservations.map(\.keyPath) == ["zone"], "the controller's alone")
    view.kvoController.unobserveAll()
    clock.removeObserver(other, forKeyPath: "date", context: someContext)
    #expect(clock.activeRegistrations.map(\.keyPath) == ["twin.date"])
    clock.removeObserver(other, forKeyPath: "twin.date")
    #expect(clock.activeRegistrations.isEmpty)
  }

  @Test("looking at the observations, while they come and go inside handlers, keeps nothing alive")
  func looking() {
    var view: ClockView? = ClockView()
    weak let probe = view
    var counts: [Int] = []
    view?.kvoController.observe(clock, \.$date, options: .initial) { view, clock, _ in
      counts.append(clock.activeObservations.count)
      view.kvoController.unobserve(clock)
      counts.append(clock.activeObservations.count)
    }
    #expect(counts == [0, 0], "the initial call comes before the registration is recorded")
    view?.kvoController.observe(clock, \.$date) { view, clock, _ in
      counts.append(clock.activeObservations.count)
      view.kvoController.unobserve(clock)
      counts.append(clock.activeObservations.count)
    }
    clock.date = 1
    #expect(counts == [0, 0, 1, 0])
    view = nil
    #expect(probe == nil)
  }
}
