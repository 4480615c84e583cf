import Foundation

/// One line on the terminal that says what is being done; nothing where standard error is no terminal.
struct ProgressLine {
  private let isTerminal = isatty(STDERR_FILENO) == 1

  func show(_ text: String) {
    write("\r\u{1B}[K\(text.prefix(78))")
  }

  func clear() {
    write("\r\u{1B}[K")
  }

  private func write(_ text: String) {
    if isTerminal { FileHandle.standardError.write(Data(text.utf8)) }
  }
}
