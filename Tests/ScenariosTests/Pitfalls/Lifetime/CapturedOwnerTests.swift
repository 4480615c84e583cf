import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("LIF-9 captured owner", .watched)
struct CapturedOwnerTests {
  let clock = Clock()

  @Test("raw: a hand-made closure observer that captures its owner keeps it alive, and listening")
  func raw() {
    var view: TimeView! = TimeView()
    let probe = Probe(view)
    weak let observer = view.watchByHand(clock)
    view = nil
    #expect(probe.isAlive)
    clock.date = 1
    #expect(observer?.calls == 1)

    // The test does not leak: it opens the cycle where the owner would have had to.
    observer?.body = nil
    #expect(!probe.isAlive)
  }

  @Test("managed: a closure that captures the controller's owner keeps it alive until unobserved")
  func managedCapture() {
    var view: TimeView! = TimeView()
    let probe = Probe(view)
    let controller = view.kvoController
    view.kvoController.observe(clock, \.$date) { [view] _, clock, _ in
      view?.dates.append(clock.date)
    }
    view = nil
    #expect(probe.isAlive)
    controller.unobserveAll()
    #expect(!probe.isAlive)
    #expect(clock.activeRegistrations.isEmpty)
  }

  @Test("managed: a closure that uses the observer passed in lets its owner go")
  func passedIn() {
    var view: TimeView! = TimeView()
    let (probe, dates) = (Probe(view), view.dates)
    view.kvoController.observe(clock, \.$date) { view, clock, _ in
      view.dates.append(clock.date)
    }
    clock.date = 1
    #expect(view.dates == dates + [1])
    view = nil
    #expect(!probe.isAlive)
  }

  @Test("managed: an owner captured weakly goes")
  func weakly() {
    var view: TimeView! = TimeView()
    let probe = Probe(view)
    view.kvoController.observe(clock, \.$date) { [weak view] _, clock, _ in
      view?.dates.append(clock.date)
    }
    clock.date = 1
    #expect(view.dates == [1])
    view = nil
    #expect(!probe.isAlive)
  }

  @Test("managed: an action captures no object")
  func action() {
    var view: TimeView! = TimeView()
    let probe = Probe(view)
    view.kvoController.observe(clock, \.$date, action: TimeView.dateDidChange)
    clock.date = 1
    #expect(view.dates == [1])
    view = nil
    #expect(!probe.isAlive)
  }

  @Test("managed: a key path that names no property raises at once where a value is asked for")
  func misspelt() async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let view = TimeView()
      view.kvoController.observe(
        Clock(), keyPath: "dateDidChange", options: [.initial, .new]
      ) { view, _, _ in view.dates = [] }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("'NSUnknownKeyException'"))
    #expect(text.contains("not KVC-compliant for the \"dateDidChange\" property."))
  }

  @Test("managed: a key path that names no property is silent where no value is asked for")
  func misspeltSilently() {
    let view = TimeView()
    view.kvoController.observe(clock, keyPath: "dateDidChange") { view, clock, _ in
      view.dates.append(clock.date)
    }
    clock.date = 1
    #expect(view.dates.isEmpty)
  }
}

/// A raw observer that calls a closure, as people write one.
private final class ClosureObserver: KeyValueObject {
  var body: (() -> Void)?
  var calls = 0
  private let clock: Clock

  init(_ clock: Clock, _ body: @escaping () -> Void) {
    self.clock = clock
    self.body = body
    super.init()
    clock.addObserver(self, forKeyPath: "date")
  }

  deinit { clock.removeObserver(self, forKeyPath: "date") }

  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
    context: UnsafeMutableRawPointer?
  ) {
    calls += 1
    body?()
  }
}

private final class TimeView: KeyValueObject {
  var dates: [Int] = []
  var observer: ClosureObserver?

  func watchByHand(_ clock: Clock) -> ClosureObserver {
    let observer = ClosureObserver(clock) { self.dates.append(clock.date) }
    self.observer = observer
    return observer
  }

  func dateDidChange(_ change: Change<Int>) {
    dates.append(dates.count + 1)
  }
}
