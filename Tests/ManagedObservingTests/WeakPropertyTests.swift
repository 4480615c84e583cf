import ManagedObserving
import RawObserving
import Testing

private class Desk: KeyValueObject {
  @ObservedWeak var clock: Clock?
  @ObservedWeak var neighbour: Desk?
}

/// A view that keeps what it is told, and can die.
private final class DeskView: KeyValueObject {
  var told: [String] = []

  func clockDidChange(_ change: Change<Clock?>) {
    told.append(change.value == nil ? "no clock" : "a clock")
  }
}

@Suite("An observed weak property, through a controller", .watched)
struct WeakPropertyTests {
  private let desk = Desk()

  @Test("by its name: null, and no old value", arguments: [true, false])
  func string(retained: Bool) {
    let view = ClockView()
    let controller = KVOController(observer: view, retainObserved: retained)
    var clock: Clock? = Clock()
    desk.clock = clock
    for keyPath in ["clock", "clock.date"] {
      controller.observe(desk, keyPath: keyPath, options: [.new, .old], context: nil)
    }
    clock = nil
    #expect(Set(view.callbacks.compactMap(\.keyPath)) == ["clock", "clock.date"])
    #expect(view.callbacks.count == 2)
    #expect(view.callbacks.allSatisfy { $0.change[.new] == AnyHashable(KeyValueNull.null) })
    #expect(view.callbacks.allSatisfy { $0.change[.old] == nil })
    controller.unobserveAll()
  }

  @Test("by typed key paths: the new value is nil, the old one is not there")
  func typed() {
    let view = DeskView()
    var clock: Clock? = Clock()
    clock?.date = 5
    desk.clock = clock
    view.kvoController.observe(desk, \.$clock, options: .old) {
      view, _, change in
      view.told.append("\(change.keyPath): \(change.value == nil), \(change.oldValue == nil)")
    }
    view.kvoController.observe(desk, \.$clock.$date, options: .old) {
      view, _, change in
      view.told.append("\(change.keyPath): \(change.value == nil), \(change.oldValue == nil)")
    }
    clock = nil
    #expect(view.told.sorted() == ["clock.date: true, true", "clock: true, true"])
  }

  @Test("through two weak properties, and on to a new clock")
  func path() {
    let view = DeskView()
    let neighbour = Desk()
    desk.neighbour = neighbour
    var clock: Clock? = Clock()
    neighbour.clock = clock
    view.kvoController.observe(desk, \.$neighbour.$clock.$date) {
      view, _, change in
      view.told.append(change.value.map { "\($0)" } ?? "nil")
    }
    clock?.date = 1
    clock = nil
    clock = Clock()
    neighbour.clock = clock
    clock?.date = 2
    #expect(view.told == ["1", "nil", "0", "2"])
  }

  @Test("an observer that is gone, or has unobserved, is not called")
  func gone() {
    let stays = DeskView()
    var goes: DeskView? = DeskView()
    var clock: Clock? = Clock()
    desk.clock = clock
    var calls = 0
    for view in [stays, goes!] {
      view.kvoController.observe(desk, keyPath: "clock.date") {
        _, _, _ in calls += 1
      }
    }
    goes = nil
    stays.kvoController.unobserve(desk, keyPath: "clock.date")
    clock = nil
    #expect(calls == 0)
  }

  @Test("a view that lets go of its clock while it dies leaves nothing behind")
  func viewDies() {
    var view: ClockView? = ClockView()
    weak let probe = view
    var clock: Clock? = Clock()
    desk.clock = clock
    view?.kvoController.observe(desk, keyPath: "clock.date", options: .new, context: nil)
    view?.whileDying = { clock = nil }
    view = nil
    #expect(probe == nil && clock == nil && desk.clock == nil)
  }

  @Test("bound to both lives: the clock that dies is itself observed")
  func boundToClock() {
    let view = DeskView()
    var clock: Clock? = Clock()
    weak let probe = clock
    desk.clock = clock
    let controller = view.kvoControllerLifetimeBound
    controller.observe(desk, keyPath: "clock.date") { view, _, _ in view.told.append("clock.date") }
    controller.observe(clock!, keyPath: "date") { view, _, _ in view.told.append("date") }
    clock = nil
    #expect(probe == nil)
    #expect(view.told == ["clock.date"])
  }

  @Test("bound to both lives: an object observes its own weak property, and either side dies first")
  func ownProperty() {
    final class SelfObservingDesk: Desk {
      var heard = 0
      func start() {
        kvoControllerLifetimeBound.observe(self, keyPath: "clock.date", options: .new) {
          desk, _, _ in desk.heard += 1
        }
      }
    }
    var clock: Clock? = Clock()
    var desk: SelfObservingDesk? = SelfObservingDesk()
    weak let probe = desk
    desk?.clock = clock
    desk?.start()
    clock = nil
    #expect(desk?.heard == 1)
    clock = Clock()
    desk?.clock = clock
    #expect(desk?.heard == 2)
    desk = nil
    #expect(probe == nil)
    weak let last = clock
    clock = nil
    #expect(last == nil)
  }

  @Test("unobserving in the report of a death ends the observation")
  func token() {
    let view = DeskView()
    var clock: Clock? = Clock()
    desk.clock = clock
    view.kvoController.observe(desk, \.$clock) { view, desk, _ in
      view.told.append("told")
      view.kvoController.unobserve(desk, \.$clock)
    }
    clock = nil
    desk.clock = Clock()
    #expect(view.told == ["told"])
  }
}
