import Foundation
import Synchronization
import Testing

@testable import RawObserving

/// A clock that can tell of its deinit, and set things in it.
private class Clock: KeyValueObject {
  @Observed var date = 0
  @Observed var zone: Clock?
  var whileDying: ((Clock) -> Void)?

  deinit { whileDying?(self) }
}

private final class AlarmClock: Clock {}

/// A desk with clocks that belong to others.
private class Desk: KeyValueObject {
  @ObservedWeak var clock: Clock?
  @Observed var number = 0
  @ObservedWeak var spare: Clock?
  @ObservedWeak var silent: Clock?
  @ObservedWeak var neighbour: Desk?
  @Observed var drawer: Desk?

  var label: String { "\(clock?.date ?? -1) \(spare?.date ?? -1)" }

  override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
    key != "silent"
  }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("label", \Desk.label, dependsOn: \.$clock, \.$spare.$date)]
  }
}

private final class TidyDesk: Desk {}

/// A desk whose class and superclass both have a private property of that name.
private class FrontDesk: KeyValueObject {
  @ObservedWeak private var guest: Clock?
  func setFront(_ clock: Clock?) { guest = clock }
}

private final class HotelDesk: FrontDesk {
  @ObservedWeak private var guest: Clock?
  func setBack(_ clock: Clock?) { guest = clock }
}

/// Two threads may call it at once.
private final class IdleObserver: KeyValueObject {
  override func observeValue(
    forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
  ) {}
}

@Suite("An observed weak property", .watched)
struct ObservedWeakTests {
  @Test("a death is a setting to nil, without an old value, on the thread of the death")
  func death() async {
    let desk = Desk()
    var clock: Clock? = Clock()
    desk.clock = clock
    let recorder = Recorder()
    let thread = pthread_self()
    var isHere = false
    recorder.reaction = { _, _ in isHere = pthread_equal(thread, pthread_self()) != 0 }
    recorder.observe(desk, "clock")
    #expect(desk.clock === clock)
    clock = nil
    #expect(recorder.heard == [Heard("clock", new: null)])
    #expect(isHere)
    #expect(desk.clock == nil)
    desk.removeObserver(recorder, forKeyPath: "clock")
  }

  @Test("on another thread, it is reported there")
  func otherThread() {
    let desk = Desk()
    let clock = Locked<Clock?>(Clock())
    desk.clock = clock.withLock { $0 }
    let recorder = Recorder()
    let here = pthread_self()
    let calls = Locked<[Bool]>([])
    recorder.reaction = { _, _ in
      let isHere = pthread_equal(here, pthread_self()) != 0
      calls.withLock { $0.append(isHere) }
    }
    recorder.observe(desk, "clock")
    onThreads(1) { _ in
      var last: Clock?
      clock.withLock { swap(&$0, &last) }
    }
    #expect(calls.withLock { $0 } == [false])
    #expect(recorder.heard == [Heard("clock", new: null)])
    desk.removeObserver(recorder, forKeyPath: "clock")
  }

  @Test(
    "what each option gets",
    arguments: [[], [.new], [.old], [.new, .old], [.prior], [.prior, .new, .old]]
      as [KeyValueObservingOptions])
  func options(_ options: KeyValueObservingOptions) {
    let desk = Desk()
    var clock: Clock? = Clock()
    desk.clock = clock
    let recorder = Recorder(observing: desk, "clock", options)
    var seen: [Clock?] = []
    recorder.reaction = { _, _ in seen.append(desk.clock) }
    clock = nil
    let new = options.contains(.new) ? null : nil
    let after = [Heard("clock", new: new)]
    let before = options.contains(.prior) ? [Heard("clock", isPrior: true)] : []
    #expect(recorder.heard == before + after)
    #expect(seen.allSatisfy { $0 == nil })
    desk.removeObserver(recorder, forKeyPath: "clock")
  }

  @Test("a set is reported like that of any property, and so is a set by name")
  func sets() {
    let desk = Desk()
    let (first, second) = (Clock(), AlarmClock())
    let recorder = Recorder(observing: desk, "clock")
    desk.clock = first
    desk.setValue(second, forKey: "clock")
    desk.clock = nil
    desk.setValue(KeyValueNull.null, forKey: "clock")
    let (one, two) = (ObjectIdentifier(first), ObjectIdentifier(second))
    #expect(
      recorder.heard == [
        Heard("clock", new: one, old: null), Heard("clock", new: two, old: one),
        Heard("clock", new: null, old: two), Heard("clock", new: null, old: null),
      ])
    desk.clock = first
    #expect(desk.value(forKey: "clock") as? Clock === first)
    #expect(desk.value(forKeyPath: "clock.date") as? Int == 0)
    desk.removeObserver(recorder, forKeyPath: "clock")
  }

  @Test("a set by name watches over the new object")
  func setByName() {
    let desk = Desk()
    var clock: Clock? = Clock()
    let recorder = Recorder(observing: desk, "clock", .new)
    desk.setValue(clock, forKey: "clock")
    clock = nil
    #expect(recorder.calls == 2)
    desk.removeObserver(recorder, forKeyPath: "clock")
  }

  @Test("a value of another class is refused")
  func wrongType() {
    let desk = Desk()
    #expect(throws: Violation.self) { try desk.setCodedValue(Desk(), forKey: "clock") }
    #expect(throws: Never.self) { try desk.setCodedValue(nil, forKey: "clock") }
  }

  @Test("nothing is held: neither the object nor, by its object, the owner")
  func nothingIsHeld() {
    let clock = Clock()
    let recorder = Recorder()
    let trace: Weak
    do {
      let desk = Desk()
      trace = Weak(object: desk)
      desk.clock = clock
      recorder.observe(desk, "clock.date")
      #expect(clock.observationInfo?.deathHookCount == 1)
      desk.removeObserver(recorder, forKeyPath: "clock.date")
    }
    #expect(trace.object == nil)
    #expect(clock.observationInfo?.deathHookCount == 0)
  }

  @Test("the owner dies first: the hook is taken back, nothing is reported")
  func ownerFirst() {
    final class LeavingDesk: Desk {
      let recorder = Recorder()
      var clocks: [Clock] = [Clock()]
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
    var clock: Clock? = Clock()
    desk = nil
    #expect(recorder.calls == 0)

    desk = LeavingDesk()
    desk?.clock = clock
    #expect(clock?.observationInfo?.deathHookCount == 1)
    let second = desk!.recorder
    desk = nil
    #expect(clock?.observationInfo?.deathHookCount == 0)
    clock = nil
    #expect(second.calls == 1)
  }

  @Test("replaced before it dies: one report, and the hook is taken back")
  func replaced() {
    let desk = Desk()
    var first: Clock? = Clock()
    let second = Clock()
    desk.clock = first
    let recorder = Recorder(observing: desk, "clock", .new)
    for next in [second, nil] {
      desk.clock = next
      #expect(first?.observationInfo?.deathHookCount == 0)
      desk.clock = first
      #expect(first?.observationInfo?.deathHookCount == 1)
    }
    desk.clock = second
    let calls = recorder.calls
    first = nil
    #expect(recorder.calls == calls)
    #expect(second.observationInfo?.deathHookCount == 1)
    desk.removeObserver(recorder, forKeyPath: "clock")
  }

  @Test("replaced in silence, while there is no observer: the new one's death is announced to later ones")
  func replacedUnobserved() {
    let desk = Desk()
    var clocks = [Clock(), Clock()]
    desk.clock = clocks[0]
    let recorder = Recorder(observing: desk, "clock", .new)
    desk.removeObserver(recorder, forKeyPath: "clock")
    desk.clock = clocks[1]
    #expect(clocks.map { $0.observationInfo?.deathHookCount ?? 0 } == [0, 0])
    recorder.observe(desk, "clock", .new)
    clocks.removeFirst()
    #expect(recorder.calls == 0)
    clocks.removeAll()
    #expect(recorder.calls == 1)
    desk.removeObserver(recorder, forKeyPath: "clock")
  }

  @Test("several observers, several registrations: each once")
  func several() {
    let desk = Desk()
    var clock: Clock? = Clock()
    desk.clock = clock
    let recorders = [Recorder(), Recorder()]
    for recorder in recorders + recorders { recorder.observe(desk, "clock", .new) }
    clock = nil
    #expect(recorders.map(\.calls) == [2, 2])
    for recorder in recorders + recorders { desk.removeObserver(recorder, forKeyPath: "clock") }
  }

  @Test("one object in two properties of one owner and in two more owners: each is reported once")
  func shared() {
    let desks = [Desk(), Desk(), TidyDesk()]
    let recorder = Recorder()
    var clock: Clock? = Clock()
    for desk in desks {
      desk.clock = clock
      recorder.observe(desk, "clock", .new)
    }
    desks[0].spare = clock
    recorder.observe(desks[0], "spare", .new)
    #expect(clock?.observationInfo?.deathHookCount == 4)
    desks[2].clock = nil  // takes back its own hook alone
    #expect(clock?.observationInfo?.deathHookCount == 3)
    clock = nil
    #expect(Set(recorder.objects) == Set(desks.map(ObjectIdentifier.init)))
    #expect(recorder.heard.map(\.keyPath).sorted() == ["clock", "clock", "clock", "spare"])
    for desk in desks { desk.removeObserver(recorder, forKeyPath: "clock") }
    desks[0].removeObserver(recorder, forKeyPath: "spare")
  }

  @Test("another object is set inside the callback")
  func setInside() {
    let desk = Desk()
    var clock: Clock? = Clock()
    var next: Clock? = Clock()
    desk.clock = clock
    let recorder = Recorder(observing: desk, "clock")
    recorder.reactOnce { [unowned desk] _, _ in desk.clock = next }
    clock = nil
    let id = AnyHashable(ObjectIdentifier(next!))
    #expect(recorder.heard == [Heard("clock", new: null), Heard("clock", new: id, old: null)])
    recorder.reaction = nil
    next = nil
    #expect(recorder.heard.last == Heard("clock", new: null))
    #expect(recorder.calls == 3)
    desk.removeObserver(recorder, forKeyPath: "clock")
  }

  @Test("another object is set in the call before the change: one report, of that")
  func setInPrior() {
    let desk = Desk()
    var clock: Clock? = Clock()
    let next = Clock()
    desk.clock = clock
    let recorder = Recorder(observing: desk, "clock", [.prior, .new])
    recorder.reactOnce { _, _ in desk.clock = next }
    clock = nil
    #expect(recorder.heard == [Heard("clock", isPrior: true), Heard("clock", new: ObjectIdentifier(next))])
    desk.removeObserver(recorder, forKeyPath: "clock")
  }

  @Test("it dies in the call before it is replaced: one report, of the new one")
  func diesInPrior() {
    let desk = Desk()
    var clock: Clock? = Clock()
    let next = Clock()
    desk.clock = clock
    let recorder = Recorder(observing: desk, "clock", [.prior, .new])
    recorder.reactOnce { _, _ in clock = nil }
    desk.clock = next
    #expect(recorder.heard == [Heard("clock", isPrior: true), Heard("clock", new: ObjectIdentifier(next))])
    desk.removeObserver(recorder, forKeyPath: "clock")
  }

  @Test("the registration is removed inside the callback, and the owner let go of")
  func removeInside() {
    var desk: Desk? = Desk()
    var clock: Clock? = Clock()
    desk?.clock = clock
    let trace = Weak(object: desk)
    let recorder = Recorder(observing: desk!, "clock", .new)
    recorder.reactOnce { recorder, _ in
      desk?.removeObserver(recorder, forKeyPath: "clock")
      desk = nil
    }
    clock = nil
    #expect(recorder.calls == 1)
    #expect(trace.object == nil)
  }

  @Test("a key that does not notify automatically stays silent, and no watch is set up")
  func byHand() {
    let desk = Desk()
    var clock: Clock? = Clock()
    desk.silent = clock
    let recorder = Recorder(observing: desk, "silent")
    recorder.observe(desk, "silent.date")
    desk.silent = clock
    #expect(clock?.observationInfo?.deathHookCount ?? 0 == 0)
    clock = nil
    #expect(recorder.calls == 0)
    for path in ["silent", "silent.date"] { desk.removeObserver(recorder, forKeyPath: path) }
  }

  @Test("who is not observed pays nothing: no information, no hook")
  func unobserved() {
    let (desk, clock) = (Desk(), Clock())
    desk.clock = clock
    #expect(desk.clock === clock)
    #expect(desk.observationInfo == nil && clock.observationInfo == nil)
    let recorder = Recorder(observing: desk, "number")
    desk.clock = nil
    desk.clock = clock
    #expect(clock.observationInfo == nil)
    desk.removeObserver(recorder, forKeyPath: "number")
  }

  @Test("private properties of the same name, in class and superclass: both are watched")
  func sameName() {
    let desk = HotelDesk()
    var clocks = [Clock(), Clock()]
    desk.setFront(clocks[0])
    desk.setBack(clocks[1])
    let recorder = Recorder(observing: desk, "guest", [])
    clocks.removeLast()
    #expect(recorder.calls == 1)
    clocks.removeLast()
    #expect(recorder.calls == 2)
    desk.removeObserver(recorder, forKeyPath: "guest")
  }

  @Test("a typed key path names it, alone and in the middle")
  func names() throws {
    let desk = Desk()
    let clock = Clock()
    desk.clock = clock
    desk.neighbour = desk
    #expect(try desk.keyPath(of: desk.$clock).description == "clock")
    #expect(try desk.keyPath(of: desk.$clock.$date).description == "clock.date")
    #expect(try desk.keyPath(of: desk.$neighbour.$clock.$date).description == "neighbour.clock.date")
    let tidy = TidyDesk()
    #expect(try tidy.keyPath(of: tidy.$spare).description == "spare")
  }

  @Test("between a will and a did by hand, the death is left to the did")
  func insidePair() {
    let desk = Desk()
    var clock: Clock? = Clock()
    desk.clock = clock
    let recorder = Recorder(observing: desk, "clock", .new)
    recorder.observe(desk, "clock.date", .new)
    desk.willChangeValue(forKey: "clock")
    clock = nil
    #expect(recorder.calls == 0)
    desk.didChangeValue(forKey: "clock")
    #expect(Set(recorder.heard.map(\.keyPath)) == ["clock", "clock.date"])
    #expect(recorder.calls == 2 && recorder.heard.allSatisfy { $0.new == null })
    for path in ["clock", "clock.date"] { desk.removeObserver(recorder, forKeyPath: path) }
  }

  @Test("in a class with a parameter")
  func generic() throws {
    class Shelf<Item: KeyValueObject>: KeyValueObject {
      @Observed var label = ""
      @ObservedWeak var item: Item?
    }
    final class ClockShelf: Shelf<Clock> {}
    let shelf = ClockShelf()
    var clock: Clock? = Clock()
    shelf.item = clock
    let recorder = Recorder(observing: shelf, "item")
    #expect(try shelf.keyPath(of: shelf.$item.$date).description == "item.date")
    clock = nil
    #expect(recorder.heard == [Heard("item", new: null)])
    shelf.removeObserver(recorder, forKeyPath: "item")
  }

  @Test("an object that is set in its own deinit is nil at once")
  func setWhileDying() {
    let desk = Desk()
    var clock: Clock? = Clock()
    clock?.whileDying = { desk.clock = $0 }
    let recorder = Recorder(observing: desk, "clock", .new)
    clock = nil
    #expect(desk.clock == nil)
    #expect(recorder.heard.allSatisfy { $0 == Heard("clock", new: null) })
    desk.removeObserver(recorder, forKeyPath: "clock")
  }
}

@Suite("An observed weak property on a path", .watched)
struct ObservedWeakPathTests {
  @Test("in the middle: null is told, the dying clock is let go of, a new one is followed")
  func middle() {
    let desk = Desk()
    var clock: Clock? = Clock()
    desk.clock = clock
    let recorder = Recorder(observing: desk, "clock.date")
    clock?.date = 1
    let info = clock!.observationInfo!
    #expect(info.registrations(for: "date")?.snapshot != nil)
    clock = nil
    #expect(info.registrations(for: "date")?.snapshot == nil)
    let next = Clock()
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
    var clock: Clock? = Clock()
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
    var clock: Clock? = Clock()
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
    var clock: Clock? = Clock()
    clock?.whileDying = {
      $0.date = 5
      $0.zone = Clock()
    }
    desk.clock = clock
    let recorder = Recorder(observing: desk, "clock.date")
    clock = nil
    #expect(recorder.heard == [Heard("clock.date", new: 5, old: 0), Heard("clock.date", new: null)])
    let next = Clock()
    desk.clock = next
    next.date = 1
    #expect(recorder.heard.last == Heard("clock.date", new: 1, old: 0))
    desk.removeObserver(recorder, forKeyPath: "clock.date")
  }

  @Test("a clock that replaces a later part of the path in its deinit: that cannot be reached any more")
  func replacesWhileDying() {
    let desk = Desk()
    var clock: Clock? = Clock()
    let zone = Clock()
    clock?.whileDying = { $0.zone = zone }
    clock?.zone = Clock()
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
    var clock: Clock? = Clock()
    var spare: Clock? = Clock()
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
    var clock: Clock? = Clock()
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
      weak var clock: Clock?
      override class var computedKeys: [ComputedKey] {
        super.computedKeys + [ComputedKey("clock", \PlainDesk.clock)]
      }
    }
    let desk = PlainDesk()
    var clock: Clock? = Clock()
    desk.clock = clock
    let recorder = Recorder(observing: desk, "clock.date", .new)
    clock = nil
    #expect(recorder.calls == 0)
    desk.removeObserver(recorder, forKeyPath: "clock.date")
  }

  @Test("in the relaxed era a death is told the same, and leftovers of the owner are no matter")
  func relaxed() async {
    await #expect(processExitsWith: .success) {
      Era.use(.relaxed)
      let recorder = Recorder()
      var desk: Desk? = Desk()
      var clock: Clock? = Clock()
      desk?.clock = clock
      recorder.observe(desk!, "clock.date")
      recorder.observe(desk!, "clock")
      clock = nil
      if recorder.heard != [Heard("clock", new: null), Heard("clock.date", new: null)] { exit(1) }
      clock = Clock()
      desk?.clock = clock
      desk = nil
      if clock?.observationInfo?.deathHookCount != 0 { exit(2) }
      clock = nil
      if recorder.calls != 4 { exit(3) }
    }
  }

  @Test("an observer of a path that another thread adds during a set follows the object that is set")
  func addedDuringSet() {
    let desk = Desk()
    let clocks = [Clock(), Clock()]
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
      let clocks = [Clock(), Clock()]
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
      var clock: Clock? = Clock()
      desk.clock = clock
      let recorder = Recorder()
      recorder.reaction = { recorder, _ in print("told of \(recorder.heard.map(\.keyPath))") }
      recorder.observe(desk, "clock.date")
      recorder.observe(clock!, "date")
      clock = nil
    }
    #expect(result?.outputLines.first == #"told of ["clock.date"]"#)
    #expect(result?.errorLines.first?.contains("of class Clock was deallocated") == true)
  }
}
