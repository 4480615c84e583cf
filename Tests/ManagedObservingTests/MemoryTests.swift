import Dispatch
import RawObserving
import TestSupport
import Testing

@testable import ManagedObserving

/// What observations that have ended leave behind, each in a process of its own, where no other test allocates.
@Suite(
  "After many observations the heap is as large as before", .watched,
  .enabled(if: !isSanitized && heapInUse() != nil))
struct MemoryTests {
  // Fewer in debug, where a million take a minute.
  #if DEBUG
    private static let count = 20_000
  #else
    private static let count = 1_000_000
  #endif

  /// How many bytes the heap may have grown by.
  private static let tolerance = 20 * count

  /// Runs the body twice, and checks how much the heap grows in the second run.
  private static func check(_ body: () -> Void) throws {
    body()
    let measured = heapGrowth(body)
    let growth = try #require(measured)
    #expect(growth <= tolerance, "the heap grew by \(growth) bytes")
  }

  @Test("a million, each ended before the next")
  func oneAfterTheOther() async {
    await #expect(processExitsWith: .success) {
      let (clock, view) = (Clock(), ClockView())
      let controller = KVOController(observer: view)
      var key = 0
      try MemoryTests.check {
        for round in 0..<MemoryTests.count {
          switch round % 4 {
          case 0:
            controller.observe(clock, \.$date) { _, _, _ in }
            controller.unobserve(clock, \.$date)
          case 1: controller.observe(clock, \.$twin.$date) { _, _, _ in }.cancel()
          case 2:
            // A key of its own in each round.
            key += 1
            controller.observe(clock, keyPath: "key\(key)", context: nil)
            controller.unobserveAll()
          default: _ = view.kvoController.observe(clock, keyPath: "zone") { _, _, _ in }.scoped()
          }
        }
      }
      #expect(clock.activeObservations.isEmpty && controller.activeObservations.isEmpty)
      clock.zone = "UTC"
      #expect(clock.activeRegistrations.isEmpty, "the last scoped one is removed at the next change")
    }
  }

  @Test("many keys of many objects, in rounds: all are observed, and then unobserved")
  func manyKeys() async {
    await #expect(processExitsWith: .success) {
      let (clocks, view) = ((0..<MemoryTests.count / 500).map { _ in Clock() }, ClockView())
      var round = 0
      try MemoryTests.check {
        for _ in 0..<5 {
          round += 1
          for key in 0..<50 {
            for clock in clocks { view.kvoController.observe(clock, keyPath: "key\(round)-\(key)") { _, _, _ in } }
          }
          view.kvoController.unobserveAll()
        }
      }
    }
  }

  @Test("many that live at the same time, and end with their observers and objects")
  func atTheSameTime() async {
    await #expect(processExitsWith: .success) {
      try MemoryTests.check {
        let clocks = (0..<100).map { _ in Clock() }
        let views = (0..<MemoryTests.count / 1_000).map { _ in ClockView() }
        for view in views {
          for clock in clocks {
            view.kvoController.observe(clock, \.$date) { _, _, _ in }
            view.kvoControllerLifetimeBound.observe(clock, \.$zone) { _, _, _ in }
          }
        }
        for clock in clocks { clock.date += 1 }
      }
    }
  }

  /// A clock whose date is named with an argument.
  private final class Tower: KeyValueObject {
    @Observed var clock = NumberedClock()
  }

  private final class NumberedClock: KeyValueObject {
    @Observed var date = 0
    subscript(number: Int) -> Property<Int> { $date }
  }

  @Test("key paths with an argument of their own")
  func arguments() async {
    await #expect(processExitsWith: .success) {
      let (tower, view) = (Tower(), ClockView())
      func observe(_ numbers: Range<Int>) {
        for number in numbers { view.kvoController.observe(tower, \.$clock[number]) { _, _, _ in }.cancel() }
      }
      observe(0..<2_000)
      let measured = heapGrowth { observe(2_000..<4_000) }
      let growth = try #require(measured)
      #expect(growth < 100_000, "the heap grew by \(growth) bytes")
    }
  }

  @Test("sequences and deliveries elsewhere")
  func elsewhere() async {
    await #expect(processExitsWith: .success) {
      let (clock, panel) = (Clock(), Panel())
      let controller = KVOController(observer: panel)
      try MemoryTests.check {
        for _ in 0..<MemoryTests.count / 10 {
          let token = controller.observe(clock, \.$date, on: .function { $0() }) { _, _ in }
          let changes = controller.changes(of: clock, \.$date)
          clock.date += 1
          token.cancel()
          withExtendedLifetime(changes) {}
        }
        // The handlers are released by tasks.
        let (shared, isOver) = (Shared(controller), DispatchSemaphore(value: 0))
        Task.detached {
          await shared.value.waitForDeliveries()
          isOver.signal()
        }
        isOver.wait()
      }
      #expect(clock.activeObservations.isEmpty)
      clock.date += 1
      #expect(clock.activeRegistrations.isEmpty, "the last sequence is removed at the next change")
    }
  }
}
