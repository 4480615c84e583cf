import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("THR-1 other thread", .watched)
struct OtherThreadTests {
  /// A bar that keeps the names of the threads it is called on.
  private final class ProgressBar: KeyValueObject {
    var calledOn: [String] = []

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      calledOn.append(threadName)
    }
  }

  @MainActor
  private final class MainProgressBar {
    private(set) var bytes = 0

    func show(_ bytes: Int) {
      self.bytes = bytes
    }
  }

  @Test("raw: the call is over before the setter returns")
  func rawIsSynchronous() {
    let download = Shared(Download())
    let bar = ProgressBar()
    let shared = Shared(bar)
    download.object.addObserver(bar, forKeyPath: "receivedBytes")
    onAnotherThread(named: "network") {
      download.object.receivedBytes = 1
      shared.object.calledOn.append("after the set")
    }
    download.object.removeObserver(bar, forKeyPath: "receivedBytes")
    #expect(bar.calledOn == ["network", "after the set"])
  }

  @MainActor
  @Test(
    "managed: told to call on the main actor, it does, and only when that is free")
  func managedOnMain() async {
    let download = Shared(Download())
    let bar = MainProgressBar()
    let controller = KVOController(observer: bar)
    await confirmation("the bar is updated on the main actor") { updated in
      let (calls, call) = AsyncStream<Void>.makeStream()
      controller.observe(download.object, \.$receivedBytes, on: .shared) { bar, change in
        MainActor.preconditionIsolated()
        bar.show(change.value)
        updated()
        call.finish()
      }
      // This test is on the main actor, and holds it here: the call has to wait.
      onAnotherThread(named: "network") { download.object.receivedBytes = 512 }
      #expect(bar.bytes == 0)
      for await _ in calls {}
    }
    #expect(bar.bytes == 512)
  }
}
