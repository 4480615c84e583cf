/// Where the rows of one or two timelines are. Rows of the same moment are at the same height in both.
struct TimelineScale: Equatable, Sendable {
  struct Place: Equatable, Sendable {
    let top: Int
    let height: Int

    /// The height of the marks: the middle of the first line of text.
    var middle: Int { top + 15 }
    var bottom: Int { top + height }
  }

  /// The height of the first row.
  let top: Int
  /// The places of each side's rows.
  let places: [[Place]]

  init(_ side: TimelineSide) {
    self.init([side], Alignment(side.rows))
  }

  init(_ first: TimelineSide, _ second: TimelineSide) {
    let alignment = Alignment(first.rows, second.rows, lanes: first.picture.lanes, second.picture.lanes)
    self.init([first, second], alignment)
  }

  private init(_ sides: [TimelineSide], _ alignment: Alignment) {
    top = sides.map(\.topHeight).max() ?? 0
    let heights = sides.map(\.rowHeights)
    var places: [[Place]] = sides.map { _ in [] }
    var y = top
    for moment in alignment.moments {
      let rows = [moment.first, moment.second]
      let height = zip(heights, rows).compactMap { heights, row in row.map { heights[$0] } }.max() ?? 0
      for side in sides.indices where rows[side] != nil { places[side].append(Place(top: y, height: height)) }
      y += height
    }
    self.places = places
  }
}
