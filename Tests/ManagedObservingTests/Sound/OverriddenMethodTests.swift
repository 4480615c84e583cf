import Foundation
import RawObserving
import TestSupport
import Testing

@testable import ManagedObserving

/// Passes its registrations on to a model, as a proxy does. Its own `date` never changes.
private final class Proxy: Clock {
  let model = Clock()

  override func addObserver(
    _ observer: KeyValueObject, forKeyPath keyPath: String, options: KeyValueObservingOptions,
    context: UnsafeMutableRawPointer?
  ) { model.addObserver(observer, forKeyPath: keyPath, options: options, context: context) }

  override func removeObserver(
    _ observer: KeyValueObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
  ) { model.removeObserver(observer, forKeyPath: keyPath, context: context) }
}

/// Does something as it is observed and as it is unobserved, instead of the call or before and after it.
private final class BusyClock: Clock {
  var beforeAdding: () -> Void = {}
  var afterAdding: () -> Void = {}
  var beforeRemoving: () -> Void = {}
  var afterRemoving: () -> Void = {}
  /// How often it passes each call on to `super`.
  var times = 1

  override func addObserver(
    _ observer: KeyValueObject, forKeyPath keyPath: String, options: KeyValueObservingOptions,
    context: UnsafeMutableRawPointer?
  ) {
    beforeAdding()
    for _ in 0..<times { super.addObserver(observer, forKeyPath: keyPath, options: options, context: context) }
    afterAdding()
  }

  override func removeObserver(
    _ observer: KeyValueObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
  ) {
    beforeRemoving()
    for _ in 0..<times { super.removeObserver(observer, forKeyPath: keyPath, context: context) }
    afterRemoving()
  }
}

/// An observer that may be used on any thread.
private final class Panel: Sendable {}

/// Stores the observer that is passed to `addObserver`: the mediator.
private final class Keeper: Clock {
  var kept: KeyValueObject?

  override func addObserver(
    _ observer: KeyValueObject, forKeyPath keyPath: String, options: KeyValueObservingOptions,
    context: UnsafeMutableRawPointer?
  ) { kept = observer }
}

@Suite("Classes may override the methods that add and remove", .watched) struct OverriddenMethodTests {
  @Test("the mediator, which is called on every thread, carries nothing from one to another")
  func keptMediator() async {
    let associates = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let (view, keeper) = (ClockView(), Keeper())
      view.kvoController.observe(keeper, \.$date) { _, _, _ in }
      _ = keeper.kept?.associatedObject("box") { ClockView() }
    }
    #expect(
      associates.raised(
        "*** RawObserving: <Mediator 0x", "so it cannot be observed, nor have associated objects or hooks."))
    let observes = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let (view, keeper) = (ClockView(), Keeper())
      view.kvoController.observe(keeper, \.$date) { _, _, _ in }
      view.kvoController.observe(keeper.kept, keyPath: "anything") { _, _, _ in }
    }
    #expect(
      observes.raised(
        "*** RawObserving: <Mediator 0x", "so it cannot be observed, nor have associated objects or hooks."))
  }

  private let view = ClockView()

  // MARK: Forwarding

  @Test("an object that forwards to another one is what every handler receives, with the value of the other one")
  func forwarding() {
    let proxy = Proxy()
    let controller = view.kvoController
    var told: [String] = []
    func tell(_ form: String, _ object: Clock, _ value: Int?) {
      told.append("\(form) \(object === proxy) \(value ?? -1)")
    }
    controller.observe(proxy, \.$date) { _, proxy, change in tell("typed", proxy, change.value) }
    controller.observe(proxy, keyPath: "date", options: .new, duplicates: .add) { _, proxy, change in
      tell("string", proxy, change.newValue as? Int)
    }
    controller.observe(proxy, keyPaths: ["date"], options: .new, duplicates: .add) { _, proxy, change in
      tell("strings", proxy, change.newValue as? Int)
    }
    controller.observe(proxy, keyPath: "date", options: .new, duplicates: .add, context: someContext)
    controller.observe(proxy, \.$date, duplicates: .add) { $0.valueDidChange($2) }
    proxy.model.date = 7
    #expect(told.sorted() == ["string true 7", "strings true 7", "typed true 7"])
    #expect(view.callbacks.map(\.object) == [ObjectIdentifier(proxy)] && view.actions.count == 1)
    controller.unobserve(proxy)
    proxy.model.date = 8
    #expect(told.count == 3 && proxy.model.activeRegistrations.isEmpty)
  }

  @Test("an object that forwards sends its changes to a sequence and to another thread")
  func forwardingElsewhere() async {
    let proxy = Proxy()
    let controller = KVOController(observer: Panel())
    let panel = Panel()
    let other = KVOController(observer: panel)
    let told = Locked<[Int]>([])
    other.observe(proxy, \.$date, on: .function { $0() }) { _, change in told.withLock { $0.append(change.value) } }
    let changes = other.changes(of: proxy, \.$date, options: [])
    #expect(controller.observer == nil)
    proxy.model.date = 7
    other.unobserveAll()
    proxy.model.date = 8
    var heard: [Int] = []
    for await change in changes { heard.append(change.value) }
    #expect(told.withLock { $0 } == [7] && heard == [7])
    #expect(proxy.model.activeRegistrations.isEmpty)
    withExtendedLifetime(panel) {}
  }

  @Test("an object that forwards to an object of another class calls the handler with the one that was observed")
  func forwardingToAnotherClass() {
    final class Model: KeyValueObject { @Observed var date = 0 }
    final class Cover: Clock {
      let model = Model()
      let name = "a text that is long enough to be on the heap"
      override func addObserver(
        _ observer: KeyValueObject, forKeyPath keyPath: String, options: KeyValueObservingOptions,
        context: UnsafeMutableRawPointer?
      ) { model.addObserver(observer, forKeyPath: keyPath, options: options, context: context) }
      override func removeObserver(
        _ observer: KeyValueObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
      ) { model.removeObserver(observer, forKeyPath: keyPath, context: context) }
    }
    let cover = Cover()
    var told: [String] = []
    view.kvoController.observe(cover, \.$date) { _, cover, change in told.append("\(cover.name), \(change.value)") }
    cover.model.date = 7
    #expect(told == ["\(cover.name), 7"])
    view.kvoController.unobserveAll()
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
    let clock = BusyClock()
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
    let clock = BusyClock()
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
      let (clock, view) = (BusyClock(), ClockView())
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
      let clock = BusyClock()
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
    let clock = BusyClock()
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
    let clock = BusyClock()
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
