import Console
import Foundation
import RawObserving

/// Counts the lines and bytes of a file as `wc -lc` does, a chunk at a time, and lets itself be
/// watched.
final class LineCounter: KeyValueObject {
  /// How many bytes have been read so far. Observed: it is set once for each chunk.
  @Observed private(set) var bytes = 0

  /// How many newlines those bytes hold.
  private(set) var lines = 0

  /// How many bytes there will be in the end, or nil where nobody can know: a pipe, a device.
  let size: Int?

  private let file: String
  private let descriptor: Int32
  private static let chunkSize = 256 * 1024

  /// Opens the file. Throws an ``InputError`` if it cannot be opened or is a directory.
  init(_ file: String) throws {
    self.file = file
    descriptor = open(file, O_RDONLY)
    guard descriptor >= 0 else { throw LineCounter.error(file) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw LineCounter.error(file) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR:
      throw InputError(message: "cannot read \(quoted(file, most: 4096)): it is a directory.")
    case S_IFREG: size = Int(status.st_size)
    default: size = nil
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Reads to the end of the file, on the calling thread.
  func read() throws {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunkSize, alignment: 1)
    defer { chunk.deallocate() }
    while true {
      let count = Foundation.read(descriptor, chunk.baseAddress, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw LineCounter.error(file) }
      if count == 0 { return }
      lines += newlines(in: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
      bytes += count
    }
  }

  private func newlines(in chunk: UnsafeRawBufferPointer) -> Int {
    var count = 0
    var rest = chunk[...]
    while let base = UnsafeRawBufferPointer(rebasing: rest).baseAddress,
      let found = memchr(base, 0x0A, rest.count)
    {
      count += 1
      rest = rest[(rest.startIndex + (UnsafeRawPointer(found) - base) + 1)...]
    }
    return count
  }

  private static func error(_ file: String) -> InputError {
    let reason = String(cString: strerror(errno))  // first of all, while nobody has changed it
    return InputError(message: "cannot read \(quoted(file, most: 4096)): \(reason).")
  }
}
