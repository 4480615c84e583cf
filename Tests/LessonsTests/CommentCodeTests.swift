import Testing

/// The code in documentation comments.
@Suite("Code in documentation comments", .watched)
struct CommentCodeTests {
  @Test("each block is compiled and run by a test", arguments: ["RawObserving", "ManagedObserving"])
  func compiled(_ module: String) throws {
    let test = "Tests/\(module)Tests/DocumentationCommentTests.swift"
    let tested = try Repository.lines(of: test)
    var count = 0
    for path in Repository.files(in: "Sources/\(module)", endingIn: ".swift") {
      let blocks = CommentCode.blocks(in: try Repository.lines(of: path))
      count += blocks.count
      expectNone(
        blocks.filter { !$0.isContained(in: tested) }.map {
          Problem(page: path, line: $0.line, message: "\(test) does not contain this code. Add it there, and run it.")
        })
    }
    #expect(count >= 5, "the blocks are not found")
  }

  private let source = """
      /// A clock.
      ///
      ///     let clock = Clock()
      ///
      ///     if late {
      ///       clock.date = 1
      ///     }
      ///
      /// - Parameters:
      ///   - date: a text that
      ///     goes on.
      func set(date: Int)
    """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)

  @Test("a block begins after an empty line, and loses its indentation")
  func blocks() {
    let lines = ["let clock = Clock()", "", "if late {", "  clock.date = 1", "}"]
    #expect(CommentCode.blocks(in: source) == [CommentCode(line: 3, lines: lines)])
  }

  @Test("a block is found at any indentation, and only as a whole")
  func containment() throws {
    let block = try #require(CommentCode.blocks(in: source).first)
    let whole = ["func f() {", "  let clock = Clock()", "", "  if late {", "    clock.date = 1", "  }", "}"]
    #expect(block.isContained(in: whole))
    #expect(!block.isContained(in: whole.filter { $0 != "    clock.date = 1" }))
    #expect(!block.isContained(in: whole.map { $0 == "  }" ? "}" : $0 }))
    #expect(!block.isContained(in: []))
  }
}
