import RawObserving
import Testing

@testable import ManagedObserving

/// What the original controller does: unobserving, duplicates, lifetimes.
///
/// The entries on threads, 23 and 24, are in `StressRaceTests` and `RaceTests`.
@Suite("KVO-FBK unobserving and lifetimes", .watched) struct FBKRemovalTests {
  private let thermostat = Thermostat()
  private let view = ClockView()
  private let controller: KVOController<ClockView>

  init() { controller = KVOController(observer: view) }

  @Test("KVO-FBK-11 unobserving inside the initial call", arguments: [true, false])
  func unobserveInsideInitial(retainObserved: Bool) {
    let controller = KVOController(observer: view, retainObserved: retainObserved)
    var recorded: [Double] = []
    thermostat.target = 1
    controller.observe(thermostat, keyPath: "target", options: .initial) { [controller] _, thermostat, _ in
      recorded.append(thermostat.target)
      controller.unobserve(thermostat)
    }
    thermostat.target = 2
    #expect(recorded == [1] && thermostat.activeRegistrations.isEmpty)
  }

  @Test("KVO-FBK-14 unobserving one object leaves the other, and unobserving one property leaves the other")
  func unobserveOne() {
    let other = Thermostat()
    var heard: [String] = []
    for (name, object) in [("first", thermostat), ("second", other)] {
      controller.observe(object, keyPaths: ["target", "actual"]) { _, _, change in
        heard.append("\(name) \(change.keyPath)")
      }
    }
    controller.unobserve(other)
    controller.unobserve(thermostat, \.$actual)
    for object in [thermostat, other] { (object.target, object.actual) = (1, 1) }
    #expect(heard == ["first target"])
  }

  @Test("KVO-FBK-15, 21 the observer is held weakly, and is not called when it is gone")
  func observerGone() {
    var calls = 0
    var view: ClockView? = ClockView()
    weak let probe = view
    let controller = KVOController(observer: view)
    controller.observe(thermostat, keyPath: "target") { $0.valueDidChange($2) }
    controller.observe(thermostat, keyPath: "actual") { _, _, _ in calls += 1 }
    thermostat.actual = 1
    #expect(calls == 1 && controller.observer === view, "it is called while it lives")
    view = nil
    thermostat.target = 1
    thermostat.actual = 2
    #expect(probe == nil && controller.observer == nil && calls == 1)
    controller.unobserveAll()
  }

  @Test("KVO-FBK-16 the same key path again is dropped, in whatever form")
  func duplicates() {
    var heard: [String] = []
    controller.observe(thermostat, keyPath: "target", options: .new) { _, _, change in heard.append("\(change)") }
    controller.observe(thermostat, keyPath: "target", options: [.old, .initial]) { _, _, _ in heard.append("second") }
    controller.observe(thermostat, keyPath: "target", options: .initial, context: someContext)
    controller.observe(thermostat, \.$target, options: .initial) { _, _, _ in heard.append("typed") }
    thermostat.target = 1
    #expect(heard == ["\(KeyValueChange(kind: .setting, newValue: 1.0))"] && view.callbacks.isEmpty)
  }

  @Test("KVO-FBK-17 two controllers are independent", arguments: [true, false])
  func twoControllers(haveOneObserver: Bool) {
    var heard: [String] = []
    let other = haveOneObserver ? view : ClockView()
    let second = KVOController(observer: other)
    controller.observe(thermostat, keyPath: "target") { _, _, _ in heard.append("first") }
    second.observe(thermostat, keyPath: "target") { _, _, _ in heard.append("second") }
    thermostat.target = 1
    #expect(heard.sorted() == ["first", "second"])
    controller.unobserve(thermostat, keyPath: "target")
    thermostat.target = 2
    #expect(heard.dropFirst(2) == ["second"])
    withExtendedLifetime(other) {}
  }

  @Test("KVO-FBK-18 unobserving what is not observed does nothing")
  func unobserveTheUnknown() {
    controller.unobserveAll()
    controller.observe(thermostat, keyPath: "target") { $0.valueDidChange($2) }
    controller.unobserve(Thermostat())
    controller.unobserve(Thermostat(), keyPath: "target")
    controller.unobserve(thermostat, \.$actual)
    for keyPath in ["actual", "nonsense", ""] { controller.unobserve(thermostat, keyPath: keyPath) }
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
    let objects = [thermostat, Thermostat()]
    for object in objects {
      controller.observe(object, keyPaths: ["target", "actual"]) { view, _, change in view.valueDidChange(change) }
    }
    controller.unobserveAll()
    for object in objects { (object.target, object.actual) = (1, 1) }
    #expect(view.actions.isEmpty)
    controller.observe(objects[1], keyPath: "actual") { $0.valueDidChange($2) }
    objects[1].actual = 2
    #expect(view.actions.count == 1)
  }

  @Test("KVO-FBK-20 observed objects are retained until they are unobserved")
  func retainsObserved() {
    var thermostat: Thermostat? = Thermostat()
    weak let probe = thermostat
    controller.observe(thermostat, keyPaths: ["target", "actual"]) { view, _, change in view.valueDidChange(change) }
    thermostat = nil
    #expect(probe != nil)
    controller.unobserve(probe, keyPath: "target")
    #expect(probe != nil, "it is observed for the other key path")
    controller.unobserve(probe)
    #expect(probe == nil)
  }

  @Test("KVO-FBK-22 an object's own controllers are released with it, and observe no more")
  func ownController() {
    var calls = 0
    var view: ClockView? = ClockView()
    weak let retaining = view?.kvoController.core
    weak let unretaining = view?.kvoControllerNonRetaining.core
    for controller in [view?.kvoController, view?.kvoControllerNonRetaining] {
      controller?.observe(thermostat, keyPath: "target") { _, _, _ in calls += 1 }
    }
    thermostat.target = 1
    #expect(calls == 2 && retaining != nil && unretaining != nil)
    view = nil
    thermostat.target = 2
    #expect(calls == 2 && retaining == nil && unretaining == nil)
  }
}
