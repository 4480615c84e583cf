/// Makes tokens of the bytes of a Swift or an Objective-C source.
///
/// It reads what people write while they write it: a source that does not compile gives as many tokens as one can see. Of
/// the branches of an `#if` it reads each that closes what it opens. More than one of them may open the same bracket:
/// then it reads the first of them. What is behind `#if 0` it does not read.
struct Lexer {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let language: Language
  private(set) var tokens: [Token] = []
  /// How many brackets have no partner.
  private(set) var unbalanced = 0

  private var isAtStart = true
  /// How many interpolations are around the place that is read. Deeper ones are read as text: each needs a part of the stack.
  private var nesting = 0
  private static let mostNested = 40
  /// The `#if`s that are open.
  private var conditions: [Condition] = []

  private struct Condition {
    /// Whether one of its branches has been read.
    var hasBranch: Bool
    /// Whether a further branch may be read: those before close what they open.
    var mayHaveMore = true
    /// Whether the branch that is read is a further one.
    var isFurther = false
    /// The first token of the branch that is read.
    var start: Int
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ language: Language) {
    (self.bytes, self.language) = (bytes, language)
    tokens.reserveCapacity(bytes.count / 5)
  }

  mutating func run() {
    var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    index = lex(from: index, isInterpolation: false)
    matchBrackets()
  }

  // MARK: Characters

  private func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private func has(_ text: StaticString, at index: Int) -> Bool {
    guard index + text.utf8CodeUnitCount <= bytes.count else { return false }
    for offset in 0..<text.utf8CodeUnitCount where bytes[index + offset] != text.utf8Start[offset] { return false }
    return true
  }

  /// The index of the next line break, or of the end.
  private func lineEnd(from index: Int) -> Int {
    var index = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "\n"), bytes[index] != UInt8(ascii: "\r") { index += 1 }
    return index
  }

  // MARK: Tokens

  private mutating func add(_ kind: Token.Kind, _ start: Int, _ end: Int, word: Word = .other) {
    tokens.append(Token(kind: kind, word: word, isFirst: isAtStart, start: Int32(start), end: Int32(end)))
    isAtStart = false
  }

  /// Reads to the end; or to the parenthesis that ends an interpolation, behind which it returns.
  private mutating func lex(from start: Int, isInterpolation: Bool) -> Int {
    var (index, depth) = (start, 0)
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        isAtStart = true
        index += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C, 0: index += 1
      case UInt8(ascii: "/") where self.byte(index + 1) == UInt8(ascii: "/"): index = lineEnd(from: index)
      case UInt8(ascii: "/") where self.byte(index + 1) == UInt8(ascii: "*"): index = commentEnd(from: index)
      case UInt8(ascii: "/") where language == .swift && isRegex(at: index): index = regex(from: index)
      case UInt8(ascii: "\""): index = string(from: index, hashes: 0)
      case UInt8(ascii: "'") where language == .objectiveC: index = plainString(from: index, quote: index)
      case UInt8(ascii: "#"): index = hash(at: index)
      case UInt8(ascii: "@"): index = atSign(at: index)
      case UInt8(ascii: "`"): index = backticks(at: index)
      case _ where Self.isLetter(byte): index = word(from: index, start: index)
      case _ where Self.isDigit(byte): index = number(from: index)
      default:
        if isInterpolation, byte == UInt8(ascii: "(") { depth += 1 }
        if isInterpolation, byte == UInt8(ascii: ")") {
          depth -= 1
          if depth == 0 {
            add(.mark, index, index + 1, word: .closeParenthesis)
            return index + 1
          }
        }
        index = mark(at: index)
      }
    }
    return index
  }

  private mutating func word(from first: Int, start: Int) -> Int {
    var index = first
    while index < bytes.count, Self.isLetter(bytes[index]) || Self.isDigit(bytes[index]) { index += 1 }
    // A raw string of C++: `R"(…)"`, or with a word before both parentheses.
    if language == .objectiveC, byte(index) == UInt8(ascii: "\""), bytes[index - 1] == UInt8(ascii: "R"),
      let end = rawStringEnd(from: index)
    {
      add(.string, start, end)
      return end
    }
    add(.word, start, index, word: Words.word(bytes, start, index))
    return index
  }

  private func rawStringEnd(from quote: Int) -> Int? {
    var open = quote + 1
    while open < quote + 18, Self.isLetter(byte(open)) || Self.isDigit(byte(open)) { open += 1 }
    guard byte(open) == UInt8(ascii: "(") else { return nil }
    let mark = bytes[quote + 1..<open]
    var index = open + 1
    while index < bytes.count {
      let end = index + 1 + mark.count
      if bytes[index] == UInt8(ascii: ")"), byte(end) == UInt8(ascii: "\""),
        bytes[index + 1..<min(end, bytes.count)].elementsEqual(mark)
      {
        return end + 1
      }
      index += 1
    }
    return nil
  }

  private mutating func backticks(at index: Int) -> Int {
    var end = index + 1
    while end < bytes.count, Self.isLetter(bytes[end]) || Self.isDigit(bytes[end]) { end += 1 }
    guard byte(end) == UInt8(ascii: "`"), end > index + 1 else { return index + 1 }
    // A name, even if it is that of a keyword; but `self` is what it is called.
    let word = Words.word(bytes, index + 1, end)
    add(.word, index + 1, end, word: word == .self ? .self : .other)
    return end + 1
  }

  private mutating func number(from start: Int) -> Int {
    var index = start
    while index < bytes.count,
      Self.isLetter(bytes[index]) || Self.isDigit(bytes[index])
        || (bytes[index] == UInt8(ascii: ".") || language == .objectiveC && bytes[index] == UInt8(ascii: "'"))
          && Self.isDigit(byte(index + 1))
    { index += 1 }
    add(.number, start, index)
    return index
  }

  private mutating func mark(at index: Int) -> Int {
    for length in [3, 2] where index + length <= bytes.count {
      let word = Words.word(bytes, index, index + length)
      if word != .other || Self.isLongMark(bytes, index, length) {
        add(.mark, index, index + length, word: word)
        return index + length
      }
    }
    add(.mark, index, index + 1, word: Words.word(bytes, index, index + 1))
    return index + 1
  }

  /// Whether the marks are one operator in which none of its parts means what it would mean alone.
  private static func isLongMark(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ length: Int) -> Bool {
    let text = String(decoding: bytes[start..<start + length], as: UTF8.self)
    return longMarks.contains(text)
  }

  private static let longMarks: Set<String> = [
    "==", "!=", "<=", ">=", "===", "!==", "&&", "||", "...", "..<", "/=", "%=", "^=", "<<", "&+", "&-", "&*", "++",
    "--",
  ]

  // MARK: Comments and literals

  private func commentEnd(from start: Int) -> Int {
    var (index, depth) = (start + 2, 1)
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "*"), byte(index + 1) == UInt8(ascii: "/") {
        (index, depth) = (index + 2, depth - 1)
        if depth == 0 { return index }
      } else if language == .swift, bytes[index] == UInt8(ascii: "/"), byte(index + 1) == UInt8(ascii: "*") {
        (index, depth) = (index + 2, depth + 1)
      } else {
        index += 1
      }
    }
    return index
  }

  /// A string that begins with that quote, behind so many hashes.
  private mutating func string(from quote: Int, hashes: Int) -> Int {
    if language == .objectiveC { return plainString(from: quote, quote: quote) }
    let isLong = has("\"\"\"", at: quote) && !(hashes > 0 && endsOnItsLine(quote + 1, hashes))
    var index = quote + (isLong ? 3 : 1)
    let place = tokens.count
    add(.string, quote - hashes, index)
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\"), hasHashes(hashes, at: index + 1) {
        let next = index + 1 + hashes
        if self.byte(next) == UInt8(ascii: "("), nesting < Self.mostNested {
          nesting += 1
          index = lex(from: next, isInterpolation: true)
          nesting -= 1
        } else {
          index = next + 1
        }
        continue
      }
      if byte == UInt8(ascii: "\""), !isLong || has("\"\"\"", at: index) {
        let end = index + (isLong ? 3 : 1)
        if hasHashes(hashes, at: end) {
          index = end + hashes
          break
        }
      }
      // A string that is not closed ends with its line.
      if !isLong, byte == UInt8(ascii: "\n") { break }
      index += 1
    }
    tokens[place].end = Int32(min(index, bytes.count))
    isAtStart = false
    return index
  }

  /// Whether a string between hashes ends on its line: `#"""#` is one quote, and begins no long string.
  private func endsOnItsLine(_ start: Int, _ hashes: Int) -> Bool {
    let end = lineEnd(from: start)
    return (start..<max(start, end)).contains { bytes[$0] == UInt8(ascii: "\"") && hasHashes(hashes, at: $0 + 1) }
  }

  private func hasHashes(_ count: Int, at index: Int) -> Bool {
    for offset in 0..<count where byte(index + offset) != UInt8(ascii: "#") { return false }
    return true
  }

  /// A string or a character without interpolations.
  private mutating func plainString(from start: Int, quote: Int) -> Int {
    var index = quote + 1
    while index < bytes.count, bytes[index] != bytes[quote], bytes[index] != UInt8(ascii: "\n") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index = min(index + 1, bytes.count)
    add(.string, start, index)
    return index
  }

  /// Whether a slash begins a regular expression: a value can begin there, and its line has the slash that ends it.
  private func isRegex(at index: Int) -> Bool {
    let next = byte(index + 1)
    guard next != UInt8(ascii: " "), next != UInt8(ascii: "\n"), next != UInt8(ascii: "="), next != UInt8(ascii: ")")
    else { return false }
    if let last = tokens.last, !isAtStart {
      switch last.kind {
      case .number, .string: return false
      case .word: guard Self.beforeValue.contains(last.word) else { return false }
      case .mark:
        if [.closeParenthesis, .closeBracket, .closeBrace, .question, .exclamation].contains(last.word) {
          return false
        }
      }
    }
    var end = index + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") {
      if bytes[end] == UInt8(ascii: "/") { return bytes[end - 1] != UInt8(ascii: " ") }
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return false
  }

  private static let beforeValue: Set<Word> = [.return, .in, .case, .where, .try, .await, .if, .guard, .while, .else]

  private mutating func regex(from start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "/"), bytes[index] != UInt8(ascii: "\n") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index = min(index + 1, bytes.count)
    add(.string, start, index)
    return index
  }

  // MARK: Hashes and at signs

  private mutating func hash(at start: Int) -> Int {
    if isAtStart, let end = directive(at: start) { return end }
    var index = start
    while byte(index) == UInt8(ascii: "#") { index += 1 }
    if language == .swift, byte(index) == UInt8(ascii: "\"") { return string(from: index, hashes: index - start) }
    if language == .swift, byte(index) == UInt8(ascii: "/") {
      // A regular expression between hashes may have line breaks.
      var end = index + 1
      while end < bytes.count, !(bytes[end] == UInt8(ascii: "/") && hasHashes(index - start, at: end + 1)) { end += 1 }
      end = min(end + 1 + index - start, bytes.count)
      add(.string, start, end)
      return end
    }
    for place in start..<index { add(.mark, place, place + 1, word: .hash) }
    return index
  }

  /// Reads a line that is for the compiler or the preprocessor; nil if the line is something else.
  private mutating func directive(at start: Int) -> Int? {
    var index = start + 1
    while byte(index) == UInt8(ascii: " ") || byte(index) == UInt8(ascii: "\t") { index += 1 }
    let name = index
    while Self.isLetter(byte(index)) { index += 1 }
    var end = lineEnd(from: index)
    if language == .objectiveC { end = preprocessorEnd(from: index) }
    switch String(decoding: bytes[name..<index], as: UTF8.self) {
    case "if", "ifdef", "ifndef":
      let condition = String(decoding: bytes[index..<end], as: UTF8.self).split { " \t(".contains($0) }.first
      let isDead = condition == "0" || condition == "false"
      conditions.append(Condition(hasBranch: !isDead, start: tokens.count))
      return isDead ? nextBranch(from: end) : end
    case "else", "elseif", "elif":
      guard let last = conditions.indices.last else { return end }
      if conditions[last].hasBranch {
        endBranch()
        guard conditions[last].mayHaveMore else { return nextBranch(from: end) }
        conditions[last].isFurther = true
        conditions[last].start = tokens.count
        add(.mark, start, index, word: .branch)
        isAtStart = true
      }
      conditions[last].hasBranch = true
      return end
    case "endif":
      endBranch()
      _ = conditions.popLast()
      return end
    case "define", "import", "include", "pragma", "undef", "error", "warning", "line":
      return language == .objectiveC ? end : nil
    default: return nil
    }
  }

  /// Where a line for the preprocessor ends: a backslash continues it, and so does a comment over several lines.
  private func preprocessorEnd(from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\"):
        index += byte(index + 1) == UInt8(ascii: "\r") && byte(index + 2) == UInt8(ascii: "\n") ? 3 : 2
      case UInt8(ascii: "/") where byte(index + 1) == UInt8(ascii: "*"): index = commentEnd(from: index)
      case UInt8(ascii: "/") where byte(index + 1) == UInt8(ascii: "/"): return lineEnd(from: index)
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return index
      default: index += 1
      }
    }
    return bytes.count
  }

  /// Ends the branch that is read: one that does not close what it opens is the only one, or it is forgotten.
  private mutating func endBranch() {
    guard let last = conditions.indices.last, conditions[last].hasBranch else { return }
    var open: [Word] = []
    let isBalanced = tokens[conditions[last].start...].allSatisfy { token in
      if let opening = Self.opening(of: token.word) { return open.popLast() == opening }
      if Self.opens(token.word) { open.append(token.word) }
      return true
    }
    if isBalanced && open.isEmpty { return }
    if conditions[last].isFurther {
      tokens.removeSubrange(conditions[last].start...)
      isAtStart = true
    } else {
      conditions[last].mayHaveMore = false
    }
  }

  /// The line on which the next branch of an `#if` begins, or on which it ends.
  private func nextBranch(from start: Int) -> Int {
    var (index, depth) = (start, 0)
    while index < bytes.count {
      while index < bytes.count, " \t\n\r".utf8.contains(bytes[index]) { index += 1 }
      if byte(index) == UInt8(ascii: "#") {
        var name = index + 1
        while byte(name) == UInt8(ascii: " ") { name += 1 }
        if has("if", at: name) {
          depth += 1
        } else if has("endif", at: name) {
          if depth == 0 { return index }
          depth -= 1
        } else if has("el", at: name), depth == 0 {
          return index
        }
      }
      index = lineEnd(from: index)
    }
    return index
  }

  private mutating func atSign(at index: Int) -> Int {
    guard language == .objectiveC else {
      add(.mark, index, index + 1, word: .at)
      return index + 1
    }
    if byte(index + 1) == UInt8(ascii: "\"") { return plainString(from: index, quote: index + 1) }
    if Self.isLetter(byte(index + 1)) { return word(from: index + 1, start: index) }
    add(.mark, index, index + 1, word: .at)
    return index + 1
  }

  // MARK: Brackets

  private mutating func matchBrackets() {
    var open: [Int] = []
    for index in tokens.indices {
      let word = tokens[index].word
      if let opening = Self.opening(of: word) {
        if let place = open.suffix(4).lastIndex(where: { tokens[$0].word == opening }) {
          // What is left open inside has no partner.
          unbalanced += open.count - 1 - place
          let mate = open[place]
          open.removeSubrange(place...)
          (tokens[mate].mate, tokens[index].mate) = (Int32(index), Int32(mate))
        } else {
          unbalanced += 1
        }
        tokens[index].outer = Int32(open.last ?? -1)
      } else {
        tokens[index].outer = Int32(open.last ?? -1)
        if Self.opens(word) { open.append(index) }
      }
    }
    unbalanced += open.count
  }

  private static func opens(_ word: Word) -> Bool {
    word == .openBrace || word == .openBracket || word == .openParenthesis
  }

  private static func opening(of word: Word) -> Word? {
    switch word {
    case .closeBrace: .openBrace
    case .closeBracket: .openBracket
    case .closeParenthesis: .openParenthesis
    default: nil
    }
  }
}

/// The table of the words that the rules look for.
private enum Words {
  private static let table: [UInt64: Word] = Dictionary(
    uniqueKeysWithValues: Word.allCases.filter { $0 != .other }.map { (hash($0.rawValue.utf8), $0) })

  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }

  static func word(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> Word {
    // The longest word that is looked for has 23 letters.
    guard end - start <= 24 else { return .other }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in start..<end { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01b3 }
    return table[hash] ?? .other
  }
}
