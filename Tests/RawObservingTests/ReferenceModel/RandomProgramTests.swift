import Foundation
import Testing

@Suite("Random programs: the engine beside the reference model")
struct RandomProgramTests {
  /// Runs the programs of some seeds; returns what is wrong with the first that fails, or nil.
  private static func firstFailure(
    in seeds: Range<UInt64>, counting events: inout Int
  ) -> (seed: UInt64, text: String)? {
    for seed in seeds {
      let program = Generator.program(seed: seed)
      let comparison = Comparison(program)
      events += comparison.found.count
      if comparison.isSame { continue }
      let shortest = Shrinker.shrink(program) { !Comparison($0).isSame }
      return (seed, Report.text(seed: seed, shortest))
    }
    return nil
  }

  @Test("the programs of the seeds go the same way on both")
  func programs() {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["FIRST"].flatMap(UInt64.init) ?? 1
    let count = environment["SEEDS"].flatMap(UInt64.init) ?? 2_000
    var events = 0
    let failure = Self.firstFailure(in: first..<first + count, counting: &events)
    #expect(failure == nil, "\(failure?.text ?? "")")
    if environment["SEEDS"] != nil { print("\(count) programs, \(events) events compared") }
  }

  @Test func zzStats() {
    var (g, m, e) = (Duration.zero, Duration.zero, Duration.zero)
    var kinds: [String: Int] = [:]
    var ops = 0, skipped = 0, over = 0
    let c = ContinuousClock()
    for seed in UInt64(1)...500 {
      var p: [Operation] = []
      g += c.measure { p = Generator.program(seed: seed) }
      var x = Performance()
      m += c.measure { x = Model.perform(p) }
      e += c.measure { _ = Stage.perform(p, expecting: x) }
      ops += p.count; skipped += x.skipped.count; if x.last != nil { over += 1 }
      for ev in x.trace {
        switch ev {
        case .call(let call): kinds[call.isPrior ? "prior" : "call \(call.kind)", default: 0] += 1
        case .violation(_, let r): kinds[String(r.prefix(25)), default: 0] += 1
        case .undefinedReads: kinds["undef", default: 0] += 1
        case .alive: kinds["alive", default: 0] += 1
        case .state: kinds["state", default: 0] += 1
        }
      }
    }
    print("STATS", g, m, e, "ops", ops, "skipped", skipped, "over", over)
    for (k, n) in kinds.sorted(by: { $0.value > $1.value }) { print("STATS", n, k) }
  }
}
