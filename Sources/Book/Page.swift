/// A page of Markdown, as far as the maker of the book has to understand one: blocks, headings, prose.
///
/// The reader knows only what this book uses: fences at the margin, headings that begin with `#`,
/// comments that begin a line. What it cannot read it reports, so that nothing passes unseen.
struct Page: Sendable {
  /// Where the page stands in the package, like `Lessons/01-why-observe.md`.
  let path: String
  private(set) var lines: [String] = []
  private(set) var blocks: [Block] = []
  private(set) var headings: [Heading] = []
  /// The lines outside blocks and comments. Headings are among them.
  private(set) var prose: [Line] = []
  /// What the reader could not read.
  private(set) var problems: [Problem] = []

  /// A line of prose and its number, counted from 1.
  struct Line: Sendable {
    let number: Int
    let text: String
  }

  init(path: String, text: String) {
    self.path = path
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    read()
    checkIndentation()
  }

  /// The page with other bodies in its blocks; a body of nil leaves the block as it is.
  func replacingBodies(_ body: (Block) -> [String]?) -> Page {
    var lines = lines
    for block in blocks.reversed() {
      guard let body = body(block) else { continue }
      lines.replaceSubrange(block.line..<block.lastLine - 1, with: body)
    }
    return Page(path: path, text: lines.joined(separator: "\n") + "\n")
  }

  private mutating func read() {
    var comment: (text: String, lastLine: Int)?
    var anchors = Anchors()
    var index = 0
    while index < lines.count {
      let line = lines[index]
      let number = index + 1
      if let fence = Fence(line) {
        let end = lines[(index + 1)...].firstIndex(where: fence.isClosed(by:))
        if end == nil { note(number, "this block is never closed") }
        let last = end ?? lines.count
        blocks.append(
          Block(
            info: fence.info, line: number, lastLine: last + 1,
            lines: Array(lines[(index + 1)..<last]),
            comment: comment?.lastLine == index ? BlockComment(comment?.text ?? "") : nil))
        index = last + 1
      } else if line.hasPrefix("<!--") {
        guard let end = lines[index...].firstIndex(where: { $0.contains("-->") }) else {
          note(number, "this comment is never closed")
          return
        }
        comment = (lines[index...end].joined(separator: " "), end + 1)
        index = end + 1
      } else {
        if let heading = Heading(line, number: number, anchors: &anchors) {
          headings.append(heading)
        }
        prose.append(Line(number: number, text: line))
        index += 1
      }
    }
  }

  /// A block could hide from the checks by being indented, with a fence or without.
  private mutating func checkIndentation() {
    var isInList = false
    var previous = ""
    for line in prose {
      defer { previous = line.text }
      let text = line.text.drop { $0 == " " || $0 == "\t" }
      if text.isEmpty { continue }
      let isIndented = line.text.hasPrefix("    ") || line.text.hasPrefix("\t")
      if text.hasPrefix("```") || text.hasPrefix("~~~") {
        note(line.number, "a block begins at the margin with ```, or it is not checked")
      } else if isIndented && previous.allSatisfy(\.isWhitespace) && !isInList {
        note(line.number, "indented text is a block without a source")
      } else if text.startIndex == line.text.startIndex {
        isInList = text.prefixMatch(of: /([-*+]|\d+[.)])\s/) != nil
      }
    }
  }

  private mutating func note(_ line: Int, _ message: String) {
    problems.append(Problem(page: path, line: line, message: message))
  }
}

/// A piece of text between fences.
struct Block: Sendable {
  /// What stands after the opening fence: `swift`, `console`, `sh`, …
  let info: String
  /// The number of the opening fence's line, counted from 1.
  let line: Int
  /// The number of the closing fence's line.
  let lastLine: Int
  let lines: [String]
  /// The comment that ends on the line right above, or nil.
  let comment: BlockComment?
}

/// The line of backticks that opens a block.
private struct Fence {
  let length: Int
  let info: String

  init?(_ line: String) {
    length = line.prefix { $0 == "`" }.count
    guard length >= 3 else { return nil }
    info = line.dropFirst(length).filter { !$0.isWhitespace }
    if info.contains("`") { return nil }  // a code span in three backticks
  }

  func isClosed(by line: String) -> Bool {
    let end = line.prefix { $0 == "`" }
    return end.count >= length && line.dropFirst(end.count).allSatisfy(\.isWhitespace)
  }
}

/// The comment above a block: where the block comes from and what is allowed for it.
///
/// It holds entries between semicolons, each with a key and perhaps a value:
/// `<!-- snippet: Sources/Scenarios/Pitfalls/Registration/DoubleAdd.swift#raw -->`.
struct BlockComment: Sendable {
  private let entries: [(key: String, value: String)]

  init(_ text: String) {
    let inner = text.replacing("<!--", with: "").replacing("-->", with: "")
    entries = inner.split(separator: ";").map { entry in
      let parts = entry.split(separator: ":", maxSplits: 1)
      return (Self.trim(parts.first), Self.trim(parts.dropFirst().first))
    }
  }

  /// The value of the entry with that key, empty if it has none; nil if there is no such entry.
  subscript(key: String) -> String? {
    entries.first { $0.key == key }?.value
  }

  var keys: [String] { entries.map(\.key) }

  private static func trim(_ text: Substring?) -> String {
    guard let text else { return "" }
    let start = text.drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
