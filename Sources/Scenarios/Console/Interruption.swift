import Foundation
import Synchronization

/// What happens when somebody presses Ctrl-C, closes the terminal, or ends this process from elsewhere: the processes
/// that it has started are killed, a progress bar's line is ended, so that the shell's next line has one of its own, and
/// this process dies by the signal. A shell that runs a loop stops it only if it sees that.
enum Interruption {
  /// Whether the last line on the terminal is open.
  static var lineIsOpen: Bool {
    get { line.load(ordering: .relaxed) }
    set { line.store(newValue, ordering: .relaxed) }
  }
  // The handler may run on any thread.
  private static let line = Atomic<Bool>(false)

  /// The processes that run now; 0 in the places that are free.
  private static let children = InlineArray<64, Atomic<pid_t>> { _ in Atomic(0) }

  /// Notes a process that has to end with this one. Beyond 64 at a time none is noted.
  static func begin(_ child: pid_t) {
    for index in children.indices {
      if children[index].compareExchange(expected: 0, desired: child, ordering: .relaxed).exchanged { return }
    }
  }

  /// Notes that the process has ended. To be called before its number can belong to another one.
  static func end(_ child: pid_t) {
    for index in children.indices {
      if children[index].compareExchange(expected: child, desired: 0, ordering: .relaxed).exchanged { return }
    }
  }

  /// Begins to listen for the signals.
  static func handle() {
    _ = (lineIsOpen, children.count)  // made here, not in the handler
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { number in
        // A signal handler may do next to nothing: no `print`, no memory from the heap, no `exit`.
        for index in Interruption.children.indices {
          let child = Interruption.children[index].load(ordering: .relaxed)
          if child > 0 { kill(child, SIGKILL) }
        }
        if Interruption.lineIsOpen {
          var end: UInt8 = 0x0A
          _ = write(STDOUT_FILENO, &end, 1)
        }
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }
}
