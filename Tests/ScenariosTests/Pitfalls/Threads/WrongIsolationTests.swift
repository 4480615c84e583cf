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

  @Test("raw: on the main thread the same callback does no harm")
  @MainActor
  func mainThread() {
    let download = Download()
    let observer = AssumingObserver()
    download.addObserver(observer, forKeyPath: "receivedBytes")
    download.receivedBytes = 1
    download.removeObserver(observer, forKeyPath: "receivedBytes")
  }
}
