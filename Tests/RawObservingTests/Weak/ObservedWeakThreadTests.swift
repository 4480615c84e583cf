import Foundation
import Testing

@testable import RawObserving

/// A desk that removes its observer itself, when it dies.
private final class TidyDesk: Desk {
  private let view: CallCounter

  init(seenBy view: CallCounter) {
    self.view = view
    super.init()
    addObserver(view, forKeyPath: "clock", options: [.new, .old, .prior])
    addObserver(view, forKeyPath: "clock.date", options: .new)
  }

  deinit {
    removeObserver(view, forKeyPath: "clock.date")
    removeObserver(view, forKeyPath: "clock")
  }
}

/// A place where one thread leaves an object, to be let go of by another.
private final class Grave: Sendable {
  private let objects = Locked<[Shared<KeyValueObject>?]>([])

  init(_ objects: [KeyValueObject]) {
    self.objects.withLock { $0 = objects.map(Shared.init) }
  }

  /// Lets go of one of them.
  func release(_ index: Int) {
    var last: Shared<KeyValueObject>?
    objects.withLock { swap(&$0[index], &last) }
    withExtendedLifetime(last) {}
  }
}

@Suite("An observed weak property and threads", .watched)
struct ObservedWeakThreadTests {
  private let rounds = 300

  @Test("owner and object die at the same time on two threads")
  func bothDie() {
    let view = CallCounter()
    for _ in 0..<rounds {
      let grave: Grave
      let traces: [Weak]
      do {
        let clock = DeskClock()
        let desk = TidyDesk(seenBy: view)
        desk.clock = clock
        grave = Grave([desk, clock])
        traces = [Weak(object: desk), Weak(object: clock)]
      }
      let before = view.foreign
      onThreads(2) { grave.release($0) }
      #expect([0, 3].contains(view.foreign - before))
      #expect(traces.allSatisfy { $0.object == nil })
    }
  }

  @Test("an object dies while its property is set on another thread, without a lock")
  func setMeanwhile() {
    let view = CallCounter()
    for round in 0..<rounds {
      let desk = Desk()
      desk.addObserver(view, forKeyPath: "clock", options: [.new, .old])
      desk.addObserver(view, forKeyPath: "clock.date", options: .new)
      let last = DeskClock()
      let grave: Grave
      do {
        let clock = DeskClock()
        desk.clock = clock
        grave = Grave([clock])
      }
      let shared = Shared((desk, last))
      onThreads(2) { index in
        if index == 0 { return grave.release(0) }
        shared.objects.0.clock = round % 2 == 0 ? shared.objects.1 : nil
      }
      // Whatever came first, the way leads to the one that is there.
      #expect(desk.clock === (round % 2 == 0 ? last : nil))
      desk.clock = last
      let before = view.foreign
      last.date = 1
      #expect(view.foreign == before + 1)
      #expect(last.observationInfo?.hookCount == 1)
      desk.removeObserver(view, forKeyPath: "clock.date")
      desk.removeObserver(view, forKeyPath: "clock")
    }
  }

  @Test("an object dies while observers come and go on another thread")
  func observeMeanwhile() {
    let desk = Desk()
    let (view, guest) = (CallCounter(), CallCounter())
    desk.addObserver(view, forKeyPath: "clock", options: .new)
    let (shared, count) = (Shared((desk, guest)), rounds)
    onThreads(2) { index in
      let (desk, guest) = shared.objects
      for _ in 0..<count {
        if index == 0 {
          let clock = DeskClock()
          desk.clock = clock
        } else {
          desk.addObserver(guest, forKeyPath: "clock", options: [.initial, .new, .old])
          _ = desk.clock?.date
          desk.removeObserver(guest, forKeyPath: "clock")
        }
      }
    }
    // Two for each clock: it is set, and it dies. The other thread may let go of it last, after the next set.
    #expect(view.foreign > rounds && view.foreign <= 2 * rounds)
    #expect(desk.clock == nil)
    desk.removeObserver(view, forKeyPath: "clock")
  }

  @Test("a path of three keys comes and goes while the object in its weak property is set, and dies, elsewhere")
  func longPath() {
    let view = CallCounter()
    for _ in 0..<rounds {
      let desk = Desk()
      desk.addObserver(view, forKeyPath: "clock.zone.date")
      let shared = Shared((desk, view))
      onThreads(2) { index in
        let (desk, view) = shared.objects
        for _ in 0..<20 {
          if index == 0 {
            let clock = DeskClock()
            clock.zone = DeskClock()
            desk.clock = clock
          } else {
            desk.removeObserver(view, forKeyPath: "clock.zone.date")
            desk.addObserver(view, forKeyPath: "clock.zone.date")
          }
        }
      }
      #expect(desk.clock == nil)
      desk.removeObserver(view, forKeyPath: "clock.zone.date")
    }
  }

  @Test("who begins to observe while the property is set elsewhere hears of the death that follows")
  func firstObserver() {
    for _ in 0..<rounds {
      let (desk, view) = (Desk(), CallCounter())
      let grave: Grave
      let next: Weak
      do {
        let clocks = [DeskClock(), DeskClock()]
        desk.clock = clocks[0]
        next = Weak(object: clocks[1])
        grave = Grave(clocks)
      }
      let shared = Shared((desk, view, next))
      onThreads(2) { index in
        let (desk, view, next) = shared.objects
        if index == 0 {
          desk.clock = next.object as? DeskClock
        } else {
          desk.addObserver(view, forKeyPath: "clock", options: .new)
        }
      }
      let before = view.foreign
      grave.release(0)
      #expect(view.foreign == before)
      grave.release(1)
      #expect(view.foreign == before + 1)
      desk.removeObserver(view, forKeyPath: "clock")
    }
  }
}
