import Synchronization
import Testing

@testable import Benchmarks

@Suite("The runner of benchmarks", .watched)
struct RunnerTests {
  /// Gives the numbers one after the other, the last again and again.
  private final class Clock: Sendable {
    private let rest: Mutex<[Double]>
    private let reads = Atomic<Int>(0)

    init(_ numbers: [Double]) { rest = Mutex(numbers) }

    var next: Double {
      reads.wrappingAdd(1, ordering: .relaxed)
      return rest.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
    }

    var count: Int { reads.load(ordering: .relaxed) }
  }

  private func run(_ chosen: [Benchmark], of all: [Benchmark], rounds: Int = 3) -> [Result] {
    Runner(rounds: rounds, all: all, progress: { _ in }).run(chosen)
  }

  @Test("a batch's time is divided by its size, and its first run is not counted")
  func batch() {
    let clock = Clock([1_000, 10, 30, 20])
    let batch = Benchmark("drop 10 tracks", .batch(of: 10) { clock.next })
    let results = run([batch], of: [batch])
    #expect(results.map(\.median) == [2])
    #expect(clock.count == 4)
  }

  @Test("a loop runs so often that it takes a while, and is told for one time")
  func loop() {
    let counts = Mutex<[Int]>([])
    let loop = Benchmark(
      "set a date",
      .loop {
        { count in
          counts.withLock { $0.append(count) }
          return Double(count) * 50
        }
      })
    #expect(run([loop], of: [loop]).map(\.median) == [50])
    // Four milliseconds a round, at fifty nanoseconds each.
    #expect(counts.withLock { $0.suffix(3) } == [80_000, 80_000, 80_000])
  }

  @Test("a loop that takes no time at all comes to an end, too")
  func noTime() {
    let loop = Benchmark("nothing", .loop { { _ in 0 } })
    #expect(run([loop], of: [loop]).map(\.median) == [0])
  }

  @Test("what is the same every time is measured once")
  func once() {
    let clock = Clock([160])
    let size = Benchmark("a registration", unit: .bytes, .once { clock.next })
    #expect(run([size], of: [size], rounds: 5).map(\.median) == [160])
    #expect(clock.count == 1)
  }

  @Test("a difference is what the second takes more than the first, round by round")
  func difference() {
    let (one, ten) = (Clock([0, 10, 20, 30]), Clock([0, 100, 200, 390]))
    let all = [
      Benchmark("one", .batch(of: 1) { one.next }), Benchmark("ten", .batch(of: 1) { ten.next }),
      Benchmark("each further one", .difference(from: "one", to: "ten", dividedBy: 9)),
    ]
    let results = run([all[2]], of: all)
    #expect(results.map(\.benchmark.name) == ["one", "ten", "each further one"])
    #expect(results[2].median == 20)
  }

  @Test("what a chosen one needs comes along, whatever that needs in its turn, in the given order")
  func needs() {
    let all = [
      Benchmark("plain", .once { 1 }), Benchmark("alone", .once { 1 }),
      Benchmark("observed", to: "plain", .once { 2 }),
      Benchmark("managed", to: "observed", .once { 6 }),
    ]
    let results = run([all[3]], of: all)
    #expect(results.map(\.benchmark.name) == ["plain", "observed", "managed"])
    #expect(results.map(\.ratio) == [nil, 2, 3])
  }

  @Test("each round measures every benchmark once, and says so")
  func interleaved() {
    let said = Mutex<[String]>([])
    let all = ["set", "add"].map { Benchmark($0, .batch(of: 1) { 1 }) }
    _ = Runner(rounds: 2, all: all, progress: { text in said.withLock { $0.append(text) } })
      .run(all)
    #expect(
      said.withLock(\.self) == [
        "warming up: set", "warming up: add", "round 1 of 2: set", "round 1 of 2: add",
        "round 2 of 2: set", "round 2 of 2: add",
      ])
  }

  @Test("the names of the benchmarks are unique, and those they need are there")
  func all() {
    let names = Benchmark.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(names).isSuperset(of: Benchmark.all.flatMap(\.needs)))
  }
}
