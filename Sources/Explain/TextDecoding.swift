import Foundation

/// Turns the bytes of a log into text, whatever their encoding is.
package enum TextDecoding {
  /// The most that is read of a log. A longer one is cut here, and the report says so.
  package static let limit = 1 << 20

  /// The bytes as text. Any sequence of bytes is accepted.
  static func text(_ bytes: [UInt8]) -> String {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
    if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), bigEndian: false) }
    if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), bigEndian: true) }
    if let bigEndian = utf16Order(bytes) { return utf16(bytes[...], bigEndian: bigEndian) }
    let text = String(decoding: bytes, as: UTF8.self)
    // A cut in the middle of a character spoils one; another encoding spoils every letter with an accent.
    let spoilt = text.unicodeScalars.count { $0 == "\u{FFFD}" }
    let foreign = bytes.count { $0 >= 0x80 }
    return spoilt * 2 > foreign ? latin1(bytes) : text
  }

  /// Whether the text is UTF-16 without a mark, and in which order: then every other byte of plain letters is 0.
  private static func utf16Order(_ bytes: [UInt8]) -> Bool? {
    let sample = bytes.prefix(4096)
    guard sample.count >= 8 else { return nil }
    let zerosAtEven = sample.enumerated().count { $0.offset % 2 == 0 && $0.element == 0 }
    let zerosAtOdd = sample.enumerated().count { $0.offset % 2 == 1 && $0.element == 0 }
    let many = sample.count * 2 / 5
    if zerosAtEven >= many && zerosAtOdd * 8 < zerosAtEven { return true }
    if zerosAtOdd >= many && zerosAtEven * 8 < zerosAtOdd { return false }
    return nil
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) -> String {
    let bytes = Array(bytes)
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return bigEndian ? first << 8 | second : second << 8 | first
    }
    return String(decoding: units, as: UTF16.self)
  }

  private static func latin1(_ bytes: [UInt8]) -> String {
    // Windows-1252 has its quotes and dashes where Latin-1 has control characters.
    let windows: [UInt8: Unicode.Scalar] = [
      0x91: "'", 0x92: "'", 0x93: "\"", 0x94: "\"", 0x96: "-", 0x97: "-", 0x85: "…",
    ]
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(windows[byte] ?? Unicode.Scalar(byte)) }
    return String(text)
  }
}
