import Foundation
import Testing

@testable import Scenarios

/// The pages that are proved, README, lessons and documentation, and what they are compared with.
enum Book {
  /// Set by `make lessons`: pages are brought up to date before they are compared.
  static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_LESSONS"] != nil

  static let truth = Truth(
    sources: sources, run: { try Executable.run($0.arguments) }, lines: Repository.lines)

  /// Read once, after they were brought up to date.
  static let pages: [Page] = {
    let paths = (house + ["README.md"]).filter(Repository.exists) + lessonFolder + documentation
    do {
      let pages = try paths.map { path in
        let page = Page(path: path, text: try Repository.text(of: path))
        return isUpdating ? try update(page) : page
      }
      if isUpdating { try Figures.update(on: pages) }
      return pages
    } catch {
      fatalError("a page or a figure cannot be read or written: \(error)")
    }
  }()

  /// The pages for those who change the code.
  static let house = ["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"]

  /// The pages that follow the template: `Lessons/NN-name.md`.
  static let lessons: [Page] = pages.filter { $0.path.wholeMatch(of: /Lessons\/\d\d-[a-z0-9-]+\.md/) != nil }

  /// The cards: `Lessons/Pitfalls/ID-name.md`.
  static let cards: [Page] = pages.filter {
    $0.path.wholeMatch(of: /Lessons\/Pitfalls\/[A-Z]+-[0-9]+-[a-z0-9-]+\.md/) != nil
  }

  /// The pages for looking things up: `Lessons/Appendices/name.md`.
  static let appendices: [Page] = pages.filter {
    $0.path.wholeMatch(of: /Lessons\/Appendices\/[a-z][a-z0-9-]+\.md/) != nil
  }

  /// The pages of the chapter that builds a mediator: `Lessons/Build/name.md`.
  static let chapter: [Page] = pages.filter { $0.path.hasPrefix("Lessons/Build/") }

  /// The excerpts of all sources and tests; not of these tests, whose inputs contain markers.
  private static let sources: [String: Excerpts] = {
    let swift = ["Sources", "Tests", Chapter.folder].flatMap { Repository.files(in: $0, endingIn: ".swift") }
    let paths = swift.filter { !$0.hasPrefix("Tests/LessonsTests/") } + Pitfall.listings
    return Dictionary(
      uniqueKeysWithValues: paths.compactMap { path in
        (try? Repository.text(of: path)).map { (path, Excerpts(path: path, text: $0)) }
      })
  }()

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

  private static var lessonFolder: [String] { Repository.files(in: "Lessons", endingIn: ".md") }

  /// The pages of the documentation catalogues.
  static var documentation: [String] {
    Repository.files(in: "Sources", endingIn: ".md").filter { $0.contains(".docc/") }
  }

  private static func update(_ page: Page) throws -> Page {
    let updated = page.withRegionsUpdated().updated(from: truth)
    if updated.lines != page.lines {
      try Repository.write(updated.lines.joined(separator: "\n") + "\n", to: page.path)
    }
    return updated
  }
}

extension Page: CustomTestStringConvertible {
  var testDescription: String { path }
}
