import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("MOD-1 dropped token", .watched)
struct DroppedTokenTests {
  private let clock = Clock()
  private let view = DateView()

  @Test("misused: the initial call comes all the same, and so it seems to work")
  func initialCall() {
    _ = view.watch(clock, options: .initial).scoped()
    #expect(view.dates == [0])
    clock.date = 1
    #expect(view.dates == [0])
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
