/// The lanes of a timeline: which objects have one, and where it is.
struct Lanes: Equatable, Sendable {
  struct Lane: Equatable, Sendable {
    let name: String
    /// The middle of the lane.
    var x: Int
    /// The name, broken into lines.
    let header: [String]
    /// How many registrations are beside it at once.
    let slots: Int

    /// The right edge of what is drawn at the lane.
    var right: Int { x + 6 + (slots == 0 ? 0 : 2 + slots * 7) }

    /// The middle of a registration's bar.
    func registration(_ slot: Int) -> Int { x + 10 + slot * 7 }
  }

  static let most = 6
  private static let left = 42
  private static let narrowestTitle = 200

  let lanes: [Lane]
  /// How many objects have no lane because there is no room.
  let hidden: Int
  /// The room for titles.
  let titleWidth: Int
  /// The left edge of the lanes' room.
  let leftEdge: Int

  func lane(_ name: String?) -> Lane? { lanes.first { $0.name == name } }

  init(_ picture: Picture, _ rows: [TimelineRow], _ history: LaneHistory, width: Int) {
    var shown = Self.choice(of: Self.most, picture, rows)
    var columns = Self.columns(of: shown, history)
    while columns.map(\.width).reduce(0, +) > width - Self.left - Self.narrowestTitle - 24, shown.count > 1 {
      shown = Self.choice(of: shown.count - 1, picture, rows)
      columns = Self.columns(of: shown, history)
    }
    hidden = picture.lanes.count - shown.count
    let room = columns.map(\.width).reduce(0, +)
    // Room for what is written at the right of the last lane, if there is any.
    let rest = width - Self.left - room - 24
    let aside = min(Self.aside(of: shown, picture), 110, max(0, rest - 250))
    titleWidth = rest - aside
    leftEdge = Self.left + titleWidth + 16
    var x = leftEdge
    lanes = columns.map { column in
      defer { x += column.width }
      return Lane(name: column.name, x: x + column.middle, header: column.header, slots: column.slots)
    }
  }

  /// The room that the values and key paths of the last lane need.
  private static func aside(of names: [String], _ picture: Picture) -> Int {
    let texts = picture.steps.flatMap(\.marks).compactMap { mark -> String? in
      switch mark.what {
      case .changes: mark.from == names.last ? mark.label : nil
      case .adds: mark.to == names.last ? mark.label : nil
      default: nil
      }
    }
    return texts.map { TextWidths.width(of: $0) + 8 }.filter { $0 <= 110 }.max() ?? 0
  }

  private struct Column {
    let name: String
    let header: [String]
    let slots: Int
    let middle: Int
    let width: Int
  }

  private static func columns(of names: [String], _ history: LaneHistory) -> [Column] {
    names.map { name in
      let header = header(of: name)
      let wide = header.map { TextWidths.width(of: $0, bold: true) }.max() ?? 0
      let mine = history.registrations.filter { $0.observed == name }
      let slots = (mine.map(\.slot).max() ?? -1) + 1
      let loops = mine.contains { $0.observer == name } ? 34 : 14
      let left = max(loops, wide / 2 + 6)
      let right = max(wide / 2 + 6, 8 + slots * 7 + 12)
      let least = [1: 120, 2: 130, 3: 96][names.count] ?? 60
      return Column(
        name: name, header: header, slots: slots, middle: left + max(0, least - left - right) / 2,
        width: max(least, left + right))
    }
  }

  /// A name on several lines: `managedClockView` is broken before its capitals.
  static func header(of name: String) -> [String] {
    var words: [String] = []
    for character in name {
      if character == " " {
        words.append("")
      } else if words.isEmpty || (character.isUppercase && words.last?.last?.isLowercase == true) {
        words.append("\(character)")
      } else {
        words[words.count - 1].append(character)
      }
    }
    var lines: [String] = []
    for word in words {
      // A space belongs between a name and its number.
      let joint = word.first?.isNumber == true ? " " : ""
      if let last = lines.last, TextWidths.width(of: last + joint + word, bold: true) <= 84 {
        lines[lines.count - 1] = last + joint + word
      } else {
        lines.append(word)
      }
    }
    return lines.flatMap { TextWidths.wrap($0, to: 120, bold: true) }
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
        case .refers, .refersNoMore: 0
        default: 1
        }
      // Being mentioned more than once does not count more than once.
      for name in [mark.from, mark.to].compactMap(\.self) { weights[name] = max(weights[name] ?? 0, weight) }
    }
    let ranked = picture.lanes.enumerated().sorted { a, b in
      let (x, y) = (weights[a.element] ?? 0, weights[b.element] ?? 0)
      return x == y ? a.offset < b.offset : x > y
    }
    return ranked.prefix(count).filter { (weights[$0.element] ?? 0) > 0 }.sorted { $0.offset < $1.offset }.map(
      \.element)
  }
}
