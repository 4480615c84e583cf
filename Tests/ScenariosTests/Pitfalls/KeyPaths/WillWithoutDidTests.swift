import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("KEY-7 will without did", .watched)
struct WillWithoutDidTests {
  private let download = Download()
  private let view = Recorder()

  /// A pair that holds however the body ends.
  private func changing(_ body: () throws -> Void) rethrows {
    download.willChangeValue(forKey: "receivedBytes")
    defer { download.didChangeValue(forKey: "receivedBytes") }
    try body()
  }

  @Test("a complete pair inside the one that was left open is silent as well")
  func laterPairs() {
    download.addObserver(view, forKeyPath: "receivedBytes", options: .new)
    download.willChangeValue(forKey: "receivedBytes")
    changing { download.receivedBytes = 10 }
    #expect(view.changes.isEmpty)
    download.didChangeValue(forKey: "receivedBytes")
    changing { download.receivedBytes = 20 }
    #expect(view.changes.map { $0.newValue as? Int } == [10, 20])
    download.removeObserver(view, forKeyPath: "receivedBytes")
  }

  @Test("a did that comes late after all tells one change, from the will to itself")
  func lateDid() {
    download.addObserver(view, forKeyPath: "receivedBytes", options: [.old, .new])
    download.willChangeValue(forKey: "receivedBytes")
    download.receivedBytes = 10
    download.receivedBytes = 20
    download.didChangeValue(forKey: "receivedBytes")
    #expect(view.changes.map { $0.oldValue as? Int } == [0])
    #expect(view.changes.map { $0.newValue as? Int } == [20])
    download.receivedBytes = 30
    #expect(view.changes.count == 2)
    download.removeObserver(view, forKeyPath: "receivedBytes")
  }

  @Test("the silence is of one thread: a set on another one is heard")
  func otherThread() {
    download.addObserver(view, forKeyPath: "receivedBytes", options: .new)
    download.willChangeValue(forKey: "receivedBytes")
    let shared = Shared(download)
    onAnotherThread(named: "network") { shared.object.receivedBytes = 10 }
    #expect(view.changes.map { $0.newValue as? Int } == [10])
    download.didChangeValue(forKey: "receivedBytes")
    download.removeObserver(view, forKeyPath: "receivedBytes")
  }

  @Test("pairs on two keys that cross are each told at their own did")
  func crossed() {
    final class Clock: KeyValueObject {
      @Observed var hour = 0
      @Observed var minute = 0
    }
    let clock = Clock()
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

  @Test("a pair by hand around a set that announces itself is told once")
  func absorbed() {
    download.addObserver(view, forKeyPath: "receivedBytes", options: .new)
    changing { download.receivedBytes = 10 }
    #expect(view.changes.count == 1)
    download.removeObserver(view, forKeyPath: "receivedBytes")
  }
}
