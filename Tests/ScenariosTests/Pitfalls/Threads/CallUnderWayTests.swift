import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("THR-3 call under way", .watched)
struct CallUnderWayTests {
  /// Counts the calls that have gone on after it was closed.
  private final class Bar: KeyValueObject {
    let whenPreempted: @Sendable (Bar) -> Void
    let isClosed = Locked(false)
    let generation = Locked(1)
    private(set) var late = 0
    private(set) var lateButChecked = 0

    init(whenPreempted: @escaping @Sendable (Bar) -> Void) {
      self.whenPreempted = whenPreempted
    }

    /// Closes the bar and ends the generation.
    func close() {
      isClosed.withLock { $0 = true }
      generation.withLock { $0 += 1 }
    }

    func react(_ context: UnsafeMutableRawPointer?) {
      whenPreempted(self)
      guard isClosed.withLock({ $0 }) else { return }
      late += 1
      generation.withLock {
        if context == UnsafeMutableRawPointer(bitPattern: $0) { lateButChecked += 1 }
      }
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      react(context)
    }
  }

  private let download = Shared(Download())

  @Test("managed: cancelled where the calls are made, a change that waits is not told any more")
  func cancelledThere() {
    let tally = Tally()
    let controller = KVOController(observer: tally)
    let errands = Errands()
    let token = controller.observe(
      download.object, \.$receivedBytes, on: .function { work in errands.add(work) }
    ) { tally, _ in tally.calls.withLock { $0 += 1 } }
    onAnotherThread(named: "network") { [download] in download.object.receivedBytes = 512 }
    errands.run()
    #expect(tally.calls.withLock { $0 } == 1)
    onAnotherThread(named: "network") { [download] in download.object.receivedBytes = 1024 }
    token.cancel()
    errands.run()
    #expect(tally.calls.withLock { $0 } == 1)
  }

  @Test("managed: on the thread that sets, no call begins after an unobserve inside one")
  func unobservedInside() {
    let tally = Tally()
    let controller = KVOController(observer: tally)
    controller.observe(download.object, \.$receivedBytes) { tally, download, _ in
      tally.calls.withLock { $0 += 1 }
      controller.unobserve(download)
    }
    for bytes in 1...3 { download.object.receivedBytes = bytes }
    #expect(tally.calls.withLock { $0 } == 1)
  }

  private final class Tally: Sendable {
    let calls = Locked(0)
  }
}
