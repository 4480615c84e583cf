import Foundation

/// One measurement.
struct Benchmark: Sendable {
  let name: String
  let unit: Unit
  /// The benchmark of the same run that this one is compared with, by name.
  let neighbour: String?
  /// The limit of the ratio to the neighbour, or of the value itself if there is no neighbour.
  let limit: Double?
  let measure: Measure

  enum Unit: String, Sendable {
    case nanoseconds = "ns"
    case bytes = "bytes"
    case times = "times"
  }

  enum Measure: Sendable {
    /// Makes a subject and returns a loop over it: given a count, it does the thing that often and
    /// returns the nanoseconds it took. What it prepares before is not in the time.
    case loop(@Sendable () -> (Int) -> Double)
    /// How many times as long an operation takes among many as among few. The closure returns the nanoseconds of one
    /// operation among so many.
    case growth(from: Int, to: Int, @Sendable (Int) -> Double)
    /// The additional cost of the second benchmark over the first, divided: the cost of each further one.
    case difference(from: String, to: String, dividedBy: Double)
    /// Measured once, because it is the same in every run.
    case once(@Sendable () -> Double)

    /// In how many rounds it is measured, at most.
    var rounds: Int {
      switch self {
      case .loop: .max
      case .growth: 5  // each takes long enough to be precise
      case .once: 1
      case .difference: 0
      }
    }
  }

  /// Compared with a neighbour; `atMost` is the limit of the ratio.
  init(
    _ name: String, to neighbour: String? = nil, atMost limit: Double? = nil,
    unit: Unit = .nanoseconds, _ measure: Measure
  ) {
    self.name = name
    self.unit = unit
    self.neighbour = neighbour
    self.limit = limit
    self.measure = measure
  }

  /// The names of the benchmarks that have to run to compute this one.
  var needs: [String] {
    var needs = [neighbour].compactMap(\.self)
    if case .difference(let first, let second, _) = measure { needs += [first, second] }
    return needs
  }
}

extension Benchmark {
  /// Every benchmark, in the order of the table.
  static let all: [Benchmark] =
    Setting.all + Making.all + Registering.all + Growth.all + Memory.all + Collections.all

  /// The processor on which the limits were set, as ``Machine/processor`` names it. On another one an
  /// exceeded limit says little, because ratios differ between processors.
  static let processorOfLimits = "Intel(R) Xeon(R) Processor"
}

/// Times a body, in nanoseconds of this thread's processor time, without the time of other programs on a shared
/// machine.
func nanoseconds(_ body: () -> Void) -> Double {
  let start = threadTime()
  body()
  return threadTime() - start
}

private func threadTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Returns the value in a way that the optimiser cannot see through: the result may be any value of the type, so no
/// code that uses it can be folded or left out.
@inline(never) @_optimize(none)
func opaque<Value>(_ value: Value) -> Value { value }
