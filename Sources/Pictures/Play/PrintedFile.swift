import Console
import Foundation
import Harness
import Recording

/// A file that a program has printed into, after its end.
struct PrintedFile {
  private let stream: TimedProcess.Stream
  private let file: FileHandle?
  /// The message with which the program died; empty if there is none.
  let lastMessage: String
  /// Where that begins, or the file ends.
  private let end: Int

  static func both(in folder: URL) -> (out: PrintedFile, err: PrintedFile) {
    (PrintedFile(.out, in: folder), PrintedFile(.err, in: folder))
  }

  private init(_ stream: TimedProcess.Stream, in folder: URL) {
    self.stream = stream
    let file = FileHandle(forReadingAtPath: stream.file(in: folder).path)
    self.file = file
    let size = Int((try? file?.seekToEnd()) ?? 0)
    // A last message is at the end.
    let start = max(0, size - 1 << 20)
    try? file?.seek(toOffset: UInt64(start))
    let text = (try? file?.readToEnd()) ?? Data()
    lastMessage = stream == .err ? ProcessOutput(String(decoding: text, as: UTF8.self)).lastMessage : ""
    let first = lastMessage.prefix { $0 != "\n" }
    let place = first.isEmpty ? nil : text.range(of: Data(first.utf8), options: .backwards)
    end = place.map { start + $0.lowerBound } ?? size
  }

  /// What was printed after the events of a recording.
  func rest(_ events: [RecordedEvent]) -> [RecordedEvent] {
    guard let file else { return [] }
    let start = RecordedRun.end(of: stream, in: events)
    guard let piece = PrintedPiece(of: file.fileDescriptor, from: start, to: end, isLast: true) else { return [] }
    return [piece.event(on: stream, after: events)]
  }
}
