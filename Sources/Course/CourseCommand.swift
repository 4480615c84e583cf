/// What the command line asks of the course.
enum CourseCommand: Equatable {
  case exercises
  /// Checks every start and every solution, and the attempts of Tests/Attempts if asked to: for the repository's own
  /// checks.
  case verify(includesOthers: Bool)
  /// The next step, on that path from now on; and an answer to its question, or the request to leave it out.
  case next(path: CoursePath?, answer: String?, skips: Bool)
  /// Questions: of an area, a lesson or a pitfall, or all; or the ten.
  case quiz([String], ten: Bool, answer: String?)
  /// The questions about these pitfalls, or all, as a page.
  case questions([String], page: String)
  /// Checks an exercise, and draws what the file does: in the terminal, and as a page.
  case check(String?, drawn: Bool, page: String?)
  case hint(String?)
  case diff(String?)
  case restore(String)
  case forget
}
