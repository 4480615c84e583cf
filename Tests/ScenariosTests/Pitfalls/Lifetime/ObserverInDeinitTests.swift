import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("LIF-10 observer in deinit", .watched)
struct ObserverInDeinitTests {
  /// An observer whose deinit lets another thread set the clock, and waits until it has.
  private class SlowToDie: KeyValueObject {
    let clock: Clock
    let deinitHasBegun = DispatchSemaphore(value: 0)
    let changeIsOver = DispatchSemaphore(value: 0)

    init(of clock: Clock) {
      self.clock = clock
    }

    /// Starts the thread that will set the clock.
    final func awaitChange() {
      let shared = Shared(clock)  // no other thread touches it between the two semaphores
      let thread = Thread { [deinitHasBegun, changeIsOver] in
        deinitHasBegun.wait()
        shared.object.date = 1
        changeIsOver.signal()
      }
      thread.start()
    }

    final func dieSlowly() {
      deinitHasBegun.signal()
      changeIsOver.wait()
    }
  }

  private final class RawObserver: SlowToDie {
    deinit {
      dieSlowly()
      clock.removeObserver(self, forKeyPath: "date")
    }
  }

  /// Keeps an object that any thread gives it.
  private final class Keeper {
    var kept: AnyObject?
  }

  private final class Resurrecting {
    let keeper: Keeper

    init(_ keeper: Keeper) {
      self.keeper = keeper
    }

    deinit { keeper.kept = self }
  }

  @Test("raw, current era: the change is skipped, and the other observer hears it")
  func current() async {
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      let clock = Clock()
      let other = Recorder()
      clock.addObserver(other, forKeyPath: "date")
      weak var probe: RawObserver?
      do {
        let view = RawObserver(of: clock)
        probe = view
        clock.addObserver(view, forKeyPath: "date")
        view.awaitChange()
      }
      #expect(probe == nil)
      #expect(other.changes.count == 1)
      clock.removeObserver(other, forKeyPath: "date")
    }
  }

  @Test(
    "a strong reference made by hand during deinit is a resurrection: the runtime ends the process")
  func resurrection() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let keeper = Keeper()
      _ = Resurrecting(keeper)
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("deallocated with non-zero retain count"))
  }

  @Test("managed: an observer that is let go during a call lives until the call returns")
  func letGoDuringCall() async {
    await #expect(processExitsWith: .success) {
      let clock = Clock()
      let keeper = Keeper()
      weak var probe: Recorder?
      var wasAliveAfterwards = false
      do {
        let view = Recorder()
        probe = view
        keeper.kept = view
        view.kvoController.observe(clock, keyPath: "date") { view, _, _ in
          onAnotherThread(named: "owner") { [keeper = Shared(keeper)] in keeper.object.kept = nil }
          wasAliveAfterwards = probe != nil
        }
      }
      clock.date = 1
      #expect(wasAliveAfterwards)
      #expect(probe == nil)
    }
  }
}
