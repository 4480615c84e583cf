import Foundation
import Harness
import ManagedObserving
import RawObserving

/// THR-9: one observer has thousands of registrations. What does each of them cost?
enum ThousandsOfRegistrations {
  static let pitfall = Pitfall(
    "THR-9", "thousands-of-registrations", "One observer has thousands of registrations",
    frequency: .rare, symptoms: [.slow],
    change: .delete(#"for clock in clocks[part] { clock.removeObserver(view, forKeyPath: "date") }"#),
    acts: acts)

  static let acts: [Act] = [
    .raw("with 4,000 clocks", .finds("each of 4,000 adds costs at most 4 times as much as one of 40"), withManyClocks),
    .raw(
      "with one clock, the latest is removed first",
      .finds("each of 4,000 adds costs at most 4 times as much as one of 40"), withOneClock),
    .managed(
      "through a controller, with 4,000 clocks",
      .finds("each of 4,000 observes costs at most 4 times as much as one of 40"), managed),
  ]

  /// Compares what each of 4,000 costs with what each of 40 does, in processor time of this thread, so that
  /// other programs do not count. Both touch the same memory: 4,000 at once, or 40 and 40 and so on. What
  /// disturbs a round only adds to it, so the least of ten rounds counts.
  static func comparison(_ work: (_ part: Range<Int>) -> Void) -> String {
    var (few, many) = (Double.infinity, Double.infinity)
    for _ in 1...10 {
      few = min(few, time { for start in stride(from: 0, to: 4_000, by: 40) { work(start..<start + 40) } })
      many = min(many, time { work(0..<4_000) })
      if many <= 4 * few { return "costs at most 4 times as much as one of 40" }
    }
    return "costs over 4 times as much as one of 40"
  }

  private static func time(_ body: () -> Void) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
    let start = now()
    body()
    return now() - start
  }

  // snippet.asked
  private static func withManyClocks(_ story: Story) -> String {
    let view = CountingView()
    let clocks = (1...4_000).map { _ in Clock() }
    let result = comparison { part in
      for clock in clocks[part] { clock.addObserver(view, forKeyPath: "date") }
      for clock in clocks[part] { clock.removeObserver(view, forKeyPath: "date") }
    }
    return "each of 4,000 adds \(result)"
  }
  // snippet.end

  // Addresses to tell registrations apart. They are compared, and never followed.
  nonisolated(unsafe) private static let contexts = (1...4_000).map {
    UnsafeMutableRawPointer(bitPattern: $0)
  }

  // snippet.one-clock
  private static func withOneClock(_ story: Story) -> String {
    let (clock, view) = (Clock(), CountingView())
    let result = comparison { part in
      for context in contexts[part] {
        clock.addObserver(view, forKeyPath: "date", context: context)
      }
      for context in contexts[part].reversed() {
        clock.removeObserver(view, forKeyPath: "date", context: context)
      }
    }
    return "each of 4,000 adds \(result)"
  }
  // snippet.end

  private static func managed(_ story: Story) -> String {
    let view = CountingView()
    let clocks = (1...4_000).map { _ in Clock() }
    let result = comparison { part in
      for clock in clocks[part] {
        view.kvoController.observe(clock, \.$date) { _, _, _ in }
      }
      for clock in clocks[part] { view.kvoController.unobserve(clock) }
    }
    return "each of 4,000 observes \(result)"
  }
}
