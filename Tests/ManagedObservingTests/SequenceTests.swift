import Foundation
import ManagedObserving
import RawObserving
import Testing

/// The changes of a property, for `for await`.
@Suite("Sequences of changes", .watched) struct SequenceTests {
  private let clock = Clock()
  private let view = ClockView()
  private var controller: KVOController<ClockView> { view.kvoController }

  private func dates(_ changes: AsyncStream<Change<Int>>) async -> [Int] {
    await changes.reduce(into: []) { $0.append($1.value) }
  }

  @Test("the value at the time of the call, then each change; what comes before the loop waits")
  func order() async {
    let changes = controller.changes(of: clock, \.$date)
    for date in 1...5 { clock.date = date }
    controller.unobserveAll()
    clock.date = 6
    #expect(await dates(changes) == [0, 1, 2, 3, 4, 5])
  }

  @Test("buffering: all, the newest, the oldest")
  func buffering() async {
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
    case unobservedKeyPath, unobservedObject, unobservedAll, controllerGone, observerGone, observedGone, cancelledTask
  }

  @Test("a loop that waits ends", arguments: End.allCases, Retention.all)
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
    case .observedGone:
      clock = nil
      #expect(clockProbe == nil, "a sequence does not retain its object")
      // Without this the loop would wait for an object that something retains.
      controller?.unobserve(clockProbe)
    case .cancelledTask: loop.cancel()
    }
    #expect(await loop.value == [0, 1])
    #expect(clock?.activeObservations.isEmpty ?? true)
    (clock, view, controller) = (nil, nil, nil)
    #expect(viewProbe == nil && clockProbe == nil)
  }

  @Test("left early and dropped, or never entered, it ends and retains nothing; a variable keeps it")
  func leftOrNeverEntered() async {
    var clock: Clock? = Clock()
    weak let probe = clock
    do { _ = controller.changes(of: clock, \.$date) }
    #expect(clock?.activeObservations.isEmpty == true, "never entered")
    for await _ in controller.changes(of: clock, \.$date) { break }
    #expect(clock?.activeObservations.isEmpty == true, "left early")
    do {
      let changes = controller.changes(of: clock, \.$date)
      for await _ in changes { break }
      clock?.date = 1
      #expect(clock?.activeObservations.count == 1, "a variable has it")
      withExtendedLifetime(changes) {}
    }
    #expect(clock?.activeObservations.isEmpty == true)
    clock = nil
    #expect(probe == nil && controller.activeObservations.isEmpty)
  }

  @Test(
    "a plain observer that is gone does not end it, if it does not own the controller: the controller does",
    arguments: Retention.all)
  func plainObserver(retention: Retention) async {
    var panel: Panel? = Panel()
    var controller: KVOController<Panel>? = KVOController(observer: panel, retention: retention)
    guard let changes = controller?.changes(of: clock, \.$date) else { return }
    clock.date = 1
    panel = nil
    #expect(controller?.observer == nil)
    clock.date = 2
    controller = nil
    clock.date = 3
    #expect(clock.activeObservations.isEmpty)
    #expect(await dates(changes) == [0, 1, 2])
  }

  @Test("beside a closure, which stays: a sequence is an observation of its own")
  func besideClosure() async {
    let token = controller.observe(clock, \.$date) { $0.valueDidChange($2) }
    do { _ = controller.changes(of: clock, \.$date) }
    clock.date = 1
    #expect(token.isActive && view.actions.count == 1)
    let second = controller.changes(of: clock, \.$date)
    #expect(clock.activeObservations.map(\.handler) == ["block", "sequence"])
    token.cancel()
    #expect(controller.observe(clock, \.$date) { $0.valueDidChange($2) }.isActive)
    clock.date = 2
    controller.unobserve(clock)
    #expect(await dates(second) == [1, 2])
  }

  @Test("an object is released when the last observation that retains it ends, although a sequence of it goes on")
  func outlivesRetaining() async {
    var clock: Clock? = Clock()
    weak let probe = clock
    let changes = controller.changes(of: clock, \.$date)
    let token = controller.observe(clock, \.$date) { $0.valueDidChange($2) }
    clock?.date = 1
    token.cancel()
    clock?.date = 2
    clock = nil
    #expect(probe == nil)
    // Without this the loop would wait for an object that something retains.
    controller.unobserve(probe)
    #expect(await dates(changes) == [0, 1, 2])
  }

  @Test("a sequence does not end what a controller that does not retain observes beside it")
  func besideUnretained() async {
    let ending = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
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
