/// The difference between two texts, line by line.
package enum LineDifference {
  /// A line of one of the texts, or of both.
  package struct Line: Equatable {
    /// `-` for a line only in the old text, `+` for one only in the new text, and a space for one in both.
    package let mark: Character
    package let text: String
    /// The number in the new text, counted from 1: of this line, or of the one that comes next there.
    let number: Int
  }

  /// The lines of both texts, removed lines before the lines that replace them.
  static func marked(from old: [String], to new: [String]) -> [Line] {
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var lines: [Line] = []
    var (before, after) = (0, 0)
    while before < old.count || after < new.count {
      if removed.contains(before) {
        lines.append(Line(mark: "-", text: old[before], number: after + 1))
        before += 1
      } else if inserted.contains(after) {
        lines.append(Line(mark: "+", text: new[after], number: after + 1))
        after += 1
      } else {
        lines.append(Line(mark: " ", text: new[after], number: after + 1))
        (before, after) = (before + 1, after + 1)
      }
    }
    return lines
  }

  /// The parts in which the texts differ: the differing lines, with two equal lines before and after them.
  package static func parts(from old: [String], to new: [String]) -> [[Line]] {
    let (lines, context) = (marked(from: old, to: new), 2)
    var parts: [[Line]] = []
    var wasShown = false
    for (index, line) in lines.enumerated() {
      let around = lines[max(0, index - context)...min(lines.count - 1, index + context)]
      let isShown = around.contains { $0.mark != " " }
      if isShown && !wasShown { parts.append([]) }
      if isShown { parts[parts.count - 1].append(line) }
      wasShown = isShown
    }
    return parts
  }
}
