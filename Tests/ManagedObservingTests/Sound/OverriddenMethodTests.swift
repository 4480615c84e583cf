import Foundation
import RawObserving
import TestSupport
import Testing

@testable import ManagedObserving

@Suite("Classes may override the methods that add and remove", .watched) struct OverriddenMethodTests {
  @Test("the mediator, which is called on every thread, carries nothing from one to another", arguments: [true, false])
  func keptMediator(associates: Bool) async {
    let ending = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      [associates] in
      let (view, keeper) = (ClockView(), OpenClock())
      view.kvoController.observe(keeper, \.$date) { _, _, _ in }
      if associates {
        _ = keeper.mediator?.associatedObject("box") { ClockView() }
      } else {
        view.kvoController.observe(keeper.mediator, keyPath: "anything") { _, _, _ in }
      }
    }
    #expect(
      ending.raised(
        "*** RawObserving: <Mediator 0x", "so it cannot be observed, nor have associated objects or hooks."))
  }

  private let view = ClockView()

  // MARK: Forwarding

  /// Another class than the one that is observed.
  private final class Model: KeyValueObject { @Observed var date = 0 }

  private final class Proxy: OpenClock {
    let forward = Model()
    let name = "a text that is long enough to be on the heap"
    override init() {
      super.init()
      model = forward
    }
  }

  @Test("an object that forwards to one of another class is what every handler receives, with the value of the other")
  func forwarding() {
    let proxy = Proxy()
    let controller = view.kvoController
    var told: [String] = []
    func tell(_ form: String, _ object: Proxy, _ value: Int?) {
      told.append("\(form) \(object === proxy && object.name == proxy.name) \(value ?? -1)")
    }
    controller.observe(proxy, \.$date) { _, proxy, change in tell("typed", proxy, change.value) }
    controller.observe(proxy, keyPath: "date", options: .new, duplicates: .add) { _, proxy, change in
      tell("string", proxy, change.newValue as? Int)
    }
    controller.observe(proxy, keyPaths: ["date"], options: .new, duplicates: .add) { _, proxy, change in
      tell("strings", proxy, change.newValue as? Int)
    }
    controller.observe(proxy, keyPath: "date", options: .new, duplicates: .add, context: someContext)
    proxy.forward.date = 7
    #expect(told.sorted() == ["string true 7", "strings true 7", "typed true 7"])
    #expect(view.callbacks.map(\.object) == [ObjectIdentifier(proxy)])
    controller.unobserve(proxy)
    proxy.forward.date = 8
    #expect(told.count == 3 && proxy.forward.activeRegistrations.isEmpty)
  }

  @Test("the object that a proxy forwards to lists the registration, and no observation: it is one of the proxy")
  func forwardedIsNotListed() {
    let proxy = Proxy()
    view.kvoController.observe(proxy, \.$date) { _, _, _ in }
    #expect(proxy.forward.activeRegistrations.count == 1 && proxy.forward.activeObservations.isEmpty)
    #expect(view.kvoController.activeObservations.map { $0.object === proxy } == [true])
    view.kvoController.observe(proxy.forward, \.$date) { _, _, _ in }
    #expect(proxy.forward.activeObservations.map { $0.object === proxy.forward } == [true])
    view.kvoController.unobserveAll()
  }

  @Test("an object that forwards sends its changes to a sequence and to another thread")
  func forwardingElsewhere() async {
    let (proxy, panel) = (Proxy(), Panel())
    let controller = KVOController(observer: panel)
    controller.observe(proxy, \.$date, on: .function { $0() }) { $0.show($1.value) }
    let changes = controller.changes(of: proxy, \.$date, options: [])
    proxy.forward.date = 7
    controller.unobserveAll()
    proxy.forward.date = 8
    var heard: [Int] = []
    for await change in changes { heard.append(change.value) }
    #expect(heard == [7] && panel.values.withLock { $0 } == [7] && proxy.forward.activeRegistrations.isEmpty)
  }

  // MARK: The balance

  enum End: CaseIterable {
    case property, keyPath, object, all, token, scope, replaced, controller
  }

  /// How the path is written. A typed path through another object is not added by the methods, because its text may
  /// name another property.
  enum Path: CaseIterable { case key, text, typed }

  /// A part whose key has a name only after one of them has been created.
  private final class Part<Tag>: KeyValueObject { @Observed var size = 0 }
  private final class Whole<Tag>: HomeClock { @Observed var part: Part<Tag>? }

  @Test(
    "an override sees a removal for each add, however the observation ends", arguments: End.allCases, Path.allCases)
  private func balance(end: End, path: Path) {
    for retention in [Retention.retained, .unretained, .lifetimeBound] {
      let whole = Whole<Self>(Home())
      whole.part = Part()
      switch path {
      case .key: check(whole, \.$date, "date", end, retention)
      case .text: check(whole, nil as KeyPath<Whole<Self>, Property<Int>>?, "part.size", end, retention)
      case .typed: check(whole, \.$part.$size, "part.size", end, retention)
      }
    }
  }

  private func check<Value>(
    _ whole: Whole<Self>, _ property: KeyPath<Whole<Self>, Property<Value>>?, _ keyPath: String, _ end: End,
    _ retention: Retention
  ) {
    var controller: KVOController<ClockView>? = KVOController(observer: view, retention: retention)
    func observe(_ duplicates: DuplicatePolicy = .ignore) -> ObservationToken? {
      if let property { return controller?.observe(whole, property, duplicates: duplicates) { _, _, _ in } }
      return controller?.observe(whole, keyPath: keyPath, duplicates: duplicates) { _, _, _ in }
    }
    let token = observe()
    #expect(whole.activeRegistrations.count == 1)
    let isSeen = property == nil || keyPath == "date"
    #expect(whole.addCount == (isSeen ? 1 : 0) && whole.balance == whole.addCount)
    switch end {
    case .property: if let property { controller?.unobserve(whole, property) } else { controller?.unobserve(whole) }
    case .keyPath: controller?.unobserve(whole, keyPath: keyPath)
    case .object: controller?.unobserve(whole)
    case .all: controller?.unobserveAll()
    case .token: token?.cancel()
    case .scope:
      withExtendedLifetime(token?.scoped()) {}
      controller?.unobserve(whole, keyPath: "another")
    case .replaced:
      _ = observe(.replace)
      controller?.unobserveAll()
    case .controller: controller = nil
    }
    #expect(whole.balance == 0 && whole.activeRegistrations.isEmpty)
    withExtendedLifetime(controller) {}
  }

  @Test("a path whose name becomes known in between is removed in the way in which it was added")
  func nameLearntInBetween() {
    enum Tag {}
    for end in [End.property, .object, .all, .token, .controller] {
      // The first round has no name at the add, and the others have one.
      let whole = Whole<Tag>(Home())
      var controller: KVOController<ClockView>? = KVOController(observer: view)
      var calls = 0
      let token = controller?.observe(whole, \.$part.$size) { _, _, _ in calls += 1 }
      #expect(whole.addCount == whole.balance)
      whole.part = Part()
      whole.part?.size = 1
      #expect(calls == 2)
      switch end {
      case .property: controller?.unobserve(whole, \.$part.$size)
      case .object: controller?.unobserve(whole)
      case .all: controller?.unobserveAll()
      case .token: token?.cancel()
      default: controller = nil
      }
      #expect(whole.balance == 0 && whole.activeRegistrations.isEmpty, "\(end)")
      whole.part?.size = 2
      #expect(calls == 2)
      withExtendedLifetime(controller) {}
    }
  }

  @Test("an object that ends what is bound to it, in its deinit, sees a removal for each add")
  func balanceAtTheEndOfTheObject() {
    var balances: [Int] = []
    final class Last: HomeClock {
      var told: (Int) -> Void = { _ in }
      override func removeObserver(
        _ observer: KeyValueObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
      ) {
        super.removeObserver(observer, forKeyPath: keyPath, context: context)
        told(balance)
      }
    }
    do {
      let clock = Last(Home())
      clock.told = { balances.append($0) }
      view.kvoControllerLifetimeBound.observe(clock, \.$date) { _, _, _ in }
      view.kvoControllerLifetimeBound.observe(clock, \.$zone) { _, _, _ in }
      #expect(clock.balance == 2)
    }
    #expect(balances == [1, 0])
  }

  // MARK: Refusing and repeating

  @Test("an object that refuses to be observed calls no handler, and unobserving is no error")
  func refusing() {
    let clock = OpenClock()
    clock.times = 0
    var calls = 0
    let token = view.kvoController.observe(clock, \.$date, options: .initial) { _, _, _ in calls += 1 }
    clock.date = 1
    #expect(calls == 0 && clock.activeObservations.isEmpty)
    clock.times = 1
    view.kvoController.unobserve(clock)
    #expect(!token.isActive)
  }

  @Test("an object that adds twice is removed twice, and calls no handler after the end")
  func repeating() {
    let clock = OpenClock()
    clock.times = 2
    var calls = 0
    let token = view.kvoController.observe(clock, \.$date) { _, _, _ in calls += 1 }
    clock.date = 1
    #expect(calls == 2)
    token.cancel()
    clock.date = 2
    #expect(calls == 2 && clock.activeRegistrations.isEmpty)
  }

  @Test("an object that adds twice and removes once calls no handler after the end")
  func leavingOneBehind() async {
    // It leaves a registration behind, which the classic era does not forgive when the clock is deallocated.
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      let (clock, view) = (OpenClock(), ClockView())
      var calls = 0
      clock.times = 2
      view.kvoController.observe(clock, \.$date) { _, _, _ in calls += 1 }
      clock.times = 1
      view.kvoController.unobserveAll()
      clock.date = 1
      #expect(calls == 0 && clock.activeRegistrations.count == 1 && clock.activeObservations.isEmpty)
    }
  }

  // MARK: Calls back into the controller

  @Test("an object that unobserves itself as it is observed is not called, and no registration is left")
  func unobservingWhileAdding() {
    for isBefore in [true, false] {
      let clock = OpenClock()
      var calls = 0
      let unobserve = { [view] in view.kvoController.unobserve(clock) }
      if isBefore { clock.beforeAdding = unobserve } else { clock.afterAdding = unobserve }
      let token = view.kvoController.observe(clock, \.$date) { _, _, _ in calls += 1 }
      clock.date = 1
      #expect(calls == 0 && !token.isActive, "before: \(isBefore)")
      #expect(clock.activeRegistrations.isEmpty && clock.activeObservations.isEmpty)
      #expect(view.kvoController.activeObservations.isEmpty)
      (clock.beforeAdding, clock.afterAdding) = ({}, {})
    }
  }

  @Test("an object that unobserves everything, and sets its properties, as it is unobserved calls no handler")
  func unobservingWhileRemoving() {
    let clock = OpenClock()
    var told: [String] = []
    let controller = view.kvoController
    var tokens: [ObservationToken] = []
    clock.beforeRemoving = { [unowned clock] in
      clock.date += 1
      clock.zone = "before"
      controller.unobserveAll()
      #expect(tokens.allSatisfy { !$0.isActive } && clock.activeObservations.isEmpty)
      clock.date += 1
    }
    clock.afterRemoving = clock.beforeRemoving
    tokens.append(controller.observe(clock, \.$date) { _, _, _ in told.append("date") })
    tokens.append(controller.observe(clock, \.$zone) { _, _, _ in told.append("zone") })
    tokens.append(controller.observe(clock, keyPath: "date", duplicates: .add) { _, _, _ in told.append("again") })
    controller.unobserve(clock)
    #expect(told == [] && clock.activeRegistrations.isEmpty)
    (clock.beforeRemoving, clock.afterRemoving) = ({}, {})
  }

  @Test("an object that observes itself again as it is unobserved has one observation, the new one")
  func observingWhileRemoving() {
    let clock = OpenClock()
    var told: [String] = []
    let controller = view.kvoController
    clock.beforeRemoving = { [unowned clock] in
      clock.beforeRemoving = {}
      controller.observe(clock, \.$date) { _, _, _ in told.append("new") }
    }
    controller.observe(clock, \.$date) { _, _, _ in told.append("old") }
    controller.unobserve(clock, \.$date)
    clock.date = 1
    #expect(told == ["new"] && clock.activeRegistrations.count == 1)
    controller.unobserveAll()
    #expect(clock.activeRegistrations.isEmpty)
  }
}
