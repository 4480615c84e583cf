/// How a program goes, as the model sees it.
struct Performance {
  /// Reactions happen in operations no deeper than this.
  static let deepest = 3

  var trace: [Event] = []
  /// The operations that are left out, by their numbers in the order they were come to: they name what
  /// is not there, or break a rule where the engine can only end the process.
  var skipped: Set<Int> = []
  /// The number of the operation that ends the program, if one does: after it the engine promises
  /// nothing, because it is outside of tests the end of the process.
  var last: Int?
}
