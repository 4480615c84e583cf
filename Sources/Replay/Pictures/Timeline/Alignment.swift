/// Finds the same moments in two runs, so that they can be drawn on one time scale.
struct Alignment: Equatable, Sendable {
  /// A moment: the row of the first run, that of the second, or both.
  struct Moment: Equatable, Sendable {
    var first: Int?
    var second: Int?
  }

  /// In order. Each row of either run is in exactly one.
  let moments: [Moment]

  /// The moments of one run alone.
  init(_ rows: [TimelineRow]) { moments = rows.indices.map { Moment(first: $0) } }

  /// The longest common subsequence of the rows makes the moments that both runs share.
  init(_ first: [TimelineRow], _ second: [TimelineRow], lanes: [String], _ otherLanes: [String]) {
    let renamed = Self.names(of: otherLanes, in: lanes)
    let a = first.map { Self.key(of: $0, [:]) }
    let b = second.map { Self.key(of: $0, renamed) }
    var lengths = Array(repeating: Array(repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in a.indices.reversed() {
      for j in b.indices.reversed() {
        lengths[i][j] = a[i] == b[j] ? lengths[i + 1][j + 1] + 1 : max(lengths[i + 1][j], lengths[i][j + 1])
      }
    }
    var moments: [Moment] = []
    var (i, j) = (0, 0)
    while i < a.count || j < b.count {
      if i < a.count, j < b.count, a[i] == b[j] {
        moments.append(Moment(first: i, second: j))
        (i, j) = (i + 1, j + 1)
      } else if j == b.count || (i < a.count && lengths[i + 1][j] >= lengths[i][j + 1]) {
        moments.append(Moment(first: i))
        i += 1
      } else {
        moments.append(Moment(second: j))
        j += 1
      }
    }
    self.moments = moments
  }

  /// The names of the second run's objects in the first: the same name, or else the remaining names in order.
  private static func names(of others: [String], in lanes: [String]) -> [String: String] {
    let free = lanes.filter { !others.contains($0) }
    let unknown = others.filter { !lanes.contains($0) }
    return Dictionary(zip(unknown, free), uniquingKeysWith: { first, _ in first })
  }

  /// Equal for rows that are the same moment, whatever the two sides do in it.
  private static func key(of row: TimelineRow, _ names: [String: String]) -> String {
    if row.isFold { return row.title }
    func name(_ name: String?) -> String { name.map { names[$0] ?? $0 } ?? "" }
    let told: [Mark.Kind] = [
      .dies, .ends, .adds, .drops, .removes, .changes, .announces, .calls, .skips, .dying, .gone, .born, .looks,
    ]
    for kind in told {
      guard let mark = row.marks.first(where: { $0.what == kind }) else { continue }
      switch kind {
      // Asking for a second registration is one moment, whether it is made or not.
      case .adds, .drops: return "adds \(name(mark.from)) \(name(mark.to)) \(mark.label ?? "")"
      case .removes: return "removes \(name(mark.from)) \(name(mark.to)) \(mark.label ?? "")"
      case .calls: return "calls \(name(mark.to)) \(mark.label ?? "") \(row.thread)"
      case .changes, .announces: return "changes \(name(mark.from)) \(mark.label ?? "") \(row.thread)"
      case .dies, .ends: return "\(kind)"
      default: return "\(kind) \(name(mark.from))"
      }
    }
    return row.title
  }
}
