import RawObserving
import Testing

@Suite("The documentation's whole program", .watched) struct SmallestProgramTests {
  @Test("the view shows each change, and removes its registration in its deinit")
  func smallest() {
    let stopwatch = Stopwatch()
    var view: StopwatchView? = StopwatchView(stopwatch)
    weak let probe = view
    stopwatch.seconds = 12
    #expect(view?.text == "seconds is 12")
    view = nil
    #expect(probe == nil && stopwatch.activeRegistrations.isEmpty)
    stopwatch.seconds = 13
  }
}
