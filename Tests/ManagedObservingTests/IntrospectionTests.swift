import ManagedObserving
import RawObserving
import Testing

/// Who observes what, as values.
@Suite("What is observed by whom") struct IntrospectionTests {
  private let clock = Clock()

  @Test("what a controller observes")
  func controller() {
    let view = ClockView()
    let controller = view.kvoController
    controller.observe(clock, \.date, options: .new) { (_: ClockView, _, _) in }
    controller.observe(clock, keyPath: "zone", action: ClockView.valueDidChange)
    let observations = controller.activeObservations
    #expect(observations.map(\.keyPath) == ["date", "zone"])
    #expect(observations.map(\.options) == [.new, []])
    #expect(observations.map(\.handler) == ["block", "action"])
    #expect(observations.allSatisfy { $0.object === clock && $0.observer === view })
    #expect(observations == controller.activeObservations)
    #expect(Set(observations + controller.activeObservations).count == 2)
    #expect(observations[0].description.hasSuffix("date [.new] block"))
    observations[0].token.cancel()
    #expect(controller.activeObservations.map(\.keyPath) == ["zone"])
  }

  @Test("who observes an object through any controller, in the order in which they began")
  func object() {
    let views = [ClockView(), ClockView()]
    views[1].kvoController.observe(clock, \.zone, action: ClockView.valueDidChange)
    views[0].kvoControllerNonRetaining.observe(clock, \.date, action: ClockView.valueDidChange)
    views[0].kvoControllerLifetimeBound.observe(
      clock, keyPath: "twin.date", action: ClockView.valueDidChange)
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
    view.kvoController.observe(clock, \.twin?.date, action: ClockView.valueDidChange)
    #expect(twin.activeObservations.isEmpty)
    #expect(clock.activeObservations.map(\.keyPath) == ["twin.date"])
  }
}
