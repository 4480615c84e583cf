import Testing

@testable import Book
@testable import Harness

/// The listings in Objective-C. `make objc` compiles them.
@Suite("The listings in Objective-C", .watched)
struct ListingTests {
  @Test("there are twelve of them")
  func count() { #expect(Pitfall.listings.count == 12) }

  @Test("each is named like the card of its pitfall, says its id, and is linked", arguments: Pitfall.listings)
  func linked(_ path: String) throws {
    let pitfall = try #require(
      Pitfall.all.first { $0.listing == path }, "\(path) has the name of no card: name it after one")
    #expect(try Repository.lines(of: path).first?.hasPrefix("// \(pitfall.id): ") == true)
    let link = "ObjectiveC/\(pitfall.listingFile))"
    let card = try #require(Book.cards.first { $0.path == "Lessons/\(pitfall.card)" })
    #expect(card.prose.contains { $0.text.contains("(../\(link)") }, "\(card.path) does not link it; run make lessons")
    let index = try #require(Book.pages.first { $0.path == "Lessons/ObjectiveC/README.md" })
    #expect(index.prose.contains { $0.text.contains("(\(pitfall.listingFile))") })
  }

  @Test("the page of names has one beside ours, line by line")
  func lineByLine() throws {
    let page = try #require(Book.appendices.first { $0.name == "names.md" })
    let pairs = zip(page.blocks, page.blocks.dropFirst()).filter { theirs, _ in theirs.info == "objc" }
    #expect(pairs.count == 2)
    for (theirs, ours) in pairs {
      #expect(ours.info == "swift")
      // The head of the block has a line of its own.
      #expect(theirs.lines.count { !$0.contains(" block:^(") } == ours.lines.count)
    }
  }

  @Test("each is a whole program on one screen and a half", arguments: Pitfall.listings)
  func short(_ path: String) throws {
    let lines = try Repository.lines(of: path).filter { !$0.contains("// snippet.") }
    #expect(lines.count <= 60)
    #expect(lines.allSatisfy { $0.count <= 120 && $0.last != " " })
    #expect(lines.contains { $0.hasPrefix("int main(") })
    #expect(lines.contains { $0.hasPrefix("// The remedy: ") })
  }
}
