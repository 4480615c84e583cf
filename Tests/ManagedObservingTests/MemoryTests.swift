import Foundation
import RawObserving
import Testing

@testable import ManagedObserving

/// What observations that have ended leave behind.
@Suite("Memory", .watched, .enabled(if: !isSanitized)) struct MemoryTests {
  #if DEBUG
    private static let count = 40_000
  #else
    private static let count = 1_000_000
  #endif

  #if os(Linux)
    /// The bytes of memory that the process has in use.
    private static var residentSize: Int {
      let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
        .split(separator: " ").dropFirst().first.flatMap { Int($0) }
      return (pages ?? 0) * sysconf(CInt(_SC_PAGESIZE))
    }

    /// How much the process grows in the second of two equal runs.
    private static func growth(_ run: () -> Void) -> Int {
      run()
      let before = residentSize
      run()
      return residentSize - before
    }

    private static let tolerance = 2_000_000

    @Test(
      "a million records, observed and unobserved one after the other, leave the process as large")
    func oneAfterTheOther() async {
      await #expect(processExitsWith: .success) {
        let clock = Clock()
        let view = ClockView()
        let controller = KVOController(observer: view)
        let growth = MemoryTests.growth {
          for round in 0..<MemoryTests.count {
            switch round % 4 {
            case 0:
              controller.observe(clock, \.$date) { _, _, _ in }
              controller.unobserve(clock, \.$date)
            case 1: controller.observe(clock, \.$twin.$date) { _, _, _ in }.cancel()
            case 2:
              // A key of its own in each round.
              controller.observe(clock, keyPath: "key\(round)", context: nil)
              controller.unobserveAll()
            default: _ = view.kvoController.observe(clock, keyPath: "zone") { _, _, _ in }.scoped()
            }
          }
        }
        #expect(growth < MemoryTests.tolerance)
        #expect(clock.activeObservations.isEmpty && controller.activeObservations.isEmpty)
        clock.zone = "UTC"
        #expect(clock.activeRegistrations.isEmpty, "the last scoped one is removed at the next change")
      }
    }

    @Test(
      "a million records that live at the same time leave the process as large when they have ended"
    )
    func atTheSameTime() async {
      await #expect(processExitsWith: .success) {
        let growth = MemoryTests.growth {
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
        #expect(growth < MemoryTests.tolerance)
      }
    }

    @Test("sequences and deliveries elsewhere leave nothing either")
    func elsewhere() async {
      await #expect(processExitsWith: .success) {
        final class View: Sendable {}
        let clock = Clock()
        let view = View()
        let controller = KVOController(observer: view)
        let growth = MemoryTests.growth {
          for _ in 0..<MemoryTests.count / 10 {
            let token = controller.observe(clock, \.$date, on: .function { $0() }) { _, _ in }
            let changes = controller.changes(of: clock, \.$date)
            clock.date += 1
            token.cancel()
            withExtendedLifetime(changes) {}
          }
        }
        #expect(growth < MemoryTests.tolerance)
        #expect(clock.activeObservations.isEmpty)
        clock.date += 1
        #expect(clock.activeRegistrations.isEmpty, "the last sequence is removed at the next change")
      }
    }
  #endif
}
