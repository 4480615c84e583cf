import ManagedObserving
import RawObserving
import TestSupport
import Testing

@testable import Scenarios

@Suite("KEY-7 will without did", .watched)
struct WillWithoutDidTests {
  private final class ManualDownload: Download {
    override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { key != "receivedBytes" }

    func begin() { willChangeValue(forKey: "receivedBytes") }
    func end() { didChangeValue(forKey: "receivedBytes") }

    /// A pair that holds however the body ends.
    func changing(_ body: () throws -> Void) rethrows {
      begin()
      defer { end() }
      try body()
    }
  }

  /// Observes a download while `use` runs. Returns probes of the download and of its observer.
  private static func observe(_ use: (ManualDownload) -> Void) -> [Probe] {
    let (download, view) = (ManualDownload(), Recorder())
    download.addObserver(view, forKeyPath: "receivedBytes")
    use(download)
    download.removeObserver(view, forKeyPath: "receivedBytes")
    return [Probe(download), Probe(view)]
  }

  @Test("a lone will keeps object and observer after the removal, until its thread ends")
  func retained() async {
    let probes = Locked<Shared<[Probe]>?>(nil)
    let wereAlive = Locked<[Bool]>([])
    onAnotherThread(named: "network") {
      let kept = Self.observe { $0.begin() }
      wereAlive.withLock { $0 = kept.map(\.isAlive) }
      probes.withLock { $0 = Shared(kept) }
    }
    #expect(wereAlive.withLock { $0 } == [true, true])
    func areFreed() -> Bool { probes.withLock { $0?.object.contains(where: \.isAlive) == false } }
    await waitUntil { areFreed() }
    #expect(areFreed())
  }

  @Test("a pair keeps neither, even when its body throws")
  func remedy() {
    struct Refused: Error {}
    let probes = Self.observe { download in try? download.changing { throw Refused() } }
    #expect(probes.map(\.isAlive) == [false, false])
  }

  @Test("later pairs are heard; a stray did then reports the old value of the lone will, and a second one is silent")
  func strayDid() {
    let (download, view) = (ManualDownload(), Recorder())
    download.addObserver(view, forKeyPath: "receivedBytes", options: [.old, .new])
    download.begin()
    for bytes in [10, 20] { download.changing { download.receivedBytes = bytes } }
    #expect(view.changes.map { $0.oldValue as? Int } == [0, 10])
    #expect(view.changes.map { $0.newValue as? Int } == [10, 20])
    download.end()
    download.end()
    #expect(view.changes.map { $0.oldValue as? Int } == [0, 10, 0])
    #expect(view.changes.map { $0.newValue as? Int } == [10, 20, 20])
    download.removeObserver(view, forKeyPath: "receivedBytes")
  }

  @Test("pairs on two keys that cross are each told at their own did")
  func crossed() {
    final class Clock: KeyValueObject {
      @Observed var hour = 0
      @Observed var minute = 0
      override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { false }
    }
    let (clock, view) = (Clock(), Recorder())
    for key in ["hour", "minute"] { clock.addObserver(view, forKeyPath: key, options: .new) }
    clock.willChangeValue(forKey: "hour")
    clock.willChangeValue(forKey: "minute")
    (clock.hour, clock.minute) = (1, 2)
    clock.didChangeValue(forKey: "hour")
    #expect(view.changes.map { $0.newValue as? Int } == [1])
    clock.didChangeValue(forKey: "minute")
    #expect(view.changes.map { $0.newValue as? Int } == [1, 2])
    for key in ["hour", "minute"] { clock.removeObserver(view, forKeyPath: key) }
  }
}
