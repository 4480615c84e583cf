/// Measures benchmarks in interleaved rounds. Each round measures every benchmark once, so that other work of the
/// machine affects all of them alike.
struct Runner {
  /// How long a loop runs in a round.
  private static let nanosecondsPerRound = 4_000_000.0

  let rounds: Int
  /// The benchmarks to measure.
  var all = Benchmark.all
  /// Called with the current activity when it changes.
  let progress: (String) -> Void

  private struct Running {
    let benchmark: Benchmark
    let round: () -> Double
    var values: [Double] = []
  }

  /// Measures those, and the benchmarks that they are computed from or compared with. The results are in the order of
  /// `all`.
  func run(_ chosen: [Benchmark]) -> [Result] {
    var names = Set(chosen.map(\.name))
    // A needed one may need others too.
    while true {
      let more = all.filter { names.contains($0.name) }.flatMap(\.needs)
      if names.isSuperset(of: more) { break }
      names.formUnion(more)
    }
    var running = all.filter { names.contains($0.name) }.map(start)
    for round in 1...rounds {
      for index in running.indices where round <= running[index].benchmark.measure.rounds {
        progress("round \(round) of \(rounds): \(running[index].benchmark.name)")
        running[index].values.append(running[index].round())
      }
    }
    return results(of: running)
  }

  /// Warms the benchmark up, and finds out how often its loop has to run.
  private func start(_ benchmark: Benchmark) -> Running {
    progress("warming up: \(benchmark.name)")
    switch benchmark.measure {
    case .loop(let make):
      let loop = make()
      _ = loop(1)  // the first time takes much longer, and would make the loop seem slow
      var count = 1
      var taken = loop(count)
      while taken < Self.nanosecondsPerRound / 4 && count < 1 << 40 {
        count *= 4
        taken = loop(count)
      }
      let fitted = max(1, Int(Double(count) * Self.nanosecondsPerRound / max(taken, 1)))
      return Running(benchmark: benchmark, round: { loop(fitted) / Double(fitted) })
    case .growth(let few, let many, let time):
      return Running(benchmark: benchmark, round: { time(many) / time(few) })
    case .once(let run):
      return Running(benchmark: benchmark, round: run)
    case .difference:
      return Running(benchmark: benchmark, round: { 0 })
    }
  }

  private func results(of running: [Running]) -> [Result] {
    var values: [String: [Double]] = [:]
    for one in running { values[one.benchmark.name] = one.values }
    for one in running {
      guard case .difference(let first, let second, let divisor) = one.benchmark.measure,
        let first = values[first], let second = values[second]
      else { continue }
      values[one.benchmark.name] = zip(first, second).map { ($1 - $0) / divisor }
    }
    return running.map { one in
      Result(
        one.benchmark, values: values[one.benchmark.name] ?? [],
        neighbours: one.benchmark.neighbour.flatMap { values[$0] })
    }
  }
}

/// The result of one benchmark.
struct Result {
  let benchmark: Benchmark
  /// In the benchmark's unit, for one operation.
  let median: Double
  /// Half of the rounds are within this distance from the median, as a fraction of it.
  let spread: Double
  /// How many times as long as its neighbour it took: the median of the rounds' ratios.
  let ratio: Double?

  init(_ benchmark: Benchmark, values: [Double], neighbours: [Double]?) {
    self.benchmark = benchmark
    let middle = Benchmarks.median(values)
    median = middle
    spread = middle == 0 ? 0 : Benchmarks.median(values.map { abs($0 - middle) }) / abs(middle)
    let ratio = neighbours.map { Benchmarks.median(zip(values, $0).map { $0 / $1 }) }
    self.ratio = ratio?.isFinite == true ? ratio : nil  // a neighbour of 0 has no ratio
  }

  /// Whether the limit is kept, or nil if there is none.
  var isWithinLimit: Bool? { benchmark.limit.map { (ratio ?? median) <= $0 } }
}

/// The middle one of the values, or 0 if there are none.
func median(_ values: [Double]) -> Double {
  if values.isEmpty { return 0 }
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}
