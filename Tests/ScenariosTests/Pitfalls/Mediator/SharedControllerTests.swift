import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("MED-4 shared controller", .watched)
struct SharedControllerTests {
  private class View: KeyValueObject {
    var heard: [String] = []

    func watch(_ clock: Clock) {
      kvoController.observe(clock, \.$date) { view, _, _ in view.heard.append("super") }
    }
  }

  private final class Subview: View {
    lazy var ownController = KVOController(observer: self)

    func watchShared(_ clock: Clock) {
      kvoController.observe(clock, \.$date) { view, _, _ in view.heard.append("sub") }
    }

    func watchAlone(_ clock: Clock) {
      ownController.observe(clock, \.$date) { view, _, _ in view.heard.append("sub") }
    }
  }

  private let clock = Clock()
  private let view = Subview()

  @Test(
    "misused: the first observation counts, so in the other order the superclass is not called"
  )
  func otherOrder() {
    view.watchShared(clock)
    view.watch(clock)
    clock.date = 1
    #expect(view.heard == ["sub"])
  }

  @Test("used correctly: the stored controller goes with its view")
  func lifetime() {
    weak var probe: Subview?
    do {
      let view = Subview()
      view.watchAlone(clock)
      probe = view
      #expect(clock.activeRegistrations.count == 1)
    }
    #expect(probe == nil)
    #expect(clock.activeRegistrations.isEmpty)
  }

  @Test("used correctly: added beside the other, both are heard, and the token ends one of them")
  func token() {
    view.watch(clock)
    let token = view.kvoController.observe(clock, \.$date, duplicates: .add) { view, _, _ in
      view.heard.append("sub")
    }
    clock.date = 1
    #expect(view.heard.sorted() == ["sub", "super"])
    token.cancel()
    clock.date = 2
    #expect(view.heard.sorted() == ["sub", "super", "super"])
  }
}
