import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("REG-2 repeated hook", .watched)
struct RepeatedHookTests {
  @Test("raw: the clock then dies observed, and its message lists the two adds that are left")
  func rawDies() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      var clock: Clock? = Clock()
      let view = Recorder()
      for _ in 1...3 { clock?.addObserver(view, forKeyPath: "date") }
      clock?.removeObserver(view, forKeyPath: "date")
      clock = nil
      withExtendedLifetime(view) {}
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("'NSInternalInconsistencyException'"))
    #expect(text.contains("was deallocated while key value observers were still registered"))
    #expect(text.matches(of: /<Observer: 0x[0-9a-f]+, Key path: date/).count == 2)
  }

  @Test("raw: in the current era the clock dies in silence")
  func rawCurrent() async {
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      var clock: Clock? = Clock()
      let view = Recorder()
      for _ in 1...3 { clock?.addObserver(view, forKeyPath: "date") }
      clock?.removeObserver(view, forKeyPath: "date")
      weak let probe = clock
      clock = nil
      precondition(probe == nil, "the clock is still alive")
      withExtendedLifetime(view) {}
    }
  }

  @Test("managed: asked three times, a change is heard once, and one unobserve ends it")
  func managed() {
    var clock: Clock? = Clock()
    weak let probe = clock
    let view = Recorder()
    for _ in 1...3 {
      view.kvoController.observe(clock, keyPath: "date", options: .new, context: nil)
    }
    clock?.date = 1
    #expect(view.changes.count == 1)

    view.kvoController.unobserve(clock, keyPath: "date")
    clock?.date = 2
    #expect(view.changes.count == 1)
    clock = nil
    #expect(probe == nil, "nothing is left that keeps the clock, or that its deinit objects to")
  }

  @Test("managed: the next time the view appears, it is heard again")
  func managedAgain() {
    let clock = Clock()
    let view = Recorder()
    for round in 1...3 {
      view.kvoController.observe(clock, keyPath: "date", options: .new, context: nil)
      clock.date = round
      view.kvoController.unobserve(clock, keyPath: "date")
    }
    #expect(view.changes.count == 3)
  }
}
