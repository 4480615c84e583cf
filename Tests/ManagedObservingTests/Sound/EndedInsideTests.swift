import RawObserving
import Testing

@testable import ManagedObserving

@Suite("An observation that ends inside one of its calls makes no other", .watched) struct EndedInsideTests {
  private let clock = Clock()
  private let view = ClockView()
  private let controller: KVOController<ClockView>

  init() { controller = KVOController(observer: view) }

  private func play(_ end: Ending, _ token: ObservationToken?) {
    end.play(controller, clock, \.$date, "date", token)
  }

  private func expectEnded(_ tokens: [ObservationToken?], _ comment: Comment? = nil) {
    #expect(tokens.allSatisfy { $0?.isActive == false }, comment)
    #expect(clock.activeObservations.isEmpty && controller.activeObservations.isEmpty, comment)
  }

  /// Those that need no token.
  private static let calls: [Ending] = [.property, .keyPath, .object, .all]

  @Test("in the initial call, which may observe again: the new one alone is called", arguments: calls, [true, false])
  private func initial(end: Ending, observesAgain: Bool) {
    var (old, new) = (0, 0)
    let token = controller.observe(clock, \.$date, options: .initial) { _, clock, _ in
      old += 1
      play(end, nil)
      #expect(controller.activeObservations.isEmpty && clock.activeObservations.isEmpty)
      if observesAgain { controller.observe(clock, \.$date) { _, _, _ in new += 1 } }
      clock.date += 1
    }
    clock.date += 1
    #expect(old == 1 && new == (observesAgain ? 2 : 0) && !token.isActive)
    #expect(clock.activeRegistrations.count == (observesAgain ? 1 : 0))
    controller.unobserveAll()
    expectEnded([token])
  }

  @Test("in the call before a change: the call after it is not made", arguments: Ending.allCases)
  private func prior(end: Ending) {
    var calls: [Bool] = []
    var token: ObservationToken?
    token = controller.observe(clock, keyPath: "date", options: [.prior, .new, .old]) { _, clock, change in
      calls.append(change.isPrior)
      play(end, token)
      #expect(token?.isActive == false && clock.activeObservations.isEmpty)
    }
    clock.date = 1
    clock.date = 2
    #expect(calls == [true] && clock.activeRegistrations.isEmpty)
    expectEnded([token])
  }

  @Test("in the call after a change, with another change in it", arguments: Ending.allCases)
  private func after(end: Ending) {
    var calls = 0
    var token: ObservationToken?
    token = controller.observe(clock, \.$date) { _, clock, _ in
      calls += 1
      play(end, token)
      clock.date += 1
      #expect(token?.isActive == false && clock.activeObservations.isEmpty)
    }
    clock.date = 1
    clock.date = 2
    #expect(calls == 1 && clock.activeRegistrations.isEmpty)
    expectEnded([token])
  }

  @Test("in the handler of another one of the same change, in either order", arguments: Ending.allCases)
  private func amongOthers(end: Ending) {
    // Whichever is called first ends all of them.
    var calls: [Int] = []
    var tokens: [ObservationToken?] = []
    for number in 0..<3 {
      tokens.append(
        controller.observe(clock, \.$date, duplicates: .add) { _, clock, _ in
          calls.append(number)
          for token in tokens { play(end, token) }
          clock.date += 1
        })
    }
    clock.date = 1
    #expect(calls.count == 1)
    expectEnded(tokens)
  }

  @Test("in a change that is announced by hand, between its two halves", arguments: Ending.allCases)
  private func betweenHalves(end: Ending) {
    var calls = 0
    let token = controller.observe(clock, \.$date) { _, _, _ in calls += 1 }
    clock.willChangeValue(for: \.$date)
    play(end, token)
    clock.didChangeValue(for: \.$date)
    #expect(calls == 0 && clock.activeRegistrations.isEmpty)
    expectEnded([token])
  }

  @Test("in a change in place, while the value is lent", arguments: Ending.allCases)
  private func inPlace(end: Ending) {
    var calls = 0
    let token = controller.observe(clock, \.$date) { _, _, _ in calls += 1 }
    func change(_ date: inout Int) {
      date += 1
      play(end, token)
      date += 1
    }
    change(&clock.date)
    #expect(calls == 0 && clock.activeRegistrations.isEmpty)
    expectEnded([token])
  }

  @Test("while changes wait for their delivery: none of them is delivered", arguments: Ending.allCases)
  private func waiting(end: Ending) {
    let panel = Panel()
    let works = Locked<[@Sendable () -> Void]>([])
    let controller = KVOController(observer: panel)
    let token = controller.observe(clock, \.$date, on: .function { work in works.withLock { $0.append(work) } }) {
      $0.show($1.value)
    }
    clock.date = 1
    clock.date = 2
    end.play(controller, clock, \.$date, "date", token)
    while let work = works.withLock({ $0.popLast() }) { work() }
    #expect(panel.values.withLock(\.isEmpty) && !token.isActive)
  }

  @Test("in a change of an object on its path", arguments: Ending.allCases)
  private func onAPath(end: Ending) {
    if end == .property || end == .keyPath { return }
    var calls = 0
    var token: ObservationToken?
    clock.twin = Clock()
    token = controller.observe(clock, \.$twin.$date) { _, clock, _ in
      calls += 1
      play(end, token)
      clock.twin = Clock()
      clock.twin?.date = 5
    }
    clock.twin = Clock()
    clock.twin?.date = 6
    #expect(calls == 1 && clock.activeRegistrations.isEmpty)
    expectEnded([token])
  }

  @Test("in the reading of the initial value, by a class that overrides value(forKey:)")
  func whileReading() {
    final class Reader: Clock {
      var whileReading: () -> Void = {}
      override func value(forKey key: String) -> Any? {
        whileReading()
        return super.value(forKey: key)
      }
    }
    let reader = Reader()
    var calls = 0
    reader.whileReading = { [controller] in controller.unobserveAll() }
    let token = controller.observe(reader, \.$date, options: .initial) { _, _, _ in calls += 1 }
    reader.date = 1
    #expect(calls == 0 && !token.isActive && reader.activeRegistrations.isEmpty)
    reader.whileReading = {}
  }

  @Test("an observer in its deinit is not called, and its observations are not active")
  func observerInItsDeinit() {
    for retention in [Retention.retained, .unretained, .lifetimeBound] {
      var view: ClockView? = ClockView()
      let controller = KVOController(observer: view, retention: retention)
      var calls = 0
      let token = controller.observe(clock, \.$date) { _, _, _ in calls += 1 }
      view?.whileDying = { [clock] in
        #expect(!token.isActive)
        clock.date += 1
        controller.unobserve(clock, \.$date)
        clock.date += 1
        #expect(!token.isActive && clock.activeObservations.isEmpty && controller.activeObservations.isEmpty)
      }
      view = nil
      #expect(calls == 0 && clock.activeRegistrations.isEmpty)
    }
  }

  @Test("an object in its deinit calls no handler after an unobserve in it", arguments: Ending.allCases)
  private func objectInItsDeinit(end: Ending) {
    if end == .scope { return }
    let controller = KVOController(observer: view, retention: .lifetimeBound)
    var calls = 0
    do {
      let clock = HomeClock(Home())
      let token = controller.observe(clock, \.$date) { _, _, _ in calls += 1 }
      clock.lastWords = { clock in
        // It is active as long as it is called.
        #expect(token.isActive && clock.activeObservations.count == 1)
        clock.date += 1
        end.play(controller, clock, \.$date, "date", token)
        #expect(!token.isActive && clock.activeObservations.isEmpty && controller.activeObservations.isEmpty)
        clock.date += 1
      }
    }
    #expect(calls == 1)
    #expect(controller.core.table.contents.isEmpty)
  }
}
