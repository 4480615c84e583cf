import Console

/// A part of a source that a page shows: what is between `// snippet.NAME` and `// snippet.end`.
struct CodeExcerpt {
  /// The file, from the root of the package on.
  let path: String
  /// The number of its first line, counted from 1.
  let firstLine: Int
  /// Its lines, without the indentation that all of them have.
  let lines: [String]

  /// - Throws: ``InputError`` if the file or the part is not there.
  init(path: String, name: String) throws {
    let source = try PackageRoot.lines(of: path)
    guard let begin = source.firstIndex(where: { $0.drop { $0 == " " } == "// snippet.\(name)" }),
      let end = source[begin...].firstIndex(where: { $0.drop { $0 == " " } == "// snippet.end" })
    else { throw InputError(message: "\(path) has no part that is called \(quoted(name)).") }
    let lines = source[(begin + 1)..<end]
    let indent = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    (self.path, firstLine) = (path, begin + 2)
    self.lines = lines.map { String($0.dropFirst(indent)) }
  }

  /// The parts of sources that a card shows of one side, in their order.
  static func all(of side: Side, in pitfall: Pitfall) throws -> [CodeExcerpt] {
    let heading = side == .raw ? "## The mistake" : "## The remedy"
    let card = try PackageRoot.lines(of: "Lessons/\(pitfall.card)")
    guard let start = card.firstIndex(of: heading) else { return [] }
    let section = card[(start + 1)...].prefix { !$0.hasPrefix("## ") }
    return try section.compactMap { line in
      guard let match = line.wholeMatch(of: /<!-- snippet: ([^#]+)#([^ ;]+).*-->/) else { return nil }
      return try CodeExcerpt(path: String(match.1), name: String(match.2))
    }
  }
}
