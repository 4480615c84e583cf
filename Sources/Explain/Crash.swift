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
