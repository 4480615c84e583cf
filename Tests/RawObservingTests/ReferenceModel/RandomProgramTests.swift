import Foundation
import Testing

@Suite("Random programs: the engine beside the reference model", .watched)
struct RandomProgramTests {
  @Test("the programs of the seeds go the same way on both")
  func programs() {
    let seeds = Seeds.asked
    var events = 0
    var failure: String?
    for seed in seeds.range where failure == nil {
      let program = Generator.program(seed: seed)
      if seeds.isOne { print("seed \(seed):\n\(Report.text(of: program))\n") }
      LastWords.naming(seed) {
        let comparison = Comparison(program)
        events += comparison.found.count
        if !comparison.isSame { failure = Report.failure(seed: seed, program) }
      }
    }
    #expect(failure == nil, "\(failure ?? "")")
    if seeds.areAskedFor { print("\(seeds.range.count) programs, \(events) events compared") }
  }
}
