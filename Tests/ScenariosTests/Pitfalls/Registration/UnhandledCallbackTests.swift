import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("REG-3 unhandled callback", .watched)
struct UnhandledCallbackTests {
  /// A view that reacts to nothing.
  private final class ClockView: KeyValueObject {
    var text = ""
  }

  @Test("raw: adding and removing an observer without a callback is accepted")
  func rawAccepts() {
    let clock = Clock()
    let view = ClockView()
    clock.addObserver(view, forKeyPath: "date", options: .new)
    clock.removeObserver(view, forKeyPath: "date")
    clock.date = 1
  }

  @Test("managed: the context form calls the observer's own callback, and so still needs one")
  func managedWithContext() async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) {
      let clock = Clock()
      let view = ClockView()
      view.kvoController.observe(clock, keyPath: "date", options: .new, context: nil)
      clock.date = 1
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("message was received but not handled."))
  }
}
