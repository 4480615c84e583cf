import Console
package import Foundation

/// The file to which a process writes its events, one a line. The parent reads it when the process has ended, even if
/// it died.
package struct EventFile {
  package let path: String

  /// - Parameter folder: where it is made; nil for the temporary folder of this machine.
  package init(in folder: URL? = nil) throws {
    let file = folder?.appendingPathComponent("events") ?? TemporaryPlace.new(".events")
    path = file.path
    // Where not even a short recording has room, nothing is run.
    do {
      try Data(count: 1 << 16).write(to: file)
      try Data().write(to: file)
    } catch {
      remove()
      let why = reason(of: error)
      let folder = file.deletingLastPathComponent().path
      throw OutputError(message: "the recording cannot be kept in \(folder): \(why).", code: Ending.output)
    }
  }

  /// Opens the file, in the process whose run is recorded.
  package static func open(_ path: String) throws -> FileHandle {
    guard let file = FileHandle(forWritingAtPath: path) else {
      throw OutputError(message: "the recording cannot be kept: \(quoted(path)) cannot be written.")
    }
    return file
  }

  /// How a process ended that did not end by itself.
  package enum End {
    /// It died, with this last message.
    case died(String)
    /// It was killed by the process that started it, for this reason.
    case stopped(String)
    /// It left without `exit`, which would have noted the end, or another program has taken its place.
    case left
  }

  /// The events, with the names of the objects. A death that the engine could not announce, such as by an assertion, is
  /// added at the end.
  ///
  /// - Parameters:
  ///   - end: nil if the process ended by itself.
  ///   - rest: returns what was printed after these events.
  ///   - text: the text of a line of the story's source, if it is there.
  package func read(
    endingWith end: End? = nil, rest: ([RecordedEvent]) -> [RecordedEvent] = { _ in [] },
    _ text: (RecordedEvent.Line) -> String? = { _ in nil }
  ) throws -> [RecordedEvent] {
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw OutputError(message: "the recording in \(path) is lost: \(reason(of: error)).", code: Ending.output)
    }
    var lines = String(decoding: data, as: UTF8.self)
    if !lines.isEmpty && !lines.hasSuffix("\n") {
      // A process that was killed may have been writing.
      if end == nil {
        throw OutputError(
          message: "\(path) could not be written to its end. Is there room for it?", code: Ending.output)
      }
      lines = lines.split(separator: "\n").dropLast().map { $0 + "\n" }.joined()
    }
    // What names the objects, first; then all events with the names in them.
    let naming = try Self.events(in: lines) { line in
      ["\"born\"", "\"holds\"", "\"receives\"", "\"refers\"", "\"adds\""].contains { line.contains($0) }
    }
    lines = ObjectNames(naming, text).resolved(lines)
    var events = try Self.events(in: lines) { _ in true }
    for index in events.indices where events[index].what == .line {
      // Without the comment behind it.
      let line = events[index].lines.first.flatMap(text)?.replacing(#/\s+//\s.*/#, with: "")
      let statement = line?.trimmingCharacters(in: .whitespaces) ?? ""
      let goesOn = statement.last.map { "({[,?:=&|+".contains($0) } ?? false
      events[index].text = goesOn ? statement + " …" : statement
    }
    let isOver = [.finds, .dies].contains(events.last?.what)
    events.insert(contentsOf: rest(events), at: events.endIndex - (isOver ? 1 : 0))
    for index in events.indices { events[index].end = nil }
    var last: RecordedEvent? = nil
    switch end {
    case .died(let message) where events.last?.what != .dies: last = RecordedEvent(.dies, text: message)
    case .stopped(let reason): last = RecordedEvent(.stopped, text: reason)
    case .left where !isOver:
      last = RecordedEvent(.stopped, text: "the program leaves without exit")
      last?.by = "_exit"
    default: break
    }
    if var last {
      (last.lines, last.thread) = (events.last?.lines ?? [], events.last?.thread ?? "")
      events.append(last)
    }
    return events
  }

  private static func events(in lines: String, where isWanted: (Substring) -> Bool) throws -> [RecordedEvent] {
    try lines.split(separator: "\n").filter(isWanted).map {
      try JSONDecoder().decode(RecordedEvent.self, from: Data($0.utf8))
    }
  }

  package func remove() { try? FileManager.default.removeItem(atPath: path) }
}
