import Foundation
import RawObserving
import Testing

@Suite("How a process ends: the observer dies first", .watched)
struct DeallocatedObserverTests {
  @Test("a change for a deallocated observer ends the process in the classic era")
  func deadObserverClassic() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) {
      let clock = Clock()
      do { clock.addObserver(ClockView(), forKeyPath: "date", options: .initial) }
      print("the view is gone", terminator: "")
      clock.date = 1
    }
    #expect(result?.outputLines.suffix(2) == ["view heard date", "the view is gone"])
    expectDeath(
      result,
      """
      -[ClockView observeValueForKeyPath:ofObject:change:context:]: message sent to deallocated instance 0x…
      Key path: date
      Observed object: <Clock 0x…>
      """)
  }

  /// Sets what it observes in its deinit.
  private final class ClosingView: KeyValueObject {
    @Observed var title = ""
    var clock: Clock?
    deinit { clock?.date = 1 }
  }

  @Test("an observer in its deinit counts as deallocated")
  func observerInDeinit() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let clock = Clock()
      var view: ClosingView? = ClosingView()
      view?.clock = clock
      clock.addObserver(view!, forKeyPath: "date")
      view = nil
    }
    expectDeath(
      result,
      """
      -[ClosingView observeValueForKeyPath:ofObject:change:context:]: message sent to deallocated instance 0x…
      Key path: date
      Observed object: <Clock 0x…>
      """)
  }

  // Apple's systems of the current era call such an observer, on the thread that deallocates it.
  @Test("in the current era an observer in its deinit is skipped, even one that is itself observed")
  func observedObserverInDeinit() async {
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      let (clock, other) = (Clock(), ClockView())
      var view: ClosingView? = ClosingView()
      view?.clock = clock
      clock.addObserver(view!, forKeyPath: "date")
      view?.addObserver(other, forKeyPath: "title")
      view = nil
      #expect(clock.date == 1)
    }
  }
}
