/// A line of a file that may change places with others: a statement, or several in one line.
package struct OrderedLine: Codable, Sendable {
  /// Of the file, counted from 1.
  package let number: Int
  /// As it stands there, without comments, in one line.
  package let text: String
  /// Whether something in it is awaited.
  let waits: Bool
  /// The indices of the lines that run before it.
  package internal(set) var after: [Int] = []
  /// What it unwraps: it can run when none of them is nil.
  package internal(set) var needs: [Need] = []
  /// What it sets to nil.
  package internal(set) var letsGo: [String] = []

  package struct Need: Codable, Hashable, Sendable {
    /// What a person calls it: `owner.clock`.
    package let words: String
    /// The condition that asks whether it is nil.
    let isNil: String
  }

  init(number: Int, text: String, waits: Bool) { (self.number, self.text, self.waits) = (number, text, waits) }
}
