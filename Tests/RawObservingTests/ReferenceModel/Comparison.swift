/// A program that the model and the engine were asked to perform.
struct Comparison {
  let expected: Performance
  let found: [Event]

  init(_ program: [Operation]) {
    expected = Model.perform(program)
    found = Stage.perform(program, expecting: expected)
  }

  var isSame: Bool { expected.trace == found }

  /// Where the traces part, with a few events before.
  var difference: String {
    let common = zip(expected.trace, found).prefix { $0 == $1 }.count
    let lines = expected.trace[..<common].suffix(5).map { "  both    \($0)" }
    return
      (lines + [
        "  model   "
          + (common < expected.trace.count ? "\(expected.trace[common])" : "nothing more"),
        "  engine  " + (common < found.count ? "\(found[common])" : "nothing more"),
      ]).joined(separator: "\n")
  }
}
