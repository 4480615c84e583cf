import RawObserving
import Testing

@testable import ManagedObserving

/// What the original controller does: unobserving, duplicates, lifetimes.
///
/// The entries on threads, 23 and 24, are in `RaceTests`.
@Suite("KVO-FBK unobserving and lifetimes", .watched) struct FBKRemovalTests {
  private let thermostat = Thermostat()
  private let view = ClockView()

  @Test("KVO-FBK-11 unobserving inside the initial call")
  func unobserveInsideInitial() {
    thermostat.target = 1
    var recorded = 0.0
    let controller = KVOController(observer: view)
    controller.observe(thermostat, keyPath: "target", options: .initial) {
      [controller] _, thermostat, _ in
      recorded = thermostat.target
      controller.unobserve(thermostat)
    }
    thermostat.target = 2
    #expect(recorded == 1)
  }

  @Test("KVO-FBK-14 unobserving one object leaves the other")
  func unobserveOneObject() {
    let other = Thermostat()
    let controller = KVOController(observer: view)
    var heard: [ObjectIdentifier] = []
    for object in [thermostat, other] {
      controller.observe(object, keyPath: "target", options: .new) {
        _, thermostat, _ in heard.append(ObjectIdentifier(thermostat))
      }
    }
    controller.unobserve(other)
    thermostat.target = 1
    other.target = 1
    #expect(heard == [ObjectIdentifier(thermostat)])
  }

  @Test("KVO-FBK-15 an observer that is gone is not called")
  func observerGone() {
    var calls = 0
    var view: ClockView? = ClockView()
    let controller = KVOController(observer: view)
    controller.observe(thermostat, keyPath: "target") { $0.valueDidChange($2) }
    controller.observe(thermostat, keyPath: "actual") { _, _, _ in
      calls += 1
    }
    thermostat.actual = 1
    #expect(calls == 1, "it is called while it lives")
    view = nil
    thermostat.target = 1
    thermostat.actual = 2
    #expect(calls == 1)
    controller.unobserveAll()
  }

  @Test("KVO-FBK-16 the same key path again is dropped, in whatever form")
  func duplicates() {
    var heard: [String] = []
    var changes: [Call] = []
    let controller = KVOController(observer: view)
    controller.observe(thermostat, keyPath: "target", options: .new) {
      _, thermostat, change in
      heard.append("first")
      changes.append(Call(thermostat, change))
    }
    controller.observe(thermostat, keyPath: "target", options: [.old, .initial]) {
      _, _, _ in heard.append("second")
    }
    controller.observe(
      thermostat, keyPath: "target", options: .initial
    ) { $0.valueDidChange($2) }
    controller.observe(thermostat, keyPath: "target", options: .initial, context: someContext)
    controller.observe(thermostat, \.$target, options: .initial) { _, _, _ in
      heard.append("typed")
    }
    thermostat.target = 1
    #expect(heard == ["first"])
    #expect(changes.map { $0.change[.new] } == [AnyHashable(1.0)])
    #expect(changes.map { $0.change[.old] } == [nil])
    #expect(view.actions.isEmpty && view.callbacks.isEmpty)
  }

  @Test("KVO-FBK-17 two controllers are independent", arguments: [true, false])
  func twoControllers(haveOneObserver: Bool) {
    var heard: [String] = []
    let other = haveOneObserver ? view : ClockView()
    let first = KVOController(observer: view)
    let second = KVOController(observer: other)
    first.observe(thermostat, keyPath: "target") { _, _, _ in
      heard.append("first")
    }
    second.observe(thermostat, keyPath: "target") { _, _, _ in
      heard.append("second")
    }
    thermostat.target = 1
    #expect(heard.sorted() == ["first", "second"])
    first.unobserve(thermostat, keyPath: "target")
    heard = []
    thermostat.target = 2
    #expect(heard == ["second"])
    withExtendedLifetime(other) {}
  }

  @Test("KVO-FBK-18 unobserving what is not observed does nothing")
  func unobserveTheUnknown() {
    let controller = KVOController(observer: view)
    controller.unobserveAll()
    controller.observe(thermostat, keyPath: "target") { $0.valueDidChange($2) }
    controller.unobserve(Thermostat())
    controller.unobserve(Thermostat(), keyPath: "target")
    controller.unobserve(thermostat, keyPath: "actual")
    controller.unobserve(thermostat, keyPath: "nonsense")
    controller.unobserve(nil)
    controller.unobserve(nil, keyPath: "target")
    thermostat.target = 1
    #expect(view.actions.count == 1, "what is observed still is")
    for _ in 0..<2 {
      controller.unobserve(thermostat, keyPath: "target")
      controller.unobserve(thermostat)
      controller.unobserveAll()
    }
    thermostat.target = 2
    #expect(view.actions.count == 1)
  }

  @Test("KVO-FBK-19 unobserveAll, and the controller can be used again")
  func unobserveAll() {
    let other = Thermostat()
    let controller = KVOController(observer: view)
    for object in [thermostat, other] {
      controller.observe(object, keyPaths: ["target", "actual"]) { view, _, change in
        view.valueDidChange(change)
      }
    }
    controller.unobserveAll()
    for object in [thermostat, other] {
      object.target = 1
      object.actual = 1
    }
    #expect(view.actions.isEmpty)
    controller.observe(other, keyPath: "actual") { $0.valueDidChange($2) }
    other.actual = 2
    #expect(view.actions.count == 1)
  }

  @Test("KVO-FBK-20 observed objects are retained until they are unobserved")
  func retainsObserved() {
    let controller = KVOController(observer: view)
    var thermostat: Thermostat? = Thermostat()
    weak let probe = thermostat
    controller.observe(thermostat, keyPaths: ["target", "actual"]) { view, _, change in
      view.valueDidChange(change)
    }
    thermostat = nil
    #expect(probe != nil)
    controller.unobserve(probe, keyPath: "target")
    #expect(probe != nil, "it is observed for the other key path")
    controller.unobserve(probe)
    #expect(probe == nil)
  }

  @Test("KVO-FBK-21 the observer is held weakly")
  func observerIsWeak() {
    var view: ClockView? = ClockView()
    weak let probe = view
    let controller = KVOController(observer: view)
    controller.observe(thermostat, keyPath: "target") { $0.valueDidChange($2) }
    #expect(controller.observer === view)
    view = nil
    #expect(probe == nil)
    #expect(controller.observer == nil)
  }

  @Test("KVO-FBK-22 an object's own controller dies with it")
  func ownController() {
    var view: ClockView? = ClockView()
    view?.kvoController.observe(thermostat, keyPath: "target") { $0.valueDidChange($2) }
    weak let probe = view?.kvoController.core
    #expect(probe != nil)
    view = nil
    #expect(probe == nil)
    thermostat.target = 1
  }
}
