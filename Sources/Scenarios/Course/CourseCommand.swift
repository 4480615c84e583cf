import RawObserving

/// What the command line asks of the course.
enum CourseCommand: Equatable {
  case exercises
  /// Checks every exercise as it is given out: for the repository's own checks.
  case verify
  /// The next step; and an answer to its question, counted from 1, or 0 to leave it out.
  case next(answer: Int?)
  case check(String?)
  case watch(String?)
  case hint(String?)
  case diff(String?)
  case restore(String)
  case forget

  static let verbs = ["exercises", "next", "check", "watch", "hint", "diff", "restore", "forget"]

  init(_ verb: String, _ words: ArraySlice<String>) throws(UsageError) {
    func nothing() throws(UsageError) {
      if let word = words.first { throw UsageError("'\(verb)' takes nothing, not \(quoted(word)).") }
    }
    func name() throws(UsageError) -> String? {
      if let option = words.first(where: { $0.hasPrefix("-") }) {
        let takes = verb == "restore" ? "the name of an exercise" : "the name of an exercise, or nothing"
        throw UsageError("'\(verb)' does not know \(quoted(option)); it takes \(takes).")
      }
      if words.count > 1 {
        throw UsageError("'\(verb)' takes one name, and \(quoted(words[words.startIndex + 1])) is a second.")
      }
      return words.first
    }
    switch verb {
    case "exercises" where words.first == "--verify" && words.count == 1: self = .verify
    case "exercises":
      try nothing()
      self = .exercises
    case "next": self = .next(answer: try CourseCommand.answer(words))
    case "check": self = .check(try name())
    case "watch": self = .watch(try name())
    case "hint": self = .hint(try name())
    case "diff": self = .diff(try name())
    case "restore":
      guard let name = try name() else {
        throw UsageError("'restore' needs the name of an exercise: scenarios restore missing-remove.")
      }
      self = .restore(name)
    default:
      try nothing()
      self = .forget
    }
  }

  private static func answer(_ words: ArraySlice<String>) throws(UsageError) -> Int? {
    switch words.first {
    case nil: return nil
    case "--skip" where words.count == 1: return 0
    case "--answer" where words.count == 2:
      guard let number = words.last.flatMap(Int.init), number > 0 else { break }
      return number
    default: break
    }
    throw UsageError("'next' takes nothing, or --answer N with the number of a choice, or --skip.")
  }
}
