import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("LIF-9 captured owner", .watched)
struct CapturedOwnerTests {
  let clock = Clock()

  @Test("managed: a closure that uses its arguments captures no object")
  func noCapture() {
    var view: TimeView! = TimeView()
    let probe = Probe(view)
    view.kvoController.observe(clock, \.$date) { $0.dateDidChange($2) }
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
