import Console
import Exercises
import Harness

/// What `scenarios check` prints.
enum CheckReport {
  /// The lines that tell a learner what a check found.
  static func lines(of result: CheckResult, _ screen: Screen) -> [String] {
    var lines: [String] = []
    func add(_ sign: String, _ text: String) {
      let parts = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
        screen.lines(String($0), indent: 6)
      }
      lines.append("    \(sign) \(parts[0])")
      lines += parts.dropFirst().map { "      \($0)" }
    }
    for line in shown(result) {
      switch line {
      case .step(let text): lines += screen.lines(text, indent: 2).map { "  \($0)" }
      case .right(let text): add(screen.rightSign, text)
      case .wrong(let wanted, let saw): add(screen.wrongSign, "\(wanted)\n\(saw)")
      case .happened(let text): lines.append("    \(screen.faint("\(screen.eventSign) \(text)"))")
      case .broken, .end: break
      }
    }
    switch result.ending {
    case .itself: break
    case .died(let message, _): add(screen.wrongSign, "the process died here:\n\(message)")
    case .left(let code): add(screen.wrongSign, "the process ended here by itself, with exit code \(code)")
    case .tooSlow: add(screen.wrongSign, "this was not over after 20 seconds, so the check was ended")
    }
    if !result.printed.isEmpty {
      lines += ["", "Your code printed:"] + result.printed.cut(to: 20).map { "  \($0)" }
    }
    return lines
  }

  /// The lines to show. Events are left out if everything passes, and the middle of a very long step is left out.
  private static func shown(_ result: CheckResult) -> [Check.Line] {
    let (most, atEnd) = (20, 4)
    var lines: [Check.Line] = []
    var events: [Check.Line] = []
    func flush() {
      if events.count > most {
        lines += events.prefix(most - atEnd)
        lines.append(.happened("… and \(events.count - most) events more"))
        lines += events.suffix(atEnd)
      } else {
        lines += events
      }
      events = []
    }
    for line in result.lines {
      if case .happened = line {
        if !result.isPassed { events.append(line) }
      } else {
        flush()
        lines.append(line)
      }
    }
    flush()
    return lines
  }
}
