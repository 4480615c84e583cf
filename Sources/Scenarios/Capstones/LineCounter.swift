import Console
import Foundation
import RawObserving

/// Counts the lines and bytes of a file as `wc -lc` does, a chunk at a time, and can be observed.
final class LineCounter: KeyValueObject {
  /// How many bytes have been read so far. Observed: it is set once for each chunk.
  @Observed private(set) var bytes = 0

  /// How many newlines those bytes hold.
  private(set) var lines = 0

  /// The size of the file in bytes. Nil if it is not known in advance: for a pipe, a device, or a system file that is
  /// made as it is read.
  let size: Int?

  /// Whether the input is typed at a terminal.
  let isTyped: Bool

  /// The file as messages name it.
  private let name: String
  private let descriptor: Int32
  private static let chunkSize = 256 * 1024

  /// Opens the file; `-` is standard input.
  ///
  /// - Throws: ``InputError`` if it cannot be opened or is a directory.
  init(_ file: String) throws {
    let isInput = file == "-"
    name = isInput ? "standard input" : quoted(file, most: 4096)
    descriptor = isInput ? STDIN_FILENO : open(file, O_RDONLY | O_CLOEXEC)
    // Before anything else sets `errno`.
    guard descriptor >= 0 else { throw LineCounter.error(name) }
    isTyped = isatty(descriptor) != 0
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw errno == EBADF ? InputError(message: "\(name) is closed.") : LineCounter.error(name)
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw InputError(message: "cannot read \(name): it is a directory.")
    case S_IFREG where status.st_size > 0:
      // A part of standard input may have been read already.
      size = max(0, Int(status.st_size) - max(0, Int(lseek(descriptor, 0, SEEK_CUR))))
    default: size = nil
    }
  }

  deinit {
    if descriptor > STDIN_FILENO { close(descriptor) }
  }

  /// Reads to the end of the file, on the calling thread.
  func read() throws {
    let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunkSize, alignment: 8)
    defer { chunk.deallocate() }
    while true {
      let count = Foundation.read(descriptor, chunk.baseAddress, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw LineCounter.error(name) }
      if count == 0 { return }
      lines += newlines(in: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
      bytes += count
    }
  }

  private static func error(_ name: String) -> InputError {
    let reason = String(cString: strerror(errno))  // before any other call can change it
    return InputError(message: "cannot read \(name): \(reason).")
  }
}

/// How many newlines a chunk holds.
///
/// It looks at eight bytes at a time and has no branch in its loop, so it takes the same time for short
/// lines as for long ones.
///
/// - Precondition: the chunk begins at a multiple of eight.
func newlines(in chunk: UnsafeRawBufferPointer) -> Int {
  let ones: UInt64 = 0x0101_0101_0101_0101
  var count = 0
  var start = 0
  let words = chunk.count / 8
  let base = chunk.baseAddress?.assumingMemoryBound(to: UInt64.self)
  while let base, start < words {
    // Each byte of the sum counts for itself, up to 255.
    let end = min(words, start + 255)
    var sum: UInt64 = 0
    for index in start..<end {
      // A newline becomes 0, and only then the highest bit of its byte stays clear.
      let difference = base[index] ^ (ones &* 0x0A)
      let others = ((difference & (ones &* 0x7F)) &+ (ones &* 0x7F)) | difference
      sum &+= (~others >> 7) & ones
    }
    count += (0..<8).reduce(0) { $0 + Int(truncatingIfNeeded: sum >> ($1 * 8)) & 0xFF }
    start = end
  }
  for byte in chunk[(words * 8)...] where byte == 0x0A { count += 1 }
  return count
}
