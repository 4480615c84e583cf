import Console

/// Text in cells.
enum Words {
  /// What ASCII has for other characters: those of texts, and the signs of drawings.
  private static let inASCII: [Character: String] = {
    var table: [Character: String] = [
      "→": "->", "…": "...", "“": "\"", "”": "\"", "‘": "'", "’": "'", "×": "x", "–": "-", "\n": " ",
    ]
    let signs = zip("┃╎█┊│▏∣●◇·✗╹○⊗─╌┈━≡═┄╍╏║◀▶◁▷├┤╳↻□┌┐└┘┏┓┗┛╔╗╚╝", "#:L.|||*+.!'oX-~.!&=.%:|<>()xx/@o++++++++++++")
    for (sign, ascii) in signs { table[sign] = String(ascii) }
    return table
  }()

  /// The text in ASCII alone.
  static func ascii(_ text: String) -> String {
    text.map { inASCII[$0] ?? ($0.isASCII ? String($0) : $0.columns == 0 ? "" : "?") }.joined()
  }

  /// How many columns the text needs. There is always room for the text in ASCII, which may be longer.
  static func width(of text: String) -> Int {
    text.reduce(0) { $0 + ($1.isASCII ? 1 : inASCII[$1]?.count ?? $1.columns) }
  }

  /// The first column of a text.
  static func start(of text: String, _ anchor: Scene.Anchor, at column: Int) -> Int {
    switch anchor {
    case .start: column
    case .middle: column - (width(of: text) - 1) / 2
    case .end: column - width(of: text) + 1
    }
  }

  /// Breaks the text at spaces. A word is broken only if it is longer than a line. If there are more lines than `most`,
  /// the last one ends in `…`.
  static func wrap(_ text: String, to width: Int, most: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: { $0.isWhitespace && $0 != "\u{A0}" }).map(String.init) {
      let longer = line.isEmpty ? word : line + " " + word
      if Self.width(of: longer) <= width {
        line = longer
      } else {
        let parts = broken(word, to: width)
        lines += (line.isEmpty ? [] : [line]) + parts.dropLast()
        line = parts.last ?? ""
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines.count <= most ? lines : lines.prefix(most - 1) + [shortened(lines[most - 1] + "…", to: width)]
  }

  /// A word that is too long for a line, in parts: broken before a capital if there is one in the second half of a line.
  private static func broken(_ word: String, to width: Int) -> [String] {
    var parts: [String] = []
    var part = ""
    for character in word {
      if !part.isEmpty, Self.width(of: part + String(character)) > width {
        let capital = part.lastIndex { $0.isUppercase } ?? part.startIndex
        let isEarly = character.isUppercase || part.distance(from: part.startIndex, to: capital) < width / 2
        let end = isEarly ? part.endIndex : capital
        parts.append(String(part[..<end]))
        part = String(part[end...])
      }
      part.append(character)
    }
    return parts + [part]
  }

  /// The text, or its beginning and `…`.
  static func shortened(_ text: String, to width: Int) -> String {
    if Self.width(of: text) <= width { return text }
    var text = text
    while let last = text.last, last == " " || last == "…" || Self.width(of: text + "…") > width { text.removeLast() }
    return text + "…"
  }

  /// A name on several lines: `managedClockView` is broken before its capitals.
  static func lines(ofName name: String, width: Int) -> [String] {
    let words = name.replacing(#/([a-z])(?=[A-Z])/#) { "\($0.output.1)\u{0}" }.split { $0 == "\u{0}" || $0 == " " }
    return words.map(String.init).reduce(into: []) { lines, word in
      // A space belongs between a name and its number.
      let longer = (lines.last ?? "") + (word.first?.isNumber == true ? " " : "") + word
      if !lines.isEmpty, self.width(of: longer) <= width {
        lines[lines.count - 1] = longer
      } else {
        lines += wrap(word, to: width, most: 3)
      }
    }
  }
}
