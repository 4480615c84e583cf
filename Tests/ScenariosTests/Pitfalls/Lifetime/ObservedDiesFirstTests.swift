import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("LIF-1 observed dies first", .watched)
struct ObservedDiesFirstTests {
  /// The first cure: the clock knows its observer, and removes it.
  private final class TidyClock: Clock {
    weak var observer: KeyValueObject?

    deinit {
      if let observer { removeObserver(observer, forKeyPath: "date") }
    }
  }

  /// The second cure: the observer keeps the clock, and removes itself.
  private final class KeepingObserver: KeyValueObject {
    private let clock: Clock

    init(of clock: Clock) {
      self.clock = clock
      super.init()
      clock.addObserver(self, forKeyPath: "date")
    }

    deinit { clock.removeObserver(self, forKeyPath: "date") }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {}
  }

  @Test("raw, classic era: the clock's death raises, and the message lists who was left")
  func classic() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let view = Recorder()
      Clock().addObserver(view, forKeyPath: "date", options: [.old, .new])
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(
      errors.hasPrefix(
        "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException'"))
    #expect(errors.contains("of class Clock was deallocated while key value observers were still"))
    #expect(errors.contains("Key path: date, Options: <New: YES, Old: YES, Prior: NO>"))
  }

  @Test("raw, relaxed era: the clock's death cleans up in silence")
  func relaxed() async {
    await #expect(processExitsWith: .success) {
      Era.use(.relaxed)
      let view = Recorder()
      weak var probe: Clock?
      do {
        let clock = Clock()
        probe = clock
        clock.addObserver(view, forKeyPath: "date", options: [.old, .new])
        clock.date = 2
      }
      #expect(probe == nil)
      #expect(view.changes.count == 1)
    }
  }

  @Test("the first cure by hand works while the view lives")
  func firstCure() async {
    await #expect(processExitsWith: .success) {
      let view = Recorder()
      weak var probe: Clock?
      do {
        let clock = TidyClock()
        probe = clock
        clock.observer = view
        clock.addObserver(view, forKeyPath: "date")
        clock.date = 2
      }
      #expect(probe == nil)
      #expect(view.changes.count == 1)
    }
  }

  @Test("the first cure by hand fails when the view died first: there is nobody left to name")
  func firstCureFails() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let clock = TidyClock()
      do {
        let view = Recorder()
        clock.observer = view
        clock.addObserver(view, forKeyPath: "date")
      }
      #expect(clock.observer == nil)
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("of class TidyClock was deallocated while key value observers"))
  }

  @Test("the second cure by hand: the clock lives as long as its view, and no longer")
  func secondCure() async {
    await #expect(processExitsWith: .success) {
      weak var probe: Clock?
      var view: KeepingObserver?
      do {
        let clock = Clock()
        probe = clock
        view = KeepingObserver(of: clock)
      }
      #expect(view != nil)
      #expect(probe != nil)
      view = nil
      #expect(probe == nil)
    }
  }

  @Test("managed: the controller retains the clock as long as the view lives, and no longer")
  func managed() async {
    await #expect(processExitsWith: .success) {
      weak var probe: Clock?
      var view: Recorder? = Recorder()
      do {
        let clock = Clock()
        probe = clock
        view?.kvoController.observe(clock, keyPath: "date", context: nil)
      }
      #expect(probe != nil)
      probe?.date = 2
      #expect(view?.changes.count == 1)
      view = nil
      #expect(probe == nil)
    }
  }
}
