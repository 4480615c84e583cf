import Console
package import Foundation

/// The file that a page is written to. It is written beside its target and moved into place, so that an interruption
/// leaves the old one.
package struct PageFile {
  private let name: String
  /// What is written directly: standard output, a device, a pipe.
  private let direct: OutputFile?
  private let permissions: mode_t?

  /// - Parameter name: `-` is standard output.
  /// - Throws: `OutputError` if it cannot be written: before any run is made.
  package init(_ name: String) throws {
    var status = stat()
    let exists = name != "-" && stat(name, &status) == 0
    if name == "-" || (exists && status.st_mode & S_IFMT != S_IFREG) {
      (self.name, direct, permissions) = (name, try OutputFile(name), nil)
      return
    }
    // A link is followed: its target is what is replaced.
    let target = exists ? URL(fileURLWithPath: name).resolvingSymlinksInPath().path : name
    (self.name, direct, permissions) = (target, nil, exists ? status.st_mode & 0o7777 : nil)
    if exists && access(target, W_OK) != 0 { throw Self.failure(target) }
    _ = try OutputFile(neighbour)
    unlink(neighbour)
  }

  package func write(_ data: Data) throws {
    if let direct { return try direct.write(data) }
    do {
      try OutputFile(neighbour).write(data)
      if let permissions { chmod(neighbour, permissions) }
      if rename(neighbour, name) != 0 { throw Self.failure(name) }
    } catch {
      unlink(neighbour)
      throw error
    }
  }

  private var neighbour: String { "\(name).new-\(getpid())" }

  private static func failure(_ name: String) -> OutputError {
    OutputError(message: "cannot write \(quoted(name, most: 4096)): \(String(cString: strerror(errno))).")
  }
}
