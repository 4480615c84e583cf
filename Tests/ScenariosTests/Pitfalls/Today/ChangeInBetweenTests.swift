import Observation
import RawObserving
import Testing

@testable import Scenarios

@MainActor
@Suite("MOD-7 change in between", .watched)
struct ChangeInBetweenTests {
  private let clock = ObservableClock()
  private let calls = Locked(0)

  @available(macOS 26, *)
  @Test("used correctly: Observations yields the last value that was set while no loop waited")
  func observations() async {
    var dates: [Int] = []
    for await date in Observations({ clock.date }) {
      dates.append(date)
      await Task.yield()
      if date == 0 {
        clock.date = 1
        clock.date = 2
      } else {
        break
      }
    }
    #expect(dates == [0, 2])
  }
}
