import Harness

/// The pages that are proved, README, lessons and documentation, and what they are compared with.
package enum Book {
  static let truth = Truth(
    sources: sources, run: { try Executable.run($0.arguments) }, lines: Repository.lines)

  static let pages: [Page] = {
    do { return try read() } catch { fatalError("a page cannot be read: \(error)") }
  }()

  private static func read() throws -> [Page] {
    try ((house + ["README.md"]).filter(Repository.exists) + lessonFolder + documentation).map { path in
      Page(path: path, text: try Repository.text(of: path))
    }
  }

  /// Brings the pages and the figures up to date. Returns the paths of the pages that were not.
  package static func update() throws -> [String] {
    let pages = try read().map { page in (page, updated: page.withRegionsUpdated().updated(from: truth)) }
    let stale = pages.filter { $0.lines != $1.lines }.map(\.updated)
    for page in stale { try Repository.write(page.lines.joined(separator: "\n") + "\n", to: page.path) }
    return try stale.map(\.path) + Figures(runs: Executable.recordings()).update(on: pages.map(\.updated))
  }

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

  /// The excerpts of all sources and tests; not of the tests of this module, whose inputs contain markers.
  private static let sources: [String: Excerpts] = {
    let swift = ["Sources", "Tests", "Lessons/Build"].flatMap { Repository.files(in: $0, endingIn: ".swift") }
    let paths = swift.filter { !$0.hasPrefix("Tests/LessonsTests/") } + Pitfall.listings
    return Dictionary(
      uniqueKeysWithValues: paths.compactMap { path in
        (try? Repository.text(of: path)).map { (path, Excerpts(path: path, text: $0)) }
      })
  }()

  private static var lessonFolder: [String] { Repository.files(in: "Lessons", endingIn: ".md") }

  /// The pages of the documentation catalogues.
  static var documentation: [String] {
    Repository.files(in: "Sources", endingIn: ".md").filter { $0.contains(".docc/") }
  }
}
