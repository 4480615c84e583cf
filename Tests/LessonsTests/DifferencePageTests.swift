import Foundation
import Testing

@testable import Book

/// The page "Where this engine differs", held against the programs of the conformance tests.
@Suite("The page of differences", .watched)
struct DifferencePageTests {
  private static let page = "Lessons/Appendices/differences.md"

  /// A row: what it is called, and the programs and tests that prove it.
  private struct Row {
    let line: Int
    let name: String
    let witnesses: [String]
    let proofs: [String]
  }

  private func rows() throws -> [Row] {
    try Repository.lines(of: Self.page).enumerated().compactMap { index, line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 5, let name = cells[0].wholeMatch(of: /`([a-z-]+)`/) else { return nil }
      let proofs = cells[4].components(separatedBy: ", ")
      let witnesses = cells[3].components(separatedBy: "; ")
      return Row(line: index + 1, name: String(name.1), witnesses: witnesses, proofs: proofs)
    }
  }

  @Test("each difference that a program states has a row, and no row has a name of its own twice")
  func names() throws {
    let names = try rows().map(\.name)
    #expect(Set(names).count == names.count)
    let stated = try Self.programs().matches(of: /(?m)^difference ([a-z-]+):/).map { String($0.1) }
    #expect(stated.count > 10)
    #expect(Set(stated).subtracting(names).sorted() == [], "\(Self.page) has no row for these")
  }

  @Test("each row names a program or a test that exists")
  func proofs() throws {
    let ids = Set(try Self.programs().matches(of: /(?m)^## (\S+)/).map { String($0.1) })
    let known = ids.union(Book.tests.map { "`\($0)`" })
    for row in try rows() {
      for proof in row.proofs where !known.contains(proof) {
        expectNone([
          Problem(page: Self.page, line: row.line, message: "there is no program and no test called \(proof)")
        ])
      }
    }
  }

  @Test("each row names its witnesses, in the words that the page explains")
  func witnesses() throws {
    let page = try Repository.text(of: Self.page)
    let explained = page.matches(of: #/(?m)^- \*\*([A-Za-z]+)\*\*: /#).map { String($0.1) }
    #expect(explained == ["reported", "documented", "read", "reconstruction", "GNUstep", "none"])
    for row in try rows() {
      for witness in row.witnesses where !explained.contains(String(witness.prefix { $0.isLetter })) {
        expectNone([Problem(page: Self.page, line: row.line, message: "\(witness): begin it with a witness")])
      }
      // What was read names its releases: "read (18.2.1, 26.1)".
      for witness in row.witnesses where witness.hasPrefix("read") {
        #expect(witness.wholeMatch(of: /read \((?:18\.0|18\.2|18\.2\.1|26\.1)(?:, [0-9.]+)*\)/) != nil, "\(witness)")
      }
    }
  }

  private static func programs() throws -> String {
    try Repository.text(of: "Tests/RawObservingTests/Conformance/Programs/scenarios.txt")
  }
}
