import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("REG-8 initial too early", .watched)
struct InitialTooEarlyTests {
  /// Notes at each call whether it was ready.
  private class View: KeyValueObject {
    var isReady = false
    var readiness: [Bool] = []

    func dateDidChange(_ change: Change<Int>) { note() }

    private func note() { readiness.append(isReady) }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) { note() }
  }

  @Test("raw: the initial call comes inside addObserver")
  func raw() {
    let clock = Clock()
    let view = View()
    clock.addObserver(view, forKeyPath: "date", options: .initial)
    #expect(view.readiness == [false])
    view.isReady = true
    clock.date = 1
    #expect(view.readiness == [false, true])
    clock.removeObserver(view, forKeyPath: "date")
  }

  @Test("raw: without initial, nobody is called before the first change")
  func withoutInitial() {
    let clock = Clock()
    let view = View()
    clock.addObserver(view, forKeyPath: "date")
    #expect(view.readiness.isEmpty)
    view.isReady = true
    clock.date = 1
    #expect(view.readiness == [true])
    clock.removeObserver(view, forKeyPath: "date")
  }

  @Test("managed: the initial call comes inside observe, just as early")
  func managed() {
    let clock = Clock()
    let view = View()
    view.kvoController.observe(clock, \.$date, options: .initial, action: View.dateDidChange)
    #expect(view.readiness == [false])
  }

  @Test("managed: who observes last is ready at the first call")
  func last() {
    let clock = Clock()
    let view = View()
    view.isReady = true
    view.kvoController.observe(clock, \.$date, options: .initial, action: View.dateDidChange)
    clock.date = 1
    #expect(view.readiness == [true, true])
  }

  /// Observes as the last thing in its own initialiser.
  private class LateView: View {
    init(_ clock: Clock) {
      super.init()
      kvoController.observe(clock, \.$date, options: .initial, action: View.dateDidChange)
    }
  }

  /// Gets ready after its superclass's initialiser.
  private final class LaterView: LateView {
    override init(_ clock: Clock) {
      super.init(clock)
      isReady = true
    }
  }

  @Test("the last thing in a superclass's initialiser is too early for a subclass")
  func subclass() {
    let clock = Clock()
    let view = LaterView(clock)
    clock.date = 1
    #expect(view.readiness == [false, true])
  }
}
