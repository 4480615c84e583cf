import Foundation
import ManagedObserving
import RawObserving
import Testing

/// The changes of a property, for `for await`.
@Suite("Sequences of changes", .watched) struct SequenceTests {
  private func dates(_ changes: AsyncStream<Change<Int>>) async -> [Int] {
    await changes.reduce(into: []) { $0.append($1.value) }
  }

  @Test("the value at the time of the call, then each change; what comes before the loop waits")
  func order() async {
    let view = ClockView()
    let clock = Clock()
    let changes = view.kvoController.changes(of: clock, \.$date)
    for date in 1...5 { clock.date = date }
    view.kvoController.unobserveAll()
    clock.date = 6
    #expect(await dates(changes) == [0, 1, 2, 3, 4, 5])
  }

  @Test("buffering: all, the newest, the oldest")
  func buffering() async {
    let view = ClockView()
    let clock = Clock()
    let controller = view.kvoController
    let newest = controller.changes(of: clock, \.$date, buffering: .bufferingNewest(2))
    let oldest = controller.changes(of: clock, \.$date, buffering: .bufferingOldest(2))
    let all = controller.changes(of: clock, \.$date, options: [])
    for date in 1...4 { clock.date = date }
    controller.unobserve(clock, \.$date)
    #expect(await dates(newest) == [3, 4])
    #expect(await dates(oldest) == [0, 1])
    #expect(await dates(all) == [1, 2, 3, 4])
  }

  enum End: CaseIterable {
    case unobservedKeyPath, unobservedObject, unobservedAll, controllerGone, observerGone
    case observedGone, cancelledTask
  }

  @Test(
    "a loop that waits ends", arguments: End.allCases,
    [Retention.retained, .unretained, .lifetimeBound])
  func ends(end: End, retention: Retention) async {
    var view: ClockView? = ClockView()
    var clock: Clock? = Clock()
    var controller: KVOController<ClockView>? = KVOController(observer: view, retention: retention)
    weak let viewProbe = view
    weak let clockProbe = clock
    let changes = controller?.changes(of: clock, \.$date)
    let (started, start) = AsyncStream.makeStream(of: Int.self)
    let loop = Task {
      var heard: [Int] = []
      guard let changes else { return heard }
      for await change in changes {
        heard.append(change.value)
        start.yield(change.value)
      }
      return heard
    }
    clock?.date = 1
    for await date in started where date == 1 { break }
    switch end {
    case .unobservedKeyPath: controller?.unobserve(clock, \.$date)
    case .unobservedObject: controller?.unobserve(clock)
    case .unobservedAll: controller?.unobserveAll()
    case .controllerGone: controller = nil
    case .observerGone: view = nil
    case .observedGone: clock = nil
    case .cancelledTask: loop.cancel()
    }
    #expect(await loop.value == [0, 1])
    #expect(clock?.activeObservations.isEmpty ?? true)
    (clock, view, controller) = (nil, nil, nil)
    #expect(viewProbe == nil && clockProbe == nil)
  }

  @Test("left early and dropped, or never entered: not observed any more, and nothing is kept")
  func leftOrNeverEntered() async {
    let view = ClockView()
    var clock: Clock? = Clock()
    weak let probe = clock
    do { _ = view.kvoController.changes(of: clock, \.$date) }
    #expect(clock?.activeObservations.isEmpty == true, "never entered")
    clock?.date = 1
    for await change in view.kvoController.changes(of: clock, \.$date) where change.value == 1 {
      break
    }
    #expect(clock?.activeObservations.isEmpty == true, "left early")
    clock = nil
    #expect(probe == nil)
    #expect(view.kvoController.activeObservations.isEmpty)
  }

  @Test("without an object, or without an observer, it is empty")
  func empty() async {
    let view = ClockView()
    #expect(await dates(view.kvoController.changes(of: nil as Clock?, \.$date)) == [])
    #expect(
      await dates(KVOController<ClockView>(observer: nil).changes(of: Clock(), \.$date)) == [])
  }

  @Test(
    "a plain observer that is gone does not end it, if it does not own the controller: the controller does",
    arguments: [Retention.retained, .unretained, .lifetimeBound])
  func plainObserver(retention: Retention) async {
    final class Logger {}
    var logger: Logger? = Logger()
    let clock = Clock()
    var controller: KVOController<Logger>? = KVOController(observer: logger, retention: retention)
    guard let changes = controller?.changes(of: clock, \.$date) else { return }
    clock.date = 1
    logger = nil
    #expect(controller?.observer == nil)
    clock.date = 2
    controller = nil
    clock.date = 3
    #expect(clock.activeObservations.isEmpty)
    #expect(await dates(changes) == [0, 1, 2])
  }

  @Test("beside a closure, which stays: a sequence is an observation of its own")
  func besideClosure() async {
    let view = ClockView()
    let clock = Clock()
    let token = view.kvoController.observe(clock, \.$date) { $0.valueDidChange($2) }
    do { _ = view.kvoController.changes(of: clock, \.$date) }
    clock.date = 1
    #expect(token.isActive && view.actions.count == 1)
    let second = view.kvoController.changes(of: clock, \.$date)
    #expect(clock.activeObservations.map(\.handler) == ["block", "sequence"])
    token.cancel()
    clock.date = 2
    view.kvoController.unobserve(clock)
    #expect(await dates(second) == [1, 2])
  }

  @Test("a loop whose body unobserves ends after what was in the buffer")
  func cancelledInBody() async {
    let view = ClockView()
    let clock = Clock()
    var heard: [Int] = []
    for await change in view.kvoController.changes(of: clock, \.$date) {
      heard.append(change.value)
      if heard.count < 4 { clock.date += 1 } else { view.kvoController.unobserve(clock, \.$date) }
    }
    #expect(heard == [0, 1, 2, 3])
  }

  @Test("a sequence does not end what a controller that does not retain observes beside it")
  func besideUnretained() async {
    let ending = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      Era.use(.classic)
      let view = ClockView()
      do {
        let clock = Clock()
        let changes = view.kvoControllerNonRetaining.changes(of: clock, \.$date)
        view.kvoControllerNonRetaining.observe(clock, \.$zone) { $0.valueDidChange($2) }
        withExtendedLifetime(changes) {}
      }
    }
    #expect(ending.raised("deallocated while key value observers", "Key path: zone"))
    #expect(!ending.raised("Key path: date"))
  }
}
