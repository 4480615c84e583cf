/// The comments of a source, found without a compiler: what looks like one in a text or a regular expression is none.
struct SourceComments {
  struct Comment {
    let range: Range<Int>
    /// Whether it begins with `//`.
    let isLine: Bool
  }

  private(set) var all: [Comment] = []

  private let source: [UInt8]
  private var at = 0

  init(_ source: [UInt8]) {
    self.source = source
    skipCode(until: nil)
  }

  /// The end of the token that begins at a place.
  func endOfToken(at start: Int) -> Int {
    var scan = self
    scan.at = start
    scan.skipToken()
    return scan.at
  }

  private mutating func skipToken() {
    func isWord(_ byte: UInt8) -> Bool {
      Self.isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte >= 0x80
        || "_`$@".utf8.contains(byte)
    }
    let hashes = source[at...].prefix { $0 == UInt8(ascii: "#") }.count
    at += hashes
    switch byte {
    case UInt8(ascii: "\""): skipText(hashes)
    case UInt8(ascii: "/") where hashes > 0 || beginsRegex: skipRegex(hashes)
    case let byte? where isWord(byte):
      let isNumber = !Self.isLetter(byte) && byte < 0x80 && !"_`$@".utf8.contains(byte)
      while let byte = self.byte, isWord(byte) || isNumber && isInNumber(byte) { at += 1 }
    case let byte? where "({[]})".utf8.contains(byte): at += 1
    default: while let byte, "!?&|^~<>=+-*/%.".utf8.contains(byte), !starts("//"), !starts("/*") { at += 1 }
    }
  }

  /// Whether a byte that is no letter or digit belongs to the number before it: `1.5`, `1e-5`.
  private func isInNumber(_ byte: UInt8) -> Bool {
    guard at + 1 < source.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(source[at + 1]) else { return false }
    return byte == UInt8(ascii: ".") || "+-".utf8.contains(byte) && "eEpP".utf8.contains(source[at - 1])
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private var byte: UInt8? { at < source.count ? source[at] : nil }

  private func starts(_ word: String) -> Bool { source[at...].starts(with: Array(word.utf8)) }

  /// Skips code up to the end of the source, or behind the parenthesis that ends what stands in a text.
  private mutating func skipCode(until end: UInt8?) {
    var depth = 0
    while let byte {
      switch byte {
      case UInt8(ascii: "/") where starts("//"): skipLineComment()
      case UInt8(ascii: "/") where starts("/*"): skipBlockComment()
      case UInt8(ascii: "/") where beginsRegex: skipRegex(0)
      case UInt8(ascii: "#"):
        let count = source[at...].prefix { $0 == UInt8(ascii: "#") }.count
        at += count
        if self.byte == UInt8(ascii: "\"") {
          skipText(count)
        } else if self.byte == UInt8(ascii: "/") {
          skipRegex(count)
        }
      case UInt8(ascii: "\""): skipText(0)
      case UInt8(ascii: "("):
        depth += 1
        at += 1
      case UInt8(ascii: ")"):
        at += 1
        if depth == 0 && end != nil { return }
        depth -= 1
      default: at += 1
      }
    }
  }

  private mutating func skipLineComment() {
    let start = at
    while let byte, byte != UInt8(ascii: "\n") { at += 1 }
    all.append(Comment(range: start..<at, isLine: true))
  }

  private mutating func skipBlockComment() {
    let start = at
    var depth = 0
    repeat {
      if starts("/*") {
        (depth, at) = (depth + 1, at + 2)
      } else if starts("*/") {
        (depth, at) = (depth - 1, at + 2)
      } else {
        at += 1
      }
    } while depth > 0 && at < source.count
    all.append(Comment(range: start..<at, isLine: false))
  }

  /// Skips a text, with what stands in `\(…)`.
  ///
  /// - Parameter count: how many `#` stand before it.
  private mutating func skipText(_ count: Int) {
    let isLong = starts("\"\"\"")
    let hashes = String(repeating: "#", count: count)
    let end = (isLong ? "\"\"\"" : "\"") + hashes
    at += isLong ? 3 : 1
    while let byte {
      if starts(end) {
        at += end.utf8.count
        return
      }
      if byte == UInt8(ascii: "\n") && !isLong { return }
      if starts("\\" + hashes + "(") {
        at += count + 2
        skipCode(until: UInt8(ascii: ")"))
      } else if starts("\\" + hashes) {
        at += min(count + 2, source.count - at)
      } else {
        at += 1
      }
    }
  }

  // MARK: Regular expressions

  /// Whether a slash begins a regular expression, and does not divide: it stands where a value begins, and another one
  /// ends it in the same line.
  private var beginsRegex: Bool {
    guard at + 1 < source.count, !" \t\n)".utf8.contains(source[at + 1]) else { return false }
    var before = at
    while before > 0, " \t".utf8.contains(source[before - 1]) { before -= 1 }
    let isValue = before == 0 || "(,=:[{;!&|?\n".utf8.contains(source[before - 1])
    let word = source[..<before].reversed().prefix(while: Self.isLetter)
    let isBehindWord = ["return", "in", "case", "where", "try", "await"].contains(
      String(decoding: word.reversed(), as: UTF8.self))
    guard isValue || isBehindWord else { return false }
    var isEscaped = false
    for byte in source[(at + 1)...] {
      if byte == UInt8(ascii: "\n") { return false }
      if byte == UInt8(ascii: "/") && !isEscaped { return true }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return false
  }

  private mutating func skipRegex(_ count: Int) {
    at += 1
    let end = "/" + String(repeating: "#", count: count)
    var isEscaped = false
    while let byte {
      if starts(end) && !isEscaped {
        at += end.utf8.count
        return
      }
      if byte == UInt8(ascii: "\n") && count == 0 { return }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      at += 1
    }
  }
}
