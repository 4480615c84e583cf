import RawObserving
import Testing

@testable import ManagedObserving

/// The third retention policy: an observation ends with the life of either side, and retains neither.
@Suite("Bound to both lifetimes", .watched) struct LifetimeBoundTests {
  /// A desk that observes its own title, and the date of the clock on it.
  private final class Desk: KeyValueObject {
    @Observed var title = ""
    @Observed var clock = Clock()
    private(set) var heard: [String] = []

    func start() {
      kvoControllerLifetimeBound.observe(self, \.$title) { desk, _, _ in desk.heard.append(desk.title) }
      kvoControllerLifetimeBound.observe(self, \.$clock.$date) { desk, _, _ in desk.heard.append("\(desk.clock.date)") }
    }
  }

  @Test("observing oneself, or a path that begins at oneself: no leak, no exception", arguments: Era.allCases)
  func observingOneself(era: Era) async {
    await #expect(processExitsWith: .success) { [era = era.rawValue as Int] in
      Era.use(Era(rawValue: era)!)
      var desk: Desk? = Desk()
      weak let probe = desk
      weak let clock = desk?.clock
      weak let controller = desk?.kvoControllerLifetimeBound.core
      desk?.start()
      desk?.title = "Monday"
      desk?.clock.date = 9
      desk?.clock = Clock()
      #expect(desk?.heard == ["Monday", "9", "0"])
      #expect(clock == nil, "the replaced clock is not retained")
      desk = nil
      #expect(probe == nil && controller == nil)
    }
  }

  // MARK: The observed object is deallocated first

  @Test("an observed object may be deallocated first, is not retained, and another one may have its address")
  func observedDiesFirst() throws {
    let view = ClockView()
    let controller = view.kvoControllerLifetimeBound
    var clock: Clock? = Clock()
    weak let probe = clock
    controller.observe(clock, keyPaths: ["date", "twin.date"]) { view, _, change in view.valueDidChange(change) }
    let token = controller.observe(clock, \.$zone) { $0.valueDidChange($2) }
    clock?.date = 1
    #expect(view.actions.count == 1 && token.isActive && controller.activeObservations.count == 3)
    clock = nil
    #expect(probe == nil && !token.isActive && controller.activeObservations.isEmpty)
    for _ in 0..<100 {
      let successor = Clock()
      successor.date = 1
      #expect(view.actions.count == 1)
      controller.observe(successor, \.$date, duplicates: .ignore) { $0.valueDidChange($2) }
    }
    #expect(controller.activeObservations.isEmpty)
  }

  enum End: CaseIterable { case object, objectAndObservedAgain, all, controller, observer }

  @Test("ended in the deinit of the observed object, nothing is called from then on", arguments: End.allCases)
  func endedInDeinit(end: End) async {
    var view: ClockView? = ClockView()
    var controller: KVOController<ClockView>? = KVOController(observer: view, retention: .lifetimeBound)
    var clock: HomeClock? = HomeClock(Home())
    weak let probe = clock
    controller?.observe(clock, keyPath: "date") { $0.valueDidChange($2) }
    let changes = controller?.changes(of: clock, \.$date)
    clock?.lastWords = { clock in
      switch end {
      case .object: controller?.unobserve(clock)
      case .objectAndObservedAgain:
        controller?.unobserve(clock)
        controller?.observe(clock, keyPath: "zone") { $0.valueDidChange($2) }
      case .all: controller?.unobserveAll()
      case .controller: controller = nil
      case .observer: view = nil
      }
      clock.date = 9
    }
    clock = nil
    #expect(probe == nil && view?.actions.isEmpty ?? true)
    var heard = 0
    if let changes { for await _ in changes { heard += 1 } }
    #expect(heard == 1, "the initial call")
    #expect(controller?.activeObservations.isEmpty ?? true)
  }

  @Test("the object of a weak property is deallocated, and is itself observed: the path is called, and it is not")
  func weakObjectGone() {
    final class Shelf: KeyValueObject { @ObservedWeak var clock: Clock? }
    let (shelf, view) = (Shelf(), ClockView())
    var clock: Clock? = Clock()
    weak let probe = clock
    shelf.clock = clock
    var heard: [String] = []
    let controller = view.kvoControllerLifetimeBound
    controller.observe(shelf, keyPath: "clock.date") { _, _, _ in heard.append("clock.date") }
    controller.observe(clock, keyPath: "date") { _, _, _ in heard.append("date") }
    clock = nil
    #expect(probe == nil && heard == ["clock.date"])
  }

  // MARK: The observer is deallocated first

  @Test("the observer is deallocated, and a controller that lives on ends at once what it observed")
  func observerDiesFirst() {
    let clock = Clock()
    var view: ClockView? = ClockView()
    let controller = KVOController(observer: view, retention: .lifetimeBound)
    controller.observe(clock, keyPaths: ["date", "zone"]) { view, _, change in view.valueDidChange(change) }
    #expect(clock.activeRegistrations.count == 2)
    view = nil
    #expect(clock.activeRegistrations.isEmpty && controller.activeObservations.isEmpty)
  }

  @Test("on behalf of an observer that is gone, or in its deinit, nothing is observed")
  func observerIsGone() {
    let clock = Clock()
    var view: ClockView? = ClockView()
    let controller = KVOController(observer: view, retention: .lifetimeBound)
    var tokens: [ObservationToken] = []
    func observe() {
      tokens.append(controller.observe(clock, \.$date) { $0.valueDidChange($2) })
      tokens += controller.observe(clock, keyPaths: ["zone"]) { view, _, change in view.valueDidChange(change) }
      #expect(!tokens.contains { $0.isActive })
    }
    view?.whileDying = { observe() }
    view = nil
    observe()
    #expect(tokens.count == 4 && clock.activeRegistrations.isEmpty && controller.activeObservations.isEmpty)
  }
}
