import Console
import Exercises
import Foundation

/// What a check found in an attempt.
struct CheckResult: Equatable {
  /// How the process of the check ended.
  enum Ending: Equatable {
    case itself
    /// It died, with this message.
    case died(String)
    /// It ended by itself before the check was over, with this exit code.
    case left(Int32)
    /// It took too long, and was killed.
    case tooSlow
  }

  /// The steps and the findings, in their order.
  let lines: [Check.Line]
  let ending: Ending
  /// What the learner's own code printed.
  let printed: [String]

  init(_ lines: [Check.Line], _ ending: Ending, printed: [String] = []) {
    (self.lines, self.ending, self.printed) = (lines, ending, printed)
  }

  init(_ lines: [Check.Line], _ run: TimedProcess) {
    var printed = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if printed.last == "" { printed.removeLast() }
    if run.wasTooSlow {
      self.init(lines, .tooSlow, printed: printed)
    } else if lines.last == .end {
      self.init(lines.dropLast(), .itself, printed: printed)
    } else if let start = printed.firstIndex(where: { Outcome.isLastMessage($0) || $0.contains("Fatal error: ") }) {
      let message = printed[start...].prefix { !$0.hasPrefix("Current stack trace:") }.joined(separator: "\n")
      self.init(lines, .died(message), printed: Array(printed[..<start]))
    } else if run.wasSignalled {
      let reason = run.status == SIGSEGV ? ", as calls without end do" : ""
      self.init(lines, .died("signal \(run.status)\(reason)"), printed: printed)
    } else {
      self.init(lines, .left(run.status), printed: printed)
    }
  }

  var isPassed: Bool {
    ending == .itself && !lines.contains { if case .wrong = $0 { true } else { false } }
  }

  /// Whether it fails for the reason that the exercise names: its first finding, or the step in which it dies.
  func fails(as failure: String) -> Bool {
    for line in lines {
      if case .wrong(let wanted, let saw) = line { return "\(wanted): \(saw)" == failure }
    }
    if case .died = ending { return failure.hasPrefix(lastStep + ": ") }
    return false
  }

  /// What the check was doing last.
  var lastStep: String {
    lines.reduce("the check begins") { last, line in if case .step(let text) = line { text } else { last } }
  }
}
