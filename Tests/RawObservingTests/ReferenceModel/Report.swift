/// What is printed of a program.
enum Report {
  /// The program, line by line as a programmer would write it.
  static func text(of program: [Operation]) -> String {
    program.map { "\($0)" }.joined(separator: "\n")
  }

  /// What is said of a seed whose program fails.
  static func failure(seed: UInt64, _ program: [Operation]) -> String {
    """
    seed \(seed); `make fuzz FIRST=\(seed) SEEDS=1` runs it again. Shrunk to:

    \(shrunk(program))
    """
  }

  /// Shrinks a program that fails and says where the traces part.
  static func shrunk(_ program: [Operation]) -> String {
    let shortest = Shrinker.shrink(program) { !Comparison($0).isSame }
    return """
      \(text(of: shortest))

      \(Comparison(shortest).difference)
      """
  }
}
