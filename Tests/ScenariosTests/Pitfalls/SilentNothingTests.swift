import ManagedObserving
import RawObserving
import Testing

@testable import Scenarios

@Suite("MED-10 silent nothing")
struct SilentNothingTests {
  private let heard = Locked<[String]>([])

  @Test(
    "naive: a nil object is passed over, and an object observed already keeps its first handler")
  func naive() {
    let (clock, controller) = (Clock(), NaiveController())
    controller.observe(nil, keyPaths: ["date"]) { [heard] in heard.withLock { $0.append("nil") } }
    controller.observe(clock, keyPaths: ["date"]) { [heard] in heard.withLock { $0.append("1st") } }
    controller.observe(clock, keyPaths: ["date"]) { [heard] in heard.withLock { $0.append("2nd") } }
    clock.date = 1
    controller.unobserve(clock, keyPath: "date")
    #expect(heard.withLock { $0 } == ["1st"])
  }
}
