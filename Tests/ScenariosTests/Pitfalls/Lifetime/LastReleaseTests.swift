import Foundation
import ManagedObserving
import RawObserving
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

  /// Closes itself when it is called, if nobody else reacts.
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

  @Test("raw: the window that its callback closes is freed on the thread that made the change")
  func raw() {
    open {
      download.object.addObserver($0, forKeyPath: "receivedBytes")
    } whenCalled: { desk in
      desk.clear()
      // The engine holds the observer for the time of the call.
      #expect(desk.deinitRanOn.withLock { $0 } == nil)
    }
    onAnotherThread(named: "network") { [download] in download.object.receivedBytes = 512 }
    #expect(deinitRanOn == "network")
  }

  @Test("raw: the last reference can be handed on, and the window is freed where it arrives")
  func handedOn() {
    let errands = Errands()
    open {
      download.object.addObserver($0, forKeyPath: "receivedBytes")
    } whenCalled: { desk in
      errands.add { desk.clear() }
    }
    onAnotherThread(named: "network") { [download] in download.object.receivedBytes = 512 }
    #expect(deinitRanOn == nil)
    onAnotherThread(named: "owner") { errands.run() }
    #expect(deinitRanOn == "owner")
  }

  @Test("raw: handed on to somebody who is quicker than the call, it is freed here all the same")
  func handedOnTooSoon() {
    open {
      download.object.addObserver($0, forKeyPath: "receivedBytes")
    } whenCalled: { desk in
      onAnotherThread(named: "owner") { desk.clear() }
    }
    onAnotherThread(named: "network") { [download] in download.object.receivedBytes = 512 }
    #expect(deinitRanOn == "network")
  }

  @Test("managed: let go by its owner during a call, the window is freed on the calling thread")
  func managed() {
    open { window in
      window.kvoController.observe(download.object, \.$receivedBytes) { [desk] _, _, _ in
        onAnotherThread(named: "owner") { desk.clear() }
        #expect(desk.deinitRanOn.withLock { $0 } == nil)
      }
    } whenCalled: { _ in
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
    while desk.deinitRanOn.withLock({ $0 == nil }) { await Task.yield() }
    #expect(ranOn.withLock { $0 } == "main")
  }

  @Test("an isolated deinit runs on its actor, wherever the last reference goes")
  func isolated() async {
    // Where tests run, the main actor has a queue, and not a thread for ever.
    let main = DispatchSpecificKey<String>()
    DispatchQueue.main.setSpecific(key: main, value: "main")
    let ranOn = await withCheckedContinuation { continuation in
      let window = Locked<MainWindow?>(
        MainWindow { continuation.resume(returning: DispatchQueue.getSpecific(key: main)) })
      onAnotherThread(named: "network") { window.withLock { $0 = nil } }
    }
    #expect(ranOn == "main")
  }

  private final class MainWindow: Sendable {
    let whenItGoes: @Sendable () -> Void

    init(whenItGoes: @escaping @Sendable () -> Void) {
      self.whenItGoes = whenItGoes
    }

    @MainActor deinit { whenItGoes() }
  }
}

/// Puts the new value in, and returns the old one.
private func exchange<Value>(_ value: inout Value, with new: Value) -> Value {
  defer { value = new }
  return value
}
