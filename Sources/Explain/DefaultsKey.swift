/// Keys of the user defaults.
enum DefaultsKey {
  /// A key with a dot that is observed on the user defaults; nil if there is none, or if the log is that of a crash.
  static func dotted(in log: Log) -> String? {
    guard log.words.contains("UserDefaults"), !log.isBadAccess, !log.isTrap, !log.isException else { return nil }
    let isObserved = [
      "observe(", "addObserver", "forKeyPath", "publisher(for", "rx.observe", "observe:", "observeValue",
    ]
    .contains { log.words.contains($0) }
    // A notification center has observers too.
    let isOfCenter = log.words.contains("NotificationCenter") && !log.words.contains("forKeyPath")
    guard isObserved, !isOfCenter else { return nil }
    if let path = log.facts.keyPath, path.contains("."), isKey(path[...]) { return path }
    for line in log.lines.prefix(500) {
      let parts = line.prefix(2000).split(separator: "\"", omittingEmptySubsequences: false)
      // Every other part is between quotes.
      for (index, part) in parts.enumerated() where index % 2 == 1 && isKey(part) { return String(part) }
    }
    return nil
  }

  /// Whether a string is a key with a dot between letters, and not a sentence, a number or the name of a file.
  private static func isKey(_ text: Substring) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let files = ["swift", "m", "mm", "plist", "dylib", "framework", "app", "h"]
    return parts.count >= 2 && text.count < 120 && !files.contains(String(parts.last ?? ""))
      && parts.allSatisfy { part in
        !part.isEmpty && part.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
      } && text.contains { $0.isLetter }
  }
}
