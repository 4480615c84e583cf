import ManagedObserving
import RawObserving

/// The cost of beginning to observe, and of ending it.
enum Registering {
  static let all: [Benchmark] = [
    Benchmark("add and remove, raw", to: "set, didSet closure", atMost: 35, .loop(raw)),
    Benchmark(
      "observe and unobserve, managed", to: "set, didSet closure", atMost: 120, .loop(managed)),
    Benchmark(
      "observe and unobserve, typed", to: "set, didSet closure", atMost: 120, .loop(typed)),
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
      nanoseconds {
        for _ in 0..<count {
          controller.observe(clock, keyPath: "date") { counter, _, _ in counter.calls &+= 1 }
          controller.unobserve(clock, keyPath: "date")
        }
      }
    }
  }

  @Sendable private static func typed() -> (Int) -> Double {
    let clock = Clock()
    let counter = Counter()
    let controller = KVOController(observer: counter)
    return { count in
      nanoseconds {
        for _ in 0..<count {
          controller.observe(clock, \.$date) { counter, _, _ in counter.calls &+= 1 }
          controller.unobserve(clock, \.$date)
        }
      }
    }
  }
}
