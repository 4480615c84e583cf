import ManagedObserving
import RawObserving
import TestSupport
import Testing

@Suite(
  "After many keys were observed through a controller, the heap is as large as before", .watched,
  .enabled(if: heapInUse() != nil))
struct ProcessSizeTests {
  // Fewer in debug, where a million take a minute.
  #if DEBUG
    static let (keyCount, roundSize) = (40_000, 4_000)
  #else
    static let (keyCount, roundSize) = (1_000_000, 100_000)
  #endif

  /// How many bytes the heap may have grown by.
  static let tolerance = 20 * keyCount

  @Test("each key is observed and unobserved before the next")
  func oneAtATime() async {
    // In a process of its own, where no other test allocates.
    await #expect(processExitsWith: .success) {
      let (clock, view) = (Clock(), ClockView())
      let controller = view.kvoController
      func observe(_ keys: Range<Int>) {
        for number in keys {
          let key = "key\(number)"
          controller.observe(clock, keyPath: key) { (_: ClockView, _: Clock, _: KeyValueChange) in }
          controller.unobserve(clock, keyPath: key)
        }
      }
      observe(0..<1000)
      let growth = try #require(heapGrowth { observe(0..<Self.keyCount) })
      #expect(growth <= Self.tolerance, "the heap grew by \(growth) bytes")
    }
  }

  @Test("in each of ten rounds all keys are observed, and then unobserved")
  func allAtOnce() async {
    await #expect(processExitsWith: .success) {
      // Many objects, because a controller looks for a duplicate among all that it observes of one object.
      let clocks = (0..<Self.roundSize / 50).map { _ in Clock() }
      let view = ClockView()
      let controller = view.kvoController
      func observe(_ keys: Range<Int>, round: Int) {
        for key in keys {
          for clock in clocks {
            controller.observe(clock, keyPath: "key\(round)-\(key)") {
              (_: ClockView, _: Clock, _: KeyValueChange) in
            }
          }
        }
        controller.unobserveAll()
      }
      observe(0..<1, round: 0)
      let growth = try #require(heapGrowth { for round in 1...10 { observe(0..<50, round: round) } })
      #expect(growth <= Self.tolerance, "the heap grew by \(growth) bytes")
    }
  }
}
