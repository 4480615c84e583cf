import RawObserving
import TestSupport
import Testing

@testable import ManagedObserving

/// A property that holds a scoped observation is assigned again, as with `NSKeyValueObservation`.
@Suite("Scoped observations, assigned again", .watched) struct ScopedAgainTests {
  /// A cell of a table.
  final class Cell: KeyValueObject {
    var text = ""
    var observation: ScopedObservation?

    func show(_ clock: Clock, _ policy: DuplicatePolicy) {
      observation =
        kvoController.observe(clock, \.$date, options: .initial, duplicates: policy) { cell, _, change in
          cell.text += "\(change.value) "
        }.scoped()
    }
  }

  @Test(
    "the cell goes on observing, and is called once",
    arguments: [DuplicatePolicy.ignore, .ignoreInSilence, .replace, .add])
  func usedAgain(policy: DuplicatePolicy) {
    let (cell, clock, other) = (Cell(), Clock(), Clock())
    for _ in 0..<3 { cell.show(clock, policy) }
    cell.text = ""
    clock.date = 7
    #expect(cell.text == "7 " && cell.observation?.token.isActive == true)
    cell.show(other, policy)
    cell.show(clock, policy)
    cell.text = ""
    (clock.date, other.date) = (8, 9)
    #expect(cell.text == "8 " && clock.activeRegistrations.count == 1)
    cell.observation = nil
    clock.date = 10
    #expect(cell.text == "8 " && clock.activeRegistrations.isEmpty)
  }

  @Test("so it does by string, with on:, and in an array of observations")
  @MainActor func otherForms() async {
    let (view, clock) = (MainView(), Clock())
    var observations: [ScopedObservation] = []
    for _ in 0..<3 {
      observations = [
        view.controller.observe(clock, keyPath: "date", options: .new) { view, _, _ in view.show(-1) }.scoped(),
        view.controller.observe(clock, \.$zone, on: .shared) { view, _ in view.show(-2) }.scoped(),
      ]
    }
    (clock.date, clock.zone) = (1, "UTC")
    await view.controller.waitForDeliveries()
    #expect(view.values == [-1, -2] && observations.allSatisfy(\.token.isActive))
  }

  @Test("a scoped observation is in the way of no other; one that is not, is")
  func besideOthers() {
    let (view, clock) = (ClockView(), Clock())
    let controller = view.kvoController
    let scoped = controller.observe(clock, \.$date) { view, _, _ in view.valueDidChange(KeyValueChange(kind: .setting))
    }.scoped()
    let plain = controller.observe(clock, \.$date) { view, _, _ in view.valueDidChange(KeyValueChange(kind: .setting)) }
    let dropped = controller.observe(clock, \.$date) { _, _, _ in Issue.record("called") }
    #expect(scoped.token.isActive && plain.isActive && !dropped.isActive && !dropped.scoped().token.isActive)
    clock.date = 1
    #expect(view.actions.count == 2)
    // A replacement replaces what is a duplicate, and leaves the scoped one.
    controller.observe(clock, \.$date, duplicates: .replace) { _, _, _ in }
    #expect(!plain.isActive && scoped.token.isActive)
  }

  @Test("on two threads, each with a cell of its own, none is lost")
  func onTwoThreads() {
    let clock = Clock()
    let shared = Shared(clock)
    let texts = Locked<[String]>([])
    #expect(
      inThreads(2) { _ in
        let cell = Cell()
        for _ in 0..<200 { cell.show(shared.value, .ignore) }
        cell.text = cell.observation?.token.isActive == true ? "active" : "lost"
        texts.withLock { $0.append(cell.text) }
      })
    #expect(texts.withLock { $0 } == ["active", "active"])
  }
}
