/// A question that is asked before an act is run, with answers to choose from.
package struct Prediction: Sendable {
  package let question: String
  /// The number of the act that shows the answer, counted from 1.
  package let act: Int
  /// One of them is right.
  package let choices: [Choice]

  package struct Choice: Sendable {
    package let text: String
    package let isRight: Bool
    /// Why it is right; or why it tempts, and what is wrong with it.
    package let because: String
  }

  init(_ question: String, act: Int, _ choices: [Choice]) {
    self.question = question
    self.act = act
    self.choices = choices
  }

  /// The same question with its choices in another order, which depends on the number alone.
  package func shuffled(by seed: Int) -> Prediction {
    var (choices, numbers) = (choices, SplitMix(state: UInt64(bitPattern: Int64(seed))))
    choices.shuffle(using: &numbers)
    return Prediction(question, act: act, choices)
  }

  /// The generator SplitMix64, which gives the same numbers each time.
  private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}
