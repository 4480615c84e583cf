import ManagedObserving
import RawObserving
import Testing

/// The tests that the page "Testing code that observes" shows.
@Suite("Testing code that observes", .watched) struct TestingPageTests {
  @MainActor final class Label {
    private(set) lazy var controller = KVOController(observer: self)
  }

  // snippet.calls
  @Test("each assignment is one call, and none comes after the end")
  func calls() {
    let (stopwatch, view) = (Stopwatch(), StopwatchView())
    var values: [Int] = []
    let token = view.kvoController.observe(stopwatch, \.$seconds) { _, _, change in values.append(change.value) }
    stopwatch.seconds = 1
    stopwatch.seconds = 1
    token.cancel()
    stopwatch.seconds = 2
    #expect(values == [1, 1])
  }
  // snippet.end

  // snippet.freed
  @Test("the view is freed, and leaves no registration")
  func freed() {
    let stopwatch = Stopwatch()
    var view: StopwatchView? = StopwatchView()
    weak let probe = view
    view?.show(stopwatch)
    #expect(stopwatch.activeObservations.count == 1)
    view = nil
    #expect(probe == nil)
    #expect(stopwatch.activeRegistrations.isEmpty)
  }
  // snippet.end

  // snippet.confirmation
  @Test("the change arrives on the main actor, once")
  @MainActor func confirmed() async {
    let (stopwatch, label) = (Stopwatch(), Label())
    await confirmation { arrived in
      label.controller.observe(stopwatch, \.$seconds, on: .shared) { _, _ in arrived() }
      stopwatch.seconds = 1
      await label.controller.waitForDeliveries()
    }
  }
  // snippet.end
}
