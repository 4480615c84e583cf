import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("LIF-12 helper in deinit", .watched)
struct HelperInDeinitTests {
  /// Does as it is told in its deinit.
  private final class DyingView: KeyValueObject {
    @Observed var title = ""
    let lastWill: (DyingView) -> Void

    init(lastWill: @escaping (DyingView) -> Void) {
      self.lastWill = lastWill
    }

    deinit { lastWill(self) }
  }

  /// A helper that holds its view weakly.
  private final class Helper {
    weak var view: DyingView?

    init(for view: DyingView) {
      self.view = view
    }
  }

  @Test("a weak reference to the dying view reads nil, wherever it is made, without an abort")
  func weakReference() {
    var wasNil = false
    _ = DyingView { view in wasNil = Helper(for: view).view == nil }
    #expect(wasNil)
  }

  @Test("a controller made in deinit has no observer, and does not bring it back")
  func observer() {
    var observer: AnyObject? = Recorder()
    weak var probe: DyingView?
    var controller: KVOController<DyingView>?
    do {
      let view = DyingView { view in
        controller = view.kvoController
        observer = view.kvoController.observer
      }
      probe = view
    }
    #expect(observer == nil)
    #expect(probe == nil)
    #expect(controller?.observer == nil)
  }

  @Test("what it observes in deinit is never heard, not even at once, and nothing is left")
  func silence() async {
    await #expect(processExitsWith: .success) {
      weak var probe: Clock?
      var calls = 0
      do {
        let clock = Clock()
        probe = clock
        _ = DyingView { view in
          view.kvoController.observe(clock, \.$date, options: .initial) { _, _, _ in
            calls += 1
          }
          clock.date = 1
        }
        clock.date = 2
      }  // In the classic era a registration that is left would raise here
      #expect(calls == 0)
      #expect(probe == nil)
    }
  }

  @Test("an unobserveAll in deinit is harmless where no controller was made before")
  func unobserveAll() {
    weak var probe: DyingView?
    do {
      let view = DyingView { $0.kvoController.unobserveAll() }
      probe = view
    }
    #expect(probe == nil)
  }

  @Test("observing oneself in deinit, retained: the cycle is opened before the memory goes")
  func itselfRetained() async {
    await #expect(processExitsWith: .success) {
      weak var probe: DyingView?
      var calls = 0
      do {
        let view = DyingView { view in
          view.kvoController.observe(view, \.$title) { _, _, _ in calls += 1 }
          view.title = "gone"
        }
        probe = view
      }
      #expect(probe == nil)
      #expect(calls == 0)
    }
  }

  @Test(
    "observing oneself in deinit, bound to both lifetimes: no call is made, and nothing is left")
  func itselfLifetimeBound() async {
    await #expect(processExitsWith: .success) {
      weak var probe: DyingView?
      var calls = 0
      do {
        let view = DyingView { view in
          view.kvoControllerLifetimeBound.observe(view, \.$title) { _, _, _ in
            calls += 1
          }
          view.title = "gone"
        }
        probe = view
      }
      #expect(probe == nil)
      #expect(calls == 0)
    }
  }
}
