import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("MOD-1 dropped token", .watched)
struct DroppedTokenTests {
  private let clock = Clock()
  private let view = DateView()

  @Test("misused: a scoped observation that nobody keeps ends at once")
  func dropped() {
    let token = view.watch(clock).scoped().token
    #expect(!token.isActive)
    clock.date = 1
    #expect(view.dates.isEmpty)
  }

  @Test("misused: the initial call comes all the same, and so it seems to work")
  func initialCall() {
    _ = view.watch(clock, options: .initial).scoped()
    #expect(view.dates == [0])
    clock.date = 1
    #expect(view.dates == [0])
  }

  @Test("used correctly: kept, it is heard until it goes")
  func kept() {
    var observation: ScopedObservation? = view.watch(clock).scoped()
    #expect(observation?.token.isActive == true)
    clock.date = 1
    #expect(view.dates == [1])
    observation = nil
    clock.date = 2
    #expect(view.dates == [1])
  }

  @Test("used correctly: an observation whose plain token is dropped goes on")
  func plain() {
    _ = view.watch(clock)
    clock.date = 1
    #expect(view.dates == [1])
  }
}

private final class DateView: KeyValueObject {
  private(set) var dates: [Int] = []

  func watch(_ clock: Clock, options: ChangeOptions = []) -> ObservationToken {
    kvoController.observe(clock, \.$date, options: options) { view, clock, _ in
      view.dates.append(clock.date)
    }
  }
}
