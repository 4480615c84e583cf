/// Makes programs, the same one for the same seed.
struct Generator {
  var random: any RandomNumberGenerator
  var program: [Operation] = []
  /// What was added, so that removals often find something.
  var added: [(observer: String, object: String, path: String, context: Int)] = []

  static func program(seed: UInt64) -> [Operation] { program(SplitMix64(seed: seed)) }

  /// The program that those choices lead to.
  static func program(_ choices: any RandomNumberGenerator) -> [Operation] {
    var generator = Generator(random: choices)
    let length = Int.random(in: 5...60, using: &generator.random)
    generator.program = generator.opening()
    while generator.program.count < length { generator.program += generator.phrase() }
    return Array(generator.program.prefix(length))
  }

  private init(random: any RandomNumberGenerator) { self.random = random }
}
