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
