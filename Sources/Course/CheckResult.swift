import Console
import Exercises
import Foundation
import Harness
import RawObserving

/// What a check found in an attempt.
package struct CheckResult: Equatable {
  /// How the process of the check ended.
  enum Ending: Equatable {
    case itself
    /// It died, with this message.
    case died(String, Violation.ID? = nil)
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
    let printed = ProcessOutput(run.output)
    let violation = lines.compactMap { line in
      if case .broken(let rule) = line { Violation.ID(rawValue: rule) } else { nil }
    }.first
    if run.wasTooSlow {
      self.init(lines, .tooSlow, printed: printed.lines)
    } else if let end = lines.firstIndex(of: .end) {
      // Another thread may let go of its objects after the check is over.
      self.init(Array(lines[..<end]), .itself, printed: printed.lines)
    } else if !printed.lastMessage.isEmpty {
      self.init(lines, .died(printed.lastMessage, violation), printed: printed.story)
    } else if run.wasSignalled {
      self.init(lines, .died(Outcome.words(forSignal: run.status)), printed: printed.lines)
    } else {
      self.init(lines, .left(run.status), printed: printed.lines)
    }
  }

  var isPassed: Bool {
    ending == .itself && !lines.contains { if case .wrong = $0 { true } else { false } }
  }

  /// Its first finding that is wrong.
  var failure: String? {
    for line in lines {
      if case .wrong(let wanted, let saw) = line { return "\(wanted): \(saw)" }
    }
    return nil
  }

  /// Whether it fails for the reason that the exercise names: its first finding, or the step in which it dies and why.
  /// A death has the words of its cause, or words of the message if it has another cause.
  func fails(as failure: String) -> Bool {
    if let first = self.failure { return first == failure }
    guard case .died(let message, let violation) = ending, failure.hasPrefix(lastStep + ": ") else { return false }
    let words = String(failure.dropFirst(lastStep.count + 2))
    return CauseOfDeath(violation).map { $0.words == words } ?? message.contains(words)
  }

  /// What the check was doing last.
  var lastStep: String {
    lines.reduce("the check begins") { last, line in if case .step(let text) = line { text } else { last } }
  }
}
