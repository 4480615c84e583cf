/// A rectangle in whole pixels.
struct Box: Equatable, Sendable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  var right: Int { x + width }
  var bottom: Int { y + height }
  var middleX: Int { x + width / 2 }
  var middleY: Int { y + height / 2 }

  func overlaps(_ other: Box) -> Bool {
    x < other.right && other.x < right && y < other.bottom && other.y < bottom
  }

  func contains(_ other: Box) -> Bool {
    x <= other.x && y <= other.y && other.right <= right && other.bottom <= bottom
  }

  /// The box with a margin around it.
  func grown(by margin: Int) -> Box {
    Box(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}

/// Text on one line.
struct Label: Equatable, Sendable {
  enum Anchor: String, Sendable {
    case start, middle, end
  }

  let text: String
  /// Where the line starts, has its middle, or ends, as the anchor says.
  let x: Int
  /// The baseline.
  let baseline: Int
  var anchor = Anchor.start
  var style = Style.ink
  var isBold = false

  /// The room that the text needs.
  var box: Box {
    let width = TextWidths.width(of: text, bold: isBold)
    let left =
      switch anchor {
      case .start: x
      case .middle: x - width / 2
      case .end: x - width
      }
    return Box(x: left, y: baseline - 13, width: width, height: 17)
  }
}

/// A figure before it is printed: what is in it, and where.
struct Drawing: Equatable, Sendable {
  enum Shape: Equatable, Sendable {
    case label(Label)
    case rectangle(Box, Style, radius: Int)
    case circle(x: Int, y: Int, radius: Int, Style)
    /// The data of an SVG path.
    case path(String, Style)

    var style: Style {
      switch self {
      case .label(let label): label.style
      case .rectangle(_, let style, _), .circle(_, _, _, let style), .path(_, let style): style
      }
    }
  }

  /// The name of the figure, for readers who do not see it.
  let title: String
  /// What the figure shows, in sentences.
  let description: String
  let width: Int
  var height = 0
  private(set) var shapes: [Shape] = []

  init(title: String, description: String, width: Int) {
    (self.title, self.description, self.width) = (title, description, width)
  }

  var labels: [Label] {
    shapes.compactMap { if case .label(let label) = $0 { label } else { nil } }
  }

  /// The room of the figure.
  var frame: Box { Box(x: 0, y: 0, width: width, height: height) }

  mutating func add(_ shape: Shape) { shapes.append(shape) }

  mutating func add(_ label: Label) { shapes.append(.label(label)) }

  /// Adds a straight line.
  mutating func line(_ x1: Int, _ y1: Int, _ x2: Int, _ y2: Int, _ style: Style) {
    add(.path("M\(x1) \(y1)L\(x2) \(y2)", style))
  }

  /// Adds the head of an arrow that points along the x axis.
  mutating func head(x: Int, y: Int, pointsRight: Bool, _ style: Style) {
    let back = pointsRight ? x - 8 : x + 8
    add(.path("M\(x) \(y)L\(back) \(y - 4)V\(y + 4)z", style))
  }

  /// Adds the label if nothing else is written there and it is inside the room. Returns whether it was added.
  @discardableResult
  mutating func addIfFree(_ label: Label, in room: Box) -> Bool {
    let box = label.box
    guard room.contains(box), !labels.contains(where: { $0.box.overlaps(box) }) else { return false }
    add(label)
    return true
  }
}
