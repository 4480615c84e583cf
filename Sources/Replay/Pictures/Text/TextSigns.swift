/// The characters that a text timeline is drawn with.
struct TextSigns: Sendable {
  let isASCII: Bool

  var alive: Character { isASCII ? "#" : "┃" }
  var dying: Character { isASCII ? ":" : "╎" }
  var gone: Character { isASCII ? "'" : "╹" }
  var unknown: Character { isASCII ? "." : "┊" }
  var leaked: Character { isASCII ? "L" : "█" }
  var registration: Character { isASCII ? "|" : "│" }
  var swept: Character { isASCII ? "o" : "○" }
  var leftOver: Character { isASCII ? "X" : "⊗" }
  var change: Character { isASCII ? "*" : "●" }
  var announcement: Character { isASCII ? "+" : "◇" }
  var itself: Character { isASCII ? "@" : "↻" }
  var death: Character { isASCII ? "=" : "━" }
  var left: Character { isASCII ? "<" : "◀" }
  var right: Character { isASCII ? ">" : "▶" }
  var line: Character { isASCII ? "-" : "─" }
  var dashed: Character { isASCII ? "~" : "╌" }
  var stop: Character { isASCII ? "/" : "╳" }
  var between: Character { isASCII ? "|" : "│" }
  var bad: Character { isASCII ? "!" : "✗" }

  /// The text in characters that can be shown.
  func shown(_ text: String) -> String {
    let oneLine = text.replacing("\n", with: " ")
    if !isASCII { return oneLine }
    return oneLine.replacing("→", with: "->").replacing("…", with: "...").replacing(#/[“”]/#, with: "\"")
      .replacing("×", with: "x").replacing("’", with: "'").unicodeScalars.map { $0.isASCII ? String($0) : "?" }.joined()
  }

  /// What the signs mean.
  var key: [String] {
    [
      "\(alive) alive", "\(dying) in deinit", "\(gone) gone", "\(registration) registration", "\(change) change",
      "\(line)\(line)\(right) call, or request to observe", "\(dashed)\(dashed)\(stop) not made", "\(itself) to itself",
      "\(bad) trouble",
    ]
  }
}
