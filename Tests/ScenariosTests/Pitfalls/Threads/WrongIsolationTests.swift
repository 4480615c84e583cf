import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("THR-10 wrong isolation", .watched)
struct WrongIsolationTests {
  private final class AssumingObserver: KeyValueObject {
    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      MainActor.assumeIsolated {}
    }
  }

  @MainActor
  private final class Label {
    private(set) var bytes = 0

    func set(_ bytes: Int) {
      MainActor.assertIsolated()  // ends the process if it is not so
      self.bytes = bytes
    }
  }

  @Test("raw: a callback that assumes the main actor ends the process on another thread")
  func otherThread() async {
    await #expect(processExitsWith: .failure) {
      let download = Shared(Download())
      let observer = AssumingObserver()
      download.object.addObserver(observer, forKeyPath: "receivedBytes")
      onAnotherThread(named: "network") { download.object.receivedBytes = 1 }
    }
  }

  @Test("raw: on the main thread the same callback does no harm")
  @MainActor
  func mainThread() {
    let download = Download()
    let observer = AssumingObserver()
    download.addObserver(observer, forKeyPath: "receivedBytes")
    download.receivedBytes = 1
    download.removeObserver(observer, forKeyPath: "receivedBytes")
  }

  @Test("managed: told to call on the main actor, the controller does, whichever thread sets")
  @MainActor
  func onMain() async {
    let download = Shared(Download())
    let label = Label()
    let controller = KVOController(observer: label)
    controller.observe(download.object, \.$receivedBytes, on: .shared) { label, change in label.set(change.value) }
    onAnotherThread(named: "network") { download.object.receivedBytes = 512 }
    await wait { label.bytes == 512 }
    #expect(label.bytes == 512)
  }

  @Test("managed: not told where to call, it ends the process as well")
  func notTold() async {
    await #expect(processExitsWith: .failure) {
      let download = Shared(Download())
      let view = AssumingObserver()
      view.kvoController.observe(download.object, \.$receivedBytes) { _, _, _ in MainActor.assumeIsolated {} }
      onAnotherThread(named: "network") { download.object.receivedBytes = 1 }
    }
  }
}
