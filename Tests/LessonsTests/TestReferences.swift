/// The tests that a page names as proof, `LifetimeBoundTests/observerDiesFirst`, and those that exist.
enum TestReferences {
  /// The tests of a source file, each as its suite's type, a slash and its function.
  static func tests(in source: String) -> [String] {
    var tests: [String] = []
    var suite = ""
    var isTest = false
    let marks = /@(Suite|Test)\b|\b(?:struct|class|enum|actor) (\w+)|\bfunc (\w+)\(/
    var isSuite = false
    for mark in source.matches(of: marks) {
      if let attribute = mark.1 {
        (isSuite, isTest) = (attribute == "Suite", attribute == "Test")
      } else if let type = mark.2, isSuite {
        (suite, isSuite) = (String(type), false)
      } else if let function = mark.3, isTest {
        tests.append("\(suite)/\(function)")
        isTest = false
      }
    }
    return tests
  }

  /// What a line names, in code font.
  static func names(in line: String) -> [String] {
    guard line.contains("Tests/") else { return [] }
    return line.matches(of: /`(\w+Tests\/\w+)`/).map { String($0.1) }
  }

  /// The tests that the page names and that do not exist.
  static func problems(in page: Page, tests: Set<String>) -> [Problem] {
    page.prose.flatMap { line in
      names(in: line.text).filter { !tests.contains($0) }
        .map {
          page.problem(
            line.number, "there is no test \($0): write the type of its suite, a slash and its function as they are now"
          )
        }
    }
  }

  /// The rows of the page's tables that say something of this module, and name no test for it.
  static func unproved(in page: Page) -> [Problem] {
    page.prose.filter { $0.text.hasPrefix("| this module |") && names(in: $0.text).isEmpty }
      .map { page.problem($0.number, "this row names no test that proves it") }
  }
}
