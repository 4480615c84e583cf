import Foundation
import Testing

@testable import RawObserving

/// Two threads may call it at once.
private final class IdleObserver: KeyValueObject {
  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) {}
}

@Suite("An observed weak property on a path", .watched)
struct ObservedWeakPathTests {
  @Test("in the middle: null is told, the dying clock is let go of, a new one is followed")
  func middle() {
    let desk = Desk()
    var clock: DeskClock? = DeskClock()
    desk.clock = clock
    let recorder = Recorder(observing: desk, "clock.date")
    clock?.date = 1
    let info = clock!.observationInfo!
    #expect(info.registrations(for: "date")?.receivers != nil)
    clock = nil
    #expect(info.registrations(for: "date")?.receivers == nil)
    let next = DeskClock()
    desk.clock = next
    next.date = 2
    #expect(
      recorder.heard == [
        Heard("clock.date", new: 1, old: 0), Heard("clock.date", new: null),
        Heard("clock.date", new: 0, old: null), Heard("clock.date", new: 2, old: 0),
      ])
    desk.removeObserver(recorder, forKeyPath: "clock.date")
    #expect(desk.waiting + next.waiting == 0)
  }

  @Test("removed right after the death, nothing is left, and nothing raises")
  func removedAfterDeath() {
    let desk = Desk()
    var clock: DeskClock? = DeskClock()
    desk.clock = clock
    let recorder = Recorder(observing: desk, "clock.date")
    clock = nil
    desk.removeObserver(recorder, forKeyPath: "clock.date")
    #expect(desk.waiting == 0)
  }

  @Test("two weak properties one behind the other, and a strong one before them")
  func chain() {
    let desk = Desk()
    desk.drawer = Desk()
    var neighbour: Desk? = Desk()
    var clock: DeskClock? = DeskClock()
    desk.drawer?.neighbour = neighbour
    neighbour?.clock = clock
    let recorder = Recorder(observing: desk, "drawer.neighbour.clock.date")
    neighbour = nil
    clock?.date = 1
    #expect(recorder.heard == [Heard("drawer.neighbour.clock.date", new: null)])
    #expect(clock?.waiting == 0)
    neighbour = Desk()
    neighbour?.clock = clock
    desk.drawer?.neighbour = neighbour
    clock = nil
    #expect(
      recorder.heard.dropFirst() == [
        Heard("drawer.neighbour.clock.date", new: 1, old: null),
        Heard("drawer.neighbour.clock.date", new: null),
      ])
    desk.removeObserver(recorder, forKeyPath: "drawer.neighbour.clock.date")
  }

  @Test("a clock that sets its date in its deinit: that is told, then the death")
  func setsWhileDying() {
    let desk = Desk()
    var clock: DeskClock? = DeskClock()
    clock?.whileDying = {
      $0.date = 5
      $0.zone = DeskClock()
    }
    desk.clock = clock
    let recorder = Recorder(observing: desk, "clock.date")
    clock = nil
    #expect(recorder.heard == [Heard("clock.date", new: 5, old: 0), Heard("clock.date", new: null)])
    let next = DeskClock()
    desk.clock = next
    next.date = 1
    #expect(recorder.heard.last == Heard("clock.date", new: 1, old: 0))
    desk.removeObserver(recorder, forKeyPath: "clock.date")
  }

  @Test("a clock that replaces a later part of the path in its deinit: that cannot be reached any more")
  func replacesWhileDying() {
    let desk = Desk()
    var clock: DeskClock? = DeskClock()
    let zone = DeskClock()
    clock?.whileDying = { $0.zone = zone }
    clock?.zone = DeskClock()
    desk.clock = clock
    let recorder = Recorder(observing: desk, "clock.zone.date", .new)
    clock = nil
    zone.date = 1
    #expect(recorder.heard == [Heard("clock.zone.date", new: null), Heard("clock.zone.date", new: null)])
    #expect(zone.waiting == 0)
    desk.removeObserver(recorder, forKeyPath: "clock.zone.date")
  }

  @Test("keys that depend on the weak key, and on a path through one")
  func dependent() {
    let desk = Desk()
    var clock: DeskClock? = DeskClock()
    var spare: DeskClock? = DeskClock()
    (desk.clock, desk.spare) = (clock, spare)
    let recorder = Recorder(observing: desk, "label")
    clock = nil
    spare = nil
    #expect(recorder.heard == [Heard("label", new: "-1 0"), Heard("label", new: "-1 -1")])
    desk.removeObserver(recorder, forKeyPath: "label")
  }

  @Test("the call before the change comes on a path, too")
  func prior() {
    let desk = Desk()
    var clock: DeskClock? = DeskClock()
    desk.clock = clock
    let recorder = Recorder(observing: desk, "clock.date", [.prior, .new, .old])
    clock = nil
    #expect(recorder.heard == [Heard("clock.date", isPrior: true), Heard("clock.date", new: null)])
    desk.removeObserver(recorder, forKeyPath: "clock.date")
  }

  @Test("an object that is its own neighbour, and observed through it")
  func circle() {
    var desk: Desk? = Desk()
    desk?.neighbour = desk
    let recorder = Recorder(observing: desk!, "neighbour.number")
    desk?.number = 1
    desk?.removeObserver(recorder, forKeyPath: "neighbour.number")
    let trace = Weak(object: desk)
    desk = nil
    #expect(trace.object == nil)
    #expect(recorder.heard == [Heard("neighbour.number", new: 1, old: 0)])
  }

  @Test("a plain weak var stays silent")
  func plain() {
    final class PlainDesk: KeyValueObject {
      weak var clock: DeskClock?
      override class var computedKeys: [ComputedKey] {
        super.computedKeys + [ComputedKey("clock", \PlainDesk.clock)]
      }
    }
    let desk = PlainDesk()
    var clock: DeskClock? = DeskClock()
    desk.clock = clock
    let recorder = Recorder(observing: desk, "clock.date", .new)
    clock = nil
    #expect(recorder.calls == 0)
    desk.removeObserver(recorder, forKeyPath: "clock.date")
  }

  @Test("in the current era a death is told the same, and leftovers of the owner are no matter")
  func currentEra() async {
    await #expect(processExitsWith: .success) {
      Era.use(.current)
      let recorder = Recorder()
      var desk: Desk? = Desk()
      var clock: DeskClock? = DeskClock()
      desk?.clock = clock
      recorder.observe(desk!, "clock.date")
      recorder.observe(desk!, "clock")
      clock = nil
      if recorder.heard != [Heard("clock", new: null), Heard("clock.date", new: null)] { exit(1) }
      clock = DeskClock()
      desk?.clock = clock
      desk = nil
      if clock?.observationInfo?.hookCount != 0 { exit(2) }
      clock = nil
      if recorder.calls != 4 { exit(3) }
    }
  }

  @Test("an observer of a path that another thread adds during a set follows the object that is set")
  func addedDuringSet() {
    let desk = Desk()
    let clocks = [DeskClock(), DeskClock()]
    desk.clock = clocks[0]
    let (early, late) = (Recorder(), Recorder())
    let shared = Shared((desk, late))
    early.reactOnce { _, _ in
      // In the call before the change, so that the route is laid to the old clock.
      onThreads(1) { _ in
        let (desk, late) = shared.objects
        desk.addObserver(late, forKeyPath: "clock.date")
      }
    }
    early.observe(desk, "clock", .prior)
    desk.clock = clocks[1]
    clocks[0].date = 1
    #expect(late.calls == 0)
    clocks[1].date = 1
    #expect(late.calls == 1)
    desk.removeObserver(early, forKeyPath: "clock")
    desk.removeObserver(late, forKeyPath: "clock.date")
    #expect(clocks.allSatisfy { $0.activeRegistrations.isEmpty && $0.waiting == 0 })
  }

  @Test("it is set on two threads while observers of the path come and go: no false alarm, and nothing is lost")
  func manyThreads() async {
    // In a process of its own: a false alarm ends it.
    await #expect(processExitsWith: .success) {
      let desk = Desk()
      let clocks = [DeskClock(), DeskClock()]
      let shared = Shared((desk, clocks))
      let rounds = 20_000
      onThreads(3) { index in
        let (desk, clocks) = shared.objects
        for round in 0..<rounds {
          if index < 2 {
            desk.clock = clocks[index]
          } else if round.isMultiple(of: 20) {
            let observer = IdleObserver()
            desk.addObserver(observer, forKeyPath: "clock.date")
            desk.removeObserver(observer, forKeyPath: "clock.date")
          }
        }
      }
      for round in 0..<300 {
        let recorder = Recorder()
        let observer = Shared(recorder)
        onThreads(2) { index in
          let (desk, clocks) = shared.objects
          if index == 0 { desk.clock = clocks[round % 2] }
          if index == 1 { desk.addObserver(observer.objects, forKeyPath: "clock.date") }
        }
        let before = recorder.calls
        desk.clock?.date += 1
        #expect(recorder.calls == before + 1)
        desk.removeObserver(recorder, forKeyPath: "clock.date")
      }
      #expect(desk.activeRegistrations.isEmpty && clocks.allSatisfy { $0.activeRegistrations.isEmpty })
    }
  }

  @Test("in the classic era the death of a clock that is observed itself still raises, reported first")
  func classicLeftover() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) {
      let desk = Desk()
      var clock: DeskClock? = DeskClock()
      desk.clock = clock
      let recorder = Recorder()
      recorder.reaction = { recorder, _ in print("told of \(recorder.heard.map(\.keyPath))") }
      recorder.observe(desk, "clock.date")
      recorder.observe(clock!, "date")
      clock = nil
    }
    #expect(result?.outputLines.first == #"told of ["clock.date"]"#)
    #expect(result?.errorLines.first?.contains("of class DeskClock was deallocated") == true)
  }
}
