import ManagedObserving
import RawObserving

/// Whether the cost of one operation stays the same with many registrations.
enum Scale {
  static let all: [Benchmark] =
    pair("unobserveAll, an object of", 10, 10_000, unobserveAll)
    + [Benchmark("unobserveAll, an object of 1,000,000", .once { unobserveAll(1_000_000) / 1e6 })]
    + pair("free an observed object, one of", 10, 10_000, free)
    + [Benchmark("free an observed object, one of 1,000,000", .once { free(1_000_000) / 1e6 })]
    + pair("add one observer of", 10, 1_000, addObservers)
    + pair("set, for one observer of", 10, 1_000, setWithObservers)
    + pair("remove the latest observer of", 10, 1_000, removeLatest)
    // The search begins with the latest registration, so this one takes longer the more there are.
    + pair("remove the earliest observer of", 10, 1_000, atMost: nil, removeEarliest)
    + pair("observe one key of", 10, 1_000, addKeys)
    + pair("set one key of", 10, 1_000, setKeys)
    + pair("unobserve one key of", 10, 1_000, removeKeys)

  /// The same with few and with many, and the limit of the cost of each of the many.
  private static func pair(
    _ name: String, _ few: Int, _ many: Int, atMost limit: Double? = 4,
    _ measure: @escaping @Sendable (Int) -> Double
  ) -> [Benchmark] {
    // Small batches are repeated, or the clock would be measured.
    let repetitions = max(1, many / few)
    return [
      Benchmark(
        "\(name) \(few.formatted)",
        .batch(of: few * repetitions) {
          (0..<repetitions).reduce(0) { sum, _ in sum + measure(few) }
        }),
      Benchmark(
        "\(name) \(many.formatted)", to: "\(name) \(few.formatted)", atMost: limit,
        .batch(of: many) { measure(many) }),
    ]
  }

  @Sendable private static func unobserveAll(_ count: Int) -> Double {
    let counter = Counter()
    let controller = KVOController(observer: counter)
    let clocks = (0..<count).map { _ in Clock() }
    for clock in clocks {
      controller.observe(clock, keyPath: "date") { counter, _, _ in counter.calls &+= 1 }
    }
    defer { withExtendedLifetime(clocks) {} }
    return nanoseconds { controller.unobserveAll() }
  }

  /// Objects that are deallocated while observed: the benchmarks run in the relaxed era, which allows that.
  @Sendable private static func free(_ count: Int) -> Double {
    var clocks = (0..<count).map { _ in Clock() }
    let counter = Counter()
    for clock in clocks { clock.addObserver(counter, forKeyPath: "date") }
    defer { withExtendedLifetime(counter) {} }
    return nanoseconds { clocks = [] }
  }

  private static func added(_ count: Int) -> (Clock, [Counter], Double) {
    let clock = Clock()
    let counters = (0..<count).map { _ in Counter() }
    let time = nanoseconds {
      for counter in counters {
        clock.addObserver(counter, forKeyPath: "date", options: [.new, .old])
      }
    }
    return (clock, counters, time)
  }

  @Sendable private static func addObservers(_ count: Int) -> Double {
    let (clock, counters, time) = added(count)
    for counter in counters { clock.removeObserver(counter, forKeyPath: "date") }
    return time
  }

  @Sendable private static func setWithObservers(_ count: Int) -> Double {
    let (clock, counters, _) = added(count)
    let time = nanoseconds { clock.date = 1 }
    for counter in counters { clock.removeObserver(counter, forKeyPath: "date") }
    return time
  }

  @Sendable private static func removeLatest(_ count: Int) -> Double {
    let (clock, counters, _) = added(count)
    return nanoseconds {
      for counter in counters.reversed() { clock.removeObserver(counter, forKeyPath: "date") }
    }
  }

  @Sendable private static func removeEarliest(_ count: Int) -> Double {
    let (clock, counters, _) = added(count)
    return nanoseconds {
      for counter in counters { clock.removeObserver(counter, forKeyPath: "date") }
    }
  }

  /// An object with any number of keys, which it announces by hand.
  private final class Table: KeyValueObject {
    var cells: [String: Int] = [:]

    override func value(forKey key: String) -> Any? { cells[key] }

    func set(_ key: String, to value: Int) {
      willChangeValue(forKey: key)
      cells[key] = value
      didChangeValue(forKey: key)
    }
  }

  private static func table(_ count: Int) -> (Table, [String], Counter, Double) {
    let table = Table()
    let keys = (0..<count).map { "cell\($0)" }
    let counter = Counter()
    let time = nanoseconds {
      for key in keys { table.addObserver(counter, forKeyPath: key, options: [.new, .old]) }
    }
    return (table, keys, counter, time)
  }

  @Sendable private static func addKeys(_ count: Int) -> Double {
    let (table, keys, counter, time) = table(count)
    for key in keys { table.removeObserver(counter, forKeyPath: key) }
    return time
  }

  @Sendable private static func setKeys(_ count: Int) -> Double {
    let (table, keys, counter, _) = table(count)
    let time = nanoseconds { for key in keys { table.set(key, to: 1) } }
    for key in keys { table.removeObserver(counter, forKeyPath: key) }
    return time
  }

  @Sendable private static func removeKeys(_ count: Int) -> Double {
    let (table, keys, counter, _) = table(count)
    return nanoseconds { for key in keys { table.removeObserver(counter, forKeyPath: key) } }
  }
}

extension Int {
  /// With a comma between thousands.
  var formatted: String {
    let digits = String(self)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }
}
