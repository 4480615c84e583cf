import Foundation
import RawObserving
import Testing

@Suite("How a process ends: the observer dies first", .watched)
struct DeallocatedObserverTests {
  static let deadObserver = [
    """
    *** RawObserving: -[ClockView observeValueForKeyPath:ofObject:change:context:]: message sent to deallocated \
    instance 0x…
    """,
    "Key path: date",
    "Observed object: <Clock 0x…>",
  ]

  @Test("a change for a deallocated observer ends the process in the classic era")
  func deadObserverClassic() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) {
      let clock = Clock()
      do { clock.addObserver(ClockView(), forKeyPath: "date", options: .initial) }
      print("the view is gone", terminator: "")
      clock.date = 1
    }
    #expect(result?.outputLines.suffix(2) == ["view heard date", "the view is gone"])
    expectDeath(result, saying: Self.deadObserver)
  }

  @Test("a change for a deallocated observer is skipped in silence in the current era")
  func deadObserverCurrent() async {
    let result = await #expect(processExitsWith: .success, observing: bothStreams) {
      Era.use(.current)
      let clock = Clock()
      let (first, last) = (ClockView(), ClockView())
      clock.addObserver(first, forKeyPath: "date")
      do { clock.addObserver(ClockView(), forKeyPath: "date") }
      clock.addObserver(last, forKeyPath: "date")
      clock.date = 1
      clock.removeObserver(first, forKeyPath: "date")
      clock.removeObserver(last, forKeyPath: "date")
      print("no observer left")
      clock.date = 2
    }
    let said = result?.outputLines.filter { $0 == "view heard date" || $0 == "no observer left" }
    #expect(said == ["view heard date", "view heard date", "no observer left"])
    #expect(result?.errorLines.contains { $0.hasPrefix("***") } == false)
  }

  @Test("an observer in its deinit counts as deallocated")
  func observerInDeinit() async {
    final class ClosingView: KeyValueObject {
      var clock: Clock?
      deinit { clock?.date = 1 }
    }
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let clock = Clock()
      var view: ClosingView? = ClosingView()
      view?.clock = clock
      clock.addObserver(view!, forKeyPath: "date")
      view = nil
    }
    expectDeath(
      result,
      saying: [
        """
        *** RawObserving: -[ClosingView observeValueForKeyPath:ofObject:change:context:]: message sent to \
        deallocated instance 0x…
        """,
        "Key path: date",
        "Observed object: <Clock 0x…>",
      ])
  }

  @Test("a deallocated observer does no harm as long as its key does not change")
  func deadObserverOfAnotherKey() async {
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      let clock = Clock()
      do { clock.addObserver(ClockView(), forKeyPath: "date") }
      clock.zone = "UTC"
    }
  }
}
