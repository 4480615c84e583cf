/// A block of code in a documentation comment: lines that are indented by four further spaces, after an empty line of
/// the comment.
struct CommentCode: Equatable {
  /// Where it begins, counted from 1.
  let line: Int
  /// Without the indentation of the first line.
  private(set) var lines: [String]

  static func blocks(in source: [String]) -> [CommentCode] {
    var blocks: [CommentCode] = []
    var mayBegin = false
    var isOpen = false
    for (index, line) in source.enumerated() {
      let line = line.drop { $0 == " " }
      guard line.hasPrefix("///") else {
        (mayBegin, isOpen) = (false, false)
        continue
      }
      let text = line.dropFirst(3)
      if text.hasPrefix("     "), isOpen || mayBegin {
        if !isOpen { blocks.append(CommentCode(line: index + 1, lines: [])) }
        blocks[blocks.count - 1].lines.append(String(text.dropFirst(5)))
        isOpen = true
      } else if text.isEmpty {
        mayBegin = true
        if isOpen { blocks[blocks.count - 1].lines.append("") }
      } else {
        (mayBegin, isOpen) = (false, false)
      }
    }
    return blocks.map { block in
      CommentCode(line: block.line, lines: block.lines.last == "" ? block.lines.dropLast() : block.lines)
    }
  }

  /// Whether the file has these lines, one after the other, at any indentation.
  func isContained(in file: [String]) -> Bool {
    guard let first = lines.first, file.count >= lines.count else { return false }
    return (0...file.count - lines.count).contains { start in
      guard file[start].hasSuffix(first) else { return false }
      let indentation = file[start].dropLast(first.count)
      return indentation.allSatisfy { $0 == " " }
        && zip(lines, file[start...]).allSatisfy { $1 == ($0.isEmpty ? "" : indentation + $0) }
    }
  }
}
