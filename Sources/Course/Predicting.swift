import Console
import Harness

extension Runs {
  /// Asks what will happen, shows it, and says whether the answer was right.
  package func predict(_ tell: () throws -> Bool) throws -> Bool {
    let asking = Asking(.choice(plan[0].pitfall), screen)
    try asking.printQuestion()
    guard let answer = asking.readAnswer() else {
      throw UsageError("no prediction was made, so nothing is shown. Leave out --predict to see the runs.")
    }
    var course = try CourseVerbs(screen)
    course.remember(answer, to: asking.question)
    let isAsExpected = try tell()
    print("")
    asking.printVerdict(on: answer)
    return isAsExpected
  }
}
