import Console
package import Foundation

/// The file to which a process writes its events, one a line. The parent reads it when the process has ended, even if
/// it died.
package struct EventFile {
  package let path: String

  package init() throws {
    let folder = FileManager.default.temporaryDirectory
    path = folder.appendingPathComponent("scenarios-\(UUID().uuidString).events").path
    guard FileManager.default.createFile(atPath: path, contents: nil) else {
      throw OutputError(message: "the recording cannot be kept: \(folder.path) cannot be written to.")
    }
  }

  /// Opens the file, in the process whose run is recorded.
  package static func open(_ path: String) throws -> FileHandle {
    guard let file = FileHandle(forWritingAtPath: path) else {
      throw OutputError(message: "the recording cannot be kept: \(quoted(path)) cannot be written.")
    }
    return file
  }

  /// The events, with the names of the objects. A death that the engine could not announce, such as by an assertion, is
  /// added at the end.
  ///
  /// - Parameters:
  ///   - death: the last message of a process that died.
  ///   - text: the text of a line of the story's source, if it is there.
  package func read(
    endingWith death: String? = nil, _ text: (RecordedEvent.Line) -> String? = { _ in nil }
  ) throws -> [RecordedEvent] {
    var lines = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
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
    if let death, events.last?.what != .dies {
      var end = RecordedEvent(.dies, text: death)
      end.lines = events.last?.lines ?? []
      end.thread = events.last?.thread ?? ""
      events.append(end)
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

/// Where recordings are written, or the atlas. It is opened first, so that no act runs if it cannot be.
package struct OutputFile {
  private let name: String
  private let file: FileHandle

  /// - Parameter name: `-` is standard output.
  package init(_ name: String) throws {
    self.name = name
    if name == "-" {
      // A separate descriptor, because a capstone discards what it prints.
      file = FileHandle(fileDescriptor: dup(STDOUT_FILENO), closeOnDealloc: true)
    } else {
      // Not with Foundation's `createFile`, which replaces a device, a pipe or a link by a new file.
      let descriptor = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else {
        let reason = String(cString: strerror(errno))
        throw OutputError(message: "cannot write \(quoted(name, most: 4096)): \(reason).")
      }
      file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
  }

  package func write(_ recording: RecordingFile) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try write(encoder.encode(recording) + Data("\n".utf8))
  }

  package func write(_ data: Data) throws {
    do { try file.write(contentsOf: data) } catch {
      let what = name == "-" ? "the output" : quoted(name, most: 4096)
      throw OutputError(message: "\(what) could not be written.", code: Ending.output)
    }
  }
}
