import ManagedObserving
import RawObserving

/// The cost of beginning to observe, and of ending it.
enum Registering {
  static let all: [Benchmark] = [
    Benchmark("add and remove, raw", to: "set, didSet closure", atMost: 45, .loop(raw)),
    Benchmark(
      "observe and unobserve, managed", to: "add and remove, raw", atMost: 3, .loop(managed)),
    Benchmark(
      "observe and unobserve, typed", to: "add and remove, raw", atMost: 3, .loop { typed() }),
    Benchmark(
      "the same, beside 16,000 other records", to: "observe and unobserve, typed", atMost: 2,
      .loop { typed(others: 16_000) }),
  ]

  @Sendable private static func raw() -> (Int) -> Double {
    let clock = Clock()
    let counter = Counter()
    return { count in
      nanoseconds {
        for _ in 0..<count {
          clock.addObserver(counter, forKeyPath: "date", options: [.new, .old])
          clock.removeObserver(counter, forKeyPath: "date")
        }
      }
    }
  }

  @Sendable private static func managed() -> (Int) -> Double {
    let clock = Clock()
    let counter = Counter()
    let controller = KVOController(observer: counter)
    return { count in
      defer { withExtendedLifetime(counter) {} }  // without an observer, nothing is registered
      return nanoseconds {
        for _ in 0..<count {
          controller.observe(clock, keyPath: "date") { counter, _, _ in counter.calls &+= 1 }
          controller.unobserve(clock, keyPath: "date")
        }
      }
    }
  }

  /// The mediator has one table of records for the whole process. So the others exist only during this loop.
  private static func typed(others: Int = 0) -> (Int) -> Double {
    let clock = Clock()
    let counter = Counter()
    let controller = KVOController(observer: counter)
    let otherClocks = (0..<others).map { _ in Clock() }
    let otherController = KVOController(observer: counter)
    return { count in
      for clock in otherClocks {
        otherController.observe(clock, keyPath: "date") { counter, _, _ in counter.calls &+= 1 }
      }
      defer { withExtendedLifetime(counter) { otherController.unobserveAll() } }
      return nanoseconds {
        for _ in 0..<count {
          controller.observe(clock, \.$date) { counter, _, _ in counter.calls &+= 1 }
          controller.unobserve(clock, \.$date)
        }
      }
    }
  }
}
