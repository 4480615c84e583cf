/// The lanes of a timeline: which objects have one, and where it is.
struct Lanes: Equatable, Sendable {
  struct Lane: Equatable, Sendable {
    let name: String
    /// The name, broken into lines.
    let header: [String]
    /// The column of the life's bar. Those of registrations follow at its right.
    var column: Int
    /// How many registrations are beside it at once.
    let slots: Int
    /// How many columns the lane needs, and how many of them are at the left of its bar.
    let width, left: Int

    init(_ name: String, _ history: LaneHistory) {
      self.name = name
      header = Words.lines(ofName: name, width: 11)
      slots = history.slots(beside: name)
      let wide = header.map(Words.width).max() ?? 0
      // At the left there is room for an arrow to itself, at the right for the shortest arrow.
      left = max(3, wide / 2)
      width = left + max(slots + 4, wide - wide / 2 + 2)
      column = 0
    }

    /// The columns next to the bars.
    var before: Int { column - 1 }
    var after: Int { column + slots + 1 }
  }

  private static let most = 6
  /// In a drawing that is as wide as its lanes need.
  private static let (mostOfAll, narrowestOfAll) = (30, 54)

  private(set) var lanes: [Lane]
  /// How many objects have no lane because there is no room.
  let hidden: Int
  /// The first column of the lanes' room, and the column behind it.
  private(set) var start, width: Int

  func lane(_ name: String?) -> Lane? { lanes.first { $0.name == name } }

  /// - Parameters:
  ///   - width: of the side, in columns; nil if it is to be as wide as the lanes need.
  ///   - left: how many columns lanes cannot have, because of the titles.
  init(_ picture: Picture, _ rows: [TimelineRow], _ history: LaneHistory, width: Int?, left: Int) {
    var count = width == nil ? Self.mostOfAll : Self.most
    var shown: [Lane] = []
    repeat {
      shown = Self.choice(of: count, picture, rows).map { Lane($0, history) }
      count = shown.count - 1
    } while !shown.isEmpty && left + shown.map(\.width).reduce(0, +) > width ?? .max
    hidden = picture.lanes.count - shown.count
    let needed = shown.map(\.width).reduce(0, +)
    self.width = width ?? max(Self.narrowestOfAll, left + needed)
    start = self.width - needed
    var column = start
    lanes = shown.map { lane in
      var lane = lane
      lane.column = column + lane.left
      column += lane.width
      return lane
    }
  }

  /// The same lanes, further to the left.
  func moved(to start: Int) -> Lanes {
    var moved = self
    moved.start = start
    moved.width -= self.start - start
    for index in lanes.indices { moved.lanes[index].column -= self.start - start }
    return moved
  }

  /// The objects that matter most, in the order of the story. If there are too many, those that no row mentions are
  /// left out first.
  static func choice(of count: Int, _ picture: Picture, _ rows: [TimelineRow]) -> [String] {
    if picture.lanes.count <= count { return picture.lanes }
    var weights: [String: Int] = [:]
    for mark in rows.filter({ !$0.isFold }).flatMap(\.marks) {
      let weight =
        switch mark.what {
        case .leftOver, .leaks: 1000
        case .calls, .drops, .skips, .adds: mark.isBad == true ? 1000 : 10
        case .changes: 5
        case .refers, .refersNoMore, .holds, .letsGo, .has, .unread: 0
        default: 1
        }
      // Being mentioned more than once does not count more than once.
      for name in [mark.from, mark.to].compactMap(\.self) { weights[name] = max(weights[name] ?? 0, weight) }
    }
    let ranked = picture.lanes.enumerated().sorted { a, b in
      let (x, y) = (weights[a.element] ?? 0, weights[b.element] ?? 0)
      return x == y ? a.offset < b.offset : x > y
    }
    return ranked.prefix(count).filter { (weights[$0.element] ?? 0) > 0 }.sorted { $0.offset < $1.offset }
      .map(\.element)
  }
}
