/// Breaks a line at spaces so that no part needs more columns than the width, unless a single word does.
package func wrapped(_ line: String, to width: Int) -> [String] {
  var lines: [String] = []
  var current = ""
  var taken = 0
  for word in line.split(separator: " ", omittingEmptySubsequences: false) {
    let columns = word.columns
    if current.isEmpty {
      (current, taken) = (String(word), columns)
    } else if taken + 1 + columns <= width {
      current += " " + word
      taken += 1 + columns
    } else {
      lines.append(current)
      (current, taken) = (String(word), columns)
    }
  }
  lines.append(current)
  return lines
}

/// A word from the command line as a message shows it: in quotes, on one line, of limited length.
package func quoted(_ word: String, most: Int = 64) -> String {
  let start = word.unicodeScalars.prefix(most)
  let isWhole = start.endIndex == word.unicodeScalars.endIndex
  return "'\(printable(String(String.UnicodeScalarView(start))))\(isWhole ? "" : "…")'"
}

/// A text from outside, such as the name of a file, with its control characters replaced: a line break or an escape code
/// in it would change the terminal, and a mark of direction the order of what is printed behind it.
package func printable(_ text: String) -> String {
  let scalars = text.unicodeScalars.map {
    $0.properties.generalCategory == .control || $0.properties.isBidiControl ? "\u{FFFD}" : $0
  }
  return String(String.UnicodeScalarView(scalars))
}

/// A short name of a text, the same in every process. Other texts have other ones, but for an accident.
package func fingerprint(of text: String) -> String {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325  // FNV-1a
  for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
  return String(hash, radix: 16)
}

extension StringProtocol {
  /// Without the spaces at its end.
  package var trimmingSpacesAtEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}

extension String {
  /// The string as one word of a shell's command line.
  package var shellWord: String {
    let isPlain = allSatisfy { $0.isLetter || $0.isNumber || "/._-+:@%".contains($0) }
    return isPlain && !isEmpty ? self : "'" + replacing("'", with: "'\\''") + "'"
  }

  /// The string, padded with spaces to the width in columns.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - columns))
  }
}
