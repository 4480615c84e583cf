import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("THR-6 add in callback", .watched)
struct AddInCallbackTests {
  /// Does something at its first call.
  private final class ListView: KeyValueObject {
    var first: (() -> Void)?

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      first?()
      first = nil
    }
  }

  @Test(
    "raw: in the call before the change, the initial value is the old one, and the change is missed"
  )
  func rawPrior() {
    let (download, list, bar) = (Download(), ListView(), Recorder())
    list.first = {
      download.addObserver(bar, forKeyPath: "receivedBytes", options: [.initial, .new])
    }
    download.addObserver(list, forKeyPath: "receivedBytes", options: .prior)
    download.receivedBytes = 256
    #expect(bar.changes.map { $0.newValue as? Int } == [0])
    download.removeObserver(list, forKeyPath: "receivedBytes")
    download.removeObserver(bar, forKeyPath: "receivedBytes")
  }

  @Test("managed: observing inside a handler misses the present change, unless it is initial")
  func managed() {
    let download = Download()
    let list = ListView()
    let (waiting, initial) = (Recorder(), Recorder())
    list.first = {
      waiting.kvoController.observe(
        download, keyPath: "receivedBytes", options: .new, context: nil)
      initial.kvoController.observe(
        download, keyPath: "receivedBytes", options: [.initial, .new], context: nil)
    }
    list.kvoController.observe(download, keyPath: "receivedBytes", context: nil)
    download.receivedBytes = 256
    #expect(waiting.changes.isEmpty)
    #expect(initial.changes.map { $0.newValue as? Int } == [256])
    download.receivedBytes = 512
    #expect(waiting.changes.map { $0.newValue as? Int } == [512])
    #expect(initial.changes.count == 2)
  }
}
