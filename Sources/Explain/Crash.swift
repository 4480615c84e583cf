/// The crashes of a log that has several, such as the console of an app that was started again.
enum Crash {
  /// Where they begin: the numbers of their first lines. A message that is repeated for the same crash begins none.
  static func starts(in lines: [Substring]) -> [Int] {
    var starts: [Int] = []
    var last: String?
    for (number, line) in lines.enumerated() {
      if line.contains("Incident Identifier:") {
        starts.append(number)
        last = nil
      } else if let message = message(of: line) {
        // The head of a report comes before the message of the same crash.
        if starts.isEmpty || last != nil && last != message { starts.append(number) }
        last = message
      }
    }
    return starts
  }

  /// The numbers of the lines that tell of what ended the process: those from its message on, or those of its report.
  /// The others did not end it. All of the lines if the log shows no end, or one that other lines may explain; none if the
  /// process, or its tests, ended well.
  static func end(in lines: [Substring], _ stacks: [CallStack]) -> Range<Int> {
    if let message = lines.indices.last(where: { hasReason(lines, at: $0) }) { return message..<lines.count }
    if stacks.contains(where: \.isOfException) { return lines.indices }
    if let crashed = stacks.first(where: \.isOfCrash) {
      // A stack that raises, or that has a function of observing, can be a consequence of an earlier line.
      guard lines.contains(where: { line in signals.contains { line.contains($0) } }),
        crashed.innermost?.kind == .other, crashed.frames.first?.kind != .raising,
        crashed.first(.callback, .notifying, .adding, .removing, .deallocating, .bookkeeping, .inheritedCallback) == nil
      else { return lines.indices }
      let start = lines[..<crashed.start].firstIndex { line in reportHeads.contains { line.contains($0) } }
      return (start ?? crashed.start)..<(stacks.map(\.end).max() ?? lines.count)
    }
    let ending = lines.last { line in endings.contains { line.contains($0) } }
    return ending.map(isSuccess) == true ? lines.count..<lines.count : lines.indices
  }

  /// What ends a process that raised no exception.
  private static let signals = [
    "EXC_BAD_ACCESS", "SIGSEGV", "SIGBUS", "KERN_INVALID_ADDRESS", "KERN_PROTECTION_FAILURE", "EXC_BREAKPOINT",
    "SIGTRAP", "EXC_BAD_INSTRUCTION", "SIGILL",
  ]

  /// What is in the first lines of a report, or in a message just before the stack.
  private static let reportHeads =
    signals + [
      "Incident Identifier:", "Hardware Model:", "Process:", "OS Version:", "Exception Type:", "stop reason =",
      "message sent to deallocated instance",
    ]

  /// The lines that tell how tests, or a process, ended.
  private static let endings = [
    "Executed ", "** TEST ", "Test run with ", "exit code: ", "exit code ", "exited with status",
  ]

  private static func isSuccess(_ line: Substring) -> Bool {
    line.contains("with 0 failures") || line.contains("TEST SUCCEEDED") || line.contains("passed")
      || line.hasSuffix("exit code: 0") || line.hasSuffix("exit code 0") || line.contains("exited with status = 0")
  }

  /// Whether a line begins the message of an exception or of a failed check, and says why.
  private static func hasReason(_ lines: [Substring], at index: Int) -> Bool {
    let line = lines[index]
    if line.contains("Terminating app due to uncaught exception") {
      let text = lines[index...].prefix(3).joined(separator: " ")
      guard let reason = text[...].range(of: "reason:") else { return false }
      return text[reason.upperBound...].contains { $0.isLetter }
    }
    if line.contains("Fatal Exception:") {
      // The next line has the reason, or it is the first one of the stack.
      return lines[index...].dropFirst().first.map { Frame($0) == nil && $0.contains { $0.isLetter } } == true
    }
    return line.contains("Fatal error:") && message(of: line) != nil
  }

  /// The words with which a process ends, without addresses.
  private static func message(of line: Substring) -> String? {
    for words in ["Terminating app due to uncaught exception", "Fatal error:", "stop reason = EXC_BAD_ACCESS"] {
      guard let start = line.firstRange(of: words)?.lowerBound else { continue }
      // Swift's message follows a file or the name of a thread. An app can log the same words, and go on.
      let before = line[..<start].trimmingSpaces
      if words == "Fatal error:", !before.isEmpty, !before.contains(".swift:"), !before.hasPrefix("Thread ") {
        continue
      }
      return String(line[start...].prefix(200).filter { $0.isLetter })
    }
    return nil
  }
}
