import Foundation
import TestSupport
import Testing

/// A test or a probe of this folder, as its text has it.
private struct Assertion {
  let file: String
  let title: String
  /// The pages that its comments name.
  let pages: [String]
}

/// Compares the tests of this folder, which run on Apple's systems alone, with the pages of the book. This runs on every
/// system.
@Suite("What the book says of Apple's systems", .watched)
struct ClaimsTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  private static let root = folder.deletingLastPathComponent().deletingLastPathComponent()
  /// The files that assert nothing about a page by themselves.
  private static let others = ["ClaimsTests.swift", "FuzzTests.swift", "Probe.swift"]
  private static let list = "Tests/AppleTests/not-asserted.md"

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private static func names(in folder: String, endingIn suffix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
      .filter { $0.hasSuffix(suffix) }.sorted()
  }

  /// The cards and lessons that have a section on Apple's systems.
  private static func pagesOfClaims() throws -> Set<String> {
    let cards = try names(in: "Lessons/Pitfalls", endingIn: ".md").map { "Lessons/Pitfalls/\($0)" }
    let lessons = try names(in: "Lessons", endingIn: ".md").map { "Lessons/\($0)" }
    return try Set((cards + lessons).filter { try text($0).contains(/(?m)^## On Apple's (systems|platforms)$/) })
  }

  /// The rows of the page "Where this engine differs", each with its proof: the id of a program, or a test.
  private static func differences() throws -> [String: String] {
    let rows = try text("Lessons/Appendices/differences.md").matches(of: /(?m)^\| `([a-z-]+)` \| .* \| (.*) \|$/)
    return Dictionary(uniqueKeysWithValues: rows.map { (String($0.output.1), String($0.output.2)) })
  }

  /// The pages that the list of exceptions has.
  private static func exceptions() throws -> Set<String> {
    Set(try text(list).matches(of: /(?m)^\| (Lessons\/\S+\.md) \| \S.* \|$/).map { String($0.output.1) })
  }

  private static func assertions() throws -> [Assertion] {
    try names(in: "Tests/AppleTests", endingIn: ".swift").filter { !Self.others.contains($0) }
      .flatMap { file in
        var assertions: [Assertion] = []
        var pages: [String] = []
        let text = try text("Tests/AppleTests/\(file)").replacing(/Probe\(\s*"/, with: "Probe(\"")
        for line in text.components(separatedBy: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
          if let page = line.wholeMatch(of: /\/\/ (Lessons\/\S+)/) {
            pages.append(String(page.output.1))
          } else if let test = line.firstMatch(of: /^(?:@Test|Probe)\("([^"]*)/) {
            assertions.append(Assertion(file: file, title: String(test.output.1), pages: pages))
            pages = []
          }
        }
        return assertions
      }
  }

  @Test("each test and each probe names its pages, which are there, and quotes their pitfalls")
  func pages() throws {
    let (assertions, differences) = (try Self.assertions(), try Self.differences())
    #expect(assertions.count > 100)
    for assertion in assertions {
      let name = "Tests/AppleTests/\(assertion.file), \"\(assertion.title)\""
      #expect(!assertion.pages.isEmpty, "\(name): write the page that it asserts above it, // Lessons/….md")
      for page in assertion.pages {
        #expect(
          FileManager.default.fileExists(atPath: Self.root.appending(path: page).path),
          "\(name) names \(page), which is not there")
        if let card = page.firstMatch(of: /Pitfalls\/([A-Z]+-\d+)-/) {
          #expect(
            assertion.title.contains(try Regex("\\b\(card.output.1)\\b")) || differences[assertion.title] != nil,
            "\(name) asserts \(page): begin its title with \(card.output.1)")
        }
      }
    }
  }

  @Test("each known difference has a probe, or is in the list with a reason")
  func probes() throws {
    let probes = Set(try Self.assertions().map(\.title))
    let exceptions = Set(try Self.text(Self.list).matches(of: /(?m)^\| `([a-z-]+)` \| \S/).map { String($0.output.1) })
    let all = try Self.differences()
    #expect(all.count > 30)
    // A row that has a program is asked by playing it.
    let programs = Set(try ["scenarios", "random", "engine"].flatMap { try ProgramFile(named: $0).programs }.map(\.id))
    let isPlayed = { (proof: String) in programs.contains(String(proof.prefix { $0 != "," })) }
    let differences = Set(all.filter { !isPlayed($0.value) }.keys)
    #expect(all.count - differences.count > 15)
    for row in differences.subtracting(probes).subtracting(exceptions).sorted() {
      Issue.record("write a probe for the difference `\(row)`, or say in \(Self.list) why there is none")
    }
    for row in exceptions.subtracting(differences.subtracting(probes)).sorted() {
      Issue.record("\(Self.list) has `\(row)`, which is no difference any more, or has a probe. Take it out.")
    }
  }

  @Test("each page that tells of Apple's systems is asserted, or is in the list with a reason")
  func complete() throws {
    let asserted = Set(try Self.assertions().flatMap(\.pages))
    let exceptions = try Self.exceptions()
    let claims = try Self.pagesOfClaims()
    #expect(claims.count > 90)
    for page in claims.subtracting(asserted).subtracting(exceptions).sorted() {
      Issue.record(
        "\(page) tells of Apple's systems. Assert that in Tests/AppleTests, or say in \(Self.list) why not.")
    }
    for page in exceptions.subtracting(claims).sorted() {
      Issue.record("\(Self.list) has \(page), which does not exist or tells nothing of Apple's systems. Take it out.")
    }
    for page in exceptions.intersection(asserted).sorted() {
      Issue.record("\(Self.list) has \(page), which a test names. Take it out.")
    }
  }
}
