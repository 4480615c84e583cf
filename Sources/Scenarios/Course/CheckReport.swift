import Exercises

/// What `scenarios check` prints.
enum CheckReport {
  /// The lines that tell a learner what a check found.
  static func lines(of result: CheckResult, _ signs: Signs) -> [String] {
    var lines: [String] = []
    func add(_ sign: String, _ text: String) {
      let parts = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { wrapped(String($0), to: 74) }
      lines.append("    \(sign) \(parts[0])")
      lines += parts.dropFirst().map { "      \($0)" }
    }
    for line in shown(result) {
      switch line {
      case .step(let text): lines += wrapped(text, to: 76).map { "  \($0)" }
      case .right(let text): add(signs.right, text)
      case .wrong(let wanted, let saw): add(signs.wrong, "\(wanted)\n\(saw)")
      case .happened(let text): lines.append("    \(signs.faint("\(signs.event) \(text)"))")
      case .end: break
      }
    }
    switch result.ending {
    case .itself: break
    case .died(let message): add(signs.wrong, "the process died here:\n\(message)")
    case .left(let code): add(signs.wrong, "the process ended here by itself, with exit code \(code)")
    case .tooSlow: add(signs.wrong, "this was not over after 20 seconds, so the check was ended")
    }
    if !result.printed.isEmpty {
      let most = 20
      lines += ["", "Your code printed:"] + result.printed.prefix(most).map { "  \($0)" }
      if result.printed.count > most { lines.append("  … and \(result.printed.count - most) lines more") }
    }
    return lines
  }

  /// The lines to show. What happened is left out if all is right; and of very much in one step, the middle.
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

  /// The marks before findings.
  struct Signs {
    let right: String
    let wrong: String
    let next: String
    let event: String
    private let isColoured: Bool

    init(isASCII: Bool, isColoured: Bool) {
      self.isColoured = isColoured
      func coloured(_ text: String, _ code: Int) -> String { isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
      right = coloured(isASCII ? "ok" : "✓", 32)
      wrong = coloured(isASCII ? "NOT" : "✗", 31)
      next = isASCII ? ">" : "→"
      event = isASCII ? "-" : "·"
    }

    func faint(_ text: String) -> String { isColoured ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
  }
}
