import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("REG-1 double add", .watched)
struct DoubleAddTests {
  @Test("raw: one change is heard twice, and one removal leaves one registration")
  func raw() {
    let clock = Clock()
    let view = Recorder()
    clock.addObserver(view, forKeyPath: "date", options: .new)
    clock.addObserver(view, forKeyPath: "date", options: .new)
    clock.date = 1
    #expect(view.changes.count == 2)

    clock.removeObserver(view, forKeyPath: "date")
    clock.date = 2
    #expect(view.changes.count == 3)
    clock.removeObserver(view, forKeyPath: "date")
  }
}
