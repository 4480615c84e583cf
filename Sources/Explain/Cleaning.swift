/// Brings a pasted text into one form: plain lines, plain quotes, no marks of the program that it was copied from.
enum Cleaning {
  static func clean(_ text: String) -> String {
    var text = withoutEntities(plain(text))
    // Copies of copies are escaped twice.
    if text.contains("&") { text = withoutEntities(text) }
    // Escapes can stand for any character.
    text = plain(withoutTags(unescaped(text)))
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { withoutMargin($0) }.joined(separator: "\n")
  }

  // MARK: Characters

  /// Replaces variants of plain characters by the plain ones, and drops invisible characters: those that control a
  /// terminal, and those that change the direction of the text.
  private static func plain(_ text: String) -> String {
    var cleaned = String.UnicodeScalarView()
    var scalars = text.unicodeScalars.makeIterator()
    var pending: Unicode.Scalar?
    while let scalar = pending ?? scalars.next() {
      pending = nil
      switch scalar {
      case "\r":
        cleaned.append("\n")
        if let next = scalars.next(), next != "\n" { pending = next }
      case "\u{85}", "\u{2028}", "\u{2029}": cleaned.append("\n")
      case "\n", "\t": cleaned.append(scalar)
      case "\u{1B}": skipEscape(&scalars)
      case "\u{9B}": skipParameters(&scalars)
      case "\u{9D}": skipTitle(&scalars)
      case "\u{2018}", "\u{2019}", "\u{201A}", "\u{201B}", "\u{2032}", "\u{B4}": cleaned.append("'")
      case "\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}", "\u{2033}", "\u{AB}", "\u{BB}": cleaned.append("\"")
      case "\u{2010}"..."\u{2015}", "\u{2212}": cleaned.append("-")
      case "\u{A0}", "\u{2000}"..."\u{200A}", "\u{202F}", "\u{3000}": cleaned.append(" ")
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}": break
      case _ where scalar.value >= 0x80 && scalar.properties.generalCategory == .format: break
      default: cleaned.append(scalar)
      }
    }
    return String(cleaned)
  }

  /// Skips a terminal's control sequence, after its escape character.
  private static func skipEscape(_ scalars: inout String.UnicodeScalarView.Iterator) {
    guard let kind = scalars.next() else { return }
    if kind == "[" { skipParameters(&scalars) }
    if kind == "]" { skipTitle(&scalars) }
  }

  /// Skips the parameters of a control sequence, and the letter at its end.
  private static func skipParameters(_ scalars: inout String.UnicodeScalarView.Iterator) {
    for _ in 0..<32 {
      guard let scalar = scalars.next(), !("@"..."~").contains(scalar) else { return }
    }
  }

  /// Skips the title of a window, until a bell or another escape.
  private static func skipTitle(_ scalars: inout String.UnicodeScalarView.Iterator) {
    for _ in 0..<256 {
      guard let scalar = scalars.next(), !"\u{7}\\\u{9C}\n".unicodeScalars.contains(scalar) else { return }
    }
  }

  // MARK: Escapes

  private static let entities = [
    "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'", "nbsp": " ", "ldquo": "\"", "rdquo": "\"",
    "lsquo": "'",
    "rsquo": "'", "hellip": "…", "ndash": "-", "mdash": "-",
    // Pages that were written on Windows have these numbers for quotes and dashes.
    "#145": "'", "#146": "'", "#147": "\"", "#148": "\"", "#150": "-", "#151": "-",
  ]

  /// The character of an entity, such as `lt`, `#60` or `#x3c`; nil if there is none.
  private static func character(of entity: String) -> String? {
    if let character = entities[entity] { return character }
    guard entity.hasPrefix("#") else { return nil }
    let digits = entity.dropFirst()
    let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init).map { String($0) }
  }

  /// Replaces `&lt;` and the like by their characters.
  private static func withoutEntities(_ text: String) -> String {
    guard text.contains("&") else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
      result += rest[..<start]
      rest = rest[start...].dropFirst()
      let name = rest.prefix(8).prefix { $0 != ";" && $0 != "&" }
      if let character = character(of: name.lowercased()), rest.dropFirst(name.count).first == ";" {
        result += character
        rest = rest.dropFirst(name.count + 1)
      } else {
        result += "&"
      }
    }
    return result + rest
  }

  /// Undoes backslashes, as in strings of JSON and of source code, and in Markdown.
  private static func unescaped(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "\\", let next = rest.first else {
        result.append(scalar)
        continue
      }
      switch next {
      case "n": result.append("\n")
      case "t": result.append("\t")
      case "r": break
      case "u":
        if let code = UInt32(String(rest.dropFirst().prefix(4)), radix: 16), let named = Unicode.Scalar(code) {
          result.append(named)
          rest = rest.dropFirst(4)
        }
      case _ where next.isASCII && !next.properties.isAlphabetic && !("0"..."9").contains(next) && next != " ":
        result.append(next)
      default:
        result.append(scalar)
        continue
      }
      rest = rest.dropFirst()
    }
    return String(result)
  }

  /// The tags that web pages put around a log. Others stay: `<NSObject: 0x1>` looks like one.
  private static let tags: Set<String> = [
    "br", "p", "pre", "code", "div", "span", "li", "ul", "ol", "tr", "td", "th", "table", "b", "i", "em", "strong",
    "blockquote", "font", "a",
  ]

  private static func withoutTags(_ text: String) -> String {
    guard text.contains("</") || text.contains("<br") else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      result += rest[..<start]
      rest = rest[start...]
      let name = rest.dropFirst().drop { $0 == "/" }.prefix(12).prefix { $0.isLetter }
      if tags.contains(name.lowercased()), let end = rest.prefix(400).firstIndex(of: ">") {
        if ["br", "p", "div", "li", "tr", "pre"].contains(name.lowercased()) { result += "\n" }
        rest = rest[end...].dropFirst()
      } else {
        result += "<"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  // MARK: Margins

  /// The line without the signs of a quotation, such as `> > `.
  private static func withoutMargin(_ line: Substring) -> Substring {
    var line = line
    while line.hasPrefix(">"), line.dropFirst().first == " " || line.dropFirst().first == ">" || line.count == 1 {
      line = line.dropFirst()
      if line.first == " " { line = line.dropFirst() }
    }
    return line.hasPrefix("```") ? "" : line
  }
}
