import Foundation
import Synchronization

/// Handles Ctrl-C, a terminal that is closed, and a termination from elsewhere. It kills the processes that this one has
/// started, gives the terminal its settings back, and ends the status line so that the shell's prompt gets its own line.
/// Then this process dies by the signal: a shell stops its loop only if it sees that.
package enum Interruption {
  /// Whether the status line is on the terminal.
  static let lineIsOpen = Atomic<Bool>(false)
  /// Whether a thread is writing the status line now.
  static let lineIsBeingWritten = Atomic<Bool>(false)
  /// Whether this process is about to die, so that no more output may be written.
  static let hasBegun = Atomic<Bool>(false)

  /// The running processes, and as negative numbers process groups; 0 in the free places. The places are never deallocated, and each is used only through its
  /// atomic. An `InlineArray` would need macOS 26.
  nonisolated(unsafe) private static let children: UnsafeMutableBufferPointer<Atomic<Int32>> = {
    let places = UnsafeMutableBufferPointer<Atomic<Int32>>.allocate(capacity: 64)
    for index in places.indices { places.initializeElement(at: index, to: Atomic(0)) }
    return places
  }()

  /// Notes a process that has to end with this one; a negative number is that of a process group. Beyond 64 at a time none
  /// is noted.
  package static func begin(_ child: Int32) {
    for index in children.indices {
      if children[index].compareExchange(expected: 0, desired: child, ordering: .relaxed).exchanged { return }
    }
  }

  /// Notes that the process has ended. Call it before its number can belong to another one.
  package static func end(_ child: Int32) {
    for index in children.indices {
      if children[index].compareExchange(expected: child, desired: 0, ordering: .relaxed).exchanged { return }
    }
  }

  /// Begins to listen for the signals.
  package static func handle() {
    // Made here, not in the handler.
    _ = (lineIsOpen.load(ordering: .relaxed), lineIsBeingWritten.load(ordering: .relaxed))
    _ = (hasBegun.load(ordering: .relaxed), Keys.isTaken.load(ordering: .relaxed), children.count)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      // `nohup` has the hangup signal ignored, and that stays so. The casts are sound: both values are C function pointers,
      // which are as wide as an Int, and they are only compared.
      let former = unsafeBitCast(signal(number, SIG_IGN), to: Int.self)
      if number == SIGHUP, former == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      signal(number) { number in
        // A signal handler may do next to nothing: no `print`, no memory from the heap, no `exit`.
        Interruption.hasBegun.store(true, ordering: .sequentiallyConsistent)
        // A terminal that is stopped, as by Ctrl-S, takes no output and no settings: the process ends all the same.
        alarm(2)
        for index in Interruption.children.indices {
          let child = Interruption.children[index].load(ordering: .relaxed)
          if child != 0 { kill(child, SIGKILL) }
        }
        Keys.giveBack()
        Interruption.endLine()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// Begins to listen for Ctrl-Z. While this process is stopped, the terminal has the shell's settings.
  static func handlePause() {
    signal(SIGTSTP) { number in
      Keys.giveBack()
      signal(number, SIG_DFL)
      // The signal is held back in its handler. Once it is let through it stops the process, here.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, number)
      raise(number)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      Interruption.handlePause()
    }
  }

  private static func endLine() {
    // With a limit: the interrupted thread may be the one that writes.
    for _ in 0..<20 where lineIsBeingWritten.load(ordering: .sequentiallyConsistent) { usleep(1000) }
    guard lineIsOpen.load(ordering: .sequentiallyConsistent) else { return }
    var end: UInt8 = 0x0A
    _ = write(STDERR_FILENO, &end, 1)
  }
}
