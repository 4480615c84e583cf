import Foundation
import RawObserving
import Testing

/// An observer that has no callback of its own.
private final class Poster: KeyValueObject {}

@Suite("How a process ends: after all that was printed before", .watched)
struct ExceptionTests {
  @Test("removing an observer that is not registered")
  func notRegistered() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) {
      let clock = Clock()
      print("a clock", terminator: "")
      clock.removeObserver(ClockView(), forKeyPath: "date")
      print("not reached")
    }
    #expect(result?.outputLines.last == "a clock")
    expectDeath(
      result, of: "NSRangeException",
      """
      Cannot remove an observer <ClockView 0x…> for the key path "date" from <Clock 0x…> because \
      it is not registered as an observer.
      """)
  }

  @Test("KVO-REG-12 an observer without a callback raises at the first change, not before")
  func notHandled() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: bothStreams) {
      let clock = Clock()
      let poster = Poster()
      clock.addObserver(poster, forKeyPath: "zone", options: [.new, .old], context: context(0xbeef))
      print("before", terminator: "")
      clock.zone = "UTC"
    }
    #expect(result?.outputLines.last == "before")
    expectDeath(
      result, of: "NSInternalInconsistencyException",
      """
      <Poster: 0x…>: An -observeValueForKeyPath:ofObject:change:context: message was received \
      but not handled.
      Key path: zone
      Observed object: <Clock 0x…>
      Change: {kind = 1; new = UTC; old = <null>;}
      Context: 0x…
      """)
  }

  @Test("the process ends even while another thread is waiting for input")
  func inputUnderWay() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardOutputContent]) {
      // A thread that waits in `readLine` holds the lock of its stream; so does this one.
      let isWaiting = Locked(false)
      Thread {
        flockfile(tmpfile())
        isWaiting.withLock { $0 = true }
        while true { sleep(1) }
      }.start()
      while !isWaiting.withLock({ $0 }) { sched_yield() }
      print("before", terminator: "")
      Clock().removeObserver(ClockView(), forKeyPath: "date")
    }
    #expect(result?.outputLines.last == "before")
  }
}
