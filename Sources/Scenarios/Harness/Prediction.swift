/// A question that is asked before an act is run, with answers to choose from.
struct Prediction: Sendable {
  let question: String
  /// The number of the act that shows the answer, counted from 1.
  let act: Int
  /// One of them is right.
  let choices: [Choice]

  struct Choice: Sendable {
    let text: String
    let isRight: Bool
    /// Why it is right; or why it tempts, and what is wrong with it.
    let because: String
  }

  init(_ question: String, act: Int = 1, _ choices: [Choice]) {
    self.question = question
    self.act = act
    self.choices = choices
  }
}
