import Foundation
import ManagedObserving
import RawObserving

/// THR-9: one observer has thousands of registrations. What does each of them cost?
enum ThousandsOfRegistrations {
  static let pitfall = Pitfall(
    "THR-9", "thousands-of-registrations", "One observer has thousands of registrations",
    lesson: .threadsAndCallbacks, symptoms: [.slow],
    why: "On OS X 10.9 and iOS 9, reports say that an add became slower as the observer's registrations grew in "
      + "number. In this engine the cost hardly grows.",
    fix: "Measure before you change anything. If one object has many registrations, remove the latest first, because "
      + "this engine begins its search there.",
    prediction: Prediction(
      "A view observes 4,000 clocks, and stops observing them. What does each of these registrations cost in this "
        + "engine, compared with one of 40?",
      .right(
        "About as much: at most four times the cost.",
        "Each clock has its own registrations, so their total does not matter."),
      .wrong(
        "About a hundred times as much.",
        "A search through all registrations of the observer at each add would cost that, and OS X 10.9 and iOS 9 were "
          + "reported to slow down so. In this engine an add looks only at one clock."),
      .wrong(
        "Adding costs as much, and removing a hundred times as much.",
        "A removal has to find its registration, and that takes long in a long list. But each clock has its own list, "
          + "with one entry.")),
    acts: [
      .raw(
        "with 4,000 clocks", .finds("each of 4,000 adds costs at most 4 times as much as one of 40"), withManyClocks),
      .raw(
        "with one clock, the latest is removed first",
        .finds("each of 4,000 adds costs at most 4 times as much as one of 40"), withOneClock),
      .managed(
        "through a controller, with 4,000 clocks",
        .finds("each of 4,000 observes costs at most 4 times as much as one of 40"), managed),
    ])

  private final class ClockView: KeyValueObject {}

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
    let view = ClockView()
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
    let (clock, view) = (Clock(), ClockView())
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
    let view = ClockView()
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
