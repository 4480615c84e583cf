import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("LIF-3 observer dies first", .watched)
struct ObserverDiesFirstTests {
  /// Removes itself when it dies.
  private final class TidyObserver: KeyValueObject {
    private let clock: Clock

    init(of clock: Clock) {
      self.clock = clock
      super.init()
      clock.addObserver(self, forKeyPath: "date")
    }

    deinit { clock.removeObserver(self, forKeyPath: "date") }
  }

  @Test("raw: the change after the observer's death ends the process, and names the dead")
  func raw() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let clock = Clock()
      do {
        let view = Recorder()
        clock.addObserver(view, forKeyPath: "date")
        clock.date = 1
        #expect(view.changes.count == 1)
      }
      clock.date = 2
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(
      errors.hasPrefix(
        """
        *** -[Recorder observeValueForKeyPath:ofObject:change:context:]: message sent to deallocated \
        instance 0x
        """))
    #expect(errors.contains("\nKey path: date\nObserved object: <Clock 0x"))
  }

  @Test("raw, current era: the change is skipped, and the other observers hear it")
  func current() async {
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      let clock = Clock()
      let (first, last) = (Recorder(), Recorder())
      clock.addObserver(first, forKeyPath: "date")
      do { clock.addObserver(Recorder(), forKeyPath: "date") }
      clock.addObserver(last, forKeyPath: "date")
      clock.date = 1
      clock.date = 2
      #expect(first.changes.count == 2)
      #expect(last.changes.count == 2)
    }
  }

  @Test("raw: the observer's death alone goes unnoticed")
  func unnoticed() async {
    await #expect(processExitsWith: .success) {
      Era.use(.relaxed)  // or the clock's own death would raise
      let clock = Clock()
      clock.addObserver(Recorder(), forKeyPath: "date")
      #expect(clock.date == 0)
    }
  }

  @Test(
    "cured by hand: an observer that removes itself in deinit is not called, and not left behind")
  func cure() async {
    await #expect(processExitsWith: .success) {
      let clock = Clock()
      weak var probe: TidyObserver?
      do {
        let view = TidyObserver(of: clock)
        probe = view
      }
      #expect(probe == nil)
      clock.date = 2
    }
  }

  @Test("managed: the view's controller goes with the view, and leaves nothing behind")
  func managed() async {
    await #expect(processExitsWith: .success) {
      let clock = Clock()
      weak var view: Recorder?
      do {
        let living = Recorder()
        view = living
        living.kvoController.observe(clock, keyPath: "date", context: nil)
      }
      #expect(view == nil)
      #expect(clock.activeRegistrations.isEmpty)
      clock.date = 2
      // The classic era checks, at the clock's death, that nobody was left.
    }
  }

  @Test("managed: a controller that survives its observer calls nobody")
  func survivor() async {
    await #expect(processExitsWith: .success) {
      let clock = Clock()
      let controller: KVOController<Recorder>
      var calls = 0
      do {
        let view = Recorder()
        controller = KVOController(observer: view)
        controller.observe(clock, keyPath: "date") { _, _, _ in calls += 1 }
        clock.date = 1
      }
      #expect(controller.observer == nil)
      clock.date = 2
      #expect(calls == 1)
    }
  }
}
