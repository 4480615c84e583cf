import Foundation

extension [UInt8] {
  /// Whether the bytes, which end with a zero, have one of the words.
  ///
  /// - Parameter asWhole: whether the word has to end there: `Quick`, and not `QuickLook`.
  func contains(anyOf words: [String], asWhole: Bool = false) -> Bool {
    withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress?.assumingMemoryBound(to: CChar.self) else { return false }
      return words.contains { word in
        var start = base
        while let found = strstr(start, word) {
          let next = UInt8(bitPattern: found[word.utf8.count])
          if !asWhole || !(next == UInt8(ascii: "_") || Character(UnicodeScalar(next)).isLetter) { return true }
          start = UnsafePointer(found) + 1
        }
        return false
      }
    }
  }
}
