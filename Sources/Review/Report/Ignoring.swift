import Foundation

/// What people have decided to leave as it is: by a comment beside the code, and by a file at the root.
struct Ignoring {
  /// A decision of a file at the root: a pattern of paths, ids, and the reason.
  struct Entry {
    let place: String
    let folder: String
    let glob: Glob
    let ids: Set<String>
    /// Whether the whole folder is reviewed, so that an entry which is for nothing can be told.
    let isWhole: Bool
    var isUsed = false
  }

  private(set) var entries: [Entry] = []
  private(set) var problems: [String] = []

  static let fileName = ".reviewignore"

  /// Reads the file of each folder, or of the nearest folder above it that has one, up to the root of the repository.
  init(_ paths: [String], ids: Set<String>) {
    var read: Set<String> = []
    for path in paths {
      let start = URL(fileURLWithPath: path).standardizedFileURL
      var url = start
      while true {
        let file = url.appendingPathComponent(Self.fileName)
        if let text = try? String(contentsOf: file, encoding: .utf8) {
          if read.insert(file.path).inserted { add(text, in: url.path, url.path == start.path, ids) }
          break
        }
        if FileManager.default.fileExists(atPath: url.appendingPathComponent(".git").path) || url.path == "/" { break }
        url.deleteLastPathComponent()
      }
    }
  }

  private mutating func add(_ text: String, in folder: String, _ isWhole: Bool, _ known: Set<String>) {
    for (number, line) in zip(1..., text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)) {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      let place = "\(Self.fileName):\(number)"
      let ids = words.dropFirst().first.map { Set($0.split(separator: ",").map(String.init)) } ?? []
      let unknown = ids.subtracting(known).subtracting(["*"]).sorted()
      if ids.isEmpty || words.count < 3 {
        problems.append("\(place): write a path, ids and a reason: 'Sources/Old/** MOD-2,LIF-3 kept for version 1'.")
      } else if !unknown.isEmpty {
        problems.append("\(place): no rule finds \(unknown.joined(separator: ", ")).")
      } else {
        entries.append(Entry(place: place, folder: folder, glob: Glob(first), ids: ids, isWhole: isWhole))
      }
    }
  }

  /// Whether an entry is for a finding in that file.
  mutating func ignores(_ id: String, in path: String) -> Bool {
    var isIgnored = false
    for index in entries.indices where path.hasPrefix(entries[index].folder + "/") {
      let below = String(path.dropFirst(entries[index].folder.count + 1))
      if entries[index].ids.contains(id) || entries[index].ids.contains("*"), entries[index].glob.matches(below) {
        entries[index].isUsed = true
        isIgnored = true
      }
    }
    return isIgnored
  }
}

/// `// review:ignore MOD-2 reason`, behind the code of a finding, or on a line of its own before it.
struct IgnoreComment {
  let line: Int
  /// The lines for which it is.
  let lines: ClosedRange<Int>
  let ids: Set<String>
  var isUsed = false

  /// The comments of a source.
  static func all(in source: Source) -> [IgnoreComment] {
    let word = "review:ignore"
    guard source.bytes.contains(anyOf: [word]) else { return [] }
    let lines = String(decoding: source.bytes, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    )
    .map { $0.drop(while: \.isWhitespace) }
    return lines.indices.compactMap { index in
      let line = lines[index]
      guard let range = line.range(of: word),
        line[..<range.lowerBound].contains("//") || line[..<range.lowerBound].contains("/*")
      else { return nil }
      let ids = line[range.upperBound...].split { $0 == " " || $0 == "," }
        .map { $0.prefix { $0 != "/" }.uppercased() }.prefix { $0.contains(#/^[A-Z]{3}-\d+$/#) }
      var last = index
      if isComment(line) {
        // The statement behind it, which other comments may precede, and which may go on with a dot.
        while last + 1 < lines.count, isComment(lines[last]) { last += 1 }
        while last + 1 < lines.count, lines[last + 1].hasPrefix(".") { last += 1 }
      }
      return IgnoreComment(line: index + 1, lines: index + 1...last + 1, ids: Set(ids))
    }
  }

  private static func isComment(_ line: Substring) -> Bool { line.hasPrefix("//") || line.hasPrefix("/*") }

  func isFor(_ id: String, _ line: Int) -> Bool { lines.contains(line) && ids.contains(id) }
}
