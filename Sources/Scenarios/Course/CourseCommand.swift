/// What the command line asks of the course.
enum CourseCommand: Equatable {
  case exercises
  /// Checks every start and every solution, and the attempts of Tests/Attempts if asked to: for the repository's own
  /// checks.
  case verify(includesOthers: Bool)
  /// The next step; and an answer to its question, counted from 1, or 0 to leave it out.
  case next(answer: Int?)
  /// Checks an exercise, and draws what the file does: in the terminal, and as a page.
  case check(String?, drawn: Bool, page: String?)
  case hint(String?)
  case diff(String?)
  case restore(String)
  case forget
}
