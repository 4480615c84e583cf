package import Console
import Foundation

/// A page of Markdown as a terminal shows it. It supports only what the pages here use.
package struct MarkdownText {
  private let screen: Screen
  private let unfolded: Bool
  /// Draws the picture of that file; nil where it cannot be drawn in a terminal.
  private let picture: (String) -> [String]?

  package init(_ screen: Screen, unfolded: Bool, picture: @escaping (String) -> [String]? = { _ in nil }) {
    (self.screen, self.unfolded, self.picture) = (screen, unfolded, picture)
  }

  /// Prints a page, which is named from the root of the package on.
  package func print(_ path: String) throws {
    print(try PackageRoot.lines(of: path), of: path)
  }

  /// Prints the lines of a page.
  package func print(_ page: [String], of path: String) {
    for line in lines(of: page) { Swift.print(line) }
    Swift.print(screen.faint(path))
  }

  func lines(of page: [String]) -> [String] {
    var shown: [String] = []
    var wasItem = false
    for block in Self.blocks(of: page) {
      let lines = lines(of: block)
      if lines.isEmpty { continue }
      // The items of a list stay together.
      if !shown.isEmpty && !(block.isItem && wasItem) { shown.append("") }
      wasItem = block.isItem
      shown += lines
    }
    return shown + [""]
  }

  // MARK: Blocks

  private enum Block {
    case heading(String)
    case code([String])
    case table([String])
    case item(String)
    case paragraph(String)
    /// A folded part of the page: its title, and its lines.
    case folded(String, [String])

    var isItem: Bool { if case .item = self { true } else { false } }
  }

  private static func blocks(of page: [String]) -> [Block] {
    var blocks: [Block] = []
    // The content of a list item is indented.
    var rest = page[...]
    while let first = rest.first {
      let line = first.drop { $0 == " " }
      if line.hasPrefix("<!--") {
        let comment = rest.prefix { !$0.hasSuffix("-->") }.count + 1
        rest = rest.dropFirst(comment)
      } else if line.hasPrefix("```") {
        let code = Array(rest.dropFirst().prefix { !$0.drop { $0 == " " }.hasPrefix("```") })
        rest = rest.dropFirst(code.count + 2)
        blocks.append(.code(code))
      } else if line.hasPrefix("<details>") {
        let count = (rest.firstIndex { $0.contains("</details>") } ?? rest.endIndex - 1) - rest.startIndex + 1
        let text = rest.prefix(count).joined(separator: "\n")
        rest = rest.dropFirst(count)
        let title = text.firstMatch(of: /<summary>(.*?)<\/summary>/).map { String($0.1) }
        let inside = text.replacing(/<summary>.*?<\/summary>|<\/?details>/, with: "")
        blocks.append(.folded(title ?? "Answer", inside.components(separatedBy: "\n")))
      } else if line.hasPrefix("#") {
        blocks.append(.heading(String(line.drop { $0 == "#" }.drop { $0 == " " })))
        rest = rest.dropFirst()
      } else if line.hasPrefix("|") {
        let table = rest.prefix { $0.drop { $0 == " " }.hasPrefix("|") }
        rest = rest.dropFirst(table.count)
        blocks.append(.table(table.map { String($0.drop { $0 == " " }) }))
      } else if line.isEmpty {
        rest = rest.dropFirst()
      } else {
        let startsItem = isItem(line)
        let more = rest.dropFirst().prefix { !$0.isEmpty && !isItem($0[...]) && !begins($0) }
        let text = ([first] + more).map { $0.drop { $0 == " " } }.joined(separator: " ")
        rest = rest.dropFirst(more.count + 1)
        blocks.append(startsItem ? .item(text) : .paragraph(text))
      }
    }
    return blocks
  }

  private static func begins(_ line: String) -> Bool {
    ["```", "#", "|", "<!--", "<details>"].contains { line.drop { $0 == " " }.hasPrefix($0) }
  }

  private static func isItem(_ line: Substring) -> Bool {
    line.drop { $0 == " " }.prefixMatch(of: /(- |\* |\d+\. )/) != nil
  }

  // MARK: Lines

  private func lines(of block: Block) -> [String] {
    switch block {
    case .heading(let text): screen.lines(Self.plain(text)).map(screen.bold)
    case .code(let lines): lines.flatMap(code)
    case .table(let rows): table(rows)
    case .item(let text):
      hanging(text.prefixMatch(of: /(- |\* |\d+\. )/).map { String($0.1) } ?? "", text)
    case .paragraph(let text): drawn(text) ?? screen.lines(Self.plain(text))
    case .folded(let title, let inside):
      unfolded
        ? screen.lines(Self.plain(title)).map(screen.bold) + [""] + lines(of: inside).dropLast()
        : screen.lines("\(screen.isASCII ? "+" : "▸") \(Self.plain(title)) (--unfold shows it)")
    }
  }

  /// The picture that the paragraph is, with what it shows below it.
  private func drawn(_ text: String) -> [String]? {
    guard let match = text.wholeMatch(of: /!\[([^\]]*)\]\(([^)]*)\)/), let lines = picture(String(match.2)) else {
      return nil
    }
    return lines + screen.lines(Self.plain(String(match.1))).map(screen.faint)
  }

  /// A line of code or output, indented. What is too long for the terminal goes on below, further in.
  private func code(_ line: String) -> [String] {
    if line.isEmpty { return [""] }
    let further = line.prefix { $0 == " " }.count + 4
    return broken(line, to: screen.width.map { $0 - 4 }, further: further).map { "    " + $0 }
  }

  private func hanging(_ mark: String, _ text: String) -> [String] {
    let lines = screen.lines(Self.plain(String(text.dropFirst(mark.count))), indent: mark.count + 2)
    return lines.enumerated().map { ($0 == 0 ? "  " + mark : "".padded(to: mark.count + 2)) + $1 }
  }

  /// A table as aligned columns, if it is narrow enough; otherwise row by row, each cell with its column's name.
  private func table(_ rows: [String]) -> [String] {
    var cells = rows.map { row in
      row.dropFirst().dropLast().replacing("\\|", with: "\u{0}").split(separator: "|", omittingEmptySubsequences: false)
        .map { Self.plain($0.replacing("\u{0}", with: "|").trimmingSpaces) }
    }
    guard cells.count > 2 else { return [] }
    let head = cells[0]
    cells.removeSubrange(0...1)
    let widths = head.indices.map { column in
      (cells + [head]).map { $0.count > column ? $0[column].columns : 0 }.max() ?? 0
    }
    if widths.reduce(0, +) + 2 * widths.count <= screen.columns {
      let shown = (head.allSatisfy(\.isEmpty) ? [] : [head]) + cells
      return shown.map { row in
        zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ").trimmingSpacesAtEnd
      }
    }
    return cells.flatMap { row in
      row.enumerated().flatMap { column, cell -> [String] in
        let name = column > 0 && column < head.count && !head[column].isEmpty ? head[column] + ": " : ""
        let indent = column == 0 ? 0 : 2
        return screen.lines(name + cell, indent: indent).map { "".padded(to: indent) + $0 }
      }
    }
  }

  /// The text without the marks of Markdown: a link as its text, a picture as a note.
  private static func plain(_ text: String) -> String {
    text.replacing(/!\[([^\]]*)\]\(([^)]*)\)/) { "(picture: \($0.2))" }
      .replacing(/\[([^\]]*)\](\([^)]*\)|\[[^\]]+\])/) { String($0.1) }
      .replacing("**", with: "").replacing("<br>", with: ", ")
  }
}

extension StringProtocol {
  fileprivate var trimmingSpaces: String { String(drop { $0 == " " }).trimmingSpacesAtEnd }
}
