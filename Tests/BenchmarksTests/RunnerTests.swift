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

  @Test("growth is the time among many, divided by the time among few in the same round, in at most five rounds")
  func growth() {
    let few = Clock([10, 20, 10, 10, 20, 1])
    let many = Clock([30, 20, 20, 10, 80, 1_000])
    let growth = Benchmark("drop a track", .growth(from: 10, to: 400) { $0 == 10 ? few.next : many.next })
    let results = run([growth], of: [growth], rounds: 6)
    #expect(results.map(\.median) == [2])
    #expect(few.count == 5 && many.count == 5)
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
    let (one, ten) = (Clock([10, 20, 30]), Clock([100, 200, 390]))
    let all = [
      Benchmark("one", .growth(from: 1, to: 2) { $0 == 2 ? one.next : 1 }),
      Benchmark("ten", .growth(from: 1, to: 2) { $0 == 2 ? ten.next : 1 }),
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
    let all = ["set", "add"].map { Benchmark($0, .growth(from: 1, to: 2) { _ in 1 }) }
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
