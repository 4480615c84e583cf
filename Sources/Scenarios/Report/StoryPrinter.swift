package import Console

/// Prints runs as they happen, a line at a time.
package struct StoryPrinter {
  private let report: Report
  private var pitfall: String?
  /// Whether the process has begun its last message, and whether that is over.
  private var (isLastMessage, isOver) = (false, false)

  /// Whether a heading of the first pitfall has been printed.
  private let isHeaded: Bool

  package init(_ screen: Screen, isHeaded: Bool = false) {
    (report, self.isHeaded) = (Report(screen), isHeaded)
  }

  package mutating func show(_ event: ActRunner.Event) {
    switch event {
    case .began(let run):
      if run.pitfall.id != pitfall {
        if pitfall != nil { print("") }
        if pitfall != nil || !isHeaded { report.printHeading(of: run.pitfall) }
        pitfall = run.pitfall.id
      }
      (isLastMessage, isOver) = (false, false)
      report.printHeading(of: run)
    case .printed(let line):
      isLastMessage = isLastMessage || Outcome.isLastMessage(line)
      // The runtime adds a stack trace to an assertion that does not hold.
      isOver = isOver || (isLastMessage && line == Outcome.stackTrace)
      if !isOver { report.printLine(line, isLastMessage: isLastMessage) }
    case .ended(let result):
      report.printVerdict(of: result)
    }
    StandardStreams.flush()
  }
}
