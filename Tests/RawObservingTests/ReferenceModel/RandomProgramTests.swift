import Foundation
import Testing

@Suite("Random programs: the engine beside the reference model", .watched)
struct RandomProgramTests {
  @Test("the programs of the seeds go the same way on both, and those of the fixed seeds do everything")
  func programs() {
    let seeds = Seeds.asked
    var missing = Self.allKinds
    var events = 0
    var failure: String?
    for seed in seeds.range where failure == nil {
      let program = Generator.program(seed: seed)
      if seeds.isOne { print("seed \(seed):\n\(Report.text(of: program))\n") }
      LastWords.naming(seed) {
        let comparison = Comparison(program)
        events += comparison.found.count
        missing.subtract(program.map(\.kind))
        for event in comparison.expected.trace { missing.subtract(event.kinds) }
        if !comparison.isSame { failure = Report.failure(seed: seed, program) }
      }
    }
    #expect(failure == nil, "\(failure ?? "")")
    #expect(missing.isEmpty || seeds.areAskedFor || failure != nil)
    if seeds.areAskedFor { print("\(seeds.range.count) programs, \(events) events compared") }
  }

  private static let allKinds: Set = [
    "add", "remove", "set", "lend", "setByPath", "will", "did", "willElements", "didElements",
    "willMembers",
    "didMembers", "changeElements", "changeMembers", "drop", "react", "setting", "insertion",
    "removal", "replacement", "prior", "undefined read", "not registered", "no such key",
    "malformed",
    "unsupported", "unannounced", "depends on itself", "depends on a path through itself", "out of range",
    "not a collection",
    "wrong type", "nil",
  ]
}

extension Operation {
  /// The name of its case.
  fileprivate var kind: String {
    Mirror(reflecting: self).children.first?.label ?? ""
  }
}

extension Event {
  /// What it is of all that should occur.
  fileprivate var kinds: Set<String> {
    switch self {
    case .call(let call):
      let kind = ["setting", "insertion", "removal", "replacement"][Int(call.kind) - 1]
      return call.isPrior ? [kind, "prior"] : [kind]
    case .violation(_, let reason):
      let parts = [
        "is not registered": "not registered", "coding-compliant": "no such key",
        "cannot be used": "malformed", "is not supported": "unsupported",
        "appropriate KVO": "unannounced", "that includes the same key": "depends on itself",
        "starts with the same key": "depends on a path through itself",
        "out of range": "out of range", ", not ": "not a collection",
        "and the value is": "wrong type",
        "set nil": "nil",
      ]
      return Set(parts.filter { reason.contains($0.key) }.values)
    case .undefinedReads: return ["undefined read"]
    case .alive, .state: return []
    }
  }
}
