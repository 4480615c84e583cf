/// What is printed of a program that fails.
enum Report {
  static func text(seed: UInt64, _ program: [Operation]) -> String {
    let comparison = Comparison(program)
    return """
      seed \(seed); `make fuzz FIRST=\(seed) SEEDS=1` runs it again. Shrunk to:

      \(program.map { "\($0)" }.joined(separator: "\n"))

      \(comparison.difference)
      """
  }
}
