import Foundation
import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("LIF-2 announced by hand", .watched)
struct AnnouncedByHandTests {
  /// Announces its bytes by hand, and its name by itself.
  private final class ByHand: Download {
    @Observed var name = ""

    override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
      key != "receivedBytes"
    }

    func receive(_ count: Int) {
      willChangeValue(forKey: "receivedBytes")
      receivedBytes += count
      didChangeValue(forKey: "receivedBytes")
    }
  }

  @Test("raw: of the same object, a key that announces by itself is cleaned up when relaxed")
  func otherKey() async {
    await #expect(processExitsWith: .success) {
      Era.use(.relaxed)
      let bar = Recorder()
      weak var probe: ByHand?
      do {
        let download = ByHand()
        probe = download
        download.addObserver(bar, forKeyPath: "name")
        download.name = "Song"
      }
      #expect(probe == nil)
      #expect(bar.changes.count == 1)
    }
  }
}
