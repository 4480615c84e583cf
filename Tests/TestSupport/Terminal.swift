public import Foundation

/// A program that was run on a terminal.
public struct Terminal: Sendable {
  /// What the terminal was sent.
  public let shown: String
  /// The exit code, or the signal that ended it.
  public let status: Int32
  /// Whether a signal ended it.
  public let wasSignalled: Bool
  /// Whether the terminal has the settings that it had before.
  public let isRestored: Bool

  /// The C library's `openpty`, which Swift's import of the library leaves out: terminal, screen, name,
  /// settings and size.
  private typealias OpenPTY =
    @convention(c) (
      UnsafeMutablePointer<CInt>, UnsafeMutablePointer<CInt>, UnsafeMutablePointer<CChar>?,
      UnsafeRawPointer?, UnsafeMutablePointer<winsize>?
    ) -> CInt

  /// Something that happens at the terminal while the program runs.
  public enum Event: Sendable {
    /// Ctrl-C, so many microseconds later.
    case interrupt(after: UInt32 = 0)
    /// The window is made wider or narrower.
    case resize(columns: Int)
    /// This is typed. The program then reads from the terminal, too.
    case type(String)
    /// The program gets the signal. It reads from the terminal, too.
    case signal(Int32)
    /// Something else happens. The program reads from the terminal, too.
    case act(@Sendable () throws -> Void)
  }

  /// Runs the program on a terminal of so many columns and waits for it.
  ///
  /// - Parameters:
  ///   - withErrors: whether errors go to the terminal, too, and not nowhere.
  ///   - environment: what is set in addition to ``ChildProcess/surroundings(in:)``; `NO_COLOR` empty for colours.
  ///   - folder: the program's current folder; nil for that of this process.
  ///   - limit: how many seconds the program may take.
  ///   - words: the program is interrupted, as by Ctrl-C, when it has shown them.
  ///   - events: what happens in this order, each one when its words have been shown since the one before.
  public static func run(
    _ program: URL, _ arguments: [String], columns: Int = 80, withErrors: Bool = false,
    environment: [String: String] = [:], in folder: URL? = nil, within limit: Int = 60,
    interruptedAfter words: String? = nil,
    events: [(words: String, event: Event)] = []
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
    let settings = self.settings(of: terminal)
    var shown: [UInt8] = []
    let isTypedOn = events.contains {
      switch $0.event {
      case .type, .signal, .act: true
      case .interrupt, .resize: false
      }
    }
    var failure: (any Error)?
    let output: ChildProcess.Output =
      isTypedOn ? .terminal(screen) : withErrors ? .fileForBoth(screen) : .file(screen)
    let child = try ChildProcess.run(
      program, arguments, environment: environment, in: folder, within: limit, output: output
    ) {
      process in
      close(screen)  // or the terminal would wait for more, from here
      var events = events + (words.map { [($0, .interrupt())] } ?? [])
      var seen = 0
      var chunk = [UInt8](repeating: 0, count: 4096)
      while case let count = read(terminal, &chunk, chunk.count), count > 0 {
        shown += chunk[..<count]
        guard let next = events.first, String(decoding: shown[seen...], as: UTF8.self).contains(next.words) else {
          continue
        }
        events.removeFirst()
        seen = shown.count
        switch next.event {
        case .interrupt(let delay):
          usleep(delay)
          kill(process, SIGINT)
        case .signal(let number): kill(process, number)
        case .act(let body):
          do { try body() } catch { failure = error }
        case .type(let text):
          _ = text.withCString { write(terminal, $0, strlen($0)) }
        case .resize(let columns):
          size.ws_col = UInt16(columns)
          _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
          // The system tells only processes whose controlling terminal this is.
          kill(process, SIGWINCH)
        }
      }
    }
    if let failure { throw failure }
    return Terminal(
      shown: String(decoding: shown, as: UTF8.self), status: child.status,
      wasSignalled: child.wasSignalled, isRestored: settings == self.settings(of: terminal))
  }

  /// The settings of a terminal, as its bytes.
  private static func settings(of terminal: CInt) -> [UInt8] {
    var settings = termios()
    tcgetattr(terminal, &settings)
    return withUnsafeBytes(of: &settings) { Array($0) }
  }
}
