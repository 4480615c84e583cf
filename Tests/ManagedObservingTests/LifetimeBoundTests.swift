@testable import RawObserving
import Testing

@testable import ManagedObserving

/// The third retention policy: an observation ends with the life of either side, and keeps neither.
@Suite("Bound to both lifetimes", .watched) struct LifetimeBoundTests {
  // MARK: Observing oneself

  @Test("observing oneself, or a path that begins at oneself: no leak, no exception, classic era")
  func observingOneselfClassic() async {
    await #expect(processExitsWith: .success) {
      Era.use(.classic)
      try LifetimeBoundTests.observeOneself()
    }
  }

  @Test("observing oneself, or a path that begins at oneself: no leak, no exception, current era")
  func observingOneselfCurrent() async {
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      try LifetimeBoundTests.observeOneself()
    }
  }

  fileprivate static func observeOneself() throws {
    var desk: Desk? = Desk()
    weak let probe = desk
    weak let clock = desk?.clock
    weak let controller = desk?.kvoControllerLifetimeBound.core
    desk?.start()
    desk?.title = "Monday"
    desk?.clock.date = 9
    desk?.clock = Clock()
    let heard = desk?.heard
    try #require(heard == ["Monday", "9", "0"])
    try #require(clock == nil, "the replaced clock is not kept")
    desk = nil
    try #require(probe == nil && controller == nil)
  }

  @Test("a controller that the object stores comes too late, and it does not matter")
  func storedController() {
    var view: StoringView? = StoringView()
    weak let probe = view
    view?.controller?.observe(view, \.$title) { view, _, _ in view.calls += 1 }
    view?.title = "12:00"
    #expect(view?.calls == 1)
    view = nil
    #expect(probe == nil)
  }

  // MARK: The observed object dies first

  @Test("an observed object may die first, is not retained, and its place can be taken by another")
  func observedDiesFirst() throws {
    let view = ClockView()
    let controller = view.kvoControllerLifetimeBound
    var clock: Clock? = Clock()
    weak let probe = clock
    controller.observe(clock, keyPaths: ["date", "twin.date"]) { view, _, change in
      view.valueDidChange(change)
    }
    let token = controller.observe(clock, \.$zone) { view, _, change in
      view.valueDidChange(change)
    }
    clock?.date = 1
    #expect(view.actions.count == 1)
    #expect(token.isActive && controller.activeObservations.count == 3)
    clock = nil
    #expect(probe == nil)
    #expect(!token.isActive && controller.activeObservations.isEmpty)
    for _ in 0..<100 {
      let successor = Clock()
      successor.date = 1
      #expect(view.actions.count == 1)
      controller.observe(successor, \.$date, duplicates: .ignore) { $0.valueDidChange($2) }
    }
    #expect(controller.activeObservations.isEmpty)
  }

  @Test(
    "an observed object that sets its properties in its deinit calls its observers, until it is gone"
  )
  func setsInDeinit() {
    final class DyingClock: Clock {
      deinit { date = 9 }
    }
    let view = ClockView()
    var dates: [Int] = []
    var clock: DyingClock? = DyingClock()
    view.kvoControllerLifetimeBound.observe(clock, \.$date) {
      _, _, change in dates.append(change.value)
    }
    clock = nil
    #expect(dates == [9])
  }

  @Test("an object may be observed, and unobserved, in its own deinit")
  func inDeinit() {
    let view = ClockView()
    let controller = KVOController(observer: view, retention: .lifetimeBound)
    var clock: LastWords? = LastWords(controller)
    controller.observe(clock, \.$date) { view, _, change in view.valueDidChange(change) }
    weak let probe = clock
    clock = nil
    #expect(probe == nil)
    #expect(view.actions.isEmpty, "unobserved before it set its date")
    #expect(controller.activeObservations.isEmpty)
  }

  enum End: CaseIterable { case keyPath, object, all, token, controller, observer }

  @Test(
    "whatever ends an observation in the deinit of the observed object, nothing is called from then on",
    arguments: End.allCases)
  func endedInDeinit(end: End) async {
    var view: ClockView? = ClockView()
    var controller: KVOController<ClockView>? = KVOController(
      observer: view, retention: .lifetimeBound)
    var clock: EndingClock? = EndingClock()
    controller?.observe(clock, keyPath: "date") { $0.valueDidChange($2) }
    let changes = controller?.changes(of: clock, \.$date)
    clock?.end = { clock in
      switch end {
      case .keyPath: controller?.unobserve(clock, keyPath: "date")
      case .object: controller?.unobserve(clock)
      case .all: controller?.unobserveAll()
      case .token: for one in controller?.activeObservations ?? [] { one.token.cancel() }
      case .controller: controller = nil
      case .observer: view = nil
      }
    }
    clock = nil
    #expect(view?.actions.isEmpty ?? true)
    var told = 0
    if let changes { for await _ in changes { told += 1 } }
    #expect(told == 1, "the initial call")
    #expect(controller?.activeObservations.isEmpty ?? true)
  }

  // MARK: The observer dies first

  @Test("the observer dies, and a controller that lives on ends at once what it observed")
  func observerDiesFirst() {
    let clock = Clock()
    var view: ClockView? = ClockView()
    let controller = KVOController(observer: view, retention: .lifetimeBound)
    controller.observe(clock, keyPaths: ["date", "zone"]) { view, _, change in
      view.valueDidChange(change)
    }
    #expect(clock.activeObservations.count == 2)
    view = nil
    #expect(clock.activeObservations.isEmpty && controller.activeObservations.isEmpty)
    clock.date = 1
  }

  @Test(
    "an observer of another kind cannot tell of its death: the next change ends what it observed")
  func plainObserver() {
    final class Logger {}
    let clock = Clock()
    var logger: Logger? = Logger()
    var calls = 0
    let controller = KVOController(observer: logger, retention: .lifetimeBound)
    controller.observe(clock, \.$date) { _, _, _ in calls += 1 }
    clock.date = 1
    logger = nil
    #expect(clock.activeObservations.count == 1)
    clock.date = 2
    #expect(calls == 1)
    #expect(clock.activeObservations.isEmpty)
  }

  @Test("on behalf of an observer that is gone, or in its deinit, nothing is observed")
  func observerIsGone() {
    let clock = Clock()
    var view: ClockView? = ClockView()
    let controller = KVOController(observer: view, retention: .lifetimeBound)
    var tokens: [ObservationToken] = []
    func observe() {
      tokens.append(controller.observe(clock, \.$date) { $0.valueDidChange($2) })
      tokens += controller.observe(clock, keyPaths: ["zone"]) { view, _, change in
        view.valueDidChange(change)
      }
    }
    view?.whileDying = {
      observe()
      #expect(tokens.count == 2 && !tokens.contains(where: \.isActive))
    }
    view = nil
    observe()
    #expect(tokens.count == 4 && !tokens.contains(where: \.isActive))
    #expect(clock.activeObservations.isEmpty && controller.activeObservations.isEmpty)
  }

  @Test("a controller that goes leaves nothing behind with either side")
  func controllerGoes() {
    let clock = Clock()
    let view = ClockView()
    for _ in 0..<10 {
      let controller = KVOController(observer: view, retention: .lifetimeBound)
      controller.observe(clock, \.$date) { $0.valueDidChange($2) }
      controller.observe(view, keyPath: "whatever") { $0.valueDidChange($2) }
    }
    #expect(clock.activeObservations.isEmpty && view.activeObservations.isEmpty)
    #expect(clock.observationInfo?.hookCount == 0 && view.observationInfo?.hookCount == 0)
    clock.date = 1
    #expect(view.actions.isEmpty)
  }

  // MARK: Both at the same time

  @Test("both sides and the controller die on three threads at once")
  func deathsAtOnce() {
    for round in 0..<300 {
      var clock: Clock? = Clock()
      var view: ClockView? = ClockView()
      var controller: KVOController<ClockView>? = KVOController(
        observer: view, retention: .lifetimeBound)
      let token = controller?.observe(clock, \.$date) { $0.valueDidChange($2) }
      controller?.observe(clock, keyPath: "twin.date") { $0.valueDidChange($2) }
      weak let probe = clock
      let things = Shared(
        Locked<[AnyObject?]>(
          uncheckedState: round % 2 == 0 ? [clock, view, controller?.core] : [controller?.core, clock, view]))
      clock = nil
      view = nil
      controller = nil
      let shared = Shared(token)
      let finished = inThreads(4) { number in
        if number == 3 {
          shared.value?.cancel()
        } else {
          var thing = things.value.withLock { things in
            defer { things[number] = nil }
            return things[number]
          }
          thing = nil
          _ = thing
        }
      }
      #expect(finished && probe == nil)
      #expect(token?.isActive == false)
    }
  }
}

/// A desk that observes its own title, and the date of the clock on it.
private final class Desk: KeyValueObject {
  @Observed var title = ""
  @Observed var clock = Clock()
  private(set) var heard: [String] = []

  func start() {
    kvoControllerLifetimeBound.observe(self, \.$title) { desk, _, _ in
      desk.heard.append(desk.title)
    }
    kvoControllerLifetimeBound.observe(self, \.$clock.$date) { desk, _, _ in
      desk.heard.append("\(desk.clock.date)")
    }
  }
}

/// A view that keeps the controller with which it observes itself.
private final class StoringView: KeyValueObject {
  @Observed var title = ""
  var calls = 0
  private(set) var controller: KVOController<StoringView>?

  override init() {
    super.init()
    controller = KVOController(observer: self, retention: .lifetimeBound)
  }
}

/// A clock that has something done in its deinit, and sets its date after that.
private final class EndingClock: Clock {
  var end: (EndingClock) -> Void = { _ in }

  deinit {
    end(self)
    date = 9
  }
}

/// A clock that is unobserved and observed in its own deinit.
private final class LastWords: Clock {
  let controller: KVOController<ClockView>

  init(_ controller: KVOController<ClockView>) {
    self.controller = controller
  }

  deinit {
    controller.unobserve(self)
    date = 1
    controller.observe(self, keyPath: "zone") { $0.valueDidChange($2) }
  }
}
