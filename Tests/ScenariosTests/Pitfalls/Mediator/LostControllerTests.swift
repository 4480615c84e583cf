import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("MED-8 lost controller", .watched)
struct LostControllerTests {
  private let heard = Locked<[String]>([])

  @Test("naive: a second thread asks while the first makes one, and its observations are lost")
  func naive() {
    let view = Shared(NaiveOwner())
    let clock = Shared(Clock())
    var lost: Probe?
    let others = Locked<Probe?>(nil)
    view.object.whenPreempted = { [heard] in
      view.object.whenPreempted = {}
      onAnotherThread(named: "network") {
        let controller = view.object.naiveController
        others.withLockUnchecked { $0 = Probe(controller) }
        controller.observe(clock.object, keyPath: "date") {
          heard.withLock { $0.append("network") }
        }
        clock.object.date = 1
      }
    }
    view.object.naiveController.observe(clock.object, keyPath: "date") { [heard] in
      heard.withLock { $0.append("main") }
    }
    clock.object.date = 2
    lost = others.withLock { $0 }
    #expect(view.object.made == 2)
    #expect(lost?.isAlive == false)
    #expect(heard.withLock { $0 } == ["network", "main"])
  }

  @Test("naive: threads that ask one after the other share a controller")
  func naiveInTurn() {
    let view = Shared(NaiveOwner())
    let mine = view.object.naiveController
    let theirs = Locked<ObjectIdentifier?>(nil)
    onAnotherThread(named: "network") {
      theirs.withLock { $0 = ObjectIdentifier(view.object.naiveController) }
    }
    #expect(theirs.withLock { $0 } == ObjectIdentifier(mine))
    #expect(view.object.made == 1)
  }
}
