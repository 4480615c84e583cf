import Testing

@testable import Book

/// Differences, on small files of their own.
@Suite("Differences", .watched)
struct DifferenceTests {
  private let old = ["1", "2", "3", "4", "5", "6", "7", "8", "9"]

  @Test("a part shows what differs, and two lines around it")
  func parts() {
    let new = ["1", "2", "3", "4", "five", "6", "7", "8", "9", "10"]
    #expect(
      Difference.lines(from: old, to: new) == [
        " 3", " 4", "-5", "+five", " 6", " 7", " 8", " 9", "+10",
      ])
    #expect(
      Difference.lines(from: old, to: ["0"] + old.dropLast() + ["nine"]) == [
        "+0", " 1", " 2", "…", " 7", " 8", "-9", "+nine",
      ])
  }

  @Test("files that are the same have no difference")
  func same() {
    #expect(Difference.lines(from: old, to: old).isEmpty)
  }

  private let truth = Truth(sources: [:], run: { _ in throw Unreadable("nothing runs here") }) { path in
    let files = ["1/A.swift": ["// first", "a"], "2/A.swift": ["// second", "a", "b"]]
    guard let lines = files[path] else { throw Unreadable("no \(path)") }
    return lines
  }

  private func page(_ comment: String, _ lines: String...) -> Page {
    Page(path: "page.md", text: "<!-- \(comment) -->\n```diff\n\(lines.joined(separator: "\n"))\n```\n")
  }

  @Test("a block is compared with the difference of its files, and written anew")
  func blocks() {
    let right = page("difference: 1/A.swift 2/A.swift", " a", "+b")
    #expect(right.differences(of: "diff", from: truth).isEmpty)
    let wrong = page("difference: 1/A.swift 2/A.swift", "+c")
    #expect(wrong.differences(of: "diff", from: truth).count == 1)
    #expect(wrong.updated(from: truth).lines == right.lines)
  }

  @Test("a block without files, with one, with three, or with an unknown one fails")
  func unreadable() {
    let files = ["", " 2/A.swift", " 1/A.swift 2/A.swift 2/A.swift", " 1/A.swift 3/A.swift"]
    for comment in ["text: no"] + files.map({ "difference:\($0)" }) {
      #expect(page(comment).differences(of: "diff", from: truth).count == 1)
    }
  }
}
