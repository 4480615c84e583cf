import Foundation

/// A text in which words are looked for: lower case, and every gap one space, so that the width of a page does not
/// matter. The search is one for bytes, and takes time in proportion to the text.
struct Words {
  /// The text with its case.
  private let kept: [UInt8]
  /// The text in lower case, byte for byte.
  private let lowered: [UInt8]

  init(_ text: String) {
    var kept: [UInt8] = []
    kept.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      let isSpace = byte == 0x20 || byte == 0x0A || byte == 0x09
      if isSpace && (kept.isEmpty || kept.last == 0x20) { continue }
      kept.append(isSpace ? 0x20 : byte)
    }
    self.kept = kept
    lowered = kept.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
  }

  func contains(_ words: String) -> Bool { position(of: words) != nil }

  /// Where the words begin, in bytes, at or after a place.
  func position(of words: String, from start: Int = 0) -> Int? {
    guard start >= 0, start + words.utf8.count <= lowered.count else { return nil }
    var wanted = words.lowercased()
    return wanted.withUTF8 { wanted in
      lowered.withUnsafeBytes { $0.position(of: UnsafeRawBufferPointer(wanted), from: start) }
    }
  }

  /// The text of a range of bytes, cut to the text.
  func text(_ range: Range<Int>) -> String {
    String(decoding: kept[range.clamped(to: 0..<kept.count)], as: UTF8.self)
  }

  /// The text between two marks, at or after a place, and where the second mark ends; nil if it is longer than a
  /// limit.
  func between(
    _ first: String, _ last: String, from start: Int = 0, most limit: Int = 300
  ) -> (text: String, end: Int)? {
    guard let begin = position(of: first, from: start) else { return nil }
    let from = begin + first.utf8.count
    guard let end = position(of: last, from: from), end - from <= limit else { return nil }
    return (text(from..<end), end + last.utf8.count)
  }

  /// The first of the words with which one of each of these parts follow each other, as in one sentence; nil if they do
  /// not.
  func sentence(_ parts: [[String]], most limit: Int = 4000) -> String? {
    for start in parts.first ?? [] {
      var begin = position(of: start)
      while let first = begin {
        var place: Int? = first
        for part in parts.dropFirst() {
          place = place.flatMap { from in part.compactMap { position(of: $0, from: from) }.min() }
        }
        if let place, place - first <= limit { return start }
        // Without the last part there is none further on.
        begin = place == nil ? nil : position(of: start, from: first + 1)
      }
    }
    return nil
  }

  /// The words with the text around them, as a quotation of a limited number of bytes.
  func quotation(of words: String, most: Int = 150) -> String? {
    guard let start = position(of: words) else { return nil }
    let length = words.utf8.count
    let around = max(0, most - length) / 2
    // The word that they end in is quoted whole: it may be the name of a function.
    let end = kept[min(start + length, kept.count)...].prefix(120).firstIndex(of: 0x20) ?? start + length
    let range = (start - around..<max(end + 1, start + length + around)).clamped(to: 0..<kept.count)
    var text = text(range)
    // Whole words only.
    if range.lowerBound > 0, let space = text.firstIndex(of: " ") { text = "…" + text[space...].dropFirst() }
    if range.upperBound < kept.count, let space = text.lastIndex(of: " ") { text = text[..<space] + "…" }
    return text.replacing("\u{FFFD}", with: "")
  }
}

extension UnsafeRawBufferPointer {
  /// Where bytes are first, at or after a place.
  func position(of wanted: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
    guard let base = baseAddress, let words = wanted.baseAddress, !wanted.isEmpty else { return nil }
    let (last, first) = (count - wanted.count, CInt(wanted[0]))
    var place = start
    while place <= last, let found = memchr(base + place, first, last + 1 - place) {
      place = UnsafeRawPointer(found) - base
      if memcmp(base + place, words, wanted.count) == 0 { return place }
      place += 1
    }
    return nil
  }
}
