import Foundation

/// A progress bar for one job. On a terminal it is one line that is drawn again and again; in a pipe it
/// is a line for each tenth.
struct ProgressBar {
  private let size: Int?
  private let isOnTerminal = isatty(STDOUT_FILENO) == 1
  private var shown: String?

  /// A bar for a job of that size, or of a size nobody knows.
  init(size: Int?) {
    self.size = size
  }

  /// Shows that so much is done.
  mutating func show(_ done: Int) {
    guard let size else { return show("\(done) bytes") }
    let fraction = size > 0 ? min(1, Double(done) / Double(size)) : 1
    let steps = isOnTerminal ? 40 : 10
    let filled = Int(fraction * Double(steps))
    let bar = String(repeating: "#", count: filled).padded(to: steps)
    let percent = isOnTerminal ? Int(fraction * 100) : filled * 10
    show("[\(bar)] \(percent) %")
  }

  private mutating func show(_ text: String) {
    guard text != shown, isOnTerminal || size != nil else { return }
    shown = text
    print(isOnTerminal ? "\r" + text : text, terminator: isOnTerminal ? "" : "\n")
    fflush(nil)
  }

  /// Ends the line on a terminal.
  func finish() {
    if isOnTerminal && shown != nil { print("") }
  }
}
