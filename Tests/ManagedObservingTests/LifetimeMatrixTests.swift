import Foundation
import RawObserving
import TestSupport
import Testing

@testable import ManagedObserving

/// Each policy, with each owner of the controller, each way of observing, and each order in which they go: held
/// against the rules of the table of `Retention`, which `Rules` below says once more.
@Suite("Every order of every death", .watched) struct LifetimeMatrixTests {
  @Test("classic era: all goes on time, but for the documented cycles", arguments: Setting.all)
  private func classic(setting: Setting) {
    for order in setting.orders { for isSet in [true, false] { play(setting, order, .classic, isSet) } }
  }

  @Test("current era: all goes on time, but for the documented cycles")
  func current() async {
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      for setting in Setting.all {
        for order in setting.orders { for isSet in [true, false] { play(setting, order, Era.inForce, isSet) } }
      }
    }
  }

  @Test("classic era: what is observed, not retained, and goes first, raises", arguments: raising.indices)
  func raises(index: Int) async {
    let ending = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) { [index] in
      Era.use(.classic)
      let (setting, deaths) = raising[index]
      let scene = Scene(setting, isScoped: false)
      for death in deaths { scene.drop(death) }
    }
    #expect(ending.raised("of class Station was deallocated while key value observers were still"))
  }

  @Test("a loop ends with the first that goes, and all goes on time", arguments: Setting.all)
  private func sequences(setting: Setting) async {
    await loopInEveryOrder(setting)
  }

  @Test("current era: a loop ends with the first that goes, and all goes on time")
  func sequencesCurrent() async {
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      for setting in Setting.all { await loopInEveryOrder(setting) }
    }
  }
}

// MARK: What is combined

private enum Shape: CaseIterable {
  case another, oneself, pathFromOneself
  /// Two that observe each other.
  case pair
}

private enum Owner: CaseIterable {
  case lazy, observer, observed, caller
}

/// What can be released. The caller may hold a controller; a scoped observation ends with its holder.
private enum Death: CaseIterable {
  case observer, observed, holder, scope, task
}

private struct Setting: Sendable {
  let retention: Retention
  let shape: Shape
  let owner: Owner
  /// Whether the observer is not a `KeyValueObject`.
  let isPlain: Bool

  var isOneself: Bool { shape == .oneself || shape == .pathFromOneself }

  static let all: [Setting] = [.retained, .unretained, .lifetimeBound].flatMap { retention in
    Shape.allCases.flatMap { shape in
      Owner.allCases.flatMap { owner in
        [false, true].map { Setting(retention: retention, shape: shape, owner: owner, isPlain: $0) }
      }
    }
  }.filter { setting in
    if setting.isPlain && (setting.shape != .another || setting.owner == .lazy) { return false }
    return !(setting.isOneself && setting.owner == .observed)  // that is the observer
  }

  /// Whether the observed object leads back to the controller: retained, it is a cycle until it is unobserved.
  var isCycle: Bool {
    if retention != .retained { return false }
    return shape == .another ? owner == .observed : owner != .caller
  }

  /// All orders, once with a scoped observation and once without.
  var orders: [[Death]] { permutations(deaths) + permutations(deaths + [.scope]) }

  var deaths: [Death] {
    [.observer] + (isOneself ? [] : [.observed]) + (owner == .caller ? [.holder] : [])
  }
}

/// What raises in the classic era: a setting, and what is released until it does.
private let raising: [(Setting, [Death])] = Setting.all.flatMap { setting in
  var found: [[Death]] = []
  for order in setting.orders where !order.contains(.scope) {
    var rules = Rules(setting, isScoped: false)
    if let last = order.firstIndex(where: { rules.drop($0) }),
      !found.contains(Array(order[...last]))
    {
      found.append(Array(order[...last]))
    }
  }
  return found.map { (setting, $0) }
}

// MARK: What must happen

/// The rules: what holds what, and what ends an observation.
private struct Rules {
  enum Thing: CaseIterable {
    case observer, observed, controller
    /// The controller with which the observed one of a pair observes back.
    case counterpart
  }

  private let setting: Setting
  private var held: Set<Death>
  private(set) var alive: Set<Thing>
  /// The controllers that observe.
  private(set) var observing: Set<Thing>
  /// Those with a registration. A scope that goes ends the observation; the registration goes later.
  private var registered: Set<Thing>

  init(_ setting: Setting, isScoped: Bool) {
    self.setting = setting
    held = Set(setting.deaths + (isScoped ? [.scope] : []))
    alive = [.observer, .controller]
    if !setting.isOneself { alive.insert(.observed) }
    if setting.shape == .pair { alive.insert(.counterpart) }
    observing = alive.subtracting([.observer, .observed])
    registered = observing
  }

  func observer(of controller: Thing) -> Thing { controller == .controller ? .observer : .observed }

  func object(of controller: Thing) -> Thing {
    controller == .controller && !setting.isOneself ? .observed : .observer
  }

  private func owner(of controller: Thing) -> Thing? {
    switch setting.owner {
    case .lazy, .observer: observer(of: controller)
    case .observed: object(of: controller)
    case .caller: nil
    }
  }

  private func isKept(_ thing: Thing) -> Bool {
    switch thing {
    case .controller, .counterpart:
      return held.contains(.holder) || owner(of: thing).map(alive.contains) ?? false
    case .observer, .observed:
      if held.contains(thing == .observer ? .observer : .observed) { return true }
      return setting.retention == .retained && registered.contains { object(of: $0) == thing }
    }
  }

  /// Releases one. Returns whether an object is deallocated while it is observed.
  mutating func drop(_ death: Death) -> Bool {
    held.remove(death)
    if death == .scope { observing = [] }
    return settle()
  }

  /// Lets go what nothing keeps. Returns whether an object is deallocated while it is observed.
  private mutating func settle() -> Bool {
    var diesObserved = false
    while let gone = Thing.allCases.first(where: { alive.contains($0) && !isKept($0) }) {
      alive.remove(gone)
      observing.remove(gone)
      registered.remove(gone)
      for controller in registered {
        let losesObject = object(of: controller) == gone
        let losesObserver = observer(of: controller) == gone && setting.retention == .lifetimeBound
        if losesObject && setting.retention == .unretained && observing.contains(controller) { diesObserved = true }
        if losesObject || losesObserver && !setting.isPlain { end(controller) }
      }
    }
    return diesObserved
  }

  /// The object is set. Returns whether the observer is told.
  mutating func set(objectOf controller: Thing) -> Bool {
    if observing.contains(controller) && alive.contains(observer(of: controller)) { return true }
    if !observing.contains(controller) || setting.retention == .lifetimeBound { end(controller) }
    _ = settle()
    return false
  }

  private mutating func end(_ controller: Thing) {
    observing.remove(controller)
    registered.remove(controller)
  }
}

// MARK: What happens

private protocol ControllerOwner: AnyObject {
  var controllers: [ControllerCore] { get set }
}

private final class Station: KeyValueObject, ControllerOwner {
  @Observed var date = 0
  @Observed var clock = Clock()
  var controllers: [ControllerCore] = []
}

private final class Logger: ControllerOwner {
  var controllers: [ControllerCore] = []
}

private final class Scene {
  final class Count { var calls = 0 }

  private var observer: (any ControllerOwner)?
  private var observed: Station?
  private var controllers: [ControllerCore] = []
  private var scopes: [ScopedObservation] = []
  var loops: [Task<Void, Never>] = []
  let endedLoops = Locked(0)

  private let setting: Setting
  private weak var observerProbe: (any ControllerOwner)?
  private weak var observedProbe: Station?
  private weak var controllerProbe: ControllerCore?
  private weak var counterpartProbe: ControllerCore?
  private let count = Count()
  private let counterpartCount = Count()

  /// Observes by closures, or by loops.
  init(_ setting: Setting, isScoped: Bool, inLoops: Bool = false) {
    self.setting = setting
    let observer: any ControllerOwner = setting.isPlain ? Logger() : Station()
    self.observer = observer
    observerProbe = observer
    if !setting.isOneself { observed = Station() }
    observedProbe = observed
    let object = observed ?? observer as? Station
    controllerProbe = begin(observer, object, count, isScoped, inLoops)
    if setting.shape == .pair, let object {
      counterpartProbe = begin(object, observer as? Station, counterpartCount, isScoped, inLoops)
    }
  }

  private func begin(
    _ observer: any ControllerOwner, _ object: Station?, _ count: Count, _ isScoped: Bool,
    _ inLoops: Bool
  ) -> ControllerCore? {
    let controller = controller(of: observer)
    switch setting.owner {
    case .lazy: break
    case .observer: observer.controllers.append(controller.core)
    case .observed: object?.controllers.append(controller.core)
    case .caller: controllers.append(controller.core)
    }
    if inLoops {
      let changes =
        setting.shape == .pathFromOneself
        ? controller.changes(of: object, \.$clock.$date) : controller.changes(of: object, \.$date)
      loops.append(
        Task { [endedLoops] in
          for await _ in changes {}
          endedLoops.withLock { $0 += 1 }
        })
    } else {
      let keyPath = setting.shape == .pathFromOneself ? "clock.date" : "date"
      let token = controller.observe(object, keyPath: keyPath) { _, _, _ in count.calls += 1 }
      if isScoped { scopes.append(token.scoped()) }
    }
    return controller.core
  }

  private func controller(of observer: any ControllerOwner) -> KVOController<AnyObject> {
    guard setting.owner == .lazy, let observer = observer as? Station else {
      return KVOController(observer: observer, retention: setting.retention)
    }
    let core =
      switch setting.retention {
      case .retained: observer.kvoController.core
      case .unretained: observer.kvoControllerNonRetaining.core
      case .lifetimeBound: observer.kvoControllerLifetimeBound.core
      }
    return KVOController(core)
  }

  func drop(_ death: Death) {
    switch death {
    case .observer: observer = nil
    case .observed: observed = nil
    case .holder: controllers = []
    case .scope: scopes = []
    case .task: for loop in loops { loop.cancel() }
    }
  }

  /// Sets what the controller observes, if it lives. Returns how many calls that made.
  func set(objectOf controller: Rules.Thing, _ rules: Rules) -> Int? {
    guard let object = object(rules.object(of: controller)) else { return nil }
    let count = controller == .controller ? count : counterpartCount
    let before = count.calls
    if setting.shape == .pathFromOneself { object.clock.date += 1 } else { object.date += 1 }
    return count.calls - before
  }

  func object(_ thing: Rules.Thing) -> Station? {
    thing == .observer ? observerProbe as? Station : observedProbe
  }

  var alive: Set<Rules.Thing> {
    var alive: Set<Rules.Thing> = []
    if observerProbe != nil { alive.insert(.observer) }
    if observedProbe != nil { alive.insert(.observed) }
    if controllerProbe != nil { alive.insert(.controller) }
    if counterpartProbe != nil { alive.insert(.counterpart) }
    return alive
  }

  func unobserveAll() {
    controllerProbe?.unobserveAll()
    counterpartProbe?.unobserveAll()
  }
}

/// Releases in that order. If `isSet` is true, everything is changed after each release.
private func play(_ setting: Setting, _ order: [Death], _ era: Era, _ isSet: Bool) {
  let isScoped = order.contains(.scope)
  var rules = Rules(setting, isScoped: isScoped)
  let scene = Scene(setting, isScoped: isScoped)
  for death in order {
    // What raises has a process of its own: see `raises`.
    if rules.drop(death) && era == .classic { return scene.unobserveAll() }
    scene.drop(death)
    let comment: Comment = "\(setting), \(order), \(death), \(isSet)"
    #expect(scene.alive == rules.alive, comment)
    for controller: Rules.Thing in [.controller, .counterpart] {
      let object = scene.object(rules.object(of: controller))
      let observed = {
        object?.activeObservations.count == (rules.observing.contains(controller) ? 1 : 0)
      }
      if controller == .counterpart && setting.shape != .pair || object == nil { continue }
      #expect(observed(), comment)
      if !isSet { continue }
      #expect(
        scene.set(objectOf: controller, rules) == (rules.set(objectOf: controller) ? 1 : 0), comment
      )
      #expect(observed(), comment)
    }
  }
  let isOver = !setting.isCycle || isScoped && isSet
  #expect(rules.alive.isEmpty == isOver, "\(setting), \(order), \(isSet)")
  scene.unobserveAll()
  #expect(scene.alive.isEmpty, "\(setting), \(order)")
}

private func loopInEveryOrder(_ setting: Setting) async {
  for order in permutations(setting.deaths + [.task]) {
    let scene = Scene(setting, isScoped: false, inLoops: true)
    // An observer that cannot tell of its death, and does not take the controller along: the next death ends the loop.
    let lasts = setting.isPlain && order[0] == .observer && setting.owner != .observer
    for (place, death) in order.enumerated() {
      scene.drop(death)
      if lasts && place == 0 { #expect(scene.endedLoops.withLock { $0 } == 0, "\(setting), \(order)") }
      if place != (lasts ? 1 : 0) { continue }
      // Of a pair whose holder goes, or whose tasks are cancelled, and where either one goes, both loops end.
      func haveEnded() -> Bool { scene.endedLoops.withLock { $0 } == scene.loops.count }
      await waitUntil(haveEnded)
      guard haveEnded() else {
        Issue.record("a loop goes on: \(setting), \(order)")
        return
      }
      for thing: Rules.Thing in [.observer, .observed] {
        #expect(scene.object(thing)?.activeObservations.isEmpty ?? true, "\(setting), \(order)")
      }
    }
    #expect(scene.alive.isEmpty, "\(setting), \(order)")
  }
}
