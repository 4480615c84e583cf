/// The languages that are read.
enum Language: String, Sendable {
  case swift
  case objectiveC

  /// The language of a file of that name; nil if it is not read.
  init?(path: String) {
    if path.hasSuffix(".swift") {
      self = .swift
    } else if [".m", ".mm", ".h", ".M"].contains(where: path.hasSuffix) {
      self = .objectiveC
    } else {
      return nil
    }
  }
}

/// A file with its tokens and its declarations.
final class Source: Sendable {
  /// As a report shows it.
  let path: String
  let language: Language
  let bytes: [UInt8]
  let tokens: [Token]
  /// The types, routines and properties with a body, in the order in which they begin.
  let scopes: [Scope]
  /// How many brackets have no partner. Such a file is read as far as it can be.
  let unbalanced: Int
  /// The first bracket without a partner.
  var firstUnbalanced: Int? {
    tokens.indices.first { index in
      tokens[index].mate < 0
        && [.openBrace, .closeBrace, .openBracket, .closeBracket, .openParenthesis, .closeParenthesis].contains(
          word(index))
    }
  }
  /// Where each line begins in the bytes.
  private let lineStarts: [Int32]
  /// The tokens of each word with which a rule begins.
  private let places: [Word: [Int]]

  init(path: String, language: Language, bytes: [UInt8]) {
    (self.path, self.language, self.bytes) = (path, language, bytes)
    let (tokens, unbalanced) = bytes.withUnsafeBufferPointer { buffer in
      var lexer = Lexer(buffer, language)
      lexer.run()
      return (lexer.tokens, lexer.unbalanced)
    }
    (self.tokens, self.unbalanced) = (tokens, unbalanced)
    lineStarts = bytes.withUnsafeBufferPointer { buffer in
      var starts: [Int32] = [0]
      for index in buffer.indices where buffer[index] == UInt8(ascii: "\n") { starts.append(Int32(index + 1)) }
      return starts
    }
    var places: [Word: [Int]] = [:]
    for index in tokens.indices where Word.beginnings.contains(tokens[index].word) {
      places[tokens[index].word, default: []].append(index)
    }
    self.places = places
    scopes = ScopeReader(bytes: bytes, tokens: tokens, language: language).scopes
  }

  // MARK: Tokens

  /// Which word or mark it is; `other` beyond the ends.
  func word(_ index: Int) -> Word { tokens.indices.contains(index) ? tokens[index].word : .other }

  /// The tokens that are this word: one of those with which a rule begins.
  func places(of word: Word) -> [Int] { places[word] ?? [] }

  func isWord(_ index: Int) -> Bool { tokens.indices.contains(index) && tokens[index].kind == .word }

  /// The text of a token; empty beyond the ends.
  func text(_ index: Int) -> String {
    guard tokens.indices.contains(index) else { return "" }
    return text(from: tokens[index].start, to: tokens[index].end)
  }

  /// The source from the first token to the last.
  func text(_ range: Range<Int>) -> String {
    guard let first = range.first, tokens.indices.contains(first) else { return "" }
    return text(from: tokens[first].start, to: tokens[min(range.upperBound, tokens.count) - 1].end)
  }

  /// The tokens without what is between them.
  func flat(_ range: Range<Int>) -> String { range.map { text($0) }.joined() }

  private func text(from start: Int32, to end: Int32) -> String {
    String(decoding: bytes[Int(start)..<max(Int(start), Int(end))], as: UTF8.self)
  }

  /// The bracket that belongs to one.
  func mate(_ index: Int) -> Int? {
    guard tokens.indices.contains(index), tokens[index].mate >= 0 else { return nil }
    return Int(tokens[index].mate)
  }

  /// The opening brackets around a token, the innermost first.
  func brackets(around index: Int) -> some Sequence<Int> {
    sequence(first: index) { [tokens] in tokens[$0].outer >= 0 ? Int(tokens[$0].outer) : nil }.dropFirst()
  }

  /// The opening braces around a token, the innermost first.
  func braces(around index: Int) -> [Int] { brackets(around: index).filter { tokens[$0].word == .openBrace } }

  /// The index behind a token, or behind the bracket that closes it.
  func next(_ index: Int) -> Int { (mate(index).map { $0 > index ? $0 : index } ?? index) + 1 }

  /// The tokens of a range that are in no bracket of it.
  func top(_ range: Range<Int>) -> [Int] {
    var found: [Int] = []
    var index = range.lowerBound
    while index < range.upperBound {
      found.append(index)
      index = next(index)
    }
    return found
  }

  // MARK: Lines

  /// The line of a token, counted from 1.
  func line(of index: Int) -> Int {
    guard tokens.indices.contains(index) else { return 1 }
    let start = tokens[index].start
    var (low, high) = (0, lineStarts.count)
    while low < high {
      let middle = (low + high) / 2
      if lineStarts[middle] <= start { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The column of a token in code points, counted from 1; in bytes, if the line is very long.
  func column(of index: Int) -> Int {
    guard tokens.indices.contains(index) else { return 1 }
    let start = Int(lineStarts[line(of: index) - 1])
    let before = bytes[start..<Int(tokens[index].start)]
    return (before.count > 5000 ? before.count : String(decoding: before, as: UTF8.self).unicodeScalars.count) + 1
  }

  /// A line without its end, or the begin of a very long one.
  func lineText(_ line: Int) -> String {
    guard lineStarts.indices.contains(line - 1) else { return "" }
    let last = lineStarts.indices.contains(line) ? Int(lineStarts[line]) - 1 : bytes.count
    let end = min(last, Int(lineStarts[line - 1]) + 1000)
    let text = String(decoding: bytes[Int(lineStarts[line - 1])..<max(end, Int(lineStarts[line - 1]))], as: UTF8.self)
    return text.hasSuffix("\r") ? String(text.dropLast()) : text
  }

  // MARK: Declarations

  /// The innermost scope of such a kind around a token.
  func scope(around index: Int, where isWanted: (Scope) -> Bool) -> Scope? {
    var (low, high) = (0, scopes.count)
    while low < high {
      let middle = (low + high) / 2
      if scopes[middle].start <= index { low = middle + 1 } else { high = middle }
    }
    var place: Int? = low - 1
    while let current = place, current >= 0 {
      if scopes[current].range.contains(index), isWanted(scopes[current]) { return scopes[current] }
      place = scopes[current].parent
    }
    return nil
  }

  /// The type around a token.
  func type(around index: Int) -> Scope? { scope(around: index, where: \.isType) }

  /// The routine or the property around a token.
  func routine(around index: Int) -> Scope? { scope(around: index) { !$0.isType } }

  /// The scopes directly or further inside.
  func scopes(in outer: Scope) -> [Scope] {
    scopes.filter { $0.start > outer.start && outer.range.contains($0.start) }
  }
}

/// A declaration with a body.
struct Scope: Sendable {
  enum Kind: Sendable {
    case `class`, `struct`, `enum`, actor, `extension`, `protocol`
    /// `@implementation` and `@interface`, and those of a category.
    case implementation, interface
    case routine
    /// A property with accessors or observers.
    case property
  }

  let kind: Kind
  /// Of a routine in Objective-C, its selector.
  let name: String
  /// The first token of the declaration: `class`, `func`, `-`.
  let start: Int
  /// The bracket that opens the body. For a type of Objective-C, the first token.
  let open: Int
  /// The last token.
  let close: Int
  /// The modifiers and attributes before it.
  var modifiers: Set<Word> = []
  /// What a type inherits from; the superclass, if it has one, comes first.
  var supers: [String] = []
  /// The name of a category; empty for a class extension.
  var category: String?
  /// The parameters of a routine of Swift, or the whole signature in Objective-C.
  var parameters: Range<Int> = 0..<0
  /// The place of the scope around it.
  var parent: Int?

  var range: ClosedRange<Int> { start...max(start, close) }
  var body: Range<Int> { (open + 1)..<max(open + 1, close) }

  var isType: Bool { kind != .routine && kind != .property }
  /// Whether its instances have references, as far as its declaration tells; an extension may be of such a type.
  var mayBeClass: Bool { [.class, .actor, .extension, .implementation, .interface].contains(kind) }
}
