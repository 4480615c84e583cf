import Foundation
import ManagedObserving
import RawObserving

/// How the cost of one operation grows with the number of registrations: the time per operation among 16,000, divided
/// by the time among 10.
///
/// Each row is compared with a dictionary that has as many entries, in the same run. A dictionary becomes slower too,
/// because its entries no longer fit into the processor's caches. An operation that searches all registrations takes
/// hundreds of times as long.
enum Growth {
  private static let few = 10
  private static let many = 16_000

  static let all: [Benchmark] = dictionary + raw + managed

  // MARK: What is measured

  private static let dictionary: [Benchmark] =
    rows(
      dictionaryName, { Entries($0) },
      add: { $0.add($1) }, remove: { $0.remove($1) })
    + atOnce(dictionaryName, "set") { count in
      let entries = Entries(count)
      for index in 0..<count { entries.add(index) }
      return { for index in 0..<count { entries.set(index) } }
    }

  private static let raw: [Benchmark] =
    rows(
      "observers of a key", { (clock: Clock(), counters: counters($0)) },
      add: { $0.clock.addObserver($0.counters[$1], forKeyPath: "date") },
      remove: { $0.clock.removeObserver($0.counters[$1], forKeyPath: "date") })
    + atOnce("observers of a key", "set") { count in
      let (clock, counters) = (Clock(), observed: counters(count))
      for counter in counters { clock.addObserver(counter, forKeyPath: "date", options: [.new, .old]) }
      return { withExtendedLifetime(counters) { clock.date = 1 } }
    }
    + rows(
      "observers with contexts", { (clock: Clock(), counters: counters($0)) },
      add: { $0.clock.addObserver($0.counters[$1], forKeyPath: "date", context: context($1)) },
      remove: { $0.clock.removeObserver($0.counters[$1], forKeyPath: "date", context: context($1)) })
    + rows(
      "contexts of an observer", { _ in (clock: Clock(), counter: Counter()) },
      add: { $0.clock.addObserver($0.counter, forKeyPath: "date", context: context($1)) },
      remove: { $0.clock.removeObserver($0.counter, forKeyPath: "date", context: context($1)) })
    + rows(
      "keys of an object", { (table: Table($0), counter: Counter()) },
      add: { $0.table.addObserver($0.counter, forKeyPath: $0.table.keys[$1], options: [.new, .old]) },
      remove: { $0.table.removeObserver($0.counter, forKeyPath: $0.table.keys[$1]) })
    + rows(
      "objects", { (clocks: clocks($0), counter: Counter()) },
      add: { $0.clocks[$1].addObserver($0.counter, forKeyPath: "date") },
      remove: { $0.clocks[$1].removeObserver($0.counter, forKeyPath: "date") })
    // The benchmarks run in an era that allows an observed object to be deallocated.
    + atOnce("objects", "free") { count in
      let (subjects, counter) = (Freed(clocks(count)), Counter())
      for clock in subjects.all { clock.addObserver(counter, forKeyPath: "date") }
      return { withExtendedLifetime(counter) { subjects.all = [] } }
    }
    + rows(
      "roots of a path", { rowsOfADesk($0) },
      add: { $0[$1].addObserver($0[$1], forKeyPath: path, options: [.new, .old]) },
      remove: { $0[$1].removeObserver($0[$1], forKeyPath: path) })
    + atOnce("roots of a path", "set in the middle") { count in
      let rows = rowsOfADesk(count)
      for row in rows { row.addObserver(row, forKeyPath: path, options: [.new, .old]) }
      let clock = Clock()
      return { rows[0].desk.clock = clock }
    }
    + atOnce("triggers through an object", "set the object") { count in
      let (sum, counter) = (Sum(), Counter())
      sum.addObserver(counter, forKeyPath: "sum of \(count)")
      let table = Table(0)
      return { withExtendedLifetime(counter) { sum.table = table } }
    }
    + rows(
      "keys that depend on one", { (fan: Fan(), counter: Counter(), count: $0) },
      add: { $0.fan.addObserver($0.counter, forKeyPath: "spoke\($1)", options: .new) },
      remove: { $0.fan.removeObserver($0.counter, forKeyPath: "spoke\($1)") })
    + atOnce("triggers of a key", "add and remove") { count in
      let (fan, counter) = (Fan(), Counter())
      return {
        fan.addObserver(counter, forKeyPath: "rim of \(count)", options: .new)
        fan.removeObserver(counter, forKeyPath: "rim of \(count)")
      }
    }
    + rows(
      "members of an observed set", { _ in observedTags() },
      add: { $0.tags.insert($1) },
      remove: { $0.tags.remove($1) })
    + rows(
      "elements of an observed array", { _ in observedTracks() },
      add: { $0.tracks.append($1) },
      remove: { tracks, _ in tracks.tracks.removeLast() })
    + atOnce("observers of two keys", "set one inside a change of the other by hand") { count in
      let (clock, counters) = (Clock(), counters(count))
      observeBothKeys(clock, counters)
      return { withExtendedLifetime(counters) { clock.changing(\.$date) { clock.zone = 1 } } }
    }
    + atOnce("observers of two keys", "set one while the other is changed in place") { count in
      let (clock, counters) = (Clock(), counters(count))
      observeBothKeys(clock, counters)
      return { withExtendedLifetime(counters) { hold(&clock.date) { clock.zone = 1 } } }
    }
    + atOnce("changes by hand", "open inside each other, set, end") { count in
      let (table, clock, counter) = (Table(count), Clock(), Counter())
      for key in table.keys { table.addObserver(counter, forKeyPath: key, options: [.new, .old]) }
      clock.addObserver(counter, forKeyPath: "date", options: [.new, .old])
      return {
        for key in table.keys {
          table.willChangeValue(forKey: key)
          clock.date += 1
        }
        for key in table.keys.reversed() { table.didChangeValue(forKey: key) }
        withExtendedLifetime(counter) {}
      }
    }

  private static let managed: [Benchmark] =
    rows(
      "controllers of a key", { (clock: Clock(), controllers: Freed(counters($0).map(Optional.init))) },
      add: { subjects, index in
        subjects.controllers.all[index]?.kvoController.observe(subjects.clock, \.$date) { counter, _, _ in
          counter.calls &+= 1
        }
      },
      remove: { $0.controllers.all[$1] = nil })
    + rows(
      "objects of a controller", { (clocks: clocks($0), counter: Counter()) },
      add: { $0.counter.kvoController.observe($0.clocks[$1], \.$date) { counter, _, _ in counter.calls &+= 1 } },
      remove: { $0.counter.kvoController.unobserve($0.clocks[$1], \.$date) })
    + atOnce("objects of a controller", "unobserveAll") { count in
      let (clocks, counter) = (clocks(count), Counter())
      for clock in clocks { counter.kvoController.observe(clock, \.$date) { counter, _, _ in counter.calls &+= 1 } }
      return { withExtendedLifetime(clocks) { counter.kvoController.unobserveAll() } }
    }
    + rows(
      "keys of a controller", { (table: Table($0), counter: Counter()) },
      add: { subjects, index in
        subjects.counter.kvoController.observe(subjects.table, keyPath: subjects.table.keys[index]) { counter, _, _ in
          counter.calls &+= 1
        }
      },
      remove: { $0.counter.kvoController.unobserve($0.table, keyPath: $0.table.keys[$1]) })
    + [
      row("typed paths of an object", "observe and unobserve a string beside them", like: "set") { count in
        let (clock, counter) = (Clock(), Counter())
        for _ in 0..<count {
          counter.kvoController.observe(clock, \.$date, duplicates: .add) { counter, _, _ in counter.calls &+= 1 }
        }
        return { _ in
          counter.kvoController.observe(clock, keyPath: "zone") { counter, _, _ in counter.calls &+= 1 }
          counter.kvoController.unobserve(clock, keyPath: "zone")
        }
      },
      row("changes that wait", "deliver on the main actor", like: "set") { count in
        let row = MainActor.assumeIsolated { Delivered() }
        return { index in
          MainActor.assumeIsolated {
            row.clock.date = index
            if index == count - 1 { row.run(until: count) }
          }
        }
      },
      row("changes made so far", "deliver on the main actor", like: "set") { _ in
        let row = MainActor.assumeIsolated { Delivered() }
        return { index in
          MainActor.assumeIsolated {
            row.clock.date = index
            row.run(until: index + 1)
          }
        }
      },
    ]
}

// MARK: - How it is measured

extension Growth {
  /// In which order an operation is done to each of many.
  private enum Order: String, CaseIterable {
    case adding = "first added first"
    case latestFirst = "latest first"
    case random = "at random"

    func indexes(_ count: Int) -> [Int] {
      switch self {
      case .adding: return Array(0..<count)
      case .latestFirst: return (0..<count).reversed()
      case .random:
        var generator = Generator()
        return (0..<count).shuffled(using: &generator)
      }
    }
  }

  /// Gives the same numbers in every run: SplitMix64.
  private struct Generator: RandomNumberGenerator {
    private var state: UInt64 = 1

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  /// Makes the subjects of an operation, and returns it. It is called with each index.
  private typealias Prepare = @Sendable (_ count: Int) -> (_ index: Int) -> Void

  /// A row for adding each, and one for removing each in every order.
  private static func rows<Subjects>(
    _ things: String, _ make: @escaping @Sendable (Int) -> Subjects,
    add: @escaping @Sendable (Subjects, Int) -> Void, remove: @escaping @Sendable (Subjects, Int) -> Void
  ) -> [Benchmark] {
    let adding = row(things, "add", like: "add") { count in
      let subjects = make(count)
      return { add(subjects, $0) }
    }
    return [adding]
      + Order.allCases.map { order in
        let removing = "remove, \(order.rawValue)"
        return row(things, removing, like: removing, order) { count in
          let subjects = make(count)
          for index in 0..<count { add(subjects, index) }
          return { remove(subjects, $0) }
        }
      }
  }

  /// The row of one operation that concerns all. Its time is divided by their number.
  private static func atOnce(
    _ things: String, _ act: String, _ prepare: @escaping @Sendable (Int) -> () -> Void
  ) -> [Benchmark] {
    let row = row(things, act, like: "set") { count in
      let operation = prepare(count)
      return { if $0 == 0 { operation() } }
    }
    return [row]
  }

  private static let dictionaryName = "Dictionary"

  /// A row that may grow twice as much as that of the dictionary.
  private static func row(
    _ things: String, _ act: String, like likeness: String, _ order: Order = .adding, _ prepare: @escaping Prepare
  ) -> Benchmark {
    func name(_ things: String, _ act: String) -> String { "growth, \(things): \(act)" }
    let isDictionary = things == dictionaryName
    return Benchmark(
      name(things, act), to: isDictionary ? nil : name(dictionaryName, likeness), atMost: isDictionary ? nil : 2,
      unit: .times, .growth(from: few, to: many) { time(order, $0, prepare) })
  }

  /// The nanoseconds per operation. Either one large set of subjects exists, or as many small ones as have the same
  /// number of subjects together. So both sizes need the same memory, and the caches of the processor do not count.
  private static func time(_ order: Order, _ count: Int, _ prepare: Prepare) -> Double {
    let operations = (0..<many / count).map { _ in prepare(count) }
    let indexes = order.indexes(many)
    let time = nanoseconds {
      for index in indexes { operations[index / count](index % count) }
    }
    return time / Double(many)
  }
}

// MARK: - Subjects

extension Growth {
  private static func counters(_ count: Int) -> [Counter] { (0..<count).map { _ in Counter() } }
  private static func clocks(_ count: Int) -> [Clock] { (0..<count).map { _ in Clock() } }
  private static func context(_ index: Int) -> UnsafeMutableRawPointer? { .init(bitPattern: index + 1) }

  private static func observeBothKeys(_ clock: Clock, _ counters: [Counter]) {
    for counter in counters {
      for key in ["date", "zone"] { clock.addObserver(counter, forKeyPath: key, options: [.new, .old]) }
    }
  }

  /// Keeps a change in place open during the body.
  private static func hold(_ value: inout Int, during body: () -> Void) { body() }

  /// What every row is compared with: an object for each entry, as each registration is an object.
  private final class Entries {
    private final class Entry {
      let counter: Counter
      var calls = 0

      init(_ counter: Counter) { self.counter = counter }
    }

    private let counters: [Counter]
    private var entries: [ObjectIdentifier: Entry] = [:]

    init(_ count: Int) { counters = Growth.counters(count) }

    func add(_ index: Int) { entries[ObjectIdentifier(counters[index])] = Entry(counters[index]) }
    func remove(_ index: Int) { entries[ObjectIdentifier(counters[index])] = nil }
    func set(_ index: Int) { entries[ObjectIdentifier(counters[index])]?.calls += 1 }
  }

  /// Objects that an operation frees.
  private final class Freed<Element> {
    var all: [Element]

    init(_ all: [Element]) { self.all = all }
  }

  /// An object with any number of keys, which it announces by hand.
  private final class Table: KeyValueObject {
    let keys: [String]

    init(_ count: Int) { keys = (0..<count).map { "cell\($0)" } }

    override func value(forKey key: String) -> Any? { 0 }
  }

  /// An object whose key `sum of 10` depends on ten keys of its table.
  private final class Sum: KeyValueObject {
    @Observed var table = Table(0)

    override func value(forKey key: String) -> Any? { key == "table" ? super.value(forKey: key) : 0 }

    override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
      let count = key.split(separator: " ").last.flatMap { Int($0) } ?? 0
      return Set((0..<count).map { "table.cell\($0)" })
    }
  }

  /// An object whose keys `spoke0`, `spoke1` and so on depend on its hub, and whose key `rim of 10` depends on ten spokes.
  private final class Fan: KeyValueObject {
    @Observed var hub = 0

    override func value(forKey key: String) -> Any? { key == "hub" ? super.value(forKey: key) : 0 }

    override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
      if key.hasPrefix("spoke") { return ["hub"] }
      let count = key.split(separator: " ").last.flatMap { Int($0) } ?? 0
      return Set((0..<count).map { "spoke\($0)" })
    }
  }

  private final class Tags: KeyValueObject {
    @Observed var tags: Set<Int> = []
  }

  private static func observedTags() -> (object: Tags, counter: Counter, tags: MutableSetValue<Int>) {
    let (object, counter) = (Tags(), Counter())
    object.addObserver(counter, forKeyPath: "tags", options: .new)
    return (object, counter, object.mutableSet(\.$tags))
  }

  private static func observedTracks() -> (object: Playlist, counter: Counter, tracks: MutableArrayValue<Int>) {
    let (object, counter) = (Playlist(), Counter())
    object.addObserver(counter, forKeyPath: "tracks", options: .new)
    return (object, counter, object.mutableArray(\.$tracks))
  }

  /// A clock whose changes are delivered on the main actor.
  @MainActor private final class Delivered {
    let clock = Clock()
    private let counter = Counter()

    init() { counter.kvoController.observe(clock, \.$date, on: .shared) { counter, _ in counter.calls &+= 1 } }

    /// Runs the work of the main actor until so many changes have been delivered.
    func run(until count: Int) {
      while counter.calls < count { _ = RunLoop.main.run(mode: .default, before: .now + 1) }
    }
  }

  private final class Desk: KeyValueObject {
    @Observed var clock = Clock()
  }

  /// Observes its own path, which leads through an object that it shares with all other rows.
  private final class Row: KeyValueObject {
    @Observed var desk: Desk

    init(_ desk: Desk) { self.desk = desk }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {}
  }

  private static let path = "desk.clock.date"

  private static func rowsOfADesk(_ count: Int) -> [Row] {
    let desk = Desk()
    return (0..<count).map { _ in Row(desk) }
  }
}
