import Exercises
import Testing

@testable import Book

/// The chapter that builds a mediator in steps: `Lessons/Build`.
enum Chapter {
  static let folder = "Lessons/Build"
  static let steps = Exercise.build.compactMap(\.step)

  /// What is wrong with the page of a step.
  static func problems(in page: Page, of step: BuildStep) -> [Problem] {
    var problems = Template.titleProblems(in: page)
    let blocks = page.blocks.map { [$0.info] + $0.difference }
    if blocks.first != ["swift"] {
      problems.append(page.problem(1, "a step begins with its story"))
    }
    if !page.prose.contains(where: { $0.text.contains("`./scenarios check build-\(step.number)`") }) {
      problems.append(page.problem(1, "the page does not say how to check the step"))
    }
    if !page.prose.contains(where: { $0.text.hasPrefix("**Before you go on:**") }) {
      problems.append(page.problem(1, "the page asks nothing before it goes on"))
    }
    if blocks.last != ["diff", step.start, step.solution] {
      problems.append(page.problem(1, "a step ends with the difference \(step.start) \(step.solution)"))
    }
    return problems
  }
}
