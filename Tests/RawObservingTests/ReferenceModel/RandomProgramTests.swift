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
}
