import Testing

@testable import Book
@testable import Harness

@Suite("The page of symptoms", .watched)
struct SymptomTests {
  @Test("each symptom has a row, and each card of a row has that symptom", arguments: Symptom.allCases)
  func rows(_ symptom: Symptom) throws {
    let page = try #require(Book.pages.first { $0.path == "Lessons/Appendices/symptoms.md" })
    var anchors = Anchors()
    let link = "(../Pitfalls/README.md#\(anchors.next(for: symptom.rawValue)))"
    let rows = page.prose.filter { $0.text.contains(link) }
    #expect(!rows.isEmpty, "\(page.path): no row leads to \(link); add one")
    for row in rows {
      let ids = row.text.matches(of: /\[([A-Z]{3}-[0-9]+)\]/).map { String($0.1) }
      #expect(!ids.isEmpty, "\(page.path):\(row.number): the row names no card; add one")
      expectNone(
        ids.filter { Pitfall.named($0)?.symptoms.contains(symptom) != true }.map {
          page.problem(row.number, "no pitfall \($0) has the symptom .\(symptom): take it out of this row")
        })
    }
  }
}
