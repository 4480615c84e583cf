import Foundation
import ManagedObserving
import Observation
import RawObserving

/// The cost of setting or getting a property.
enum Setting {
  static let all: [Benchmark] =
    unobserved + [
      Benchmark(
        "set, another key observed", to: "set, plain stored property, open", .loop(otherKey)),
      Benchmark("set, didSet closure", .loop(closure)),
      Benchmark(
        "set, one raw observer", to: "set, didSet closure", atMost: 13,
        .loop { raw(observers: 1) }),
      Benchmark("set, eleven raw observers", .loop { raw(observers: 11) }),
      Benchmark(
        "each further raw observer", to: "set, didSet closure", atMost: 6,
        .difference(from: "set, one raw observer", to: "set, eleven raw observers", dividedBy: 10)),
      Benchmark(
        "change in place (+=), one raw observer", to: "set, didSet closure", atMost: 15,
        .loop(inPlace)),
      Benchmark("set, one raw observer, before as well", .loop(prior)),
      Benchmark("set, one raw observer of a path", .loop(path)),
      Benchmark(
        "set, one managed closure", to: "set, didSet closure", atMost: 18,
        .loop { managed(closures: 1) }),
      Benchmark(
        "the same, to one raw observer", to: "set, one raw observer",
        .loop { managed(closures: 1) }),
      Benchmark("set, eleven managed closures", .loop { managed(closures: 11) }),
      Benchmark(
        "each further managed closure", to: "set, didSet closure", atMost: 12,
        .difference(
          from: "set, one managed closure", to: "set, eleven managed closures", dividedBy: 10)),
      Benchmark(
        "set, one typed managed closure", to: "set, didSet closure", atMost: 18, .loop(typed)),
      Benchmark("set, one raw observer that reads the value", .loop { rawReading(1) }),
      Benchmark(
        "set, one typed managed closure that reads the value", to: "set, one raw observer that reads the value",
        atMost: 1.8, .loop { typedReading(1) }),
      Benchmark("set, ten raw observers that read the value", .loop { rawReading(10) }),
      Benchmark(
        "set, ten typed managed closures that read the value", to: "set, ten raw observers that read the value",
        atMost: 2, .loop { typedReading(10) }),
      Benchmark("@Observable, set unobserved", to: "set, didSet closure", .loop(observable)),
      Benchmark("@Observable, armed and fired", to: "set, didSet closure", .loop(tracked)),
      Benchmark("NotificationCenter, post to one", to: "set, didSet closure", .loop(notification)),
    ]

  /// Setting and getting a property that has no observers, beside a plain one in the same kind of class.
  private static let unobserved: [Benchmark] =
    ["set", "get"].flatMap { access in
      kinds.flatMap { kind, makePlain, make in
        let plain = "\(access), plain stored property, \(kind)"
        return [
          Benchmark(plain, .loop { loop(over: makePlain(), access) }),
          Benchmark(
            "\(access), never observed, \(kind)", to: plain, atMost: 2.5,
            .loop { loop(over: make(), access) }),
        ]
      }
    }

  private typealias Make = @Sendable () -> any Settable

  private static let kinds: [(kind: String, makePlain: Make, make: Make)] = [
    ("final", { PlainFinalClock() }, { neverObserved(FinalClock.init, \.$date) }),
    ("open", { PlainClock() }, { neverObserved(Clock.init, \.$date) }),
    ("inherited", { PlainAlarmClock() }, { neverObserved(AlarmClock.init, \.$date) }),
    ("generic", { PlainGenericClock("UTC") }, { neverObserved({ GenericClock("UTC") }, \.$date) }),
  ]

  /// Makes an object and observes another one of its class by a typed key path, as real programs do. A compiler
  /// that sees the whole program makes better code for a property that is never observed.
  private static func neverObserved<Object: KeyValueObject & Settable>(
    _ make: () -> Object, _ property: KeyPath<Object, Property<Int>>
  ) -> any Settable {
    let (object, other, counter) = (make(), make(), Counter())
    counter.kvoController.observe(other, property) { counter, _, _ in counter.calls &+= 1 }
    return object
  }

  private static func loop(over subject: any Settable, _ access: String) -> (Int) -> Double {
    access == "set" ? { setRepeatedly(subject, $0) } : { getRepeatedly(subject, $0) }
  }

  @Sendable private static func otherKey() -> (Int) -> Double {
    let clock = Clock()
    let counter = Counter()
    clock.addObserver(counter, forKeyPath: "zone")
    return { count in
      defer { withExtendedLifetime(counter) {} }
      return setRepeatedly(clock, count)
    }
  }

  @Sendable private static func closure() -> (Int) -> Double {
    let clock = ClosureClock()
    let counter = Counter()
    clock.dateDidChange = { _, _ in counter.calls &+= 1 }
    return { setRepeatedly(clock, $0) }
  }

  private static func raw(observers: Int) -> (Int) -> Double {
    let clock = Clock()
    let counters = (0..<observers).map { _ in Counter() }
    for counter in counters {
      clock.addObserver(counter, forKeyPath: "date", options: [.new, .old])
    }
    return { count in
      defer { withExtendedLifetime(counters) {} }
      return setRepeatedly(clock, count)
    }
  }

  @Sendable private static func inPlace() -> (Int) -> Double {
    let clock = Clock()
    let counter = Counter()
    clock.addObserver(counter, forKeyPath: "date", options: [.new, .old])
    return { count in
      let clock = opaque(clock)
      defer { withExtendedLifetime(counter) {} }
      return nanoseconds {
        for _ in 0..<count { clock.date += 1 }
      }
    }
  }

  @Sendable private static func prior() -> (Int) -> Double {
    let clock = Clock()
    let counter = Counter()
    clock.addObserver(counter, forKeyPath: "date", options: [.new, .old, .prior])
    return { count in
      defer { withExtendedLifetime(counter) {} }
      return setRepeatedly(clock, count)
    }
  }

  @Sendable private static func path() -> (Int) -> Double {
    let view = ClockView()
    let counter = Counter()
    view.addObserver(counter, forKeyPath: "clock.date", options: [.new, .old])
    return { count in
      let clock = view.clock
      defer { withExtendedLifetime((counter, view)) {} }
      return setRepeatedly(clock, count)
    }
  }

  private static func managed(closures: Int) -> (Int) -> Double {
    let clock = Clock()
    let counters = (0..<closures).map { _ in Counter() }
    let controllers = counters.map { counter in
      let controller = KVOController(observer: counter)
      controller.observe(clock, keyPath: "date", options: [.new, .old]) { counter, _, _ in
        counter.calls &+= 1
      }
      return controller
    }
    return { count in
      defer { withExtendedLifetime((counters, controllers)) {} }
      return setRepeatedly(clock, count)
    }
  }

  @Sendable private static func typed() -> (Int) -> Double {
    let clock = Clock()
    let counter = Counter()
    let controller = KVOController(observer: counter)
    controller.observe(clock, \.$date, options: .old) { counter, _, _ in
      counter.calls &+= 1
    }
    return { count in
      defer { withExtendedLifetime((counter, controller)) {} }
      return setRepeatedly(clock, count)
    }
  }

  private static func rawReading(_ count: Int) -> (Int) -> Double {
    let clock = Clock()
    let readers = (0..<count).map { _ in Reader() }
    for reader in readers { clock.addObserver(reader, forKeyPath: "date", options: .new) }
    return { count in
      defer { withExtendedLifetime(readers) {} }
      return setRepeatedly(clock, count)
    }
  }

  private static func typedReading(_ count: Int) -> (Int) -> Double {
    let clock = Clock()
    let readers = (0..<count).map { _ in Reader() }
    for reader in readers {
      reader.kvoController.observe(clock, \.$date) { reader, _, change in reader.sum &+= change.value }
    }
    return { count in
      defer { withExtendedLifetime(readers) {} }
      return setRepeatedly(clock, count)
    }
  }

  @Sendable private static func observable() -> (Int) -> Double {
    let clock = ObservableClock()
    return { setRepeatedly(clock, $0) }
  }

  /// Tracks again before each set, because `onChange` is called once.
  @Sendable private static func tracked() -> (Int) -> Double {
    let clock = ObservableClock()
    return { count in
      nanoseconds {
        for value in 0..<count {
          withObservationTracking {
            _ = clock.date
          } onChange: {
          }
          clock.date = value
        }
      }
    }
  }

  @Sendable private static func notification() -> (Int) -> Double {
    let center = NotificationCenter()
    let name = Notification.Name("date")
    let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in }
    return { count in
      defer { withExtendedLifetime(token) {} }
      return nanoseconds {
        for _ in 0..<count { center.post(name: name, object: nil) }
      }
    }
  }
}
