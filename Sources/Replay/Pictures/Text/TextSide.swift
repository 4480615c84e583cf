import Console

/// One run as text: where its columns are, and what is in each cell.
struct TextSide {
  struct Lane {
    let name: String
    let header: [String]
    /// The column of the bar; registrations are at its right.
    let column: Int
    let slots: Int
  }

  let rows: [TimelineRow]
  let lanes: [Lane]
  let texts: [[(text: String, paint: TextGrid.Paint)]]
  let heading: [String]
  let hidden: Int
  let width: Int
  private let history: LaneHistory
  private let signs: TextSigns
  private static let left = 4

  init(_ picture: Picture, _ heading: TimelineSide.Heading?, width: Int, _ signs: TextSigns) {
    (self.width, self.signs) = (width, signs)
    rows = TimelineRow.rows(of: picture.steps)
    let history = LaneHistory(rows)
    self.history = history
    // A lane needs room for its bar, its registrations and an arrow.
    var shown = Lanes.choice(of: Lanes.most, picture, rows)
    func widths() -> [Int] {
      shown.map { name in
        let slots = history.registrations.filter { $0.observed == name }.map { $0.slot + 1 }.max() ?? 0
        let header = Self.header(of: name).map(\.count).max() ?? 0
        return max(8, 5 + slots + 2, min(12, header + 1))
      }
    }
    let narrowest = width < 60 ? 22 : 32
    while !shown.isEmpty, Self.left + narrowest + 1 + widths().reduce(0, +) > width {
      shown = Lanes.choice(of: shown.count - 1, picture, rows)
    }
    hidden = picture.lanes.count - shown.count
    let wide = widths()
    let titleWidth = max(10, width - Self.left - 1 - wide.reduce(0, +))
    var x = width - wide.reduce(0, +)
    lanes = zip(shown, wide).map { name, wide in
      defer { x += wide }
      let slots = history.registrations.filter { $0.observed == name }.map { $0.slot + 1 }.max() ?? 0
      return Lane(name: name, header: Self.header(of: name).map(signs.shown), column: x + 2, slots: slots)
    }
    texts = rows.map { row in
      var title = signs.shown(row.title)
      if row.isBad { title = "\(signs.bad) " + title }
      let paint: TextGrid.Paint = row.isBad ? .bad : row.isFold ? .dim : .plain
      var lines = Self.wrap(title, titleWidth, most: 5).map { (text: $0, paint: paint) }
      lines += Self.wrap(signs.shown(row.note), titleWidth, most: 3).map { (text: $0, paint: .dim) }
      if !row.thread.isEmpty {
        lines += Self.wrap("on the thread \(signs.shown(row.thread))", titleWidth, most: 1).map { ($0, .thread) }
      }
      return lines
    }
    self.heading = heading.map { Self.wrap(signs.shown("\($0.label): \($0.title)"), width, most: 3) } ?? []
  }

  private static func header(of name: String) -> [String] {
    Lanes.header(of: name).flatMap { wrap($0, 11, most: 2) }
  }

  /// Breaks a text at spaces, and a word that is too long anywhere.
  static func wrap(_ text: String, _ width: Int, most: Int) -> [String] {
    var lines: [String] = []
    for line in wrapped(text, to: width) {
      var rest = Substring(line)
      while rest.count > width {
        lines.append(String(rest.prefix(width)))
        rest = rest.dropFirst(width)
      }
      if !rest.isEmpty { lines.append(String(rest)) }
    }
    if lines.count <= most { return lines }
    let end = text.allSatisfy(\.isASCII) ? "..." : "…"
    return lines.prefix(most - 1) + [String(lines[most - 1].prefix(max(0, width - end.count))) + end]
  }

  // MARK: Drawing

  /// Draws the heading, and the names of the lanes so that the last line of them is just above the first row.
  func drawTop(into grid: inout TextGrid, height: Int) {
    for (index, line) in heading.enumerated() { grid.put(line, index, 0, .bold) }
    for lane in lanes {
      for (index, line) in lane.header.reversed().enumerated() {
        grid.put(line, height - 1 - index, lane.column - 2, .bold)
      }
    }
  }

  var topHeight: Int { heading.count + (lanes.map(\.header.count).max() ?? 0) }

  /// Draws a row, from the line on; if it is nil, only what continues from the row before.
  func draw(_ row: Int?, after last: Int?, into grid: inout TextGrid, from line: Int, height: Int) {
    grid.grow(to: line + height)
    if let row {
      let number = rows[row].number
      grid.put(number, line, Self.left - 1 - number.count, .dim)
      for (index, text) in texts[row].enumerated() { grid.put(text.text, line + index, Self.left, text.paint) }
    }
    guard let current = row ?? last, row != nil || current < rows.count - 1 else { return }
    for index in 0..<height {
      for lane in lanes { drawCells(of: lane, current, isFirst: row != nil && index == 0, &grid, line + index) }
    }
    if let row, !rows[row].isFold { drawMarks(of: rows[row], &grid, line) }
    if row == history.death, let first = lanes.first, row != nil { drawDeath(from: first.column - 2, &grid, line) }
  }

  private func drawCells(of lane: Lane, _ row: Int, isFirst: Bool, _ grid: inout TextGrid, _ line: Int) {
    if let death = history.death, row >= death, !isFirst { return }
    if let life = history.lives[lane.name] {
      if let born = life.born {
        if row == life.gone && isFirst {
          grid.put(signs.gone, line, lane.column)
        } else if row >= born, row < life.gone ?? .max {
          let isLeaked = life.isLeaked && row == rows.count - 1
          let sign = isLeaked ? signs.leaked : row >= life.dying ?? .max ? signs.dying : signs.alive
          grid.put(sign, line, lane.column, isLeaked ? .bad : .plain)
        }
      } else if row >= life.first, row < life.last || (row == life.last && isFirst) {
        grid.put(signs.unknown, line, lane.column, .dim)
      }
    }
    for registration in history.registrations where registration.observed == lane.name {
      guard row >= registration.start, row < registration.end ?? .max || (row == registration.end && isFirst) else {
        continue
      }
      let sign = row == registration.end && registration.how == .swept ? signs.swept : signs.registration
      grid.put(sign, line, lane.column + 1 + registration.slot, .registration)
    }
  }

  private func drawDeath(from start: Int, _ grid: inout TextGrid, _ line: Int) {
    for column in start..<width { grid.put(signs.death, line, column, .bad) }
    for registration in history.registrations where registration.how == .leftOver {
      guard let lane = lanes.first(where: { $0.name == registration.observed }) else { continue }
      grid.put(signs.leftOver, line, lane.column + 1 + registration.slot, .bad)
    }
  }

  private func drawMarks(of row: TimelineRow, _ grid: inout TextGrid, _ line: Int) {
    for mark in row.marks {
      guard let from = lanes.first(where: { $0.name == mark.from }) else { continue }
      let paint: TextGrid.Paint = mark.isBad == true ? .bad : row.thread.isEmpty ? .plain : .thread
      switch mark.what {
      case .changes: grid.put(signs.change, line, from.column)
      case .announces: grid.put(signs.announcement, line, from.column)
      case .adds, .removes: drawArrow(from, mark, .registration, &grid, line)
      case .drops: drawArrow(from, mark, .registration, isStopped: true, &grid, line)
      case .calls: drawArrow(from, mark, paint, &grid, line)
      case .skips: drawArrow(from, mark, paint, isStopped: true, &grid, line)
      default: break
      }
    }
  }

  private func drawArrow(
    _ from: Lane, _ mark: Mark, _ paint: TextGrid.Paint, isStopped: Bool = false, _ grid: inout TextGrid, _ line: Int
  ) {
    guard let to = lanes.first(where: { $0.name == mark.to }) else { return }
    if from.name == to.name { return grid.put(isStopped ? signs.stop : signs.itself, line, from.column - 1, paint) }
    let goesRight = to.column > from.column
    // The registrations of a lane are at its right, and stay visible.
    let start = goesRight ? from.column + from.slots + 1 : from.column - 1
    let end = goesRight ? to.column - 1 : to.column + to.slots + 1
    for column in min(start, end)...max(start, end) {
      grid.put(isStopped ? signs.dashed : signs.line, line, column, paint)
    }
    grid.put(isStopped ? signs.stop : goesRight ? signs.right : signs.left, line, end, paint)
  }
}
