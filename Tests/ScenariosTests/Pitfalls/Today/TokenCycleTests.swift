import ManagedObserving
import Observation
import RawObserving
import Testing

@testable import Scenarios

@Suite("MOD-2 token cycle", .watched)
struct TokenCycleTests {
  private let clock = Clock()

  @Test("misused: it makes no difference whose controller it is")
  func foreignController() {
    let app = KVOController(observer: clock)
    var view: TokenView! = TokenView()
    let probe = Probe(view)
    view.watchCapturing(clock, through: app)
    view = nil
    #expect(probe.isAlive)
    app.unobserveAll()
    #expect(!probe.isAlive)
  }

  @Test("used correctly: a closure that uses the observer passed in captures no object")
  func passedIn() {
    var view: TokenView! = TokenView()
    let probe = Probe(view)
    view.watchPassedIn(clock)
    clock.date = 1
    #expect(view.dates == [1])
    view = nil
    #expect(!probe.isAlive)
  }

  @MainActor
  @Test("misused: an owner of the observed object that onChange captures stays until a change")
  func tracking() {
    var screen: TrackedScreen! = TrackedScreen()
    let probe = Probe(screen)
    weak let clock = screen.clock
    screen.track()
    screen = nil
    #expect(probe.isAlive)
    clock?.date = 1
    #expect(!probe.isAlive && clock == nil)
  }

  @MainActor
  @Test("misused: the observed object itself, captured by onChange, stays until a change")
  func observedCaptured() {
    var clock: ObservableClock! = ObservableClock()
    weak let probe = clock
    withObservationTracking {
      _ = clock.date
    } onChange: { [clock] in
      withExtendedLifetime(clock) {}
    }
    clock = nil
    #expect(probe != nil)
    probe?.date = 1
    #expect(probe == nil)
  }
}

private final class TokenView: KeyValueObject {
  private(set) var dates: [Int] = []
  private var observation: ScopedObservation?

  @discardableResult
  func watchCapturing<Observer>(
    _ clock: Clock, through controller: KVOController<Observer>
  ) -> ScopedObservation? {
    observation = controller.observe(clock, \.$date) { _, _, _ in
      self.dates.append(1)
    }.scoped()
    return observation
  }

  func watchWeakly(_ clock: Clock, through app: KVOController<Clock>) {
    observation = app.observe(clock, \.$date) { [weak self] _, _, _ in
      self?.dates.append(1)
    }.scoped()
  }

  func watchPassedIn(_ clock: Clock) {
    observation = kvoController.observe(clock, \.$date) { view, clock, _ in
      view.dates.append(clock.date)
    }.scoped()
  }
}

@MainActor
private final class TrackedScreen {
  let clock = ObservableClock()
  private let calls = Locked(0)

  func track() {
    withObservationTracking {
      _ = clock.date
    } onChange: {
      self.calls.withLock { $0 += 1 }
    }
  }

  func trackWeakly() {
    withObservationTracking {
      _ = clock.date
    } onChange: { [weak self] in
      self?.calls.withLock { $0 += 1 }
    }
  }
}
