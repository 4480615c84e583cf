/// A run as a timeline: time runs downwards, and every object has a lane.
enum TimelineFigure {
  /// The timeline of one run.
  static func drawing(of picture: Picture, heading: TimelineSide.Heading? = nil, hasKey: Bool = true) -> Drawing {
    let side = TimelineSide(picture, heading: heading)
    return paint(side, TimelineScale(side), 0, hasKey: hasKey)
  }

  /// The timelines of two runs on one time scale: the same moment is at the same height in both.
  static func drawings(
    of first: Picture, _ second: Picture, headings: (TimelineSide.Heading, TimelineSide.Heading)? = nil,
    hasKey: Bool = true
  ) -> (Drawing, Drawing) {
    let sides = (TimelineSide(first, heading: headings?.0), TimelineSide(second, heading: headings?.1))
    let scale = TimelineScale(sides.0, sides.1)
    return (paint(sides.0, scale, 0, hasKey: hasKey), paint(sides.1, scale, 1, hasKey: hasKey))
  }

  private static func paint(_ side: TimelineSide, _ scale: TimelineScale, _ index: Int, hasKey: Bool) -> Drawing {
    let run = side.picture.run
    let title = [
      "\(run.pitfall), act \(run.act), \(run.era) era", side.heading.map { "\($0.label): \($0.title)" },
    ].compactMap(\.self).joined(separator: ", ")
    let drawing = Drawing(title: title, description: description(of: side), width: TimelineSide.width)
    var painter = TimelinePainter(side, scale.top, scale.places[index], drawing)
    return painter.paint(hasKey: hasKey)
  }

  /// The steps in sentences. Steps that share a row in the figure share a sentence here.
  private static func description(of side: TimelineSide) -> String {
    side.rows.map { row in
      guard let number = Int(row.number) else { return "\(row.title)." }
      return "\(number). \(side.picture.steps[number - 1].sentence)"
    }.joined(separator: " ")
  }
}
