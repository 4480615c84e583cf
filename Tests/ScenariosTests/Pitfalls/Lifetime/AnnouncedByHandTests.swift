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

  @Test("raw: the check comes back with one key that announces by itself, and lists both")
  func otherKey() async throws {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let (download, bar) = (ByHand(), Recorder())
      download.addObserver(bar, forKeyPath: "receivedBytes")
      download.addObserver(bar, forKeyPath: "name")
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("Key path: receivedBytes") && errors.contains("Key path: name"))
  }

  @Test("raw: nothing is raised in either era, and the bar may be deallocated too", arguments: Era.allCases)
  func byHandAlone(_ era: Era) async {
    await #expect(processExitsWith: .success) { [era = era.rawValue as Int] in
      Era.use(Era(rawValue: era)!)
      weak var probe: ByHand?
      do {
        let (download, bar) = (ByHand(), Recorder())
        probe = download
        download.addObserver(bar, forKeyPath: "receivedBytes")
        download.receive(512)
        #expect(bar.changes.count == 1)
      }
      #expect(probe == nil)
    }
  }
}
