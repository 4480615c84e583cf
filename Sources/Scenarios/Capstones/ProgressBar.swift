import Console
import Replay

/// A progress bar for one job: a line on the terminal that is redrawn. If standard error is no terminal, it draws
/// nothing.
struct ProgressBar {
  private let size: Int?
  /// Nil if the bar would be drawn over typed input.
  private let line: StatusLine?
  private let start = ContinuousClock.now
  private var done = 0
  private var lastDrawing: ContinuousClock.Instant?
  private var lastTenth: Int?

  /// The time between two drawings.
  private static let interval = Duration.milliseconds(50)

  /// A bar for reading a file.
  init(of counter: LineCounter) {
    size = counter.size
    line = counter.isTyped ? nil : StatusLine()
  }

  /// Shows how much is done.
  mutating func show(_ done: Int) {
    self.done = done
    record()
    guard lastDrawing.map({ ContinuousClock.now - $0 >= Self.interval }) ?? true else { return }
    draw(ProgressText(done: done, size: size, elapsed: elapsed))
  }

  /// Shows where the job has ended, and ends the line.
  ///
  /// - Parameter isWhole: whether everything is done, and not only what has been shown.
  mutating func finish(isWhole: Bool) {
    draw(ProgressText(done: done, size: size, elapsed: elapsed, isWhole: isWhole))
    line?.finish()
  }

  private var elapsed: Double { (ContinuousClock.now - start) / .seconds(1) }

  private mutating func draw(_ text: ProgressText) {
    lastDrawing = .now
    line?.show { columns in text.fitted(to: columns - 1) }
  }

  /// A recording has a line for each tenth, so that it is the same at every speed.
  private mutating func record() {
    guard let size, size > 0 else { return }
    let tenth = min(10, Int(Double(done) / Double(size) * 10))
    if tenth == lastTenth { return }
    lastTenth = tenth
    Recorder.current?.says(ProgressText.bar(tenth, of: 10) + " \(tenth * 10) %")
  }
}
