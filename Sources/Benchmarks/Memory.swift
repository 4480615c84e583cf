import ManagedObserving
import RawObserving

/// The heap memory that observing uses, measured over many objects.
enum Memory {
  static let all: [Benchmark] =
    Heap.bytesInUse != nil
    ? [
      Benchmark(
        "an unobserved object, more than a plain one", unit: .bytes, .once(object)),
      Benchmark("each property", atMost: 64, unit: .bytes, .once(property)),
      Benchmark("the first raw registration of an object", unit: .bytes, .once(first)),
      Benchmark("each further raw registration", atMost: 160, unit: .bytes, .once(further)),
      Benchmark("each managed record", atMost: 500, unit: .bytes, .once(record)),
    ] : []

  private static let count = 100_000

  /// How many bytes the objects that the body makes use, for each of `count`.
  private static func bytes<Made>(_ make: () -> Made) -> Double {
    let before = Heap.bytesInUse ?? 0
    let made = make()
    let after = Heap.bytesInUse ?? 0
    withExtendedLifetime(made) {}
    return Double(after - before) / Double(count)
  }

  @Sendable private static func object() -> Double {
    let plain = bytes { (0..<count).map { _ in PlainPair() } }
    return bytes { (0..<count).map { _ in Clock() } } - plain
  }

  /// The memory of a property, in the object and outside it.
  @Sendable private static func property() -> Double {
    let empty = bytes { (0..<count).map { _ in Empty() } }
    return (bytes { (0..<count).map { _ in Cells() } } - empty) / Double(Cells.count)
  }

  @Sendable private static func first() -> Double {
    let clocks = (0..<count).map { _ in Clock() }
    let counter = Counter()
    return bytes { add(counter, to: clocks) }
  }

  @Sendable private static func further() -> Double {
    let clocks = (0..<count).map { _ in Clock() }
    let counters = (0..<10).map { _ in Counter() }
    add(counters[0], to: clocks)
    return bytes { for counter in counters.dropFirst() { add(counter, to: clocks) } }
      / Double(counters.count - 1)
  }

  private static func add(_ counter: Counter, to clocks: [Clock]) {
    for clock in clocks { clock.addObserver(counter, forKeyPath: "date", options: [.new, .old]) }
  }

  /// The memory of a further record with its registration and its place in the tables.
  @Sendable private static func record() -> Double {
    let clocks = (0..<count).map { _ in Clock() }
    let counter = Counter()
    let controllers = (0..<10).map { _ in KVOController(observer: counter) }
    observe(clocks, by: controllers[0])
    return bytes { for controller in controllers.dropFirst() { observe(clocks, by: controller) } }
      / Double(controllers.count - 1)
  }

  private static func observe(_ clocks: [Clock], by controller: KVOController<Counter>) {
    for clock in clocks {
      controller.observe(clock, keyPath: "date") { counter, _, _ in counter.calls &+= 1 }
    }
  }
}
