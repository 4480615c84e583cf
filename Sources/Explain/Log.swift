/// A crash log as the rules see it.
package struct Log {
  let lines: [Substring]
  let words: Words
  let stacks: [CallStack]
  let facts: Facts
  /// What was left out because the log is too long, as a sentence; nil if nothing was.
  let omission: String?
  /// The number of crashes that the log has. The last one is read.
  let crashes: Int

  package init(bytes: [UInt8]) { self.init(LogReader(bytes)) }

  package init(_ reader: LogReader) {
    if let report = reader.report {
      // A report can have more threads than are worth reading.
      let reader = LogReader(Array(report.utf8), block: reader.block)
      self.init(plain: reader.text, reader.omission)
    } else {
      self.init(plain: reader.text, reader.omission)
    }
  }

  package init(text: String) { self.init(plain: JSONCrashReport.text(of: text) ?? text, nil) }

  private init(plain: String, _ omission: String?) {
    // What ended the process is not the reason of an exception.
    let text = Cleaning.clean(plain).replacing("Termination Reason:", with: "Termination:")
    self.omission = omission
    let all = text.split(separator: "\n")
    let starts = Crash.starts(in: all)
    crashes = starts.count
    lines = starts.count > 1 ? Array(all[starts[starts.count - 1]...]) : all
    words = starts.count > 1 ? Words(lines.joined(separator: "\n")) : Words(text)
    stacks = CallStack.all(in: lines)
    facts = Facts(words, system: SystemVersion(words) ?? SystemVersion(Words(text)))
  }

  /// The stack to judge: that of the exception or the crash, or else the first one.
  var stack: CallStack {
    let crashed = stacks.filter(\.isOfCrash)
    // A crash service names a function in its title, above the stack.
    return crashed.first(where: \.isOfException) ?? crashed.first { $0.frames.count > 1 } ?? crashed.first
      ?? stacks.first ?? CallStack()
  }

  /// Whether a stack has the name of a function.
  var hasSymbols: Bool { stacks.contains { $0.frames.contains { !$0.symbol.isEmpty } } }

  /// Whether the process died of an access to memory.
  var isBadAccess: Bool {
    [
      "EXC_BAD_ACCESS", "SIGSEGV", "SIGBUS", "KERN_INVALID_ADDRESS", "KERN_PROTECTION_FAILURE", "SEGV_", "bad access",
      "segmentation fault",
    ].contains { words.contains($0) }
  }

  /// The line that says that something must, or should, happen on the main thread, in whatever words.
  var mainThreadAssertion: String? {
    let places = ["main thread", "main-thread", "mainthread", "main queue", "main actor", "ui thread"]
    let demands = ["must", "only", "should", "expected", "require", "need", "not be", "not allowed", "instead of"]
    guard places.contains(where: words.contains) else { return nil }
    return lines.last { line in
      let text = line.prefix(600).lowercased()
      // A frame, or the name of a thread, demands nothing.
      guard Frame(line) == nil, !text.hasPrefix("thread ") else { return false }
      return places.contains(where: text.contains) && demands.contains(where: text.contains)
    }.map { String($0.trimmingSpaces) }
  }

  /// Whether the process died of a check of Swift's or of the system's.
  var isTrap: Bool {
    [
      "EXC_BREAKPOINT", "SIGTRAP", "EXC_BAD_INSTRUCTION", "SIGILL", "Fatal error:", "Swift runtime failure",
      "Unexpectedly found nil", "precondition failed", "Could not cast value",
    ].contains { words.contains($0) }
  }

  /// Whether an exception was raised.
  var isException: Bool {
    words.contains("uncaught exception") || words.contains("Fatal Exception") || stack.isOfException
      || words.contains("NSException") || words.contains("terminating with uncaught")
      || words.contains("Crashing on exception") || stacks.contains(where: \.endsForException)
  }

  /// The words with the text around them: the line, or several lines if the words are broken over them.
  func quotation(of words: String) -> String {
    let line = lines.lazy.map { Words(String($0)) }.first { $0.contains(words) }
    return (line ?? self.words).quotation(of: words) ?? words
  }
}
