import RawObserving
import Testing

@testable import ManagedObserving

/// Threads against one controller. Run under ThreadSanitizer as well.
///
/// A property is set under a lock, because properties are not atomic; observing and unobserving are not.
@Suite("Races", .watched) struct RaceTests {
  /// What the threads of a test share, each thing safe by itself or used under `setting`.
  private final class Stage {
    let clocks: [Clock]
    let view: ClockView
    let controller: KVOController<ClockView>
    /// Held while a property is set.
    let setting = Locked(0)
    /// How many calls there were.
    let calls = Locked(0)

    init(clocks count: Int) {
      clocks = (0..<count).map { _ in Clock() }
      view = ClockView()
      controller = KVOController(observer: view)
    }

    /// Sets every clock once.
    func setAll() {
      for clock in clocks {
        setting.withLock { date in
          date += 1
          clock.date = date
        }
      }
    }

    func observe(_ clock: Clock, options: KeyValueObservingOptions = .new) {
      controller.observe(clock, keyPath: "date", options: options) {
        [calls] _, _, _ in calls.withLock { $0 += 1 }
      }
    }
  }

  @Test("an initial call races an unobserve, and nothing is left behind")
  func initialAgainstUnobserve() {
    let stage = Stage(clocks: 1)
    let shared = Shared(stage)
    let finished = inThreads(2) { number in
      let stage = shared.value
      for _ in 0..<2000 {
        if number == 0 {
          stage.observe(stage.clocks[0], options: .initial)
        } else {
          stage.controller.unobserve(stage.clocks[0])
        }
      }
    }
    #expect(finished)
    stage.controller.unobserve(stage.clocks[0])
    let before = stage.calls.withLock { $0 }
    stage.setAll()
    #expect(stage.calls.withLock { $0 } == before)
  }

  @Test("KVO-FBK-24 a handler observes and unobserves with the controller that calls it")
  func handlerUsesItsController() {
    let stage = Stage(clocks: 2)
    let shared = Shared(stage)
    let finished = inThreads(1) { _ in
      let (clock, other) = (shared.value.clocks[0], shared.value.clocks[1])
      let controller = shared.value.controller
      controller.observe(clock, keyPath: "date", options: [.initial, .prior]) {
        [unowned stage = shared.value] _, clock, _ in
        let controller = stage.controller
        stage.observe(other, options: .initial)
        controller.unobserve(other)
        controller.observe(clock, keyPath: "zone") { $0.valueDidChange($2) }
        controller.unobserve(clock, keyPath: "zone")
        _ = controller.debugDescription
      }
      clock.date = 1
      #expect(shared.value.calls.withLock { $0 } == 3, "the initial call, before and after")
      controller.unobserve(clock)
      controller.observe(clock, keyPath: "date") {
        [unowned core = controller.core] _, clock, _ in
        let controller = KVOController<ClockView>(core)
        controller.unobserveAll()
        controller.observe(clock, keyPath: "zone") { $0.valueDidChange($2) }
      }
      clock.date = 2
      controller.unobserveAll()
    }
    #expect(finished, "a lock was held during a handler")
  }

  @Test("two controllers whose handlers set each other's objects, on two threads")
  func handlersSetEachOther() {
    // Each property is set by one thread only: its own clock's date, and the other clock's zone.
    let stages = [Stage(clocks: 1), Stage(clocks: 1)]
    for (mine, theirs) in [(stages[0], stages[1]), (stages[1], stages[0])] {
      mine.controller.observe(mine.clocks[0], keyPath: "date", options: .new) {
        [unowned clock = theirs.clocks[0]] _, _, change in
        clock.zone = change.newValue.map { "\($0)" }
      }
      mine.controller.observe(mine.clocks[0], keyPath: "zone", options: [.new, .old]) {
        [calls = mine.calls] _, _, _ in calls.withLock { $0 += 1 }
      }
    }
    let shared = Shared(stages)
    let finished = inThreads(2) { number in
      for date in 1...1000 { shared.value[number].clocks[0].date = date }
    }
    #expect(finished, "two handlers wait for each other")
    for stage in stages {
      #expect(stage.calls.withLock { $0 } == 1000)
      #expect(stage.clocks[0].zone == "1000")
    }
  }
}
