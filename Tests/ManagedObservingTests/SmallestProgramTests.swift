import ManagedObserving
import RawObserving
import Testing

@Suite("The documentation's whole program", .watched) struct SmallestProgramTests {
  @Test("the smallest program shows the seconds, and leaves nothing behind")
  func smallest() {
    let stopwatch = Stopwatch()
    var view: StopwatchView? = StopwatchView()
    weak let probe = view
    view?.show(stopwatch)
    #expect(view?.text == "0 s")
    stopwatch.seconds = 12
    #expect(view?.text == "12 s")
    view = nil
    #expect(probe == nil && stopwatch.activeObservations.isEmpty)
  }
}
