/// What a process printed, line by line, and the message with which it died.
struct ProcessOutput {
  /// All lines.
  let lines: [String]
  /// The lines before the last message.
  let story: [String]
  /// The last message; empty if there is none.
  let lastMessage: String

  init(_ output: String) {
    var lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    let start = lines.firstIndex(where: Outcome.isLastMessage) ?? lines.endIndex
    self.lines = lines
    story = Array(lines[..<start])
    lastMessage = lines[start...].prefix { $0 != Outcome.stackTrace }.joined(separator: "\n")
  }
}

extension [String] {
  /// The first lines that a program has printed, and how many more there are: it may have printed without end.
  func cut(to most: Int) -> [String] {
    count <= most ? self : prefix(most) + ["… and \(count - most) lines more"]
  }
}
