import Foundation
import Synchronization

/// Single keys from the terminal that standard input is: they need no return, and are not shown. Ctrl-C and Ctrl-Z
/// send their signals as before.
///
/// The terminal belongs to the shell, too. It gets its settings back in `end`, when a signal ends this process, and
/// while this process is stopped: see `Interruption`.
package enum Keys {
  /// Whether keys are wanted.
  private static let isOn = Atomic<Bool>(false)
  /// Whether the terminal has the settings for single keys.
  static let isTaken = Atomic<Bool>(false)
  /// The settings to give back, and those for single keys. Neither place is ever deallocated; they are written before
  /// `isOn` is set, and only read after that.
  nonisolated(unsafe) private static let settings = UnsafeMutablePointer<termios>.allocate(capacity: 2)

  /// Begins to take single keys.
  ///
  /// - Returns: whether it does; not if standard input is no terminal, or belongs to another job.
  package static func begin() -> Bool {
    guard isInForeground, tcgetattr(STDIN_FILENO, settings) == 0 else { return false }
    var single = settings[0]
    single.c_lflag &= ~tcflag_t(ICANON | ECHO)
    withUnsafeMutableBytes(of: &single.c_cc) { ($0[Int(VMIN)], $0[Int(VTIME)]) = (1, 0) }
    settings[1] = single
    isOn.store(true, ordering: .sequentiallyConsistent)
    Interruption.handlePause()
    take()
    return true
  }

  /// Gives the terminal its settings back, for good.
  package static func end() {
    isOn.store(false, ordering: .sequentiallyConsistent)
    giveBack()
  }

  /// Gives the terminal its settings back. May be called in a signal handler.
  static func giveBack() {
    guard isTaken.exchange(false, ordering: .sequentiallyConsistent), isInForeground else { return }
    tcsetattr(STDIN_FILENO, TCSANOW, settings)
  }

  /// Sets the terminal for single keys, unless this process is about to die.
  private static func take() {
    // Before the settings: a signal may come in between, and gives them back.
    if Interruption.hasBegun.load(ordering: .sequentiallyConsistent) { return }
    if isTaken.exchange(true, ordering: .sequentiallyConsistent) { return }
    tcsetattr(STDIN_FILENO, TCSANOW, settings + 1)
  }

  /// The key that is pressed within that time, or has been pressed before; nil if there is none, or if it is not a key
  /// of one character.
  package static func next(within milliseconds: Int32) -> Character? {
    guard isOn.load(ordering: .sequentiallyConsistent), isInForeground else {
      usleep(UInt32(milliseconds) * 1000)
      return nil
    }
    take()  // again after a pause
    guard isReady(within: milliseconds) else { return nil }
    var byte: UInt8 = 0
    guard read(STDIN_FILENO, &byte, 1) == 1 else {
      usleep(UInt32(milliseconds) * 1000)
      return nil
    }
    if byte == 0x1B {
      // What an arrow key sends goes on, and ends with a letter or a tilde.
      while isReady(within: 0), read(STDIN_FILENO, &byte, 1) == 1 {
        if 0x40...0x7E ~= byte && byte != UInt8(ascii: "[") && byte != UInt8(ascii: "O") { break }
      }
      return nil
    }
    return Character(Unicode.Scalar(byte))
  }

  private static func isReady(within milliseconds: Int32) -> Bool {
    var asked = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&asked, 1, milliseconds) > 0
  }

  /// Whether this process may use the terminal. One that does so in the background is stopped.
  private static var isInForeground: Bool {
    let group = tcgetpgrp(STDIN_FILENO)
    // There is no such group if the terminal controls no session.
    return group < 0 || group == getpgrp()
  }
}
