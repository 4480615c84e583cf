import Foundation
import Testing

@testable import Book

/// Fails the running test once for each problem, at the place where it is.
func expectNone(_ problems: [Problem]) {
  for problem in problems {
    let place = SourceLocation(
      fileID: "LessonsTests/\(problem.page)",
      filePath: Repository.root.appending(path: problem.page).path, line: problem.line, column: 1)
    Issue.record("\(problem)", sourceLocation: place)
  }
}

extension Page: CustomTestStringConvertible {
  var testDescription: String { path }
}
