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

  @Test(
    "raw: it is deallocated while observed, and that raises in every era", arguments: Era.allCases)
  func raw(_ era: Era) async throws {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { [era = era.rawValue as Int] in
      Era.use(Era(rawValue: era)!)
      let bar = Recorder()
      ByHand().addObserver(bar, forKeyPath: "receivedBytes")
    }
    let errors = text(try #require(result).standardErrorContent)
    #expect(errors.contains("of class ByHand was deallocated while key value observers were still"))
    #expect(errors.contains("Key path: receivedBytes"))
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

  @Test("a set is not heard by itself; announced by hand it is, and a removal in time is enough")
  func removedInTime() async {
    await #expect(processExitsWith: .success) {
      let bar = Recorder()
      weak var probe: ByHand?
      do {
        let download = ByHand()
        probe = download
        download.addObserver(bar, forKeyPath: "receivedBytes")
        download.receivedBytes = 1
        #expect(bar.changes.isEmpty)
        download.receive(1)
        #expect(bar.changes.count == 1)
        download.removeObserver(bar, forKeyPath: "receivedBytes")
      }
      #expect(probe == nil)
    }
  }

  @Test("managed: the controller keeps it as long as the bar lives, and no longer")
  func managed() async {
    await #expect(processExitsWith: .success) {
      weak var probe: ByHand?
      var bar: Recorder? = Recorder()
      do {
        let download = ByHand()
        probe = download
        bar?.kvoController.observe(download, keyPath: "receivedBytes", context: nil)
      }
      #expect(probe != nil)
      bar = nil
      #expect(probe == nil)
    }
  }

  @Test(
    "managed: bound to both lifetimes, the download may go first",
    arguments: Era.allCases)
  func lifetimeBound(_ era: Era) async {
    await #expect(processExitsWith: .success) { [era = era.rawValue as Int] in
      Era.use(Era(rawValue: era)!)
      let bar = Recorder()
      weak var probe: ByHand?
      do {
        let download = ByHand()
        probe = download
        bar.kvoControllerLifetimeBound.observe(download, keyPath: "receivedBytes", context: nil)
        download.receive(1)
      }
      #expect(probe == nil)
      #expect(bar.changes.count == 1)
    }
  }
}
