import RawObserving
import Testing

@testable import BuildStep9

/// The statements about FBKVOController that the last step claims. They are those of `FBKTests` and
/// `FBKRemovalTests`, which ManagedObserving passes, with a string as the key path and a closure as the handler.
@Suite("The last step does what FBKVOController does", .watched) struct ConformanceTests {
  private let thermostat = Thermostat()
  private let view = View()
  private let controller: Controller<View>

  init() { controller = Controller(observer: view) }

  @Test("KVO-FBK-02 a closure hears what a plain observer hears") func closure() {
    let reference = View()
    thermostat.addObserver(reference, forKeyPath: "target", options: [.new, .old, .initial])
    controller.observe(thermostat, "target", options: [.new, .old, .initial]) { view, thermostat, change in
      view.changes.append("\(change)")
      view.objects.append(thermostat)
    }
    #expect(view.changes.count == 1)
    thermostat.target = 1
    #expect(view.changes.count == 2)
    #expect(view.changes == reference.changes)
    #expect(view.objects.allSatisfy { $0 === thermostat })
    thermostat.removeObserver(reference, forKeyPath: "target")
  }

  @Test("KVO-FBK-11 unobserving inside the initial call") func unobserveInsideInitial() {
    thermostat.target = 1
    controller.observe(thermostat, "target", options: [.initial, .new]) { [controller] view, thermostat, change in
      view.changes.append("\(change)")
      controller.unobserve(thermostat)
    }
    thermostat.target = 2
    #expect(view.changes.count == 1)
    #expect(thermostat.activeRegistrations.isEmpty)
  }

  @Test("KVO-FBK-14 unobserving one object leaves the other") func unobserveOneObject() {
    let other = Thermostat()
    for object in [thermostat, other] {
      controller.observe(object, "target") { view, thermostat, _ in view.objects.append(thermostat) }
    }
    controller.unobserve(other)
    thermostat.target = 1
    other.target = 1
    #expect(view.objects.count == 1 && view.objects.first === thermostat)
  }

  @Test("KVO-FBK-15 an observer that is gone is not called") func observerGone() {
    var calls = 0
    var view: View? = View()
    let controller = view.map { Controller(observer: $0) }
    controller?.observe(thermostat, "target") { _, _, _ in calls += 1 }
    thermostat.target = 1
    #expect(calls == 1, "it is called while it lives")
    view = nil
    thermostat.target = 2
    #expect(calls == 1)
    controller?.unobserveAll()
    #expect(thermostat.activeRegistrations.isEmpty)
  }

  @Test("KVO-FBK-16 the same key path again is dropped") func duplicates() {
    var heard: [String] = []
    controller.observe(thermostat, "target", options: .new) { _, _, _ in heard.append("first") }
    controller.observe(thermostat, "target", options: [.old, .initial]) { _, _, _ in heard.append("second") }
    thermostat.target = 1
    #expect(heard == ["first"])
    #expect(thermostat.activeRegistrations.map(\.options) == [.new])
  }

  @Test("KVO-FBK-17 two controllers are independent", arguments: [true, false])
  func twoControllers(haveOneObserver: Bool) {
    var heard: [String] = []
    let other = haveOneObserver ? view : View()
    let second = Controller(observer: other)
    controller.observe(thermostat, "target") { _, _, _ in heard.append("first") }
    second.observe(thermostat, "target") { _, _, _ in heard.append("second") }
    thermostat.target = 1
    #expect(heard.sorted() == ["first", "second"])
    controller.unobserve(thermostat, "target")
    heard = []
    thermostat.target = 2
    #expect(heard == ["second"])
    withExtendedLifetime(other) {}
  }

  @Test("KVO-FBK-18 unobserving what is not observed does nothing") func unobserveTheUnknown() {
    controller.unobserveAll()
    controller.observe(thermostat, "target") { view, _, change in view.changes.append("\(change)") }
    controller.unobserve(Thermostat())
    controller.unobserve(Thermostat(), "target")
    controller.unobserve(thermostat, "actual")
    controller.unobserve(thermostat, "nonsense")
    thermostat.target = 1
    #expect(view.changes.count == 1, "what is observed still is")
    for _ in 0..<2 {
      controller.unobserve(thermostat, "target")
      controller.unobserve(thermostat)
      controller.unobserveAll()
    }
    thermostat.target = 2
    #expect(view.changes.count == 1)
  }

  @Test("KVO-FBK-19 unobserveAll, and the controller can be used again") func unobserveAll() {
    let other = Thermostat()
    for object in [thermostat, other] {
      for keyPath in ["target", "actual"] {
        controller.observe(object, keyPath) { view, _, change in view.changes.append("\(change)") }
      }
    }
    controller.unobserveAll()
    for object in [thermostat, other] { (object.target, object.actual) = (1, 1) }
    #expect(view.changes.isEmpty)
    controller.observe(other, "actual") { view, _, change in view.changes.append("\(change)") }
    other.actual = 2
    #expect(view.changes.count == 1)
  }

  @Test("KVO-FBK-20 observed objects are retained until they are unobserved") func retainsObserved() {
    var thermostat: Thermostat? = Thermostat()
    weak let probe = thermostat
    for keyPath in ["target", "actual"] { thermostat.map { controller.observe($0, keyPath) { _, _, _ in } } }
    thermostat = nil
    #expect(probe != nil)
    probe.map { controller.unobserve($0, "target") }
    #expect(probe != nil, "it is observed for the other key path")
    probe.map { controller.unobserve($0) }
    #expect(probe == nil)
  }

  @Test("KVO-FBK-21 the observer is held weakly") func observerIsWeak() {
    var view: View? = View()
    weak let probe = view
    let controller = view.map { Controller(observer: $0) }
    controller?.observe(thermostat, "target") { _, _, _ in }
    #expect(controller?.observer === view)
    view = nil
    #expect(probe == nil)
    #expect(controller?.observer == nil)
  }

  @Test("KVO-FBK-22 a controller that its observer owns goes with it", arguments: Retention.all)
  func ownController(_ retention: Retention) {
    var view: View? = View()
    view?.controller = view.map { Controller(observer: $0, retention: retention) }
    view?.controller?.observe(thermostat, "target") { _, _, _ in }
    weak let probe = view?.controller
    #expect(probe != nil && thermostat.activeRegistrations.count == 1)
    view = nil
    #expect(probe == nil && thermostat.activeRegistrations.isEmpty)
  }
}

/// What the last step adds to them.
@Suite("The last step is bound to both lives", .watched) struct BothLivesTests {
  @Test("the observed object dies first: it is unobserved, and the controller can be used again") func observedFirst() {
    let view = View()
    let controller = Controller(observer: view, retention: .boundToBothLives)
    for _ in 0..<3 {
      var room: Room? = Room()
      weak let probe = room
      room.map { room in controller.observe(room, "target") { view, _, _ in view.changes.append("called") } }
      room?.target = 1
      room = nil
      #expect(probe == nil)
    }
    #expect(view.changes.count == 3)
  }

  @Test("an object in its deinit can be unobserved by hand, too") func inDeinit() {
    final class Stopping: DeathReportingObject {
      @Observed var target = 0
      lazy var controller = Controller(observer: self, retention: .boundToBothLives)
      func start() { controller.observe(self, "target") { _, _, _ in } }
      deinit { controller.unobserve(self) }
    }
    var object: Stopping? = Stopping()
    weak let probe = object
    object?.start()
    object = nil
    #expect(probe == nil)
  }

  @Test("an object that does not report its death is retained") func otherObjects() {
    let view = View()
    let controller = Controller(observer: view, retention: .boundToBothLives)
    var thermostat: Thermostat? = Thermostat()
    weak let probe = thermostat
    thermostat.map { controller.observe($0, "target") { _, _, _ in } }
    thermostat = nil
    #expect(probe != nil)
    controller.unobserveAll()
    #expect(probe == nil)
  }

  @Test("an object does not keep the tables of controllers that are gone") func tablesGo() {
    let room = Room()
    weak var captured: View?
    for _ in 0..<3 {
      let (view, marker) = (View(), View())
      captured = marker
      view.controller = Controller(observer: view, retention: .boundToBothLives)
      view.controller?.observe(room, "target") { [marker] view, _, _ in view.objects.append(marker) }
    }
    #expect(captured == nil)
    #expect(room.tables.isEmpty && room.activeRegistrations.isEmpty)
  }
}

extension Retention {
  fileprivate static let all: [Retention] = [.retained, .unretained, .boundToBothLives]
}
