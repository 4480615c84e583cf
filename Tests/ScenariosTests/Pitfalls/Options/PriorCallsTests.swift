import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("OPT-4 prior calls", .watched)
struct PriorCallsTests {
  @Test(
    "raw: each change is two calls, the one before it marked, and only the other has the new value")
  func raw() {
    let download = Download()
    let bar = Recorder()
    download.addObserver(bar, forKeyPath: "receivedBytes", options: [.new, .prior])
    download.receivedBytes = 256
    download.receivedBytes = 512
    download.removeObserver(bar, forKeyPath: "receivedBytes")
    #expect(bar.changes.map(\.isPrior) == [true, false, true, false])
    #expect(bar.changes.map { $0.newValue as? Int } == [nil, 256, nil, 512])
  }

  @Test(
    "managed: by string both calls arrive; in the first the object has its old value")
  func managed() {
    let download = Download()
    let bar = Recorder()
    var calls: [String] = []
    bar.kvoController.observe(download, keyPath: "receivedBytes", options: .prior) {
      _, download, change in
      calls.append("\(change.isPrior ? "before" : "after"): \(download.receivedBytes)")
    }
    download.receivedBytes = 256
    #expect(calls == ["before: 0", "after: 256"])
  }
}
