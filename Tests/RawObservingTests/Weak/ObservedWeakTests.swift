import Foundation
import Testing

@testable import RawObserving
import TestSupport

private final class AlarmClock: DeskClock {}

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

@Suite("An observed weak property", .watched)
struct ObservedWeakTests {
  @Test("a death is a setting to nil, without an old value, on the thread of the death")
  func death() async {
    let desk = Desk()
    var clock: DeskClock? = DeskClock()
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
    let clock = Locked<DeskClock?>(DeskClock())
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
      var last: DeskClock?
      clock.withLockUnchecked { swap(&$0, &last) }
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
    var clock: DeskClock? = DeskClock()
    desk.clock = clock
    let recorder = Recorder(observing: desk, "clock", options)
    var seen: [DeskClock?] = []
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
    let (first, second) = (DeskClock(), AlarmClock())
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
    #expect(desk.value(forKey: "clock") as? DeskClock === first)
    #expect(desk.value(forKeyPath: "clock.date") as? Int == 0)
    desk.removeObserver(recorder, forKeyPath: "clock")
  }

  @Test("a set by name watches over the new object")
  func setByName() {
    let desk = Desk()
    var clock: DeskClock? = DeskClock()
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
    let clock = DeskClock()
    let recorder = Recorder()
    let trace: Weak
    do {
      let desk = Desk()
      trace = Weak(object: desk)
      desk.clock = clock
      recorder.observe(desk, "clock.date")
      #expect(clock.observationInfo?.hookCount == 1)
      desk.removeObserver(recorder, forKeyPath: "clock.date")
    }
    #expect(trace.object == nil)
    #expect(clock.observationInfo?.hookCount == 0)
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

  @Test("replaced before it dies: one report, and the hook is taken back")
  func replaced() {
    let desk = Desk()
    var first: DeskClock? = DeskClock()
    let second = DeskClock()
    desk.clock = first
    let recorder = Recorder(observing: desk, "clock", .new)
    for next in [second, nil] {
      desk.clock = next
      #expect(first?.observationInfo?.hookCount == 0)
      desk.clock = first
      #expect(first?.observationInfo?.hookCount == 1)
    }
    desk.clock = second
    let calls = recorder.calls
    first = nil
    #expect(recorder.calls == calls)
    #expect(second.observationInfo?.hookCount == 1)
    desk.removeObserver(recorder, forKeyPath: "clock")
  }

  @Test("replaced in silence, while there is no observer: the new one's death is announced to later ones")
  func replacedUnobserved() {
    let desk = Desk()
    var clocks = [DeskClock(), DeskClock()]
    desk.clock = clocks[0]
    let recorder = Recorder(observing: desk, "clock", .new)
    desk.removeObserver(recorder, forKeyPath: "clock")
    desk.clock = clocks[1]
    #expect(clocks.map { $0.observationInfo?.hookCount ?? 0 } == [0, 0])
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
    var clock: DeskClock? = DeskClock()
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

  @Test("another object is set inside the callback")
  func setInside() {
    let desk = Desk()
    var clock: DeskClock? = DeskClock()
    var next: DeskClock? = DeskClock()
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

  @Test("another object is set in the call before the change: two changes, and both carry the present value")
  func setInPrior() {
    let desk = Desk()
    var clock: DeskClock? = DeskClock()
    let next = DeskClock()
    desk.clock = clock
    let recorder = Recorder(observing: desk, "clock", [.prior, .new])
    recorder.reactOnce { _, _ in desk.clock = next }
    clock = nil
    expectTwoChanges(to: next, in: recorder)
    desk.removeObserver(recorder, forKeyPath: "clock")
  }

  /// The prior call of a change, a whole change inside that call, and the call after the first.
  private func expectTwoChanges(to next: DeskClock, in recorder: Recorder, inner: AnyHashable? = nil) {
    let new = AnyHashable(ObjectIdentifier(next))
    let prior = Heard("clock", isPrior: true)
    #expect(recorder.heard == [prior, prior, Heard("clock", new: inner ?? new), Heard("clock", new: new)])
  }

  @Test("it dies in the call before it is replaced: two changes")
  func diesInPrior() {
    let desk = Desk()
    var clock: DeskClock? = DeskClock()
    let next = DeskClock()
    desk.clock = clock
    let recorder = Recorder(observing: desk, "clock", [.prior, .new])
    recorder.reactOnce { _, _ in clock = nil }
    desk.clock = next
    expectTwoChanges(to: next, in: recorder, inner: null)
    desk.removeObserver(recorder, forKeyPath: "clock")
  }

  @Test("the registration is removed inside the callback, and the owner let go of")
  func removeInside() {
    var desk: Desk? = Desk()
    var clock: DeskClock? = DeskClock()
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
    var clock: DeskClock? = DeskClock()
    desk.silent = clock
    let recorder = Recorder(observing: desk, "silent")
    recorder.observe(desk, "silent.date")
    desk.silent = clock
    #expect(clock?.observationInfo?.hookCount ?? 0 == 0)
    clock = nil
    #expect(recorder.calls == 0)
    for path in ["silent", "silent.date"] { desk.removeObserver(recorder, forKeyPath: path) }
  }

  @Test("who is not observed pays nothing: no information, no hook")
  func unobserved() {
    let (desk, clock) = (Desk(), DeskClock())
    desk.clock = clock
    #expect(desk.clock === clock)
    #expect(desk.observationInfo == nil && clock.observationInfo == nil)
    let recorder = Recorder(observing: desk, "number")
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
    let recorder = Recorder()
    for key in ["guest", "guest(FrontDesk)"] { recorder.observe(desk, key, []) }
    clocks.removeLast()
    #expect(recorder.heard == [Heard("guest")])
    clocks.removeLast()
    #expect(recorder.heard.dropFirst() == [Heard("guest(FrontDesk)")])
    for key in ["guest", "guest(FrontDesk)"] { desk.removeObserver(recorder, forKeyPath: key) }
  }

  @Test("a typed key path names it, alone and in the middle")
  func names() throws {
    let desk = Desk()
    let clock = DeskClock()
    desk.clock = clock
    desk.neighbour = desk
    #expect(try desk.keyPath(of: desk.$clock).description == "clock")
    #expect(try desk.keyPath(of: desk.$clock.$date).description == "clock.date")
    #expect(try desk.keyPath(of: desk.$neighbour.$clock.$date).description == "neighbour.clock.date")
    let tidy = TidyDesk()
    #expect(try tidy.keyPath(of: tidy.$spare).description == "spare")
  }

  @Test("between a will and a did by hand, the death is announced, and so is the pair")
  func insidePair() {
    let desk = Desk()
    var clock: DeskClock? = DeskClock()
    desk.clock = clock
    let recorder = Recorder(observing: desk, "clock", .new)
    recorder.observe(desk, "clock.date", .new)
    desk.willChangeValue(forKey: "clock")
    clock = nil
    let death = [Heard("clock.date", new: null), Heard("clock", new: null)]
    #expect(recorder.heard == death)
    desk.didChangeValue(forKey: "clock")
    #expect(recorder.heard == death + death)
    for path in ["clock", "clock.date"] { desk.removeObserver(recorder, forKeyPath: path) }
  }

  @Test("in a class with a parameter")
  func generic() throws {
    class Shelf<Item: KeyValueObject>: KeyValueObject {
      @Observed var label = ""
      @ObservedWeak var item: Item?
    }
    final class ClockShelf: Shelf<DeskClock> {}
    let shelf = ClockShelf()
    var clock: DeskClock? = DeskClock()
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
    var clock: DeskClock? = DeskClock()
    clock?.whileDying = { desk.clock = $0 }
    let recorder = Recorder(observing: desk, "clock", .new)
    clock = nil
    #expect(desk.clock == nil)
    #expect(recorder.heard.allSatisfy { $0 == Heard("clock", new: null) })
    desk.removeObserver(recorder, forKeyPath: "clock")
  }
}
