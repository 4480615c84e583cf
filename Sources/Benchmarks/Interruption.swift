import Foundation
import Synchronization

/// What happens when somebody presses Ctrl-C: the line that says what is being done goes away, and the process dies by
/// the signal. A shell that runs a loop stops it only if it sees that.
enum Interruption {
  /// Whether there is such a line on the terminal.
  static var lineIsShown: Bool {
    get { line.load(ordering: .relaxed) }
    set { line.store(newValue, ordering: .relaxed) }
  }
  // The handler may run on any thread.
  private static let line = Atomic<Bool>(false)

  /// Begins to listen for the signal.
  static func handle() {
    _ = lineIsShown  // made here, not in the handler
    signal(SIGINT) { number in
      // A signal handler may do next to nothing: no `print`, no memory from the heap, no `exit`.
      if Interruption.lineIsShown {
        // The same bytes as ProgressLine's.
        var clearing: (UInt8, UInt8, UInt8, UInt8) = (0x0D, 0x1B, 0x5B, 0x4B)
        _ = write(STDERR_FILENO, &clearing, 4)
      }
      signal(number, SIG_DFL)
      raise(number)
    }
  }
}
