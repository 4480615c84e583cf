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
}
