import Console
import Foundation

/// A progress bar for one job. On a terminal it is one line that is drawn again and again; in a pipe it
/// is a line for each tenth.
struct ProgressBar {
  private let size: Int?
  private let isOnTerminal = isatty(STDOUT_FILENO) == 1
  private let columns = terminalWidth()
  private var shown: String?

  /// A bar for a job of that size, or of a size nobody knows.
  init(size: Int?) {
    self.size = size
  }

  /// Shows that so much is done.
  mutating func show(_ done: Int) {
    guard let size else { return show("\(done) bytes") }
    let fraction = size > 0 ? min(1, Double(done) / Double(size)) : 1
    // Beside the bar there is room for " 100 %" with its brackets, and for the cursor.
    let steps = isOnTerminal ? min(40, columns - 9) : 10
    guard steps > 0 else { return show("\(Int(fraction * 100)) %") }
    let filled = Int(fraction * Double(steps))
    let bar = String(repeating: "#", count: filled).padded(to: steps)
    let percent = isOnTerminal ? Int(fraction * 100) : filled * 10
    show("[\(bar)] \(percent) %")
  }

  private mutating func show(_ text: String) {
    // A longer line would be broken in two, and only its end drawn over.
    let text = isOnTerminal ? String(text.prefix(max(1, columns - 1))) : text
    guard text != shown, isOnTerminal || size != nil else { return }
    shown = text
    Recorder.current?.says(text)
    print(isOnTerminal ? "\r" + text : text, terminator: isOnTerminal ? "" : "\n")
    fflush(nil)
  }

  /// Ends the line on a terminal.
  func finish() {
    if isOnTerminal && shown != nil { print("") }
  }
}

/// How many columns the terminal has; 80 where nobody can tell.
private func terminalWidth() -> Int {
  var size = winsize()
  let isKnown = ioctl(STDOUT_FILENO, numericCast(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
  return isKnown ? Int(size.ws_col) : 80
}
