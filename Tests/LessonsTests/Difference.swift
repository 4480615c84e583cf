/// The difference between two versions of a file, as a `diff` block shows it.
enum Difference {
  /// So many lines that are the same are shown before and after those that differ.
  private static let context = 2

  /// The lines of the block. Each part begins with the name of the file and the number of its first line there. A file
  /// that is new is one part without a beginning.
  static func lines(from old: [String], to new: [String], of file: String) -> [String] {
    if old.isEmpty { return new.map { "+" + $0 } }
    let lines = marked(from: old, to: new)
    let isShown = lines.indices.map { index in
      lines[max(0, index - context)...min(lines.count - 1, index + context)].contains { $0.mark != " " }
    }
    var shown: [String] = []
    for (index, line) in lines.enumerated() where isShown[index] {
      if index == 0 || !isShown[index - 1] { shown.append("@@ \(file), line \(line.number) @@") }
      shown.append(line.mark == " " && line.text.isEmpty ? "" : "\(line.mark)\(line.text)")
    }
    return shown
  }

  /// The lines of both versions, each with its mark and its number, counted from 1, in the new version.
  private static func marked(from old: [String], to new: [String]) -> [(mark: Character, text: String, number: Int)] {
    let difference = new.difference(from: old)
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [(mark: Character, text: String, number: Int)] = []
    var (before, after) = (0, 0)
    while before < old.count || after < new.count {
      if removed.contains(before) {
        lines.append(("-", old[before], after + 1))
        before += 1
      } else if inserted.contains(after) {
        lines.append(("+", new[after], after + 1))
        after += 1
      } else {
        lines.append((" ", new[after], after + 1))
        (before, after) = (before + 1, after + 1)
      }
    }
    return lines
  }
}
