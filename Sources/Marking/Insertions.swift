/// What a mark reports, and what is not recorded if the compiler refuses the mark.
enum MarkedPart: Hashable, Codable, Sendable {
  /// A variable, by its name and the line of its declaration.
  case variable(String, Int)
  /// What the statement of a line does.
  case line(Int)
  /// The statements of a function.
  case function(String, Int)
  /// How the properties of a type refer to objects.
  case type(String, Int)

  /// What it is called in the sentence that says so.
  var words: String {
    switch self {
    case .variable(let name, let line): "the variable \(name) of line \(line)"
    case .line(let line): "line \(line)"
    case .function("main", 0): "the lines and variables outside functions"
    case .function(let name, let line): "the lines and variables of \(name) (line \(line))"
    case .type(let name, _): "the properties of \(name)"
    }
  }

  /// What a function without a name is called.
  static let closure = "a closure"

  var isClosure: Bool { if case .function(Self.closure, _) = self { true } else { false } }

  var line: Int {
    switch self {
    case .variable(_, let line), .line(let line), .function(_, let line), .type(_, let line): line
    }
  }
}

/// What is inserted into a source: texts at places of it, and what each reports.
struct Insertions {
  private struct Piece {
    let text: String
    let part: MarkedPart?
  }

  /// What is inserted besides the beginning of the program.
  enum Extent {
    case all
    /// What types tell of their properties.
    case types
    case nothing
  }

  private var pieces: [Int: [Piece]] = [:]
  private let extent: Extent

  init(_ extent: Extent) { self.extent = extent }

  /// Adds a text behind what is inserted there already.
  mutating func add(_ text: String, at offset: Int, for part: MarkedPart? = nil) {
    if text.isEmpty { return }
    switch (extent, part) {
    case (.all, _), (.types, .type): pieces[offset, default: []].append(Piece(text: text, part: part))
    default: break
    }
  }

  /// Adds a text where the program begins, before what is inserted there already.
  mutating func addBeginning(_ text: String, at offset: Int) {
    pieces[offset, default: []].insert(Piece(text: text, part: nil), at: 0)
  }

  /// The source, or a part of it, with the texts in it.
  func copy(of source: ArraySlice<UInt8>) -> String {
    var copy: [UInt8] = []
    var at = source.startIndex
    for (offset, pieces) in pieces.sorted(by: { $0.key < $1.key }) where (at...source.endIndex).contains(offset) {
      copy += source[at..<offset]
      for piece in pieces { copy += piece.text.utf8 }
      at = offset
    }
    return String(decoding: copy + source[at...], as: UTF8.self)
  }

  /// What stands at a place of the copy: the part that a mark there reports, or the place in the source.
  ///
  /// - Parameters:
  ///   - column: of the copy's line, counted in bytes from 0.
  ///   - lineStart: where the line begins in the source.
  func find(_ column: Int, ofLineAt lineStart: Int) -> (part: MarkedPart?, offset: Int) {
    var rest = column
    var at = lineStart
    for (offset, pieces) in pieces.sorted(by: { $0.key < $1.key }) where offset >= lineStart {
      if rest < offset - at { return (nil, at + rest) }
      rest -= offset - at
      at = offset
      for piece in pieces {
        if rest < piece.text.utf8.count { return (piece.part, at) }
        rest -= piece.text.utf8.count
      }
    }
    return (nil, at + rest)
  }
}
