import Foundation
import TestSupport
import Testing

@testable import RawObserving

private final class TidyDesk: Desk {}

/// A desk whose class and superclass both have a private property of that name.
private class FrontDesk: KeyValueObject {
  @ObservedWeak private var guest: DeskClock?
  func setFront(_ clock: DeskClock?) { guest = clock }
}

private final class HotelDesk: FrontDesk {
  @ObservedWeak private var guest: DeskClock?
  func setBack(_ clock: DeskClock?) { guest = clock }
}

/// What can be said without threads and deinits is in the programs with the ids weak-1, weak-2 and so on.
@Suite("An observed weak property", .watched)
struct ObservedWeakTests {
  private let desk = Desk()
  private let recorder = Recorder()

  @Test("a death is a setting to nil, without an old value, on the thread of the death", arguments: [false, true])
  func death(isElsewhere: Bool) {
    let clock = Locked<DeskClock?>(DeskClock())
    desk.clock = clock.withLock { $0 }
    let here = pthread_self()
    let calls = Locked<[Bool]>([])
    recorder.reaction = { _, _ in
      let isHere = pthread_equal(here, pthread_self()) != 0
      calls.withLock { $0.append(isHere) }
    }
    recorder.observe(desk, "clock")
    @Sendable func release() {
      var last: DeskClock?
      clock.withLockUnchecked { swap(&$0, &last) }
    }
    if isElsewhere { onThreads(1) { _ in release() } } else { release() }
    #expect(calls.withLock { $0 } == [!isElsewhere])
    #expect(recorder.heard == [Heard("clock", new: null)])
    #expect(desk.clock == nil)
    desk.removeObserver(recorder, forKeyPath: "clock")
  }

  @Test("the owner dies first: the hook is taken back, nothing is reported")
  func ownerFirst() {
    final class LeavingDesk: Desk {
      let recorder = Recorder()
      var clocks: [DeskClock] = [DeskClock()]
      override init() {
        super.init()
        clock = clocks[0]
        recorder.observe(self, "clock")
      }
      deinit {
        clocks = []  // dies here, and has an owner that is dying
        removeObserver(recorder, forKeyPath: "clock")
      }
    }
    var desk: LeavingDesk? = LeavingDesk()
    let recorder = desk!.recorder
    var clock: DeskClock? = DeskClock()
    desk = nil
    #expect(recorder.calls == 0)

    desk = LeavingDesk()
    desk?.clock = clock
    #expect(clock?.observationInfo?.hookCount == 1)
    let second = desk!.recorder
    desk = nil
    #expect(clock?.observationInfo?.hookCount == 0)
    clock = nil
    #expect(second.calls == 1)
  }

  @Test("one object in two properties of one owner and in two more owners: each is reported once")
  func shared() {
    let desks = [Desk(), Desk(), TidyDesk()]
    var clock: DeskClock? = DeskClock()
    for desk in desks {
      desk.clock = clock
      recorder.observe(desk, "clock", .new)
    }
    desks[0].spare = clock
    recorder.observe(desks[0], "spare", .new)
    #expect(clock?.observationInfo?.hookCount == 4)
    desks[2].clock = nil  // takes back its own hook alone
    #expect(clock?.observationInfo?.hookCount == 3)
    clock = nil
    #expect(Set(recorder.objects) == Set(desks.map(ObjectIdentifier.init)))
    #expect(recorder.heard.map(\.keyPath).sorted() == ["clock", "clock", "clock", "spare"])
    for desk in desks { desk.removeObserver(recorder, forKeyPath: "clock") }
    desks[0].removeObserver(recorder, forKeyPath: "spare")
  }

  @Test("an object that is not observed pays nothing: no information, no hook")
  func unobserved() {
    let clock = DeskClock()
    desk.clock = clock
    #expect(desk.clock === clock)
    #expect(desk.observationInfo == nil && clock.observationInfo == nil)
    recorder.observe(desk, "number")
    desk.clock = nil
    desk.clock = clock
    #expect(clock.observationInfo == nil)
    desk.removeObserver(recorder, forKeyPath: "number")
  }

  @Test("private properties of the same name, in class and superclass, are two keys, and both are watched")
  func sameName() {
    let desk = HotelDesk()
    var clocks = [DeskClock(), DeskClock()]
    desk.setFront(clocks[0])
    desk.setBack(clocks[1])
    for key in ["guest", "guest(FrontDesk)"] { recorder.observe(desk, key, []) }
    clocks.removeLast()
    #expect(recorder.heard == [Heard("guest")])
    clocks.removeLast()
    #expect(recorder.heard.dropFirst() == [Heard("guest(FrontDesk)")])
    for key in ["guest", "guest(FrontDesk)"] { desk.removeObserver(recorder, forKeyPath: key) }
  }

  // MARK: In a deinit

  @Test("an object that is set in its own deinit is nil at once")
  func setWhileDying() {
    var clock: DeskClock? = DeskClock()
    clock?.whileDying = { desk.clock = $0 }
    let recorder = Recorder(observing: desk, "clock", .new)
    clock = nil
    #expect(desk.clock == nil)
    #expect(recorder.heard.allSatisfy { $0 == Heard("clock", new: null) })
    desk.removeObserver(recorder, forKeyPath: "clock")
  }

  @Test("a clock that sets its date in its deinit: that is told, then the death")
  func setsWhileDying() {
    var clock: DeskClock? = DeskClock()
    clock?.whileDying = {
      $0.date = 5
      $0.zone = DeskClock()
    }
    desk.clock = clock
    let heard = desk.heard("clock.date") { clock = nil }
    #expect(heard == [Heard("clock.date", new: 5, old: 0), Heard("clock.date", new: null)])
    let next = DeskClock()
    desk.clock = next
    #expect(desk.heard("clock.date") { next.date = 1 } == [Heard("clock.date", new: 1, old: 0)])
  }

  @Test("a clock that replaces a later part of the path in its deinit: that cannot be reached any more")
  func replacesWhileDying() {
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

  // MARK: Threads

  @Test("an observer of a path that another thread adds during a set follows the object that is set")
  func addedDuringSet() {
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
            let observer = CallCounter()
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
}
