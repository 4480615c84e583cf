import Console
package import Foundation
import Recording

/// The file that a page is written to. It is written beside its target and moved into place, so that an interruption
/// leaves the old one.
package struct PageFile {
  /// The name that it was given.
  package let name: String
  /// Where it is written: of a link, the target.
  private let target: String
  /// What is written directly: standard output, a device, a pipe.
  private let direct: OutputFile?
  /// Those of the file that is replaced.
  private let permissions: mode_t?

  /// Makes sure that the file can be written, before any run is made.
  ///
  /// - Parameter name: `-` is standard output.
  package init(_ name: String) throws {
    var status = stat()
    let exists = name != "-" && stat(name, &status) == 0
    self.name = name
    if name == "-" || (exists && status.st_mode & S_IFMT != S_IFREG) {
      (target, direct, permissions) = (name, try OutputFile(name), nil)
      return
    }
    try OutputFile.check(name, replacing: "<!doctype html>")
    target = exists ? URL(fileURLWithPath: name).resolvingSymlinksInPath().path : name
    (direct, permissions) = (nil, exists ? status.st_mode & 0o7777 : nil)
    if exists && access(target, W_OK) != 0 { throw failure() }
    _ = try openNeighbour()
    unlink(neighbour)
  }

  package func write(_ data: Data) throws {
    if let direct { return try direct.write(data) }
    do {
      let file = try openNeighbour()
      do { try file.write(contentsOf: data) } catch {
        throw OutputError(message: "\(quoted(name, most: 4096)) could not be written.", code: Ending.output)
      }
      if let permissions { chmod(neighbour, permissions) }
      if rename(neighbour, target) != 0 { throw failure() }
    } catch {
      unlink(neighbour)
      throw error
    }
  }

  private var neighbour: String { "\(target).\(getpid()).new" }

  private func openNeighbour() throws -> FileHandle {
    let descriptor = open(neighbour, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure() }
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  private func failure() -> OutputError {
    OutputError(message: "cannot write \(quoted(name, most: 4096)): \(String(cString: strerror(errno))).")
  }
}
