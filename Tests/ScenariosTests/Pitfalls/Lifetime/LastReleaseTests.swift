import Foundation
import ManagedObserving
import RawObserving
import TestSupport
import Testing

@testable import Scenarios

@Suite("LIF-11 last release", .watched)
struct LastReleaseTests {
  /// Where the window is kept, and where its deinit ran.
  private final class Desk: Sendable {
    let windows = Locked<[Shared<Window>]>([])
    let deinitRanOn = Locked<String?>(nil)

    func clear() { _ = windows.withLock { windows in exchange(&windows, with: []) } }
  }

  /// Removes itself when it is called.
  private final class Window: KeyValueObject {
    let desk: Desk
    let whenCalled: @Sendable (Desk) -> Void
    var whenItGoes: @Sendable () -> Void = {}

    init(on desk: Desk, whenCalled: @escaping @Sendable (Desk) -> Void) {
      self.desk = desk
      self.whenCalled = whenCalled
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      object.removeObserver(self, forKeyPath: keyPath)
      whenCalled(desk)
    }

    deinit {
      whenItGoes()
      desk.deinitRanOn.withLock { $0 = threadName }
    }
  }

  private let download = Shared(Download())
  private let desk = Desk()

  /// Puts a window on the desk, which is then its only owner.
  private func open(_ prepare: (Window) -> Void, whenCalled: @escaping @Sendable (Desk) -> Void) {
    let window = Window(on: desk, whenCalled: whenCalled)
    prepare(window)
    desk.windows.withLock { $0 = [Shared(window)] }
  }

  private var deinitRanOn: String? { desk.deinitRanOn.withLock { $0 } }

  @Test("raw: if the thread that takes the window is quicker than the call, it is freed here all the same")
  func handedOnTooSoon() {
    open {
      download.object.addObserver($0, forKeyPath: "receivedBytes")
    } whenCalled: { desk in
      onAnotherThread(named: "owner") { desk.clear() }
    }
    onAnotherThread(named: "network") { [download] in download.object.receivedBytes = 512 }
    #expect(deinitRanOn == "network")
  }

  @Test(
    "managed: called on main, the window is freed there, also if it closes itself")
  @MainActor
  func onMain() async {
    let main = DispatchSpecificKey<String>()
    DispatchQueue.main.setSpecific(key: main, value: "main")
    let (desk, ranOn) = (Desk(), Locked<String?>(nil))
    do {
      let window = Window(on: desk) { _ in }
      window.whenItGoes = { ranOn.withLock { $0 = DispatchQueue.getSpecific(key: main) } }
      window.kvoController.observe(download.object, \.$receivedBytes, on: .shared) { window, _ in
        window.desk.clear()
      }
      desk.windows.withLock { $0 = [Shared(window)] }
    }
    onAnotherThread(named: "network") { [download] in download.object.receivedBytes = 512 }
    await waitUntil { desk.deinitRanOn.withLock { $0 != nil } }
    #expect(ranOn.withLock { $0 } == "main")
  }
}

/// Puts the new value in, and returns the old one.
private func exchange<Value>(_ value: inout Value, with new: Value) -> Value {
  defer { value = new }
  return value
}
