/// One side of a timeline: its rows and lanes, and how they are drawn.
struct TimelineSide {
  struct Place {
    let line, height: Int
    var last: Int { line + height - 1 }
  }

  private struct Text {
    let text: String
    let paint: Scene.Paint
  }

  let side: DrawnSide
  let width: Int
  let rows: [TimelineRow]
  private let lanes: Lanes
  private let texts: [[Text]]
  private let heading: [String]
  /// What has no lane.
  private let missing: [String]
  /// The column of titles: before it are the numbers of the steps, and those of the lines.
  private let left: Int
  /// The last columns of these numbers.
  private let numbers: (steps: Int, lines: Int?)

  /// How wide the longest sentence can be that is not broken: the lanes would be too far from the others. What is printed
  /// in a step, or the last message, is broken where the sentences end.
  private static let sentences = 40...64

  /// - Parameters:
  ///   - width: the width in columns; nil for the width that shows every lane.
  ///   - isCompact: whether the lanes are beside the sentences, and not at the right edge.
  init(_ side: DrawnSide, width: Int?, isCompact: Bool = false) {
    self.side = side
    rows = TimelineRow.rows(of: side.picture.steps)
    let wide = max(side.hasLines ? 4 : 3, "\(side.picture.steps.count)".count)
    left = wide + 1 + (side.hasLines ? 5 : 0)
    numbers = (wide - 1, side.hasLines ? wide + 4 : nil)
    let narrowest = width.map { $0 < 50 ? 18 : $0 < 60 ? 22 : 34 } ?? 24
    let dry = LaneHistory(rows, lines: Array(rows.indices))
    var lanes = Lanes(side.picture, rows, dry, width: width, left: left + narrowest + 1)
    let most = lanes.start - left - 1
    let longest = rows.map { Words.width(of: $0.title) + Self.indent(of: $0) }.max() ?? 0
    let room = isCompact ? min(most, Self.sentences.upperBound, max(longest, Self.sentences.lowerBound)) : most
    texts = rows.map { row in
      let room = room - Self.indent(of: row)
      let paint: Scene.Paint = row.isBad ? .bad : row.isFold || row.isSilent ? .dim : .ink
      var lines = Words.wrap(row.title, to: room, most: 6).map { Text(text: $0, paint: paint) }
      lines += Words.wrap(row.note, to: room, most: 4).map { Text(text: $0, paint: .dim) }
      if !row.thread.isEmpty {
        let place = row.thread.hasPrefix("thread ") ? "on \(row.thread)" : "on the thread \(row.thread)"
        lines.append(Text(text: Words.shortened(place, to: room), paint: .thread))
      }
      return lines
    }
    missing =
      lanes.hidden == 0
      ? []
      : Words.wrap(
        lanes.hidden == 1 ? "1 more object is not shown." : "\(lanes.hidden) more objects are not shown.", to: room,
        most: 3)
    if isCompact {
      let widths = zip(rows, texts).flatMap { row, texts in
        texts.map { Words.width(of: $0.text) + Self.indent(of: row) }
      }
      lanes = lanes.moved(to: left + ((widths + missing.map(Words.width)).max() ?? 0) + 1)
    }
    self.lanes = lanes
    let indent = Words.width(of: side.label) + 3
    heading = Words.wrap(side.title, to: (width ?? lanes.width) - indent, most: 3)
    let widest = heading.map { indent + Words.width(of: $0) }.max() ?? indent - 3
    self.width = min(width ?? lanes.width, max(lanes.width, widest))
  }

  /// The room of the sign before the text.
  private static func indent(of row: TimelineRow) -> Int { row.isBad || row.isSilent ? 2 : 0 }

  func height(of row: Int) -> Int { max(1, texts[row].count, rows[row].arrows.count) }

  var topHeight: Int {
    max(side.label.isEmpty ? 0 : 1, heading.count) + max(missing.count, lanes.lanes.map(\.header.count).max() ?? 0)
  }

  // MARK: Drawing

  /// Draws the side into a scene: its heading at the top, and each row at its place.
  func draw(into scene: inout Scene, top: Int, _ places: [Place], offset: Int, side number: Int?) {
    var canvas = Canvas(scene: scene, offset: offset, side: number)
    let first = places.first?.line ?? top + topHeight
    canvas.text(Words.shortened(side.label, to: width), 0, top, isBold: true)
    if let end = numbers.lines, !lanes.lanes.isEmpty {
      canvas.text("step", numbers.steps, first - 1, .dim, anchor: .end)
      canvas.text("line", end, first - 1, .dim, anchor: .end)
    }
    for (index, line) in heading.enumerated() {
      canvas.text(line, Words.width(of: side.label) + 3, top + index, .dim)
    }
    for (index, line) in missing.enumerated() { canvas.text(line, left, first - missing.count + index, .dim) }
    for lane in lanes.lanes {
      for (index, line) in lane.header.reversed().enumerated() {
        canvas.text(line, lane.column, first - 1 - index, anchor: .middle, isBold: true)
      }
    }
    let history = LaneHistory(rows, lines: places.map(\.line))
    for place in places { canvas.add(.rule(width: width), 0, place.line, .dim) }
    for lane in lanes.lanes { drawLife(of: lane, history, places, on: &canvas) }
    for registration in history.registrations { drawBar(of: registration, history, places, on: &canvas) }
    for ((row, texts), place) in zip(zip(rows, texts), places) {
      canvas.steps = row.steps
      drawText(of: row, texts, place, on: &canvas)
      drawArrows(of: row, place, on: &canvas)
      if place.line == history.death { drawDeath(history, place.line, on: &canvas) }
    }
    canvas.steps = nil
    for registration in history.registrations where registration.how == .swept {
      guard let lane = lanes.lane(registration.observed), let end = registration.end else { continue }
      canvas.add(.sign(.swept), lane.column + 1 + registration.slot, end, .registration)
    }
    scene = canvas.scene
  }

  /// Adds to a scene, at the place of the side.
  private struct Canvas {
    var scene: Scene
    let offset: Int
    let side: Int?
    var steps: ClosedRange<Int>?

    mutating func add(_ shape: Scene.Shape, _ column: Int, _ line: Int, _ paint: Scene.Paint = .ink) {
      scene.add(
        Scene.Item(shape: shape, column: column + offset, line: line, paint: paint, side: side, steps: steps))
    }

    /// Adds a bar, down to and including the last line.
    mutating func bar(_ bar: Scene.Bar, _ column: Int, _ first: Int, _ last: Int, _ paint: Scene.Paint = .ink) {
      add(.bar(bar, height: max(1, last - first + 1)), column, first, paint)
    }

    mutating func text(
      _ text: String, _ column: Int, _ line: Int, _ paint: Scene.Paint = .ink, anchor: Scene.Anchor = .start,
      isBold: Bool = false
    ) {
      add(.text(text, anchor, isBold: isBold), column, line, paint)
    }
  }

  private func drawText(of row: TimelineRow, _ texts: [Text], _ place: Place, on canvas: inout Canvas) {
    canvas.add(.band(width: width, height: place.height), 0, place.line)
    if !row.isFold {
      canvas.text(
        "\(row.steps.lowerBound)", numbers.steps, place.line, row.isBad ? .bad : .dim, anchor: .end)
      if let end = numbers.lines, let line = row.line {
        canvas.text("\(line)", end, place.line, row.isBad ? .bad : .dim, anchor: .end)
      }
    }
    if row.isBad {
      canvas.add(.sign(.trouble), left, place.line, .bad)
    } else if row.isSilent {
      canvas.add(.sign(.runs), left, place.line, .dim)
    }
    for (index, text) in texts.enumerated() {
      canvas.text(text.text, left + Self.indent(of: row), place.line + index, text.paint)
    }
  }

  private func drawLife(of lane: Lanes.Lane, _ history: LaneHistory, _ places: [Place], on canvas: inout Canvas) {
    guard let first = places.first?.line, let bottom = places.last?.last else { return }
    canvas.bar(.lane, lane.column, first, bottom, .dim)
    guard let life = history.lives[lane.name] else { return }
    guard let born = life.born else {
      return canvas.bar(.unrecorded, lane.column, life.first, life.last, .dim)
    }
    let end = life.gone ?? history.stop ?? history.death ?? bottom
    canvas.bar(.alive, lane.column, born, life.dying ?? end)
    if life.gone == nil, let stop = history.stop {
      canvas.bar(.unrecorded, lane.column, stop, history.death ?? bottom, .dim)
    }
    if let dying = life.dying { canvas.bar(.dying, lane.column, dying, end) }
    if life.gone != nil { canvas.add(.sign(.gone), lane.column, end) }
    if life.isLeaked, let last = places.last { canvas.bar(.leaked, lane.column, last.line, bottom, .bad) }
  }

  private func drawBar(
    of registration: LaneHistory.Span, _ history: LaneHistory, _ places: [Place], on canvas: inout Canvas
  ) {
    guard let lane = lanes.lane(registration.observed), let bottom = places.last?.last else { return }
    let end = registration.end ?? history.stop ?? history.death ?? bottom
    let column = lane.column + 1 + registration.slot
    canvas.bar(.registration, column, registration.start, end, .registration)
    // It is wrong from the beginning of the observed object's deinit.
    if registration.how == .leftOver, let dying = history.lives[registration.observed]?.dying {
      canvas.bar(.leftOver, column, max(registration.start, dying), end, .bad)
    }
  }

  private func drawDeath(_ history: LaneHistory, _ line: Int, on canvas: inout Canvas) {
    if lanes.lanes.isEmpty { return }
    let width = lanes.width - lanes.start
    canvas.add(history.isStopped ? .halt(width: width) : .death(width: width), lanes.start, line, .bad)
    for registration in history.registrations where registration.how == .leftOver {
      guard let lane = lanes.lane(registration.observed) else { continue }
      canvas.add(.sign(.leftOver), lane.column + 1 + registration.slot, line, .bad)
    }
  }

  // MARK: Arrows

  private func drawArrows(of row: TimelineRow, _ place: Place, on canvas: inout Canvas) {
    if row.isFold { return }
    for (index, mark) in row.arrows.enumerated() { drawArrow(mark, row, place.line + index, on: &canvas) }
    for mark in row.marks where mark.what == .changes || mark.what == .announces {
      guard let lane = lanes.lane(mark.from) else { continue }
      canvas.add(.sign(mark.what == .changes ? .change : .announcement), lane.column, place.line)
    }
  }

  private func drawArrow(_ mark: Mark, _ row: TimelineRow, _ line: Int, on canvas: inout Canvas) {
    guard let from = lanes.lane(mark.from), let to = lanes.lane(mark.to) else { return }
    let isCall = mark.what == .calls || mark.what == .skips
    let paint: Scene.Paint = mark.isBad == true ? .bad : !isCall ? .registration : row.thread.isEmpty ? .ink : .thread
    let isStopped = mark.what == .drops || mark.what == .skips
    let isMediated = mark.via != nil
    if from.name == to.name {
      return canvas.add(.loop(isStopped: isStopped, isMediated: isMediated), from.before, line, paint)
    }
    let goesRight = to.column > from.column
    let start = goesRight ? from.after : from.before
    let width = goesRight ? to.before - start + 1 : to.after - start - 1
    canvas.add(.arrow(width: width, isStopped: isStopped, isMediated: isMediated), start, line, paint)
  }
}
