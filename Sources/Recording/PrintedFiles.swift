import Console
import Foundation

/// The files that a program of the reader's own prints into, seen by the program itself: what is new in them.
struct PrintedFiles {
  private var files: [(stream: TimedProcess.Stream, number: Int32, end: Int)]
  /// Whether other threads ran since the files were read.
  private var wasBeside = false
  /// Whether lines ran since then after which the files were not read.
  private var hasPassedOver = false
  /// How often something was printed in each line.
  private var counts: [RecordedEvent.Line: Int] = [:]
  /// For what is printed in one line more often, the files are not read: a loop would fill the recording.
  private static let mostOfOneLine = 20

  init(in folder: URL) {
    files = TimedProcess.Stream.allCases.compactMap { stream in
      let number = open(stream.file(in: folder).path, O_RDONLY | O_CLOEXEC)
      return number < 0 ? nil : (stream, number, 0)
    }
  }

  /// What was printed since the last time. It waits for no other thread.
  ///
  /// - Parameters:
  ///   - isAlone: whether no other thread runs. If one does, or did, it is not known which thread printed.
  ///   - isSilent: whether nothing else is to be recorded now.
  ///   - line: the innermost one that is under way.
  ///   - lines: returns all of them, the innermost first. In a deep recursion that takes long.
  mutating func takeNew(
    isAlone: Bool, isSilent: Bool, on thread: String, at line: RecordedEvent.Line?, in lines: () -> [RecordedEvent.Line]
  ) -> [RecordedEvent] {
    let isKnown = isAlone && !wasBeside
    if isSilent, let line, counts[line, default: 0] >= Self.mostOfOneLine {
      (hasPassedOver, wasBeside) = (true, !isKnown)
      return []
    }
    StandardStreams.flushOutputIfFree()
    var events: [RecordedEvent] = []
    for index in files.indices {
      guard let piece = PrintedPiece(of: files[index].number, from: files[index].end) else { continue }
      files[index].end = piece.end
      var event = piece.event(on: files[index].stream)
      if isKnown { event.thread = thread }
      if isKnown && !hasPassedOver { event.lines = lines() }
      events.append(event)
    }
    if !events.isEmpty, let line { counts[line, default: 0] += 1 }
    (hasPassedOver, wasBeside) = (false, !isAlone)
    return events
  }
}
