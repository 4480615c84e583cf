import TestSupport
import Testing

@testable import ManagedObserving
@testable import RawObserving

/// What the mediator reports to a recording, in a process of its own: the probe is installed once, for good.
@Suite("Reports to a recording", .watched)
struct ReportTests {
  /// The name of an event's case.
  private static func name(of event: MediatorEvent) -> String {
    let text = "\(event)"
    return String(text.prefix { $0 != "(" }.split(separator: ".").last ?? "")
  }

  @Test("what a mediator does is reported in order, and what it does not pass on; nothing before or after")
  func managed() async {
    await #expect(processExitsWith: .success) {
      let heard = Locked<[String]>([])
      let kept = Locked<[@Sendable () -> Void]>([])
      func names() -> [String] {
        defer { heard.withLock { $0 = [] } }
        return heard.withLock { $0 }
      }
      precondition(!EventProbe.isInstalled)
      withExtendedLifetime(ClockView().kvoController) {}
      EventProbe.install { event in
        if let event = event as? MediatorEvent { heard.withLock { $0.append(ReportTests.name(of: event)) } }
      }
      precondition(EventProbe.isInstalled)
      let clock = Clock()
      do {
        let view = ClockView()
        view.kvoController.observe(clock, keyPath: "date", options: [], context: nil)
        view.kvoController.observe(clock, keyPath: "date", options: [], context: nil)
        clock.date = 1
        view.kvoController.unobserve(clock)
      }
      #expect(names() == ["controllerMade", "recorded", "dropped", "passes", "passed", "ended", "controllerGone"])
      // The mediator is not told of the end of an observer that is not the engine's.
      var panel: Panel? = Panel()
      let controller = KVOController(observer: panel)
      controller.observe(clock, \.$date) { _, _, _ in }
      panel = nil
      clock.date = 2
      controller.unobserveAll()
      // Of what has no observer any more nothing is recorded.
      controller.observe(clock, \.$date) { _, _, _ in }
      controller.observe(clock, keyPaths: ["date", "zone"]) { _, _, _ in }
      #expect(names() == ["controllerMade", "recorded", "skips", "ended"])
      let other = Panel()
      let elsewhere = KVOController(observer: other)
      elsewhere.observe(clock, \.$date, on: .function { work in kept.withLock { $0.append(work) } }) { _, _ in }
      clock.date = 3
      for work in kept.withLock({ $0 }) { work() }
      clock.date = 4
      elsewhere.unobserveAll()
      for work in kept.withLock({ Array($0.dropFirst()) }) { work() }
      kept.withLock { $0 = [] }  // each holds the function, and that holds them
      #expect(names() == ["controllerMade", "recorded", "leaves", "passes", "passed", "leaves", "ended", "skips"])
      EventProbe.remove()
      elsewhere.observe(clock, \.$zone) { _, _, _ in }
      #expect(names() == [])
    }
  }
}
