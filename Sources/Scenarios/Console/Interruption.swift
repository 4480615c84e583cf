import Foundation
import Synchronization

/// What happens when somebody presses Ctrl-C: a progress bar's line is ended, so that the shell's next
/// line has one of its own, and the process ends with exit code 130.
enum Interruption {
  /// Whether the last line on the terminal is open.
  static var lineIsOpen: Bool {
    get { line.load(ordering: .relaxed) }
    set { line.store(newValue, ordering: .relaxed) }
  }
  // The handler may run on any thread.
  private static let line = Atomic<Bool>(false)

  /// Begins to listen for the signal.
  static func handle() {
    _ = lineIsOpen  // made here, not in the handler
    signal(SIGINT) { _ in
      // A signal handler may do next to nothing: no `print`, no memory from the heap, no `exit`.
      if Interruption.lineIsOpen {
        var end: UInt8 = 0x0A
        _ = write(STDOUT_FILENO, &end, 1)
      }
      _exit(130)
    }
  }
}
