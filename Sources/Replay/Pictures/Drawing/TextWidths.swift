/// How wide text is in the figures, estimated from the widths of Arial's characters.
///
/// A figure names no font of its own, so the real font may be another one. The estimate is therefore raised: text that
/// fits by it also fits in the system fonts of the usual platforms.
enum TextWidths {
  /// The size of all text in the figures.
  static let size = 14
  /// The distance from one line of a text to the next.
  static let lineHeight = 19

  /// The width of the text in pixels, rounded up.
  static func width(of text: String, bold: Bool = false) -> Int {
    let thousandths = text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
    // Bold letters are about a tenth wider. Another tenth is for fonts that run wider than Arial.
    let percent = bold ? 118 : 108
    return (thousandths * size * percent + 99_999) / 100_000
  }

  /// Breaks the text at spaces into lines that are no wider. A word that is too wide for a line is broken anywhere.
  static func wrap(_ text: String, to width: Int, bold: Bool = false) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ").map(String.init) {
      let longer = line.isEmpty ? word : line + " " + word
      if Self.width(of: longer, bold: bold) <= width {
        line = longer
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = ""
      for character in word {
        if !line.isEmpty, Self.width(of: line + String(character), bold: bold) > width {
          lines.append(line)
          line = ""
        }
        line.append(character)
      }
    }
    return lines + (line.isEmpty ? [] : [line])
  }

  /// A limited number of lines of the text; the last one ends in `…` if there would be more.
  static func wrap(_ text: String, to width: Int, most: Int, bold: Bool = false) -> [String] {
    let lines = wrap(text, to: width, bold: bold)
    if lines.count <= most { return lines }
    var last = lines[most - 1]
    while !last.isEmpty && Self.width(of: last + "…", bold: bold) > width { last.removeLast() }
    return lines.prefix(most - 1) + [last + "…"]
  }

  /// In thousandths of the size.
  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case "i", "j", "l", "'": 222
    case "|": 260
    case " ", "!", ",", ".", "/", ":", ";", "I", "[", "]", "\\", "t", "f": 278
    case "(", ")", "-", "`", "r", "“", "”", "\"": 355
    case "*", "{", "}": 389
    case "c", "k", "s", "v", "x", "y", "z", "J": 500
    case "F", "T", "Z": 611
    case "A", "B", "E", "K", "P", "S", "V", "X", "Y", "&": 667
    case "C", "D", "H", "N", "R", "U", "w": 722
    case "G", "O", "Q": 778
    case "m", "M": 833
    case "%", "W": 944
    case "+", "<", "=", ">", "~", "×": 584
    case "…", "→", "@", "—": 1015
    case _ where scalar.value < 128: 556
    case _ where scalar.value < 0x250: 722
    default: 1015
    }
  }
}
