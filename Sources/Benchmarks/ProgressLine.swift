// C declares `stderr` as a variable, which Swift takes for state that threads share; nobody assigns to it.
@preconcurrency import Foundation

/// One line on the terminal that says what is being done; nothing where standard error is no terminal.
struct ProgressLine {
  private let isTerminal = isatty(STDERR_FILENO) == 1

  func show(_ text: String) {
    Interruption.lineIsShown = isTerminal
    write("\r\u{1B}[K\(text.prefix(78))")
  }

  func clear() {
    write("\r\u{1B}[K")
    Interruption.lineIsShown = false
  }

  private func write(_ text: String) {
    if isTerminal { fputs(text, stderr) }
  }
}
