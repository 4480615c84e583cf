/// Draws what happens in a row: changes, calls, and registrations that begin or end.
extension TimelinePainter {
  mutating func paintMarks(of row: TimelineRow, _ place: TimelineScale.Place) {
    if row.isFold { return }
    var y = place.middle
    for mark in row.marks {
      switch mark.what {
      case .changes, .announces: paintDot(mark, y)
      case .adds:
        paintArrow(mark, y, .registration, .registrationLine)
        paintName(ofRegistration: mark, y)
        y += 9
      case .removes:
        paintArrow(mark, y, .registration, .registrationLine)
        y += 9
      case .drops: paintArrow(mark, y, .registration, .registrationDashed, isStopped: true)
      case .calls:
        let isElsewhere = !row.thread.isEmpty
        let line: Style = mark.isBad == true ? .badLine : isElsewhere ? .threadLine : .inkLine
        paintArrow(mark, y, mark.isBad == true ? .bad : isElsewhere ? .thread : .ink, line)
        y += 9
      case .skips:
        paintArrow(mark, y, .ink, row.thread.isEmpty ? .inkDashed : .threadDashed, isStopped: true)
      default: break
      }
    }
  }

  // MARK: Changes

  private mutating func paintDot(_ mark: Mark, _ y: Int) {
    guard let lane = lanes.lane(mark.from) else { return }
    if mark.what == .announces {
      drawing.add(.path("M\(lane.x) \(y - 6)l6 6l-6 6l-6-6z", .ring))
      return
    }
    drawing.add(.circle(x: lane.x, y: y, radius: 6, .ring))
    drawing.add(.circle(x: lane.x, y: y, radius: 4, .ink))
    guard let value = mark.label else { return }
    let isWritten = write(value, rightOf: lane, y, .ink)
    if !isWritten { write(value, leftOf: lane, y, .ink) }
  }

  private mutating func paintName(ofRegistration mark: Mark, _ y: Int) {
    guard let lane = lanes.lane(mark.to), let key = mark.label else { return }
    // The arrow comes from the observer, so the name is on the other side.
    if let observer = lanes.lane(mark.from), observer.x > lane.x {
      write(key, leftOf: lane, y, .registration)
    } else {
      write(key, rightOf: lane, y, .registration)
    }
  }

  /// Writes beside a lane, if there is room.
  @discardableResult
  private mutating func write(_ text: String, rightOf lane: Lanes.Lane, _ y: Int, _ style: Style) -> Bool {
    let right = lanes.lanes.filter { $0.x > lane.x }.map { $0.x - 10 }.min() ?? side.drawingRight
    let space = Box(x: lane.right + 4, y: 0, width: right - lane.right - 4, height: bottom)
    return drawing.addIfFree(Label(text: text, x: lane.right + 5, baseline: y + 5, style: style), in: space)
  }

  @discardableResult
  private mutating func write(_ text: String, leftOf lane: Lanes.Lane, _ y: Int, _ style: Style) -> Bool {
    let left = lanes.lanes.filter { $0.x < lane.x }.map { $0.right + 4 }.max() ?? lanes.leftEdge
    let space = Box(x: left, y: 0, width: lane.x - 9 - left, height: bottom)
    return drawing.addIfFree(Label(text: text, x: lane.x - 10, baseline: y + 5, anchor: .end, style: style), in: space)
  }

  // MARK: Arrows

  /// An arrow between the two lanes of a mark. A stopped one ends before the lane.
  private mutating func paintArrow(_ mark: Mark, _ y: Int, _ head: Style, _ line: Style, isStopped: Bool = false) {
    guard let from = lanes.lane(mark.from), let to = lanes.lane(mark.to) else { return }
    if from.name == to.name { return paintLoop(at: from, y, head, line, isStopped: isStopped) }
    let isRegistration = [.adds, .removes, .drops].contains(mark.what)
    let goesRight = to.x > from.x
    let start = goesRight ? (isRegistration ? from.x + 5 : from.right) : from.x - 6
    // An arrow from the right that belongs to a registration ends at its bar.
    let near = goesRight ? to.x - 6 : (isRegistration ? to.right + 2 : to.x + 6)
    let end = isStopped ? (goesRight ? near - 14 : near + 14) : near
    drawing.line(start, y, goesRight || isStopped ? end : end + 2, y, line)
    if isStopped {
      drawing.line(end, y - 6, end, y + 6, solid(line))
    } else {
      drawing.head(x: end, y: y, pointsRight: goesRight, head)
    }
  }

  /// An arrow of an object to itself, at the left of its lane.
  private mutating func paintLoop(at lane: Lanes.Lane, _ y: Int, _ head: Style, _ line: Style, isStopped: Bool) {
    let x = lane.x - 6
    let end = isStopped ? x - 8 : x
    drawing.add(.path("M\(x) \(y - 6)H\(x - 12)a6 6 0 0 0 0 12H\(end - 2)", line))
    if isStopped {
      drawing.line(end, y, end, y + 12, solid(line))
    } else {
      drawing.head(x: end, y: y + 6, pointsRight: true, head)
    }
  }

  private func solid(_ line: Style) -> Style {
    switch line {
    case .registrationDashed: .registrationLine
    case .threadDashed: .threadLine
    default: .inkLine
    }
  }
}
