import Foundation
import ManagedObserving
import RawObserving

/// THR-9: one observer has thousands of registrations. What does each of them cost?
enum ThousandsOfRegistrations {
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
  /// other programs do not count. A round that was disturbed is repeated.
  static func comparison(_ work: (_ count: Int) -> Void) -> String {
    for _ in 1...5 {
      let few = time { for _ in 1...100 { work(40) } }
      let ratio = time { work(4_000) } / few
      if ratio <= 4 { return "costs at most 4 times as much as one of 40" }
      if ratio > 8 { break }  // no disturbance
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

  // snippet.many-clocks
  private static func withManyClocks(_ story: Story) -> String {
    let view = CountingView()
    let clocks = (1...4_000).map { _ in Clock() }
    let result = comparison { count in
      for clock in clocks[..<count] { clock.addObserver(view, forKeyPath: "date") }
      for clock in clocks[..<count] { clock.removeObserver(view, forKeyPath: "date") }
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
    let result = comparison { count in
      for context in contexts[..<count] {
        clock.addObserver(view, forKeyPath: "date", context: context)
      }
      for context in contexts[..<count].reversed() {
        clock.removeObserver(view, forKeyPath: "date", context: context)
      }
    }
    return "each of 4,000 adds \(result)"
  }
  // snippet.end

  private static func managed(_ story: Story) -> String {
    let view = CountingView()
    let clocks = (1...4_000).map { _ in Clock() }
    let result = comparison { count in
      for clock in clocks[..<count] {
        view.kvoController.observe(clock, \.$date) { _, _, _ in }
      }
      for clock in clocks[..<count] { view.kvoController.unobserve(clock) }
    }
    return "each of 4,000 observes \(result)"
  }
}
