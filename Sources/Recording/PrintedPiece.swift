package import Console
import Foundation

/// A part of what a program has printed on one of its streams, which is a file.
package struct PrintedPiece {
  package let text: String
  /// How many lines of it are not in the text, because there are too many.
  package let missed: Int
  /// Where the piece ends in the file.
  package let end: Int

  /// A loop may print without end: of what is printed between two events, the first lines are enough.
  private static let (mostBytes, mostLines) = (16_384, 200)
  private static let newline = UInt8(ascii: "\n")

  /// - Parameters:
  ///   - start: where it begins.
  ///   - place: where it ends at the latest; nil for the end of the file.
  ///   - isLast: whether nothing more is printed.
  /// - Returns: nil if there is nothing from there on, or no whole character yet.
  package init?(of file: Int32, from start: Int, to place: Int? = nil, isLast: Bool = false) {
    var status = stat()
    guard fstat(file, &status) == 0 else { return nil }
    // A program may empty the file, by the name /dev/stdout.
    let size = min(place ?? .max, Int(status.st_size))
    let start = min(start, size)
    if start == size { return nil }
    var bytes = Self.bytes(of: file, start..<min(size, start + Self.mostBytes + 1))
    let lineEnds = bytes.indices.filter { bytes[$0] == Self.newline }
    if bytes.count <= Self.mostBytes, lineEnds.count <= Self.mostLines {
      if !isLast { bytes.removeLast(Self.incompleteCharacter(at: bytes)) }
      if bytes.isEmpty { return nil }
      (text, missed, end) = (String(decoding: bytes, as: UTF8.self), 0, start + bytes.count)
      return
    }
    let kept = lineEnds.prefix(Self.mostLines).last.map { $0 + 1 } ?? Self.mostBytes
    let isBroken = lineEnds.isEmpty
    text = String(decoding: bytes[..<kept], as: UTF8.self) + (isBroken ? "…\n" : "")
    missed = Self.lines(of: file, (start + kept)..<size) - (isBroken ? 1 : 0)
    end = size
  }

  private static func bytes(of file: Int32, _ range: Range<Int>) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: range.count)
    let count = pread(file, &bytes, bytes.count, off_t(range.lowerBound))
    return Array(bytes.prefix(max(0, count)))
  }

  /// How many lines there are. The last one may have no end.
  private static func lines(of file: Int32, _ range: Range<Int>) -> Int {
    var (count, start, last) = (0, range.lowerBound, newline)
    while start < range.upperBound {
      let part = bytes(of: file, start..<min(range.upperBound, start + 1 << 20))
      guard let end = part.last else { break }
      count += newlines(in: part)
      (start, last) = (start + part.count, end)
    }
    return count + (last == newline ? 0 : 1)
  }

  /// Found by the C library: this file may be compiled without optimization.
  private static func newlines(in bytes: [UInt8]) -> Int {
    bytes.withUnsafeBytes { all in
      var (count, rest) = (0, all[...])
      while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress,
        let found = memchr(start, Int32(newline), rest.count)
      {
        count += 1
        rest = rest.dropFirst(start.distance(to: found) + 1)
      }
      return count
    }
  }

  /// How many bytes at the end are the beginning of a character.
  private static func incompleteCharacter(at bytes: [UInt8]) -> Int {
    let rest = bytes.suffix(3).reversed().prefix { $0 & 0xC0 == 0x80 }.count + 1
    guard rest <= 3, bytes.count >= rest else { return 0 }
    let length =
      switch bytes[bytes.count - rest] {
      case 0xC0..<0xE0: 2
      case 0xE0..<0xF0: 3
      case 0xF0...: 4
      default: 1
      }
    return length > rest ? rest : 0
  }

  /// The event that says so, after the last of the others.
  package func event(on stream: TimedProcess.Stream, after events: [RecordedEvent]) -> RecordedEvent {
    var event = event(on: stream)
    let events = events.prefix { ![.finds, .dies].contains($0.what) }
    let isBeside = events.last { [.beside, .alone].contains($0.what) }?.what == .beside
    if isBeside || events.contains(where: { $0.what == .cutOff }) { return event }
    (event.thread, event.lines) = (events.last?.thread ?? "", events.last?.lines ?? [])
    return event
  }

  /// The event that says so.
  func event(on stream: TimedProcess.Stream) -> RecordedEvent {
    var event = RecordedEvent(.says, text: text)
    (event.stream, event.end, event.missed) = (stream, end, missed > 0 ? missed : nil)
    return event
  }
}
