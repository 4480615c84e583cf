extension StringProtocol {
  /// How many columns of a terminal the text needs.
  package var columns: Int { reduce(0) { $0 + $1.columns } }

  /// The longest beginning of the text that needs no more than so many columns.
  package func prefix(columns most: Int) -> SubSequence {
    var room = most
    return prefix { character in
      room -= character.columns
      return room >= 0
    }
  }
}

extension Character {
  /// How many columns of a terminal the character needs: two if it is an emoji, or wide in Unicode's Standard Annex 11, as
  /// Chinese and Japanese ones are. A mark that combines with the character before it needs none.
  package var columns: Int {
    if isASCII { return 1 }
    let isEmoji = unicodeScalars.first?.properties.isEmojiPresentation == true || unicodeScalars.contains("\u{FE0F}")
    return isEmoji ? 2 : unicodeScalars.reduce(0) { $0 + $1.columns }
  }
}

extension Unicode.Scalar {
  fileprivate var columns: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    // The vowels and final consonants of a Korean syllable are part of its first letter.
    if 0x1160...0x11FF ~= value { return 0 }
    return Self.wide.contains { $0 ~= value } ? 2 : 1
  }

  /// The wide ones, besides emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4CF, 0xA960...0xA97C,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
    0x16FE0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD,
  ]
}
