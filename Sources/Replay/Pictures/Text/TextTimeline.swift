/// Runs as timelines of characters, for a terminal.
package enum TextTimeline {
  /// From this width on two runs are beside each other.
  static let widthForTwo = 100

  package struct Source {
    let picture: Picture
    var heading: TimelineSide.Heading?

    package init(picture: Picture, heading: TimelineSide.Heading? = nil) {
      (self.picture, self.heading) = (picture, heading)
    }
  }

  /// The lines of the timelines. None is longer than the width, and none ends in a space.
  ///
  /// - Parameters:
  ///   - width: in columns. Two runs are on one scale of rows if there is room for both, and below each other if not.
  ///   - useASCII: whether to draw with the characters of ASCII alone.
  ///   - isColoured: whether to colour the lines, with the escape sequences of ANSI.
  package static func lines(_ sources: [Source], width: Int, useASCII: Bool = false, isColoured: Bool = false)
    -> [String]
  {
    let signs = TextSigns(isASCII: useASCII)
    let width = max(40, width)
    var lines: [String]
    if sources.count == 2, width >= widthForTwo {
      let each = (width - 3) / 2
      let sides = sources.map { TextSide($0.picture, $0.heading, width: each, signs) }
      let lanes = sources.map(\.picture.lanes)
      let alignment = Alignment(sides[0].rows, sides[1].rows, lanes: lanes[0], lanes[1])
      let grids = draw(sides, alignment)
      let right = grids[1].lines(isColoured: isColoured)
      lines = zip(grids[0].lines(isColoured: isColoured, filledTo: each), right).map { left, right in
        left + " \(signs.between)" + (right.isEmpty ? "" : " " + right)
      }
    } else {
      lines = sources.enumerated().flatMap { index, source in
        let side = TextSide(source.picture, source.heading, width: width, signs)
        return (index == 0 ? [] : [""]) + draw([side], Alignment(side.rows))[0].lines(isColoured: isColoured)
      }
    }
    return lines + [""] + key(signs, width)
  }

  /// What the signs mean, broken between them.
  private static func key(_ signs: TextSigns, _ width: Int) -> [String] {
    signs.key.reduce(into: []) { lines, entry in
      if let last = lines.last, last.count + 3 + entry.count <= width {
        lines[lines.count - 1] = last + "   " + entry
      } else {
        lines.append(entry)
      }
    }
  }

  /// The sides on one scale, as grids of the same height.
  private static func draw(_ sides: [TextSide], _ alignment: Alignment) -> [TextGrid] {
    let top = sides.map(\.topHeight).max() ?? 0
    var grids = sides.map { TextGrid(width: $0.width) }
    var last: [Int?] = sides.map { _ in nil }
    var line = top
    for index in sides.indices {
      grids[index].grow(to: top)
      sides[index].drawTop(into: &grids[index], height: top)
    }
    for moment in alignment.moments {
      let rows = [moment.first, moment.second]
      let height = sides.indices.compactMap { side in rows[side].map { sides[side].texts[$0].count } }.max() ?? 1
      for side in sides.indices {
        sides[side].draw(rows[side], after: last[side], into: &grids[side], from: line, height: height)
        last[side] = rows[side] ?? last[side]
      }
      line += height
    }
    for index in sides.indices where sides[index].hidden > 0 {
      let count = sides[index].hidden
      grids[index].put("\(count) more \(count == 1 ? "object is" : "objects are") not shown.", line, 0, .dim)
    }
    let height = grids.map(\.height).max() ?? 0
    for index in grids.indices { grids[index].grow(to: height) }
    return grids
  }
}
