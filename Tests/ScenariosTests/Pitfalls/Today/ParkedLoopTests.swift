import ManagedObserving
import Observation
import RawObserving
import Testing

@testable import Scenarios

@MainActor
@Suite("MOD-14 parked loop", .watched)
struct ParkedLoopTests {
  private let seen = Locked(0)
  private let hasEnded = Locked(false)

  @available(macOS 26, *)
  @Test("misused: the next change wakes the loop, which then ends")
  func woken() async {
    let clock = ObservableClock()
    var view: LoopingView! = LoopingView()
    _ = view.watch(clock, seen, hasEnded)
    await wait { seen.withLock { $0 } == 1 }
    view = nil
    clock.date = 1
    await wait { hasEnded.withLock { $0 } }
    #expect(seen.withLock { $0 } == 1)
  }

  @available(macOS 26, *)
  @Test("misused: a clock that is weak in the sequence alone is held by the task")
  func weakInside() async {
    var clock: ObservableClock! = ObservableClock()
    let probe = Probe(clock)
    let task = Task { [clock, seen] in
      for await _ in Observations({ [weak clock] in clock?.date }) { seen.withLock { $0 += 1 } }
    }
    clock = nil
    await wait { seen.withLock { $0 } == 1 }
    await letOthersRun()
    #expect(probe.isAlive)
    task.cancel()
    await wait { !probe.isAlive }
  }

  @available(macOS 26, *)
  @Test("misused: a clock that is weak everywhere goes, and its death does not wake the loop")
  func weakThroughout() async {
    var clock: ObservableClock! = ObservableClock()
    let probe = Probe(clock)
    let task = Task { [weak clock, seen, hasEnded] in
      for await date in Observations({ [weak clock] in clock?.date }) {
        if date == nil { break }
        seen.withLock { $0 += 1 }
      }
      hasEnded.withLock { $0 = true }
    }
    await wait { seen.withLock { $0 } == 1 }
    clock = nil
    await letOthersRun()
    #expect(!probe.isAlive)
    #expect(!hasEnded.withLock { $0 })
    task.cancel()
    await wait { hasEnded.withLock { $0 } }
  }

  @available(macOS 26, *)
  @Test("misused: an owner that its loop captures strongly stays, and its deinit cannot cancel")
  func strongly() async {
    let clock = ObservableClock()
    var view: CancellingView! = CancellingView()
    let probe = Probe(view)
    let task = view.watchHolding(clock, seen)
    await wait { seen.withLock { $0 } == 1 }
    view = nil
    await letOthersRun()
    #expect(probe.isAlive)
    task.cancel()
    await wait { !probe.isAlive }
  }

  @Test("used correctly: the controller's sequence ends with its observer, or with what it observes")
  func sequence() async {
    for viewGoes in [true, false] {
      var clock: Clock? = Clock()
      var view: Recorder? = Recorder()
      let ends = Locked(0)
      let controller = view?.kvoControllerLifetimeBound
      let changes = controller?.changes(of: clock, \.$date)
      Task {
        if let changes { for await _ in changes {} }
        ends.withLock { $0 += 1 }
      }
      await letOthersRun()
      #expect(ends.withLock { $0 } == 0)
      if viewGoes { view = nil } else { clock = nil }
      await wait { ends.withLock { $0 } == 1 }
      #expect(ends.withLock { $0 } == 1)
    }
  }
}

@MainActor
private class LoopingView {
  private var latest = 0

  @available(macOS 26, *)
  func watch(
    _ clock: ObservableClock, _ seen: Locked<Int>, _ hasEnded: Locked<Bool>
  ) -> Task<Void, Never> {
    Task { [weak self] in
      for await date in Observations({ clock.date }) {
        guard let self else { break }
        latest = date
        seen.withLock { $0 += 1 }
      }
      hasEnded.withLock { $0 = true }
    }
  }
}

@MainActor
private final class CancellingView: LoopingView {
  private var task: Task<Void, Never>?

  @available(macOS 26, *)
  override func watch(
    _ clock: ObservableClock, _ seen: Locked<Int>, _ hasEnded: Locked<Bool>
  ) -> Task<Void, Never> {
    let task = super.watch(clock, seen, hasEnded)
    self.task = task
    return task
  }

  @available(macOS 26, *)
  func watchHolding(_ clock: ObservableClock, _ seen: Locked<Int>) -> Task<Void, Never> {
    let task = Task { [self] in
      for await _ in Observations({ clock.date }) {
        withExtendedLifetime(self) { seen.withLock { $0 += 1 } }
      }
    }
    self.task = task
    return task
  }

  deinit { task?.cancel() }
}
