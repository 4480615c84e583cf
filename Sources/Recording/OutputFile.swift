import Console
package import Foundation

/// Where recordings are written, or a page. It is opened first, so that no act runs if it cannot be.
package struct OutputFile {
  private let name: String
  private let file: FileHandle

  /// - Parameter name: `-` is standard output.
  package init(_ name: String) throws {
    self.name = name
    if name == "-" {
      file = FileHandle(fileDescriptor: StandardStreams.forFile, closeOnDealloc: false)
    } else {
      try Self.check(name, replacing: "{")
      // Not with Foundation's `createFile`, which replaces a device, a pipe or a link by a new file.
      let descriptor = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else {
        let reason = String(cString: strerror(errno))
        throw OutputError(message: "cannot write \(quoted(name, most: 4096)): \(reason).")
      }
      file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
  }

  /// Refuses to replace a file that this program has not written: a slip of the pen would cost the reader's own source.
  ///
  /// - Parameter beginning: how the text of such a file begins, in small letters.
  package static func check(_ name: String, replacing beginning: String) throws {
    var status = stat()
    guard stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
      let file = FileHandle(forReadingAtPath: name)
    else { return }
    let start = try file.read(upToCount: beginning.utf8.count) ?? Data()
    guard String(decoding: start, as: UTF8.self).lowercased() != beginning else { return }
    throw OutputError(
      message: "\(quoted(name, most: 4096)) is there, and was not written by this program. Remove it, or name another "
        + "file.")
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
