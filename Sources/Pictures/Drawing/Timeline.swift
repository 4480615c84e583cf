import Console

/// A run, with what is written above it.
package struct DrawnSide: Equatable, Sendable {
  package let picture: Picture
  /// `raw` or `managed`, or another label of the act.
  package let label: String
  package let title: String
  /// Whether each row has the number of its line in the source.
  let hasLines: Bool

  package init(picture: Picture, label: String, title: String, hasLines: Bool = false) {
    (self.picture, self.label, self.title, self.hasLines) = (picture, label, title, hasLines)
  }
}

/// Lays out runs as timelines: time runs downwards, every object has a lane, and every step a row.
package enum Timeline {
  /// From this width on two runs are beside each other, on one scale.
  package static let columnsForTwo = 120
  /// Between two sides.
  private static let gap = 3

  /// The timelines of one or two runs, and what their marks mean, in a drawing of that width. Two are below each other if
  /// there is no room for both.
  package static func scene(of sides: [DrawnSide], columns: Int) -> Scene {
    scene(of: sides, columns, isCompact: false)
  }

  /// The same with the lanes beside the sentences, however wide the screen is.
  package static func scene(of sides: [DrawnSide], within columns: Int) -> Scene {
    scene(of: sides, columns, isCompact: true)
  }

  private static func scene(of sides: [DrawnSide], _ columns: Int, isCompact: Bool) -> Scene {
    let columns = max(40, columns)
    let isBeside = sides.count == 2 && columns >= columnsForTwo
    let width = isBeside ? (columns - gap) / 2 : columns
    return scene(sides.map { TimelineSide($0, width: width, isCompact: isCompact) }, columns, isBeside)
  }

  /// The timeline of a run, as wide as the lanes of its objects need.
  package static func scene(of side: DrawnSide) -> Scene {
    let layout = TimelineSide(side, width: nil)
    return scene([layout], layout.width, false)
  }

  private static func scene(_ layouts: [TimelineSide], _ columns: Int, _ isBeside: Bool) -> Scene {
    let sides = layouts.map(\.side)
    var scene = Scene(
      .timeline, title: sides.map(title).joined(separator: "; "),
      description: zip(sides, layouts).map(description).joined(separator: "\n"), columns: columns)
    if isBeside {
      let rows = layouts.map(\.rows)
      draw(layouts, Alignment(rows[0], rows[1], sides[0].picture, sides[1].picture), into: &scene)
      let column = layouts[0].width + 1
      scene.add(Scene.Item(shape: .bar(.separator, height: scene.height), column: column, line: 0, paint: .dim))
    } else {
      for (index, layout) in layouts.enumerated() {
        if index > 0 { scene.grow(to: scene.height + 1) }
        draw([layout], Alignment(layout.rows), into: &scene, side: sides.count == 1 ? nil : index)
      }
    }
    scene.breaks.append(scene.height)
    scene.addTimelineKey()
    return scene
  }

  /// Draws the sides on one scale, below what is there.
  private static func draw(
    _ sides: [TimelineSide], _ alignment: Alignment, into scene: inout Scene, side first: Int? = 0
  ) {
    let top = scene.height
    var line = top + (sides.map(\.topHeight).max() ?? 0)
    var places: [[TimelineSide.Place]] = sides.map { _ in [] }
    for moment in alignment.moments {
      let rows = [moment.first, moment.second]
      let height = sides.indices.compactMap { side in rows[side].map { sides[side].height(of: $0) } }.max() ?? 1
      for side in sides.indices {
        if rows[side] != nil { places[side].append(TimelineSide.Place(line: line, height: height)) }
      }
      scene.breaks.append(line)
      line += height
    }
    var offset = 0
    for (index, side) in sides.enumerated() {
      side.draw(into: &scene, top: top, places[index], offset: offset, side: first.map { $0 + index })
      offset += side.width + gap
    }
  }

  // MARK: Words

  private static func title(_ side: DrawnSide) -> String {
    let names = [side.picture.name, side.label].filter { !$0.isEmpty }.uniqued()
    return names.joined(separator: ", ") + (side.title.isEmpty ? "" : ": \(side.title)")
  }

  /// The steps in sentences. Steps that share a row in the drawing share a sentence here.
  private static func description(of side: DrawnSide, _ layout: TimelineSide) -> String {
    let rows = layout.rows.map { row in
      row.isFold
        ? "\(row.title)." : "\(row.steps.lowerBound). \(side.picture.steps[row.steps.lowerBound - 1].sentence)"
    }
    return (side.label.isEmpty ? "" : "\(side.label): ") + rows.joined(separator: " ")
  }
}
