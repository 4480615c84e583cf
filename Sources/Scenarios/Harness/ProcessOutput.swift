package import RawObserving

/// What a process printed, line by line, and the message with which it died.
package struct ProcessOutput {
  /// All lines.
  package let lines: [String]
  /// The lines before the last message.
  package let story: [String]
  /// The last message; empty if there is none.
  package let lastMessage: String
  /// The rule that was broken, if the engine ended the process and ``tellViolation(_:)`` was called in it.
  package let violation: Violation.ID?

  /// What the line with the broken rule begins with.
  static let violationMark = "=! "

  /// Writes a line with the rule that is broken, if the engine ends this process. The parent reads it, so that it need
  /// not know the message again.
  package static func tellViolation(_ write: @escaping @Sendable (String) -> Void) {
    EventProbe.atEnd { write(violationMark + $0.rawValue + "\n") }
  }

  package init(_ output: String) {
    var lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    var start = lines.firstIndex(where: Outcome.isLastMessage) ?? lines.endIndex
    let told = start > 0 ? lines[start - 1] : ""
    violation =
      told.hasPrefix(Self.violationMark) ? .init(rawValue: String(told.dropFirst(Self.violationMark.count))) : nil
    if violation != nil {
      start -= 1
      lines.remove(at: start)
    }
    self.lines = lines
    story = Array(lines[..<start])
    lastMessage = lines[start...].prefix { $0 != Outcome.stackTrace }.joined(separator: "\n")
  }
}

extension [String] {
  /// The first lines that a program has printed, and how many more there are: it may have printed without end.
  package func cut(to most: Int) -> [String] {
    count <= most ? self : prefix(most) + ["… and \(count - most) lines more"]
  }
}
