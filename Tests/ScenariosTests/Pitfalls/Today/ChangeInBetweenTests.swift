import Observation
import RawObserving
import Testing

@testable import Scenarios

@MainActor
@Suite("MOD-7 change in between", .watched)
struct ChangeInBetweenTests {
  private let clock = ObservableClock()
  private let calls = Locked(0)

  private func track() {
    withObservationTracking {
      _ = clock.date
    } onChange: { [calls] in
      calls.withLock { $0 += 1 }
    }
  }

  @Test("misused: what is set before tracking again is heard by nobody, until the next set")
  func between() {
    track()
    clock.date = 1
    clock.date = 2
    track()
    #expect(calls.withLock { $0 } == 1)
    clock.date = 3
    #expect(calls.withLock { $0 } == 2)
  }

  @available(macOS 26, *)
  @Test("used correctly: Observations yields the last value that was set while nobody waited")
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

  @Test("used correctly: read as it is tracked again, the last value is never missed")
  func readAsTracked() async {
    let view = ReadingView(clock)
    view.watch()
    clock.date = 1
    clock.date = 2
    await wait { view.shown.last == 2 }
    #expect(view.shown == [0, 2])
  }
}

@MainActor
private final class ReadingView {
  private let clock: ObservableClock
  private(set) var shown: [Int] = []

  init(_ clock: ObservableClock) {
    self.clock = clock
  }

  func watch() {
    withObservationTracking {
      shown.append(clock.date)
    } onChange: { [weak self] in
      Task { @MainActor in self?.watch() }
    }
  }
}
