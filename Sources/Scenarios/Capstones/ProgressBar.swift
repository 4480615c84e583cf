import Console

/// A progress bar for one job: a line on the terminal that is redrawn. If standard error is no terminal, it draws
/// nothing.
struct ProgressBar {
  private let size: Int?
  /// Nil if the bar would be drawn over typed input.
  private let line: StatusLine?
  private let start = ContinuousClock.now
  private var done = 0
  private var lastDrawing: ContinuousClock.Instant?

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
}
