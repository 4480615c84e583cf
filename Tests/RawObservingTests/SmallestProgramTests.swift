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

  @Test("a misuse is tested by an exit test")
  func misuse() async throws {
    // snippet.misuse
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (stopwatch, other) = (Stopwatch(), Stopwatch())
      stopwatch.removeObserver(other, forKeyPath: "seconds")
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("NSRangeException"))
    // snippet.end
  }
}
