import Observation
import RawObserving
import Testing

@testable import Scenarios

@MainActor
@Suite("MOD-6 before the write", .watched)
struct BeforeTheWriteTests {
  private let clock = ObservableClock()
  private let read = Locked<[Int]>([])

  @Test("misused: onChange reads the old value, assigned or changed in place")
  func atOnce() {
    for change in [{ clock.date = 1 }, { clock.date += 1 }] {
      withObservationTracking {
        _ = clock.date
      } onChange: { [clock, read] in
        MainActor.assumeIsolated { read.withLock { $0.append(clock.date) } }
      }
      change()
    }
    #expect(read.withLock { $0 } == [0, 1])
    #expect(clock.date == 2)
  }

  @Test("misused: tracked again inside onChange, every set is heard, and read one too late")
  func oneBehind() {
    let view = HastyView()
    view.watch(clock)
    for date in 1...3 { clock.date = date }
    #expect(view.shown == [0, 0, 1, 2])
  }

  @Test("misused: key-value observing's prior call reads the old value too; another call follows")
  func prior() {
    let (clock, view) = (Clock(), PriorReader())
    clock.addObserver(view, forKeyPath: "date", options: .prior)
    clock.date = 1
    clock.removeObserver(view, forKeyPath: "date")
    #expect(view.before == [0])
    #expect(view.after == [1])
  }

  @Test("used correctly: read in a task, the value is the new one")
  func later() async {
    withObservationTracking {
      _ = clock.date
    } onChange: { [clock, read] in
      Task { @MainActor in
        let date = clock.date
        read.withLock { $0.append(date) }
      }
    }
    clock.date = 1
    #expect(read.withLock { $0 }.isEmpty)
    await wait { read.withLock { !$0.isEmpty } }
    #expect(read.withLock { $0 } == [1])
  }
}

@MainActor
private final class HastyView {
  private(set) var shown: [Int] = []

  func watch(_ clock: ObservableClock) {
    withObservationTracking {
      shown.append(clock.date)
    } onChange: { [weak self, weak clock] in
      MainActor.assumeIsolated { if let clock { self?.watch(clock) } }
    }
  }
}

private final class PriorReader: KeyValueObject {
  private(set) var before: [Int] = []
  private(set) var after: [Int] = []

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    guard let clock = object as? Clock else { return }
    if change.isPrior { before.append(clock.date) } else { after.append(clock.date) }
  }
}
