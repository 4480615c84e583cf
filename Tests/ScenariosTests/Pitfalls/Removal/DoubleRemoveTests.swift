import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("REM-2 double remove", .watched)
struct DoubleRemoveTests {
  /// A view that removes itself when it is reset, and again when it dies.
  private final class ClockView: KeyValueObject {
    private let clock: Clock

    init(_ clock: Clock) {
      self.clock = clock
      super.init()
      clock.addObserver(self, forKeyPath: "date")
    }

    func reset() { clock.removeObserver(self, forKeyPath: "date") }

    deinit { reset() }
  }

  /// The same view, with a controller between it and the clock.
  private final class ManagedClockView: KeyValueObject {
    private let clock: Clock
    private let heard: Recorder

    init(_ clock: Clock, heard: Recorder) {
      self.clock = clock
      self.heard = heard
      super.init()
      kvoController.observe(clock, keyPath: "date") {
        (view: ManagedClockView, clock: Clock, change: KeyValueChange) in
        view.heard.observeValue(forKeyPath: "date", of: clock, change: change, context: nil)
      }
    }

    func reset() { kvoController.unobserve(clock, keyPath: "date") }

    deinit { reset() }
  }

  @Test("raw: a view that is never reset removes itself once, and that is right")
  func rawOnce() {
    let clock = Clock()
    var view: ClockView? = ClockView(clock)
    weak let probe = view
    view = nil
    #expect(probe == nil)
    clock.date = 1
  }

  @Test("raw: after a reset, the removal in deinit ends the process")
  func rawTwice() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT),
      observing: [\.standardOutputContent, \.standardErrorContent]
    ) {
      var view: ClockView? = ClockView(Clock())
      view?.reset()
      print("the reset went well")
      view = nil
    }
    let ended = try #require(result)
    let story = String(decoding: ended.standardOutputContent, as: UTF8.self)
    let text = String(decoding: ended.standardErrorContent, as: UTF8.self)
    #expect(story.contains("the reset went well"))
    #expect(text.contains("'NSRangeException'"))
    #expect(text.contains("Cannot remove an observer <ClockView 0x"))
    #expect(text.contains("because it is not registered as an observer."))
  }

  @Test("managed: reset, reset again and deinit are one removal and two that do nothing")
  func managed() {
    let clock = Clock()
    let heard = Recorder()
    var view: ManagedClockView? = ManagedClockView(clock, heard: heard)
    weak let probe = view
    clock.date = 1
    view?.reset()
    clock.date = 2
    view?.reset()
    view = nil
    clock.date = 3
    #expect(probe == nil)
    #expect(heard.changes.count == 1)
  }
}
