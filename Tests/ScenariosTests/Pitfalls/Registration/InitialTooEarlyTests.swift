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

  @Test("raw: without initial, no call comes before the first change")
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

  /// Observes as the last thing in its own initialiser.
  private class LateView: View {
    init(_ clock: Clock) {
      super.init()
      kvoController.observe(clock, \.$date, options: .initial) { $0.dateDidChange($2) }
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
