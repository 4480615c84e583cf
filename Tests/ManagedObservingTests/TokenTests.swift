import RawObserving
import Testing

@testable import ManagedObserving

/// A token stands for one observation, and ends it.
@Suite("Tokens", .watched) struct TokenTests {
  private let clock = Clock()
  private let view = ClockView()
  private var controller: KVOController<ClockView> { view.kvoController }

  @Test("cancelling ends one observation, once, and not its successor; the controller forgets it")
  func cancel() {
    let token = controller.observe(clock, \.$date) { $0.valueDidChange($2) }
    controller.observe(clock, \.$zone) { $0.valueDidChange($2) }
    #expect(token.isActive)
    for _ in 0..<3 { token.cancel() }
    (clock.date, clock.zone) = (1, "UTC")
    #expect(view.actions.count == 1)
    #expect(!token.isActive && controller.activeObservations.map(\.keyPath) == ["zone"])
    let again = controller.observe(clock, \.$date) { $0.valueDidChange($2) }
    token.cancel()
    #expect(again.isActive && again != token && !token.isActive)
  }

  @Test("unobserving by a key path to a property of another object does nothing")
  func foreignPath() {
    clock.twin = Clock()
    controller.observe(clock, \.$date) { _, _, _ in }
    controller.unobserve(clock, \.twin!.$date)
    #expect(clock.activeObservations.count == 1)
  }

  @Test("dropping a token changes nothing; a scoped one ends with it, and is removed at the next call, or by cancel")
  func scoped() {
    var clock: Clock? = Clock()
    weak let living = clock
    controller.observe(clock, \.$date) { $0.valueDidChange($2) }
    var scoped: ScopedObservation? = controller.observe(clock, \.$zone) { $0.valueDidChange($2) }.scoped()
    clock?.date = 1
    clock?.zone = "UTC"
    #expect(view.actions.count == 2 && scoped?.token.isActive == true)
    controller.unobserve(clock, \.$date)
    scoped = nil
    #expect(clock?.activeRegistrations.count == 1 && clock?.activeObservations.isEmpty == true)
    clock = nil
    #expect(living != nil, "the controller retains it")
    controller.unobserve(Clock())
    #expect(living == nil && view.actions.count == 2)
    controller.observe(self.clock, \.$zone) { $0.valueDidChange($2) }.scoped().cancel()
    #expect(self.clock.activeRegistrations.isEmpty)
  }

  @Test(
    "a token retains neither side, nor the controller, nor what the handler captured",
    arguments: [Retention.retained, .lifetimeBound])
  func retainsNothing(retention: Retention) {
    var captured: ClockView? = ClockView()
    var clock: Clock? = Clock()
    var view: ClockView? = ClockView()
    var controller: KVOController<ClockView>? = KVOController(observer: view, retention: retention)
    weak let capturedProbe = captured
    weak let clockProbe = clock
    weak let viewProbe = view
    weak let controllerProbe = controller?.core
    let token = controller?.observe(clock, \.$date) { [captured] _, _, _ in _ = captured }
    captured = nil
    #expect(capturedProbe != nil)
    token?.cancel()
    #expect(capturedProbe == nil)
    let other = controller?.observe(clock, \.$date) { _, _, _ in }
    (clock, view, controller) = (nil, nil, nil)
    #expect(clockProbe == nil && viewProbe == nil && controllerProbe == nil)
    #expect(other?.isActive == false)
    other?.cancel()
  }

  @Test("an observation whose observer is gone is not active; what it prints says so")
  func observerGone() {
    var view: ClockView? = ClockView()
    let controller = KVOController(observer: view)
    let token = controller.observe(clock, \.$date) { $0.valueDidChange($2) }
    #expect("\(token)" == "date, observed")
    view = nil
    #expect(!token.isActive && "\(token)" == "date, not observed any more")
    #expect("\(controller.observe(nil as Clock?, \.$date) { _, _, _ in })" == "not observed")
  }
}
