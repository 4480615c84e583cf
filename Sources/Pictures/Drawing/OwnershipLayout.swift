import Recording

/// The places of an ownership scene: boxes in columns, and between the columns the tracks of the arrows.
///
/// A box lists what it refers to, a line each. An arrow leaves its line at the side of its target's column. Two arrows
/// share a part of a way only if they are never there at the same time.
struct OwnershipLayout {
  struct Box {
    var column: Int
    var x = 0, y = 0, width = 0
    var rows: [String] = []
    /// How wide the widest value is.
    var widestValue = 0
    /// What is taken, on the left and on the right, in each line: the steps.
    var slots: [[[ClosedRange<Int>]]] = [[], []]

    var height: Int { 2 + max(1 + rows.count, slots[0].count, slots[1].count) }
  }

  struct Way {
    let arrow: Holdings.Arrow
    /// The line of the source that it leaves, and that of the target where it arrives, counted from the names.
    let row: Int
    fileprivate(set) var slot = 0
    fileprivate let leavesRight, arrivesRight: Bool
    /// The line above the boxes, for an arrow that passes a column.
    fileprivate var overhead: Int?
    fileprivate(set) var cells: [Scene.Cell] = []
  }

  /// A value, in a line of its holder.
  struct Line {
    let value: Holdings.Value
    let row: Int
    var text: String { Words.shortened(value.shown, to: OwnershipLayout.widestRow) }
  }

  enum Hidden: String, CaseIterable {
    case object, call, reference, value
  }

  private static let mostBoxes = 5
  private static let mostRows = 7
  fileprivate static let (widestName, widestRow) = (26, 24)

  private(set) var boxes: [String: Box] = [:]
  private(set) var ways: [Way] = []
  private(set) var lines: [Line] = []
  /// What there is no room for, and when it is there.
  private(set) var hidden: [(what: Hidden, steps: ClosedRange<Int>)] = []
  private(set) var columns = 0
  /// What is written above the boxes of calls.
  private let titles: [String: String]

  init(_ holdings: Holdings, _ picture: Picture) {
    titles = holdings.frames
    let all = Self.columns(holdings, picture)
    let shown = all.map { Array($0.prefix(Self.mostBoxes)) }
    for (column, names) in shown.enumerated() { for name in names { boxes[name] = Box(column: column) } }
    for box in holdings.boxes where boxes[box.name] == nil {
      hidden.append((holdings.frames[box.name] == nil ? .object : .call, box.steps))
    }
    for arrow in holdings.arrows { addWay(of: arrow) }
    addLines(of: holdings.values)
    for index in ways.indices { takeSlot(of: index, from: 0) }
    place(shown)
    // An arrow that finds no free way arrives a line further down.
    var patience = Dictionary(uniqueKeysWithValues: ways.indices.map { ($0, 3) })
    while let blocked = route(shown.count).first(where: { patience[$0, default: 0] > 0 }) {
      patience[blocked, default: 0] -= 1
      takeSlot(of: blocked, from: ways[blocked].slot + 1)
      place(shown)
    }
  }

  /// From left to right: functions, observers, what is between, and the others.
  private static func columns(_ holdings: Holdings, _ picture: Picture) -> [[String]] {
    let marks = picture.steps.flatMap(\.marks).filter { $0.what == .adds || $0.what == .drops }
    let (observers, observed) = (Set(marks.compactMap(\.from)), Set(marks.compactMap(\.to)))
    let controllers = Set(picture.run.objects.filter { $0.role == .controller }.map(\.name)).union(["controller"])
    var columns: [[String]] = [[], [], [], []]
    for name in holdings.names where name != Holdings.mediator {
      if holdings.frames[name] != nil {
        columns[0].append(name)
      } else if controllers.contains(name) {
        columns[2].append(name)
      } else if observers.contains(name) {
        columns[1].append(name)
      } else if observed.contains(name) {
        columns[3].append(name)
      } else {
        columns[columns[1].count < columns[3].count ? 1 : 3].append(name)
      }
    }
    // A controller is beside its owner.
    let owners = Dictionary(holdings.arrows.map { ($0.to, $0.from) }, uniquingKeysWith: { first, _ in first })
    let ranked = columns[2].enumerated().sorted { a, b in
      let (x, y) = (
        columns[1].firstIndex(of: owners[a.element] ?? "") ?? 99,
        columns[1].firstIndex(of: owners[b.element] ?? "") ?? 99
      )
      return x == y ? a.offset < b.offset : x < y
    }
    columns[2] = ranked.map(\.element)
    columns[2] =
      columns[2].prefix(mostBoxes - 1) + holdings.names.filter { $0 == Holdings.mediator }
      + columns[2].dropFirst(mostBoxes - 1)
    return columns.filter { !$0.isEmpty }
  }

  // MARK: Lines of boxes

  private mutating func addWay(of arrow: Holdings.Arrow) {
    guard let from = boxes[arrow.from] else { return }
    guard let to = boxes[arrow.to] else { return hidden.append((.reference, arrow.steps)) }
    let leavesRight = to.column >= from.column
    let side = leavesRight ? 1 : 0
    // The same variable has the same line, unless it holds several objects at once.
    let taken = ways.filter { $0.arrow.from == arrow.from && $0.arrow.steps.overlaps(arrow.steps) }.map(\.row)
    let text = Words.shortened(arrow.text, to: Self.widestRow)
    let known = from.rows.indices.first { from.rows[$0] == text && !taken.contains($0 + 1) }
    let row = known.map { $0 + 1 } ?? from.rows.count + 1
    if row > Self.mostRows { return hidden.append((.reference, arrow.steps)) }
    if known == nil { boxes[arrow.from]?.rows.append(text) }
    boxes[arrow.from]?.take(row, side, arrow.steps)
    ways.append(
      Way(arrow: arrow, row: row, leavesRight: leavesRight, arrivesRight: to.column <= from.column))
  }

  /// A value has the line of what its property or variable refers to at other times, or one of its own.
  private mutating func addLines(of values: [Holdings.Value]) {
    for value in values {
      guard let box = boxes[value.holder] else { continue }
      let own = "\(value.label) ="
      let label = Words.shortened(value.label, to: Self.widestRow)
      let taken = ways.filter { $0.arrow.from == value.holder && $0.arrow.steps.overlaps(value.steps) }.map(\.row)
      let known = box.rows.indices.first {
        [own, label, "\(label) (weak)"].contains(box.rows[$0]) && !taken.contains($0 + 1)
      }
      if known == nil && box.rows.count == Self.mostRows {
        hidden.append((.value, value.steps))
        continue
      }
      if known == nil { boxes[value.holder]?.rows.append(own) }
      let line = Line(value: value, row: known.map { $0 + 1 } ?? box.rows.count + 1)
      lines.append(line)
      boxes[value.holder]?.widestValue = max(box.widestValue, Words.width(of: line.text))
    }
  }

  /// Takes a line of the target's side for the arrow's end.
  private mutating func takeSlot(of index: Int, from first: Int) {
    let (arrow, side) = (ways[index].arrow, ways[index].arrivesRight ? 1 : 0)
    guard let box = boxes[arrow.to] else { return }
    if first > 0 { boxes[arrow.to]?.slots[side][first - 1].removeAll { $0 == arrow.steps } }
    let slots = box.slots[side]
    let free = (first...).first { line in
      !slots.indices.contains(line) || !slots[line].contains { $0.overlaps(arrow.steps) }
    }
    ways[index].slot = free ?? first
    boxes[arrow.to]?.take(ways[index].slot, side, arrow.steps)
  }

  // MARK: Places

  private mutating func place(_ names: [[String]]) {
    for index in ways.indices {
      guard let from = boxes[ways[index].arrow.from], let to = boxes[ways[index].arrow.to],
        abs(from.column - to.column) > 1
      else { continue }
      let taken = ways.filter { $0.arrow.steps.overlaps(ways[index].arrow.steps) }.compactMap(\.overhead)
      ways[index].overhead = (0...).first { !taken.contains($0) }
    }
    let top = (ways.compactMap(\.overhead).max() ?? -1) + 1
    for column in names {
      var y = top
      let width =
        column.map { name in
          4
            + max(
              Words.width(of: titles[name] ?? name), boxes[name]?.rows.map(Words.width).max() ?? 0,
              boxes[name]?.widestValue ?? 0)
        }.max() ?? 0
      for name in column {
        boxes[name]?.y = y
        boxes[name]?.width = max(9, min(Self.widestName + 4, width))
        y += (boxes[name]?.height ?? 0) + 1
      }
    }
  }

  // MARK: Ways

  /// A part of a way in the room beside a column: where it begins at the left and ends at the right.
  private struct Passage {
    let way: Int
    let left, right: [Int]
    var track = 0

    var lines: ClosedRange<Int> {
      let all = left + right
      return (all.min() ?? 0)...(all.max() ?? 0)
    }

    func conflicts(with other: Passage) -> Bool {
      (track == other.track && lines.overlaps(other.lines))
        || (other.track <= track && !Set(left).isDisjoint(with: other.right))
        || (track <= other.track && !Set(right).isDisjoint(with: other.left))
    }
  }

  /// Finds the tracks, and returns the arrows that share a part of their way with another one.
  private mutating func route(_ count: Int) -> [Int] {
    var blocked: [Int] = []
    // Room 0 is at the right of column 0.
    var rooms: [[Passage]] = Array(repeating: [], count: count)
    for (index, way) in ways.enumerated() {
      guard let from = boxes[way.arrow.from], let to = boxes[way.arrow.to] else { continue }
      let (a, b) = (from.y + 1 + way.row, to.y + 1 + way.slot)
      func add(_ room: Int, _ left: [Int], _ right: [Int]) {
        let passage = Passage(way: index, left: left, right: right)
        if !Self.add(passage, to: &rooms[room], { ways[$0.way].arrow.steps.overlaps(way.arrow.steps) }) {
          blocked.append(index)
        }
      }
      if from.column == to.column {
        add(from.column, [a, b], [])
      } else if let line = way.overhead {
        let goesRight = to.column > from.column
        add(goesRight ? from.column : from.column - 1, goesRight ? [a] : [line], goesRight ? [line] : [a])
        add(goesRight ? to.column - 1 : to.column, goesRight ? [line] : [b], goesRight ? [b] : [line])
      } else {
        let goesRight = to.column > from.column
        add(min(from.column, to.column), [goesRight ? a : b], [goesRight ? b : a])
      }
    }
    var x = 0
    var starts: [Int] = []
    for column in 0..<count {
      for name in boxes.keys where boxes[name]?.column == column { boxes[name]?.x = x }
      x += boxes.values.filter { $0.column == column }.map(\.width).max() ?? 0
      starts.append(x + 2)
      let tracks = (rooms[column].map(\.track).max() ?? -1) + 1
      x += column == count - 1 ? (tracks == 0 ? 0 : tracks * 2 + 2) : max(5, tracks * 2 + 3)
    }
    columns = x
    for index in ways.indices { connect(index, rooms, starts) }
    return blocked
  }

  /// Gives a passage a track: one that is there, or a new one before or behind any other. Returns whether it crosses the
  /// others only at right angles.
  private static func add(
    _ passage: Passage, to room: inout [Passage], _ isThere: (Passage) -> Bool
  ) -> Bool {
    let count = (room.map(\.track).max() ?? -1) + 1
    let others = room.filter(isThere)
    // Twice the numbers of the tracks: the odd ones are those that are there.
    for place in [1, 0] + Array(2...(2 * count + 2)) where place <= 2 * count {
      let isFree = !others.contains { other in
        var (mine, its) = (passage, other)
        (mine.track, its.track) = (place, 2 * other.track + 1)
        return mine.conflicts(with: its)
      }
      if isFree || place == 2 * count {
        var passage = passage
        passage.track = place / 2
        if place.isMultiple(of: 2) {
          for index in room.indices where room[index].track >= place / 2 { room[index].track += 1 }
        }
        room.append(passage)
        return isFree
      }
    }
    room.append(passage)
    return true
  }

  private mutating func connect(_ index: Int, _ rooms: [[Passage]], _ starts: [Int]) {
    let way = ways[index]
    guard let from = boxes[way.arrow.from], let to = boxes[way.arrow.to] else { return }
    let tracks = rooms.enumerated().flatMap { room, passages in
      passages.filter { $0.way == index }.map { starts[room] + $0.track * 2 }
    }
    let (a, b) = (from.y + 1 + way.row, to.y + 1 + way.slot)
    var cells = [Scene.Cell(column: way.leavesRight ? from.x + from.width : from.x - 1, line: a)]
    let ordered = to.column < from.column ? tracks.reversed() : tracks
    for (number, track) in ordered.enumerated() {
      let overhead = way.overhead ?? b
      cells.append(Scene.Cell(column: track, line: number == 0 ? a : overhead))
      cells.append(Scene.Cell(column: track, line: number == ordered.count - 1 ? b : overhead))
    }
    cells.append(Scene.Cell(column: way.arrivesRight ? to.x + to.width : to.x - 1, line: b))
    // Without the corners of straight parts.
    ways[index].cells = cells.reduce(into: []) { kept, cell in
      if kept.last == cell { return }
      if kept.count > 1, let last = kept.last {
        let before = kept[kept.count - 2]
        let isStraight =
          (before.line == last.line && last.line == cell.line)
          || (before.column == last.column && last.column == cell.column)
        if isStraight { kept.removeLast() }
      }
      kept.append(cell)
    }
  }
}

extension OwnershipLayout.Box {
  fileprivate mutating func take(_ line: Int, _ side: Int, _ steps: ClosedRange<Int>) {
    while slots[side].count <= line { slots[side].append([]) }
    slots[side][line].append(steps)
  }
}
