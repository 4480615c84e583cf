@testable import Book

extension Book {
  static let shell = ShellCommands(
    makefile: (try? Repository.text(of: "Makefile")) ?? "", tests: testNames)

  /// `Target.Suite/test`, for each function of each file: enough to see that a filter matches.
  static let testNames: [String] = {
    Repository.files(in: "Tests", endingIn: ".swift").flatMap { path -> [String] in
      let text = (try? Repository.text(of: path)) ?? ""
      let target = path.split(separator: "/")[1]
      let tests = text.matches(of: /func (\w+|`[^`\n]+`)\(/).map { String($0.1) }
      return text.matches(of: /(?:struct|class|enum|actor) (\w+)/).flatMap { suite in
        tests.map { "\(target).\(suite.1)/\($0)" }
      }
    }
  }()

  /// The same without their targets.
  static let tests = Set(testNames.map { String($0.split(separator: ".", maxSplits: 1)[1]) })
}
