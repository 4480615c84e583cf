/// Draws one timeline.
struct TimelinePainter {
  let side: TimelineSide
  let top: Int
  let places: [TimelineScale.Place]
  var drawing: Drawing

  init(_ side: TimelineSide, _ top: Int, _ places: [TimelineScale.Place], _ drawing: Drawing) {
    (self.side, self.top, self.places, self.drawing) = (side, top, places, drawing)
  }

  var lanes: Lanes { side.lanes }
  var history: LaneHistory { side.history }
  /// Where the last row ends.
  var bottom: Int { places.last?.bottom ?? top }
  /// The room for lanes, and for what is written beside them.
  var room: Box {
    Box(x: lanes.leftEdge - 8, y: top, width: side.drawingRight - lanes.leftEdge + 8, height: bottom - top)
  }

  mutating func paint(hasKey: Bool) -> Drawing {
    paintTop()
    paintRows()
    for lane in lanes.lanes { paintLife(of: lane) }
    for registration in history.registrations { paintBar(of: registration) }
    for (row, place) in zip(side.rows, places) { paintMarks(of: row, place) }
    paintDeath()
    for registration in history.registrations { paintEnd(of: registration) }
    var y = bottom + 8
    if lanes.hidden > 0 {
      let objects = lanes.hidden == 1 ? "object is" : "objects are"
      drawing.add(Label(text: "\(lanes.hidden) more \(objects) not shown.", x: 14, baseline: y + 14, style: .dim))
      y += 22
    }
    drawing.height = y
    if hasKey {
      var key = FigureKey(of: drawing)
      key.paint(into: &drawing)
    }
    return drawing
  }

  // MARK: Text

  private mutating func paintTop() {
    var baseline = 22
    if let heading = side.heading {
      drawing.add(Label(text: heading.label, x: 14, baseline: baseline, isBold: true))
      let indent = 14 + TextWidths.width(of: heading.label, bold: true) + 10
      for line in side.headingLines {
        drawing.add(Label(text: line, x: indent, baseline: baseline, style: .dim))
        baseline += TextWidths.lineHeight
      }
    }
    for lane in lanes.lanes {
      for (index, line) in lane.header.reversed().enumerated() {
        drawing.add(Label(text: line, x: lane.x, baseline: top - 12 - index * 17, anchor: .middle, isBold: true))
      }
    }
  }

  private mutating func paintRows() {
    for (index, row) in side.rows.enumerated() {
      let place = places[index]
      drawing.line(8, place.top, side.drawingRight, place.top, .rule)
      var baseline = place.top + 20
      if !row.number.isEmpty {
        drawing.add(Label(text: row.number, x: 34, baseline: baseline, anchor: .end, style: row.isBad ? .bad : .dim))
      }
      for line in side.texts[index] {
        drawing.add(Label(text: line.text, x: 42, baseline: baseline, style: line.style))
        baseline += TextWidths.lineHeight
      }
      if !row.thread.isEmpty {
        if !side.threadsBelow[index] { baseline -= TextWidths.lineHeight }
        let right = 42 + lanes.titleWidth
        drawing.add(Label(text: row.thread, x: right, baseline: baseline, anchor: .end, style: .thread))
        drawing.add(.rectangle(Box(x: 4, y: place.top + 5, width: 3, height: place.height - 10), .thread, radius: 1))
      }
    }
    drawing.line(8, bottom, side.drawingRight, bottom, .rule)
  }

  // MARK: Lives

  private mutating func paintLife(of lane: Lanes.Lane) {
    drawing.line(lane.x, top - 6, lane.x, bottom, .lane)
    guard let life = history.lives[lane.name] else { return }
    guard let born = life.born else {
      // The recording does not say how long it lives.
      drawing.line(lane.x, places[life.first].middle, lane.x, places[life.last].middle, .lifeless)
      return
    }
    let isOneRow = life.dying == life.gone
    let start = places[born].middle - 4
    let end =
      life.gone.map { places[$0].middle + (isOneRow ? 7 : 0) } ?? (history.death.map { places[$0].middle } ?? bottom)
    let dying = life.dying.map { places[$0].middle - (isOneRow && life.gone != nil ? 7 : 0) }
    drawing.add(.rectangle(bar(lane.x, from: start, to: dying ?? end), .life, radius: 2))
    if let dying { drawing.add(.rectangle(bar(lane.x, from: dying, to: end), .dying, radius: 0)) }
    if life.gone != nil { drawing.line(lane.x - 8, end, lane.x + 8, end, .foot) }
    if life.isLeaked, let last = places.last {
      drawing.add(.rectangle(bar(lane.x, from: last.top + 2, to: bottom), .leaked, radius: 0))
    }
  }

  private func bar(_ x: Int, from start: Int, to end: Int, width: Int = 8) -> Box {
    Box(x: x - width / 2, y: start, width: width, height: max(2, end - start))
  }

  // MARK: Registrations

  private mutating func paintBar(of registration: LaneHistory.Registration) {
    guard let lane = lanes.lane(registration.observed) else { return }
    let end = registration.end.map { places[$0].middle } ?? history.death.map { places[$0].middle } ?? bottom
    let x = lane.registration(registration.slot)
    let start = places[registration.start].middle
    drawing.add(.rectangle(bar(x, from: start, to: end, width: 4), .registrationBar, radius: 1))
    // It is wrong from the moment on when the deinit of the observed object begins.
    if registration.how == .leftOver, let dying = history.lives[registration.observed]?.dying {
      drawing.add(.rectangle(bar(x, from: max(start, places[dying].middle), to: end, width: 4), .badBar, radius: 1))
    }
  }

  private mutating func paintEnd(of registration: LaneHistory.Registration) {
    guard let lane = lanes.lane(registration.observed), let end = registration.end else { return }
    let (x, y) = (lane.registration(registration.slot), places[end].middle)
    switch registration.how {
    case .swept: drawing.add(.circle(x: x, y: y, radius: 6, .emptyRing))
    case .leftOver:
      drawing.add(.circle(x: x, y: y, radius: 8, .badRing))
      drawing.add(.path("M\(x - 4) \(y - 4)l8 8m0-8l-8 8", .badLine))
    default: break
    }
  }

  private mutating func paintDeath() {
    guard let death = history.death else { return }
    // Without lanes there is only text, and the line is below it.
    let y = lanes.lanes.isEmpty ? places[death].bottom - 3 : places[death].middle
    drawing.line(lanes.lanes.isEmpty ? 42 : lanes.leftEdge, y, side.drawingRight, y, .badLine)
  }
}

extension TimelineSide {
  /// The right edge of what is drawn.
  var drawingRight: Int { Self.width - 8 }
}
