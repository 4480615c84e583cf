/// The elements of an SVG, made from the items of a scene. What stands on one line of text is one element. In a file, so
/// are all shapes of one paint: nothing has to tell them apart there, while a page shows and hides them by their steps.
package struct SVGCanvas {
  /// The size of a cell in pixels, and the room above a row and around the drawing.
  static let (cellWidth, cellHeight, margin) = (8, 19, 10)
  package static let rowGap = 7

  private let scene: Scene
  private let isInPage: Bool
  package private(set) var lines: [String] = []
  /// The shapes of a file, by their paint, in the order in which these are needed.
  private var shapes: [(name: String, data: String)] = []
  /// The texts on the line that is being painted, and where its letters stand.
  private var row: (y: Int, spans: [(attributes: String, text: String)]) = (0, [])

  package init(_ scene: Scene, isInPage: Bool) { (self.scene, self.isInPage) = (scene, isInPage) }

  package var width: Int { left(scene.columns) + Self.margin }
  /// A page has the key apart.
  package var height: Int { top(isInPage ? scene.keyLine ?? scene.height : scene.height) + Self.margin }

  /// The left edge of a column, and its middle.
  private func left(_ column: Int) -> Int { Self.margin + column * Self.cellWidth }
  private func middle(_ column: Int) -> Int { left(column) + Self.cellWidth / 2 }

  /// The upper edge of a line, and its middle. Above the first line of a row there is some room.
  package func top(_ line: Int) -> Int {
    Self.margin + line * Self.cellHeight + scene.breaks.count { $0 <= line } * Self.rowGap
  }
  private func middle(ofLine line: Int) -> Int { top(line) + Self.cellHeight / 2 }
  package func bottom(_ line: Int) -> Int { top(line) + Self.cellHeight }

  /// Adds the items of the scene. In a page, those of a side and of steps are in a group each.
  package mutating func paint() {
    var side: Int?
    var steps: ClosedRange<Int>?
    for item in scene.items where !isInPage || item.line < scene.keyLine ?? .max {
      if isInPage, item.steps != steps || item.side != side {
        if steps != nil { add("</g>") }
        if item.side != side {
          if side != nil { add("</g>") }
          if let side = item.side { add("<g\(attribute("data-side", side))>") }
        }
        if let steps = item.steps { add(group(steps)) }
        (side, steps) = (item.side, item.steps)
      }
      paint(item)
    }
    endRow()
    lines += (steps == nil ? [] : ["</g>"]) + (side == nil ? [] : ["</g>"])
    lines = shapes.map(Self.element) + lines
  }

  private mutating func add(_ line: String) {
    endRow()
    lines.append(line)
  }

  /// Adds the texts of the line that is over.
  private mutating func endRow() {
    let spans = row.spans
    row.spans = []
    if spans.count == 1 {
      lines.append("<text\(attribute("y", row.y))\(spans[0].attributes)>\(spans[0].text)</text>")
    } else if spans.count > 1 {
      let parts = spans.map { "<tspan\($0.attributes)>\($0.text)</tspan>" }
      lines.append("<text\(attribute("y", row.y))>\(parts.joined())</text>")
    }
  }

  private func group(_ steps: ClosedRange<Int>) -> String {
    let (first, last) = (steps.lowerBound, steps.upperBound)
    if scene.kind == .ownership { return "<g\(attribute("data-from", first))\(attribute("data-to", last))>" }
    let further = steps.count > 1 ? attribute("data-last", last) : ""
    return "<g\(attribute("class", "row"))\(attribute("data-step", first))\(further)>"
  }

  /// An attribute behind a space. The page of all runs has a hundred thousand, so they are as short there as HTML takes
  /// them: in quotes only if they have to be, and then in those that JSON does not escape.
  private func attribute(_ name: String, _ value: some CustomStringConvertible) -> String {
    Self.attribute(name, "\(value)", isInPage: isInPage)
  }

  static func attribute(_ name: String, _ value: String, isInPage: Bool) -> String {
    if !isInPage { return " \(name)=\"\(value)\"" }
    let isPlain = value.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
      default: false
      }
    }
    return isPlain ? " \(name)=\(value)" : " \(name)='\(value.replacing("'", with: "&#39;"))'"
  }

  // MARK: Shapes

  private mutating func path(_ name: String, _ data: String) {
    if isInPage { return addToPage(name, data) }
    if let index = shapes.firstIndex(where: { $0.name == name }) {
      shapes[index].data += data
    } else {
      shapes.append((name, data))
    }
  }

  private static func element(_ name: String, _ data: String) -> String { "<path class=\"\(name)\" d=\"\(data)\"/>" }

  /// Adds a shape; the lines between rows, which follow each other, are one element.
  private mutating func addToPage(_ name: String, _ data: String) {
    endRow()
    let begin = "<path\(attribute("class", name)) d='"
    if name == "rule", let last = lines.last, last.hasPrefix(begin) {
      lines[lines.count - 1] = last.dropLast("'/>".count) + data + "'/>"
    } else {
      lines.append(begin + data + "'/>")
    }
  }

  private mutating func circle(_ name: String, _ x: Int, _ y: Int, _ radius: Int) {
    let arc = "a\(radius) \(radius) 0 1 0"
    path(name, "M\(x - radius) \(y)\(arc) \(2 * radius) 0\(arc) \(-2 * radius) 0z")
  }

  private mutating func rectangle(_ name: String, _ x: Int, _ y: Int, _ width: Int, _ height: Int, radius: Int = 0) {
    if radius == 0 { return path(name, "M\(x) \(y)h\(width)v\(height)H\(x)z") }
    let (across, down) = (width - 2 * radius, height - 2 * radius)
    path(
      name,
      "M\(x + radius) \(y)h\(across)q\(radius) 0 \(radius) \(radius)v\(down)q0 \(radius)-\(radius) \(radius)"
        + "h\(-across)q-\(radius) 0-\(radius)-\(radius)v\(-down)q0-\(radius) \(radius)-\(radius)z")
  }

  private mutating func paint(_ item: Scene.Item) {
    let (left, top, name) = (left(item.column), top(item.line), item.paint.rawValue)
    let (x, y) = (middle(item.column), middle(ofLine: item.line))
    switch item.shape {
    case .text(let text, let anchor, let isBold): paint(text, anchor, isBold, item)
    case .bar(let bar, let height): paint(bar, x, y, item.line + height - 1, item)
    case .arrow(let width, let isStopped, let isMediated):
      let (direction, start) = (width.signum(), width > 0 ? left + 1 : left + Self.cellWidth - 1)
      let end = start + width * Self.cellWidth - direction
      paintHead(isStopped ? end - direction * 8 : end, y, direction, isStopped, name) { tip in "M\(start) \(y)H\(tip)" }
      if isMediated { rectangle("ring line \(name)", (start + end) / 2 - 4, y - 4, 8, 8, radius: 1) }
    case .loop(let isStopped, let isMediated):
      let end = left + Self.cellWidth
      paintHead(isStopped ? end - 6 : end, y + 5, 1, isStopped, name) { tip in
        "M\(end) \(y - 5)h-12a5 5 0 0 0 0 10H\(tip)"
      }
      if isMediated { rectangle("ring line \(name)", end - 21, y - 4, 8, 8, radius: 1) }
    case .sign(let sign): paint(sign, x, y, name)
    case .halt(let width):
      // Two strokes, beside each other.
      path("line bad", [y - 2, y + 2].map { "M\(left) \($0)h\(width * Self.cellWidth)" }.joined())
    case .death(let width): path("line bad", "M\(left) \(y)h\(width * Self.cellWidth)")
    case .rule(let width): path("rule", "M\(left) \(top - Self.rowGap / 2).5h\(width * Self.cellWidth)")
    case .band(let width, let height):
      let above = top - Self.rowGap / 2
      if isInPage {
        rectangle("band", left, above, width * Self.cellWidth, bottom(item.line + height - 1) + 4 - above)
      }
    case .box(let look, let width, let height):
      rectangle("box \(look)", left, top, width * Self.cellWidth, bottom(item.line + height - 1) - top, radius: 6)
    case .route(let cells, let line): paintRoute(item, cells, line, name)
    }
  }

  private mutating func paint(_ text: String, _ anchor: Scene.Anchor, _ isBold: Bool, _ item: Scene.Item) {
    let start = Words.start(of: text, anchor, at: item.column)
    let width = Words.width(of: text)
    let (x, anchored) =
      switch anchor {
      case .start: (left(start), "")
      case .middle: (middle(item.column), " m")
      case .end: (left(start + width), " e")
      }
    let y = top(item.line) + 14
    if y != row.y { endRow() }
    row.y = y
    let paint = attribute("class", "\(item.paint)\(isBold ? " b" : "")\(anchored)")
    row.spans.append((paint + attribute("x", x), SVGPainter.escaped(text)))
  }

  private mutating func paint(_ bar: Scene.Bar, _ x: Int, _ y: Int, _ last: Int, _ item: Scene.Item) {
    // A bar of one line is still to be seen.
    let (start, end) = last > item.line ? (y, middle(ofLine: last)) : (y - 7, y + 7)
    switch bar {
    case .lane, .separator: path("\(bar)", "M\(x) \(top(item.line))V\(bottom(last))")
    case .unrecorded: path("\(bar)", "M\(x) \(start)V\(end)")
    case .registration: rectangle("bar", x - 2, start, 4, end - start, radius: 1)
    case .leftOver: rectangle("bad", x - 2, start, 4, end - start, radius: 1)
    case .leaked: rectangle("bad", x - 3, top(item.line) - 2, 6, bottom(last) - top(item.line) + 2)
    case .dying: rectangle("hatched", x - 3, start, 6, end - start)
    case .alive: rectangle("life", x - 3, start, 6, end - start, radius: 1)
    }
  }

  /// The line of an arrow, made for the place where it ends, and the head there, or the bar at which it stops.
  private mutating func paintHead(
    _ x: Int, _ y: Int, _ direction: Int, _ isStopped: Bool, _ name: String, line: (Int) -> String
  ) {
    path("line \(name)\(isStopped ? " dashed" : "")", line(isStopped ? x : x - direction * 6))
    if isStopped {
      path("line \(name)", "M\(x) \(y - 5)v10")
    } else {
      path(name, "M\(x) \(y)l\(-direction * 8) -4v8z")
    }
  }

  private mutating func paint(_ sign: Scene.Sign, _ x: Int, _ y: Int, _ name: String) {
    switch sign {
    case .change: circle("dot \(name)", x, y, 5)
    case .announcement: path("ring line \(name)", "M\(x) \(y - 6)l6 6l-6 6l-6-6z")
    case .runs: circle(name, x, y, 2)
    case .trouble: path("line \(name)", "M\(x - 4) \(y - 4)l8 8m0-8l-8 8")
    case .gone:
      rectangle("paper", x - 4, y, 8, 9)
      path("foot", "M\(x - 7) \(y)h14")
    case .swept: circle("ring line \(name)", x, y, 5)
    case .leftOver:
      // A paint of its own, so that the cross is above the ring.
      circle("ring line \(name)", x, y, 7)
      path("cross line \(name)", "M\(x - 4) \(y - 4)l8 8m0-8l-8 8")
    }
  }

  /// A way with round corners, from the edge of a box to that of another.
  private mutating func paintRoute(_ item: Scene.Item, _ cells: [Scene.Cell], _ line: Scene.Line, _ name: String) {
    var points = ([Scene.Cell(column: 0, line: 0)] + cells).map {
      (x: middle(item.column + $0.column), y: middle(ofLine: item.line + $0.line))
    }
    let last = points.count - 1
    guard last > 0 else { return }
    let first = ((points[1].x - points[0].x).signum(), (points[1].y - points[0].y).signum())
    let (dx, dy) = ((points[last].x - points[last - 1].x).signum(), (points[last].y - points[last - 1].y).signum())
    points[0].x -= first.0 * Self.cellWidth / 2
    points[0].y -= first.1 * Self.cellHeight / 2
    let tip = (x: points[last].x + dx * Self.cellWidth / 2, y: points[last].y + dy * Self.cellHeight / 2)
    points[last] = (tip.x - dx * 7, tip.y - dy * 7)
    var data = "M\(points[0].x) \(points[0].y)"
    for index in 1..<max(1, last) {
      let point = points[index]
      let ends = [points[index - 1], points[index + 1]].map { other in
        let (dx, dy) = (other.x - point.x, other.y - point.y)
        let reach = min(6, max(abs(dx), abs(dy)) / 2)
        return "\(point.x + dx.signum() * reach) \(point.y + dy.signum() * reach)"
      }
      data += "L\(ends[0])Q\(point.x) \(point.y) \(ends[1])"
    }
    path("line \(name)\(line == .solid ? "" : " \(line)")", data + "L\(points[last].x) \(points[last].y)")
    path(name, "M\(tip.x) \(tip.y)l\(-9 * dx - 4 * dy) \(-9 * dy - 4 * dx)l\(8 * dy) \(8 * dx)z")
  }
}
