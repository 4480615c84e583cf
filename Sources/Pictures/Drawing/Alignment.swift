import Recording

/// Finds the same moments in two runs, so that they can be drawn on one scale.
///
/// A change, an announcement or a request to observe and the calls that follow from it are a group. The heads of groups
/// are aligned, and the rows of a group stay together: the shorter of two groups is padded at its end. So a gap never
/// separates a change from the calls that it causes.
package struct Alignment: Equatable, Sendable {
  /// A moment: the row of the first run, that of the second, or both. Rows are counted from 0.
  package struct Moment: Equatable, Sendable {
    package var first: Int?
    package var second: Int?
  }

  /// In order. Each row of either run is in exactly one.
  package let moments: [Moment]

  /// A letter for each moment: `b` for both runs, `l` and `r` for the first or the second alone.
  package var letters: String {
    moments.map { $0.first == nil ? "r" : $0.second == nil ? "l" : "b" }.joined()
  }

  /// The steps of two runs: each is a row.
  package init(_ first: Picture, _ second: Picture) {
    let rows = [first, second].map { $0.steps.enumerated().map { TimelineRow($1, number: $0 + 1) } }
    self.init(rows[0], rows[1], first, second)
  }

  /// Up to which step two runs are the same, and where each goes on, in a sentence.
  package static func parting(of sides: (DrawnSide, DrawnSide)) -> String {
    let (a, b) = (sides.0.picture.steps, sides.1.picture.steps)
    /// The same line may have another number in the other file.
    func withoutLines(_ text: String) -> String { text.replacing(#/\b([Ll]ines?) \d+(, \d+)*( and \d+)?/#) { $0.1 } }
    func isSame(_ one: Step, _ other: Step) -> Bool {
      one.thread == other.thread && one.marks == other.marks
        && withoutLines(one.title) == withoutLines(other.title)
        && withoutLines(one.sentence) == withoutLines(other.sentence)
    }
    let count = zip(a, b).prefix { isSame($0, $1) }.count
    func next(_ steps: [Step], _ side: DrawnSide, _ word: String) -> String {
      guard steps.indices.contains(count) else { return "\(side.label) has no further step" }
      let step = steps[count]
      let isEnd = step.marks.contains { $0.what == .ends }
      return "\(word) \(side.label), "
        + (isEnd ? "" : step.lines.first.map { "line \($0.line): " } ?? "") + step.title
    }
    let both = "\(sides.0.label) and \(sides.1.label)"
    let parts = "\(next(a, sides.0, count == 0 ? "In" : "in")); \(next(b, sides.1, "in"))."
    switch count {
    case 0: return "\(both) differ from the first step on. \(parts)"
    case a.count where count == b.count: return "All \(count) steps of \(both) are the same."
    case 1: return "The first step of \(both) is the same. Then \(parts)"
    default: return "The first \(count) steps of \(both) are the same. Then \(parts)"
    }
  }

  /// The moments of one run alone.
  init(_ rows: [TimelineRow]) { moments = rows.indices.map { Moment(first: $0) } }

  init(_ first: [TimelineRow], _ second: [TimelineRow], _ picture: Picture, _ other: Picture) {
    let renamed = Self.names(of: other.lanes, in: picture.lanes)
    let a = Self.groups(first, CallDepths(picture)).map { ($0, Self.key(of: first[$0.lowerBound], [:])) }
    let b = Self.groups(second, CallDepths(other)).map { ($0, Self.key(of: second[$0.lowerBound], renamed)) }
    var moments: [Moment] = []
    for pair in Self.pairs(a.map(\.1), b.map(\.1)) {
      let groups = (pair.first.map { a[$0].0 } ?? 0..<0, pair.second.map { b[$0].0 } ?? 0..<0)
      for index in 0..<max(groups.0.count, groups.1.count) {
        moments.append(
          Moment(
            first: index < groups.0.count ? groups.0.lowerBound + index : nil,
            second: index < groups.1.count ? groups.1.lowerBound + index : nil))
      }
    }
    self.moments = moments
  }

  /// The longest common subsequence makes the pairs.
  private static func pairs(_ a: [String], _ b: [String]) -> [Moment] {
    var lengths = Array(repeating: Array(repeating: 0, count: b.count + 1), count: a.count + 1)
    for i in a.indices.reversed() {
      for j in b.indices.reversed() {
        lengths[i][j] = a[i] == b[j] ? lengths[i + 1][j + 1] + 1 : max(lengths[i + 1][j], lengths[i][j + 1])
      }
    }
    var pairs: [Moment] = []
    var (i, j) = (0, 0)
    while i < a.count || j < b.count {
      if i < a.count, j < b.count, a[i] == b[j] {
        pairs.append(Moment(first: i, second: j))
        (i, j) = (i + 1, j + 1)
      } else if j == b.count || (i < a.count && lengths[i + 1][j] >= lengths[i][j + 1]) {
        pairs.append(Moment(first: i))
        i += 1
      } else {
        pairs.append(Moment(second: j))
        j += 1
      }
    }
    return pairs
  }

  // MARK: Groups

  /// The rows in groups: the first row of each is its head.
  static func groups(_ rows: [TimelineRow], _ depths: CallDepths) -> [Range<Int>] {
    var starts: [Int] = []
    var heads: [String: Int] = [:]
    for (index, row) in rows.enumerated() {
      let isCall = row.marks.contains { $0.what == .calls || $0.what == .skips }
      let isNested = row.steps.lowerBound <= depths.steps.count && depths.steps[row.steps.lowerBound - 1] > 0
      if !row.isFold, isCall || isNested, let head = heads[row.thread] {
        // What other threads do between a change and its call is in the group.
        starts.removeAll { $0 > head }
        for (thread, start) in heads where start > head { heads[thread] = head }
      } else {
        starts.append(index)
        heads[row.thread] = row.isFold ? nil : index
      }
    }
    return zip(starts, starts.dropFirst() + [rows.count]).map { $0..<$1 }
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
    // A variable lets go of an object: whether that was its end is what the two sides show.
    if row.marks.allSatisfy({ [.runs, .letsGo, .dying, .gone, .refersNoMore, .prints, .has].contains($0.what) }),
      let mark = row.marks.first(where: { $0.what == .letsGo && $0.strength == .strong })
    {
      return "lets go \(name(mark.to))"
    }
    let told: [Mark.Kind] = [
      .dies, .stops, .ends, .adds, .drops, .removes, .changes, .announces, .calls, .skips, .dying, .gone, .born, .looks,
    ]
    for kind in told {
      guard let mark = row.marks.first(where: { $0.what == kind }) else { continue }
      switch kind {
      // Asking for a second registration is one moment, whether it is made or not.
      case .adds, .drops: return "adds \(name(mark.from)) \(name(mark.to)) \(mark.label ?? "")"
      case .removes: return "removes \(name(mark.from)) \(name(mark.to)) \(mark.label ?? "")"
      case .calls: return "calls \(name(mark.to)) \(mark.label ?? "") \(row.thread)"
      case .changes, .announces: return "changes \(name(mark.from)) \(mark.label ?? "") \(row.thread)"
      case .dies, .stops, .ends: return "\(kind)"
      default: return "\(kind) \(name(mark.from))"
      }
    }
    return row.title
  }
}

/// How many calls of observers are under way, on its thread, when each step of a run happens.
struct CallDepths: Equatable, Sendable {
  let steps: [Int]

  init(_ picture: Picture) {
    // The events of a kind and the marks of that kind are in the same order, one for one.
    let kinds: [RecordedEvent.Kind: Mark.Kind] = [
      .changed: .changes, .announces: .announces, .adds: .adds, .drops: .drops, .says: .prints, .looks: .looks,
      .born: .born, .dying: .dying, .removed: .removes,
    ]
    var dying: Set<String?> = []
    var depths: [Mark.Kind: [Int]] = [:]
    var underWay: [String: Int] = [:]
    for event in picture.run.events {
      switch event.what {
      case .calls: underWay[event.thread, default: 0] += 1
      case .returned: underWay[event.thread] = max(0, underWay[event.thread, default: 0] - 1)
      default: break
      }
      // Only these have no mark: what is no object of the story, and a deinit that is reported again.
      if event.what == .born && event.role != .object { continue }
      if event.what == .dying && !dying.insert(event.object).inserted { continue }
      if let kind = kinds[event.what] { depths[kind, default: []].append(underWay[event.thread, default: 0]) }
    }
    var taken: [Mark.Kind: Int] = [:]
    steps = picture.steps.map { step in
      var depth: Int?
      for mark in step.marks {
        guard let known = depths[mark.what], taken[mark.what, default: 0] < known.count else { continue }
        depth = depth ?? known[taken[mark.what, default: 0]]
        taken[mark.what, default: 0] += 1
      }
      return depth ?? 0
    }
  }
}
