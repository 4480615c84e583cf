import Observation
import RawObserving
import Testing

@testable import Scenarios

@MainActor
@Suite("MOD-5 fires once", .watched)
struct FiresOnceTests {
  private let clock = ObservableClock()
  private let calls = Locked(0)

  private func track() {
    withObservationTracking {
      _ = clock.date
    } onChange: { [calls] in
      calls.withLock { $0 += 1 }
    }
  }

  @Test("misused: of three sets the first is heard, and before it returns")
  func once() {
    track()
    clock.date = 1
    #expect(calls.withLock { $0 } == 1)
    clock.date = 2
    clock.date = 3
    #expect(calls.withLock { $0 } == 1)
  }

  @Test("misused: of two properties that were read, the one that changes first is heard, once")
  func twoProperties() {
    let alarm = Alarm()
    withObservationTracking {
      _ = (alarm.hour, alarm.minute)
    } onChange: { [calls] in
      calls.withLock { $0 += 1 }
    }
    alarm.minute = 1
    alarm.hour = 1
    #expect(calls.withLock { $0 } == 1)
  }

  @Test("misused: onChange runs on the thread that sets, as an observer's callback does")
  func thread() {
    let alarm = Shared(Alarm())
    let heardOn = Locked("")
    withObservationTracking {
      _ = alarm.object.hour
    } onChange: {
      heardOn.withLock { $0 = threadName }
    }
    onAnotherThread(named: "network") { alarm.object.hour = 7 }
    #expect(heardOn.withLock { $0 } == "network")
  }

  @Test("used correctly: a view that tracks again in a task shows every date it is given time for")
  func view() async {
    let view = TrackingView()
    view.watch(clock)
    for date in 1...3 {
      clock.date = date
      await wait { view.shown.last == date }
    }
    #expect(view.shown == [0, 1, 2, 3])
  }
}

@Observable
private final class Alarm {
  var hour = 0
  var minute = 0
}

@MainActor
private final class TrackingView {
  private(set) var shown: [Int] = []

  func watch(_ clock: ObservableClock) {
    withObservationTracking {
      shown.append(clock.date)
    } onChange: { [weak self, weak clock] in
      Task { @MainActor in if let clock { self?.watch(clock) } }
    }
  }
}
