/// A crash log as the rules see it.
package struct Log: Sendable {
  let lines: [Substring]
  let words: Words
  /// The words of what ended the process. All of them if the log shows no end.
  let told: Words
  let stacks: [CallStack]
  let facts: Facts
  /// What was left out because the log is too long, as a sentence; nil if nothing was.
  let omission: String?
  /// The number of crashes that the log has. The last one is read.
  let crashes: Int
  /// The numbers of the lines that tell of what ended the process.
  private let end: Range<Int>

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
    // An image that was loaded has no part in what happened.
    let all = text.split(separator: "\n").filter { !Frame.isLoadedImage($0) }
    let starts = Crash.starts(in: all)
    crashes = starts.count
    lines = starts.count > 1 ? Array(all[starts[starts.count - 1]...]) : all
    words = Words(lines.joined(separator: "\n"))
    stacks = CallStack.all(in: lines)
    end = Crash.end(in: lines, stacks)
    told = end.count < lines.count ? Words(lines[end].joined(separator: "\n")) : words
    facts = Facts(told, all: words, system: SystemVersion(words) ?? SystemVersion(Words(text)))
  }

  /// The lines that do not tell of the end, as a log of their own; nil if there are none.
  var rest: Log? { end.count < lines.count ? Log(plain: others.joined(separator: "\n"), nil) : nil }

  private var others: ArraySlice<Substring> { lines[..<end.lowerBound] + lines[end.upperBound...] }

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

  /// The line with which a check failed because something must, or should, happen on the main thread, in whatever words.
  var mainThreadAssertion: String? {
    let places = ["main thread", "main-thread", "mainthread", "main queue", "main actor", "ui thread"]
    let demands = ["must", "only", "should", "expected", "require", "need", "not be", "not allowed", "instead of"]
    guard !isBadAccess, isException || isTrap, places.contains(where: told.contains) else { return nil }
    return lines[end].last { line in
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
    ["uncaught exception", "Fatal Exception", "NSException", "terminating with uncaught", "Crashing on exception"]
      .contains(where: told.contains) || stack.isOfException || stacks.contains(where: \.endsForException)
  }

  /// The first line of what the log tells of the end that fulfils a condition.
  func lineOfEnd(_ condition: (Words) -> Bool) -> String? {
    lines[end].first { condition(Words(String($0))) }.map { String($0.trimmingSpaces) }
  }

  /// The words with the text around them: the line, or several lines if the words are broken over them.
  func quotation(of words: String) -> String {
    let line = (lines[end] + others).lazy.map { Words(String($0)) }.first { $0.contains(words) }
    return (line ?? told).quotation(of: words) ?? words
  }
}
