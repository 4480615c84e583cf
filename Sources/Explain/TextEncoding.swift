import Foundation

/// How the bytes of a log are read as text.
enum TextEncoding: Equatable {
  /// UTF-8, or else the encoding of Windows.
  case eightBit
  case utf16(isBigEndian: Bool)
  case utf32(isBigEndian: Bool)

  /// The encoding of a log, by its mark or by the places of its zeros.
  init(_ beginning: [UInt8]) {
    // Zeros alone, as a log has where it was emptied, say nothing.
    let start = (beginning.firstIndex { $0 != 0 } ?? 0) / 4 * 4
    let sample = beginning[start...].prefix(4096)
    let marks: [(bytes: [UInt8], encoding: TextEncoding)] = [
      ([0xFF, 0xFE, 0, 0], .utf32(isBigEndian: false)), ([0, 0, 0xFE, 0xFF], .utf32(isBigEndian: true)),
      ([0xFF, 0xFE], .utf16(isBigEndian: false)), ([0xFE, 0xFF], .utf16(isBigEndian: true)),
    ]
    if let mark = marks.first(where: { sample.starts(with: $0.bytes) }) {
      self = mark.encoding
      return
    }
    // Plain letters have a zero in every byte but one.
    var zeros = [0, 0, 0, 0]
    for (index, byte) in sample.enumerated() where byte == 0 { zeros[index % 4] += 1 }
    let many = sample.count / 5
    func isPlain(_ letter: [Int], _ rest: [Int]) -> Bool {
      sample.count >= 8 && rest.allSatisfy { zeros[$0] >= many } && letter.allSatisfy { zeros[$0] * 8 < many }
    }
    self =
      isPlain([0], [1, 2, 3])
      ? .utf32(isBigEndian: false)
      : isPlain([3], [0, 1, 2])
        ? .utf32(isBigEndian: true)
        : isPlain([0, 2], [1, 3])
          ? .utf16(isBigEndian: false)
          : isPlain([1, 3], [0, 2]) ? .utf16(isBigEndian: true) : .eightBit
  }

  /// The bytes as text, without a mark. Any sequence of bytes is accepted.
  func text(_ bytes: [UInt8]) -> String {
    let text =
      switch self {
      case .eightBit: Self.eightBitText(bytes)
      case .utf16(let isBigEndian):
        String(decoding: Self.units(of: bytes, isBigEndian, as: UInt16.self), as: UTF16.self)
      case .utf32(let isBigEndian):
        String(decoding: Self.units(of: bytes, isBigEndian, as: UInt32.self), as: UTF32.self)
      }
    return text.first == "\u{FEFF}" ? String(text.dropFirst()) : text
  }

  private static func units<Unit: FixedWidthInteger>(
    of bytes: [UInt8], _ isBigEndian: Bool, as unit: Unit.Type
  ) -> [Unit] {
    let size = Unit.bitWidth / 8
    return stride(from: 0, through: bytes.count - size, by: size).map { start in
      let unit = bytes[start..<start + size].reduce(0) { $0 << 8 | Unit($1) }
      return isBigEndian ? unit : unit.byteSwapped
    }
  }

  private static func eightBitText(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    // A cut in the middle of a character spoils one; another encoding spoils every letter with an accent.
    let spoilt = text.unicodeScalars.count { $0 == "\u{FFFD}" }
    let foreign = bytes.count { $0 >= 0x80 }
    return spoilt * 2 > foreign ? latin1(bytes) : text
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
