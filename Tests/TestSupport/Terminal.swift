public import Foundation

/// A program that was run on a terminal.
public struct Terminal: Sendable {
  /// What the terminal was sent.
  public let shown: String
  /// The exit code, or the signal that ended it.
  public let status: Int32
  /// Whether a signal ended it.
  public let wasSignalled: Bool

  /// The C library's `openpty`, which Swift's import of the library leaves out: terminal, screen, name,
  /// settings and size.
  private typealias OpenPTY =
    @convention(c) (
      UnsafeMutablePointer<CInt>, UnsafeMutablePointer<CInt>, UnsafeMutablePointer<CChar>?,
      UnsafeRawPointer?, UnsafeMutablePointer<winsize>?
    ) -> CInt

  /// Runs the program on a terminal of so many columns and waits for it.
  ///
  /// - Parameters:
  ///   - withErrors: whether errors go to the terminal, too, and not nowhere.
  ///   - words: the program is interrupted, as by Ctrl-C, when it has shown them.
  public static func run(
    _ program: URL, _ arguments: [String], columns: Int = 80, withErrors: Bool = false,
    interruptedAfter words: String? = nil
  ) throws -> Terminal {
    var (terminal, screen): (CInt, CInt) = (-1, -1)
    var size = winsize()
    size.ws_col = UInt16(columns)
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "openpty") else { throw POSIXError(.ENOSYS) }
    // Sound because that is the function's signature, by its manual page.
    let openTerminal = unsafeBitCast(symbol, to: OpenPTY.self)
    guard openTerminal(&terminal, &screen, nil, nil, &size) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    defer { close(terminal) }
    var shown: [UInt8] = []
    let child = try ChildProcess.run(
      program, arguments, output: withErrors ? .fileForBoth(screen) : .file(screen)
    ) { process in
      close(screen)  // or the terminal would wait for more, from here
      var words = words
      var chunk = [UInt8](repeating: 0, count: 4096)
      while case let count = read(terminal, &chunk, chunk.count), count > 0 {
        shown += chunk[..<count]
        if let awaited = words, String(decoding: shown, as: UTF8.self).contains(awaited) {
          kill(process, SIGINT)
          words = nil
        }
      }
    }
    return Terminal(
      shown: String(decoding: shown, as: UTF8.self), status: child.status,
      wasSignalled: child.wasSignalled)
  }
}
