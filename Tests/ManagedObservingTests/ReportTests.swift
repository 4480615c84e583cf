import ManagedObserving
import TestSupport
import Testing

@testable import RawObserving

/// What the engine and the mediator report to a recording, in a process of its own: it is switched on once, for good.
@Suite("Reports to a recording", .watched)
struct ReportTests {
  private final class Clock: KeyValueObject { @Observed var date = 0 }

  private final class View: KeyValueObject {
    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {}
  }

  /// The name of an event's case.
  private static func name(of event: any EventProbe.Event) -> String {
    let text = "\(event)"
    return String(text.prefix { $0 != "(" }.split(separator: ".").last ?? "")
  }

  @Test("nothing is reported before the start, and after the stop")
  func startAndStop() async {
    await #expect(processExitsWith: .success) {
      let heard = Locked<[String]>([])
      _ = Clock()
      precondition(!EventProbe.isInstalled)
      EventProbe.install { event in heard.withLock { $0.append(ReportTests.name(of: event)) } }
      precondition(EventProbe.isInstalled)
      do { _ = Clock() }
      EventProbe.remove()
      _ = Clock()
      let names = heard.withLock { $0 }
      precondition(names == ["born", "dying", "gone"], "\(names)")
    }
  }

  @Test("observing by hand is reported step by step, and so is a change without an observer")
  func byHand() async {
    await #expect(processExitsWith: .success) {
      let heard = Locked<[String]>([])
      Era.use(.current)
      EventProbe.install { event in heard.withLock { $0.append(ReportTests.name(of: event)) } }
      do {
        let clock = Clock()
        do {
          let view = View()
          clock.date = 1
          clock.addObserver(view, forKeyPath: "date", options: [])
          clock.date = 2
          clock.willChangeValue(forKey: "date")
          clock.didChangeValue(forKey: "date")
          clock.removeObserver(view, forKeyPath: "date")
          clock.addObserver(view, forKeyPath: "date", options: [])
        }
        clock.date = 3
      }
      let names = heard.withLock { $0 }
      let expected = [
        "born", "born", "willChange", "changed", "adds", "added", "willChange", "changed", "calls", "returned",
        "announces", "announces", "calls", "returned", "removed", "adds", "added", "dying", "gone",
        "willChange", "changed", "skips", "dying", "swept", "gone",
      ]
      precondition(names == expected, "\(names)")
    }
  }

  @Test("a mediator's work is reported, and what it does not pass on")
  func managed() async {
    await #expect(processExitsWith: .success) {
      let heard = Locked<[String]>([])
      let kept = Locked<[@Sendable () -> Void]>([])
      EventProbe.install { event in heard.withLock { $0.append(ReportTests.name(of: event)) } }
      do {
        let clock = Clock()
        do {
          let view = View()
          view.kvoController.observe(clock, keyPath: "date", options: [], context: nil)
          view.kvoController.observe(clock, keyPath: "date", options: [], context: nil)
          clock.date = 1
          view.kvoController.unobserve(clock)
        }
        // An observer that is not the engine's does not tell of its death.
        final class Plain: Sendable {}
        let controller: KVOController<Plain>
        do {
          let plain = Plain()
          controller = KVOController(observer: plain)
          controller.observe(clock, \.$date) { _, _, _ in }
        }
        clock.date = 2
        let other = Plain()
        let elsewhere = KVOController(observer: other)
        elsewhere.observe(clock, \.$date, on: .function { work in kept.withLock { $0.append(work) } }) { _, _ in }
        clock.date = 3
        for work in kept.withLock({ $0 }) { work() }
        clock.date = 4
        elsewhere.unobserveAll()
        for work in kept.withLock({ Array($0.dropFirst()) }) { work() }
        kept.withLock { $0 = [] }  // each holds the function, and that holds them
      }
      let names = Set(heard.withLock { $0 })
      let expected: Set = [
        "controllerMade", "controllerGone", "recorded", "dropped", "ended", "passes", "passed", "leaves", "skips",
      ]
      precondition(expected.isSubset(of: names), "\(expected.subtracting(names))")
    }
  }
}
