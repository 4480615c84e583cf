import Exercises
import Foundation
import RawObserving
import Testing

@testable import BuiltMediator

/// Threads against the last step. Run under ThreadSanitizer as well.
///
/// A property is set under a lock, because properties are not atomic; observing and unobserving are not.
@Suite("The last step under threads", .watched) struct BuildRaceTests {
  /// What the threads of a test share.
  private final class Stage: Sendable {
    /// Held while a property is set.
    private let setting = Locked(0)
    private let calls = Locked(0)

    var count: Int { calls.withLock { $0 } }

    func set(_ room: Room) {
      setting.withLock { value in
        value += 1
        room.target = value
      }
    }

    func observe(_ room: Room, with controller: Controller, options: KeyValueObservingOptions = []) {
      controller.observe(room, "target", options: options) { (_: View, _: Room) in self.calls.withLock { $0 += 1 } }
    }
  }

  @Test("threads observe, unobserve and set; after unobserveAll nothing is called") func observeUnobserveSet() {
    var stage: Stage! = Stage()
    weak let probe = stage
    let view = View()
    let controller = Controller(observer: view)
    let rooms = (0..<3).map { _ in Room() }
    let shared = Shared((controller, rooms))
    let finished = inThreads(5) { [stage = stage!] number in
      let (controller, rooms) = shared.value
      for round in 0..<1000 {
        let room = rooms[round % 3]
        switch (number, round % 50) {
        case (0, _): stage.set(room)
        case (1...2, _): stage.observe(room, with: controller, options: round % 2 == 0 ? .initial : [])
        case (3, 0): controller.unobserveAll()
        default: controller.unobserve(room, "target")
        }
      }
    }
    #expect(finished)
    controller.unobserveAll()
    let before = stage.count
    for room in rooms { stage.set(room) }
    #expect(stage.count == before)
    #expect(rooms.flatMap(\.activeRegistrations).isEmpty)
    stage = nil
    #expect(probe == nil, "a handler is left in the mediator")
  }

  @Test("the observer dies while another thread sets") func observerDies() {
    let (stage, room) = (Stage(), Room())
    let shared = Shared(room)
    let finished = inThreads(2) { number in
      for _ in 0..<500 {
        if number == 0 {
          stage.set(shared.value)
        } else {
          let view = View()
          view.controller = Controller(observer: view)
          view.controller.map { stage.observe(shared.value, with: $0) }
        }
      }
    }
    #expect(finished)
    #expect(room.activeRegistrations.isEmpty)
  }

  @Test("the observed object and the observer die at the same time, on two threads") func bothDie() {
    for _ in 0..<300 {
      let stage = Stage()
      let rooms = Locked<Room?>(Room())
      let views = Locked<View?>(View())
      weak let (room, view) = (rooms.withLock { $0 }, views.withLock { $0 })
      if let room, let view {
        let controller = Controller(observer: view)
        view.controller = controller
        stage.observe(room, with: controller)
      }
      let shared = Shared((rooms, views))
      let finished = inThreads(2) { number in
        // Taken out under the lock, and released here outside it.
        if number == 0 { _ = shared.value.0.withLock { $0.take() } } else { _ = shared.value.1.withLock { $0.take() } }
      }
      // A registration that is left would have ended the process as the room died.
      #expect(finished && room == nil && view == nil)
    }
  }

  @Test("no lock is held while a callback runs") func unlockedInCallbacks() {
    let (room, view) = (Room(), View())
    let controller = Controller(observer: view)
    var hasFinished = false
    controller.observe(room, "target") { [controller] (_: View, room: Room) in
      let shared = Shared((controller, room))
      hasFinished = inThreads(1) { _ in
        let other = Room()
        shared.value.0.observe(other, "target", options: .initial) { (_: View, _: Room) in }
        shared.value.0.unobserve(other, "target")
        shared.value.0.unobserve(shared.value.1, "target")
      }
    }
    room.target = 1
    #expect(hasFinished)
    #expect(room.activeRegistrations.isEmpty)
  }

  @Test("the handler and the observer live until the call returns, whatever another thread releases") func kept() {
    let room = Room()
    let view = Locked<View?>(View())
    weak let probe = view.withLock { $0 }
    var marker: View? = View()
    weak let captured = marker
    var lived = false
    probe?.controller = probe.map { Controller(observer: $0) }
    probe?.controller?.observe(room, "target") { [marker] (_: View, room: Room) in
      let shared = Shared((view, room))
      _ = inThreads(1) { _ in
        let (view, room) = shared.value
        view.withLock { $0 }?.controller?.unobserve(room, "target")
        _ = view.withLock { $0.take() }
      }
      lived = probe != nil && captured != nil
      withExtendedLifetime(marker) {}
    }
    marker = nil
    room.target = 1
    #expect(lived)
    #expect(probe == nil && captured == nil)
  }
}
