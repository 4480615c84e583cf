import Foundation

/// A pattern for paths, as `.gitignore` has it.
struct Glob: Sendable {
  private let pattern: String
  /// Whether it is matched from the folder of the pattern on, and not anywhere below it.
  private let isAnchored: Bool
  /// Whether it is for folders only.
  let isForFolders: Bool
  private let isPlain: Bool
  /// Whether it has `**`, which the C library does not know.
  private let isDeep: Bool

  init(_ text: some StringProtocol) {
    var text = text[...]
    isForFolders = text.hasSuffix("/")
    if isForFolders { text = text.dropLast() }
    isAnchored = text.contains("/")
    if text.hasPrefix("/") { text = text.dropFirst() }
    pattern = String(text)
    isPlain = !text.contains { "*?[\\".contains($0) }
    isDeep = text.contains("**")
  }

  /// Whether a path below the folder of the pattern matches, or a folder above it.
  func matches(_ path: String, isFolder: Bool = false) -> Bool {
    let parts = path.split(separator: "/")
    return parts.indices.contains { index in
      matchesItself(parts[...index].joined(separator: "/"), isFolder: isFolder || index < parts.count - 1)
    }
  }

  /// Whether exactly this path matches.
  func matchesItself(_ path: some StringProtocol, isFolder: Bool) -> Bool {
    if isForFolders, !isFolder { return false }
    let candidate =
      isAnchored ? path[...] : path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    if isPlain { return candidate == pattern[...] }
    if isDeep { return Self.matches(Array(pattern.utf8)[...], Array(candidate.utf8)[...]) }
    return fnmatch(pattern, String(candidate), FNM_PATHNAME) == 0
  }

  private static func matches(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let (slash, star) = (UInt8(ascii: "/"), UInt8(ascii: "*"))
    if first == star {
      if pattern.dropFirst().first == star {
        var rest = pattern.dropFirst(2)
        if rest.first == slash { rest = rest.dropFirst() }
        // `**/` is also for no folder at all.
        if pattern.dropFirst(2).first != slash {
          return (text.startIndex...text.endIndex).contains { matches(rest, text[$0...]) }
        }
        // What is behind `**/` begins a name.
        return text.indices.contains {
          ($0 == text.startIndex || text[$0 - 1] == slash) && matches(rest, text[$0...])
        }
      }
      let rest = pattern.dropFirst()
      var index = text.startIndex
      while true {
        if matches(rest, text[index...]) { return true }
        guard index < text.endIndex, text[index] != slash else { return false }
        index += 1
      }
    }
    guard let next = text.first else { return false }
    if first == UInt8(ascii: "?") { return next != slash && matches(pattern.dropFirst(), text.dropFirst()) }
    if first == UInt8(ascii: "["), let close = pattern.dropFirst(2).firstIndex(of: UInt8(ascii: "]")) {
      var set = pattern[(pattern.startIndex + 1)..<close]
      let isNegated = set.first == UInt8(ascii: "!") || set.first == UInt8(ascii: "^")
      if isNegated { set = set.dropFirst() }
      var isIn = false
      var index = set.startIndex
      while index < set.endIndex {
        if index + 2 < set.endIndex, set[index + 1] == UInt8(ascii: "-") {
          isIn = isIn || (set[index]...max(set[index], set[index + 2])).contains(next)
          index += 3
        } else {
          isIn = isIn || set[index] == next
          index += 1
        }
      }
      return isIn != isNegated && next != slash && matches(pattern[(close + 1)...], text.dropFirst())
    }
    if first == UInt8(ascii: "\\"), let escaped = pattern.dropFirst().first {
      return escaped == next && matches(pattern.dropFirst(2), text.dropFirst())
    }
    return first == next && matches(pattern.dropFirst(), text.dropFirst())
  }
}

/// The patterns of the `.gitignore` files of a folder and of those around it.
struct IgnoredByGit: Sendable {
  private var rules: [(folder: String, glob: Glob, isIgnored: Bool)] = []

  mutating func add(_ text: String, in folder: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      var line = line.drop { _ in false }
      while line.hasSuffix(" ") { line = line.dropLast() }
      if line.isEmpty || line.hasPrefix("#") { continue }
      let isIgnored = !line.hasPrefix("!")
      if !isIgnored { line = line.dropFirst() }
      rules.append((folder, Glob(line), isIgnored))
    }
  }

  /// The last rule that matches decides.
  func ignores(_ path: String, isFolder: Bool) -> Bool {
    for rule in rules.reversed() where path.hasPrefix(rule.folder + "/") {
      if rule.glob.matchesItself(path.dropFirst(rule.folder.count + 1), isFolder: isFolder) { return rule.isIgnored }
    }
    return false
  }
}
