import Foundation

/// Reads a log of any size, and keeps the parts that a crash can be in: the beginning, which names the system; the end,
/// where most crashes are; and between them the last places that look like one. The memory that it takes is limited.
package struct LogReader {
  /// The bytes of a block. The length of a character divides it, in every encoding but UTF-8.
  package let block: Int
  /// The most that is kept of a text, in blocks: these at the beginning, these at the end, and the rest between.
  private static let (first, last, most) = (2, 8, 16)
  /// The most that is kept of a report in JSON, in bytes: a part of it cannot be read.
  private static let mostJSON = 16 << 20
  /// The most that is read, in bytes, since an input such as `yes` has no end.
  package static let mostRead = 1 << 28

  struct Block {
    let number: Int
    let bytes: [UInt8]
    /// Whether it, or the one before or after it, has words of a crash.
    var isNearCrash: Bool
  }

  private(set) var blocks: [Block] = []
  /// The whole text, which can have a report in JSON; nil once it is too long for one.
  private(set) var json: [UInt8]? = []
  private var encoding: TextEncoding?
  /// The bytes that were read or skipped.
  package private(set) var count = 0
  private var skipped = 0
  private var end: [UInt8] = []
  private var lastHasWords = false

  package init(block: Int = 1 << 16) { self.block = block }

  init(_ bytes: [UInt8], block: Int = 1 << 16) {
    self.init(block: block)
    for start in stride(from: 0, to: bytes.count, by: block) {
      add(Array(bytes[start..<min(start + block, bytes.count)]))
    }
  }

  /// Adds the next bytes: a whole block, or less at the end.
  package mutating func add(_ bytes: [UInt8]) {
    let isEmpty = Self.hasZerosAlone(bytes)
    if encoding == nil && !isEmpty { encoding = TextEncoding(bytes) }
    if count == 0, bytes.count < 2 { json = nil }
    json?.append(contentsOf: bytes)
    if json?.count ?? 0 > Self.mostJSON { json = nil }

    let hasWords = !isEmpty && CrashWords.areIn(end + bytes)
    if hasWords, blocks.last?.number == count / block - 1 { blocks[blocks.count - 1].isNearCrash = true }
    blocks.append(Block(number: count / block, bytes: bytes, isNearCrash: hasWords || lastHasWords))
    end = Array(bytes[max(0, bytes.count - 64)...])
    (lastHasWords, count) = (hasWords, count + bytes.count)
    if blocks.count > Self.most {
      let between = Self.first..<Self.most - Self.last
      blocks.remove(at: between.first { !blocks[$0].isNearCrash } ?? Self.first)
    }
  }

  /// Whether the blocks at the beginning were just read.
  package var hasBeginning: Bool { count == Self.first * block }

  /// Whether as much was read as is read at all.
  package var isFull: Bool { count - skipped >= Self.mostRead }

  /// Goes on at a later block.
  package mutating func skip(to number: Int) {
    skipped = number * block - count
    (count, end, lastHasWords, json) = (number * block, [], false, nil)
  }

  /// Whether there is nothing but zeros, as in a file that was emptied while a program wrote to it.
  package static func hasZerosAlone(_ bytes: [UInt8]) -> Bool {
    // Each byte is the same as the one behind it.
    bytes.first == 0 && bytes.withUnsafeBytes { memcmp($0.baseAddress!, $0.baseAddress! + 1, $0.count - 1) == 0 }
  }

  /// What was left out, as a sentence; nil if nothing was.
  var omission: String? {
    if isFull {
      return
        "Only the first \(Self.mostRead >> 20) MB were read, and of them \(kept >> 10) kB were kept: the beginning, "
        + "the end, and the last places between that look like a crash."
    }
    let omitted = count - kept
    guard omitted > 0 else { return nil }
    return
      "The log has \(count >> 10) kB. \(omitted >> 10) kB between its beginning and its end were left out. The last "
      + "places there that look like a crash were kept"
      + (skipped > 0 ? "; only the last \(Self.mostRead >> 20) MB were searched for them." : ".")
  }

  private var kept: Int { blocks.reduce(0) { $0 + $1.bytes.count } }

  /// What was kept, as text. Where a part is left out, the lines that it cuts are left out too.
  var text: String {
    var texts: [String] = []
    var rest = blocks[...]
    while let first = rest.first {
      let run = rest.enumerated().prefix { $0.element.number == first.number + $0.offset }.map(\.element)
      rest = rest.dropFirst(run.count)
      var text = (encoding ?? .eightBit).text(run.flatMap(\.bytes))[...]
      if first.number > 0 { text = text.firstIndex(where: \.isNewline).map { text[$0...] } ?? text }
      if !rest.isEmpty { text = text.lastIndex(where: \.isNewline).map { text[..<$0] } ?? text }
      texts.append(String(text))
    }
    return texts.joined(separator: "\n")
  }

  /// The log with its reports in JSON written out; nil if it has none.
  var report: String? {
    guard let json, JSONCrashReport.canBe(in: json) else { return nil }
    return JSONCrashReport.text(of: (encoding ?? .eightBit).text(json))
  }
}

/// Words that a log has where a process fails. They only say which parts of a long log are kept. The search is for their
/// first letters, which are rare in a text.
private enum CrashWords {
  private static let all = [
    "Terminating app due to", "Fatal Exception:", "Fatal error:", "*** -[", "*** RawObserving:", "EXC_", "SIGSEGV",
    "SIGABRT", "SIGBUS", "Crashed:", "Last Exception Backtrace", "Cannot remove an observer",
    "Cannot update for observer", "An -observeValueForKeyPath", "An instance 0x",
  ].map { Array($0.utf8) }

  static func areIn(_ bytes: [UInt8]) -> Bool {
    // In a wider encoding, every letter has zeros beside it.
    let isWide = bytes.withUnsafeBytes { memchr($0.baseAddress!, 0, $0.count) } != nil
    return (isWide ? bytes.filter { $0 != 0 } : bytes).withUnsafeBytes { text in
      all.contains { $0.withUnsafeBytes { text.position(of: $0) } != nil }
    }
  }
}
