package import Console

/// A line that a program printed, put together from the pieces in which it was printed.
package struct PrintedLine: Codable, Equatable, Sendable {
  /// Without its end. In place of lines that were left out, it says how many they are.
  package fileprivate(set) var text: String
  package let stream: TimedProcess.Stream
  /// How many lines it stands for.
  package let count: Int

  /// Whether it is in place of lines that are left out.
  package let isMore: Bool

  /// As a terminal shows it: with spaces for tabs, and without colours.
  package var shown: String {
    var (shown, column) = ("", 0)
    for character in text.replacing(#/\u{1B}\[[0-9:;<=>?]*[ -\/]*[@-~]/#, with: "") {
      let spaces = character == "\t" ? 8 - column % 8 : 0
      shown += spaces > 0 ? String(repeating: " ", count: spaces) : String(character)
      column += spaces > 0 ? spaces : 1
    }
    return printable(shown)
  }

  /// In place of lines that are left out.
  package static func more(_ count: Int, on stream: TimedProcess.Stream) -> PrintedLine {
    PrintedLine(
      text: "… and \(count) \(count == 1 ? "line" : "lines") more", stream: stream, count: count, isMore: true)
  }
}

extension [PrintedLine] {
  /// The lines of a run, each where it begins: the streams may alternate within a line.
  package init(_ pieces: some Sequence<PrintedText>) {
    self = []
    /// The lines that have no end yet.
    var open: [TimedProcess.Stream: Int] = [:]
    for piece in pieces {
      var parts = piece.text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let last = parts.removeLast()
      for part in parts + (last.isEmpty ? [] : [last]) {
        if let line = open[piece.stream] {
          self[line].text += part
        } else {
          open[piece.stream] = endIndex
          append(PrintedLine(text: part, stream: piece.stream, count: 1, isMore: false))
        }
        open[piece.stream] = nil
      }
      if !last.isEmpty, let line = lastIndex(where: { $0.stream == piece.stream }) { open[piece.stream] = line }
      if piece.missed > 0 {
        append(.more(piece.missed, on: piece.stream))
        open[piece.stream] = nil
      }
    }
    for index in indices where self[index].text.hasSuffix("\r") { self[index].text.removeLast() }
  }

  /// The first lines, and how many more there are: a program may print without end.
  package func cut(to most: Int) -> [PrintedLine] {
    let left = dropFirst(most).reduce(0) { $0 + $1.count }
    guard left > 1, let stream = last?.stream else { return self }
    return prefix(most) + [.more(left, on: stream)]
  }
}

/// A text that was printed at once, with the ends of its lines.
package struct PrintedText: Codable, Equatable, Sendable {
  package var text: String
  package let stream: TimedProcess.Stream
  /// How many lines that follow are left out.
  package var missed = 0

  package init(text: String, stream: TimedProcess.Stream, missed: Int = 0) {
    (self.text, self.stream, self.missed) = (text, stream, missed)
  }
}

extension RecordedRun {
  /// Up to which place of a stream the events say what was printed.
  package static func end(of stream: TimedProcess.Stream, in events: [RecordedEvent]) -> Int {
    events.last { $0.stream == stream }?.end ?? 0
  }

  /// What was printed, on both streams.
  package var printed: [PrintedLine] { .init(events.compactMap(\.printed)) }
}

extension RecordedEvent {
  /// What was printed; nil for another event. A story prints whole lines.
  package var printed: PrintedText? {
    guard what == .says, let text else { return nil }
    return PrintedText(text: stream == nil ? text + "\n" : text, stream: stream ?? .out, missed: missed ?? 0)
  }
}
