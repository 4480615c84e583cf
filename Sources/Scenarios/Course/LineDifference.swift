/// The difference between two texts, as lines that begin with `-`, `+` or a space.
enum LineDifference {
  /// - Parameter context: how many lines that are the same are shown around those that differ.
  static func lines(from old: [String], to new: [String], context: Int = 2) -> [String] {
    let difference = new.difference(from: old)
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var all: [(sign: Character, text: String)] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if removed.contains(i) {
        all.append(("-", old[i]))
        i += 1
      } else if inserted.contains(j) {
        all.append(("+", new[j]))
        j += 1
      } else {
        all.append((" ", old[i]))
        (i, j) = (i + 1, j + 1)
      }
    }
    let changed = all.indices.filter { all[$0].sign != " " }
    var shown: [String] = []
    var last = -1
    for index in all.indices where changed.contains(where: { abs($0 - index) <= context }) {
      if last >= 0 && index > last + 1 { shown.append("  ⋮") }
      shown.append("\(all[index].sign) \(all[index].text)")
      last = index
    }
    return shown
  }
}
