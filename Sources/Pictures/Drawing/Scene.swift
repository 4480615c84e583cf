/// A drawing in cells: a column is a character of a monospaced grid, a line is a line of text.
///
/// ``TextPainter`` and ``SVGPainter`` paint the same scene, so what fits in one fits in the other.
package struct Scene: Equatable, Sendable {
  package enum Paint: String, CaseIterable, Sendable {
    case ink, dim, bad, registration, thread
  }

  package enum Anchor: Sendable {
    case start, middle, end
  }

  /// What a vertical bar means, and its character in a terminal.
  package enum Bar: Character, CaseIterable, Sendable {
    /// The lane of an object, where it does not live.
    case lane = " "
    case alive = "┃"
    case dying = "╎"
    case leaked = "█"
    /// The object takes part in the run, and the recording does not say how long it lives.
    case unrecorded = "┊"
    case registration = "│"
    /// A registration that should have ended.
    case leftOver = "▏"
    /// The line between two sides.
    case separator = "∣"
  }

  /// A mark of one cell, and its character.
  package enum Sign: Character, CaseIterable, Sendable {
    case change = "●"
    case announcement = "◇"
    case runs = "·"
    case trouble = "✗"
    case gone = "╹"
    case swept = "○"
    case leftOver = "⊗"
  }

  /// A line of an ownership scene, and its characters along and down.
  package enum Line: String, Sendable {
    case solid = "─│"
    case dashed = "╌╎"
    case dotted = "┈┊"
  }

  package struct Cell: Hashable, Sendable {
    var column: Int
    var line: Int

    package init(column: Int, line: Int) { (self.column, self.line) = (column, line) }
  }

  /// Widths and heights are in cells.
  package enum Shape: Equatable, Sendable {
    case text(String, Anchor = .start, isBold: Bool = false)
    case bar(Bar, height: Int = 1)
    /// To the right, or to the left if the width is negative. A stopped arrow does not arrive.
    case arrow(width: Int, isStopped: Bool = false, isMediated: Bool = false)
    /// An arrow of a lane to itself, at the left of the lane.
    case loop(isStopped: Bool = false, isMediated: Bool = false)
    case sign(Sign)
    /// Across the lanes: the process dies.
    case death(width: Int)
    /// Across the lanes: the process is stopped.
    case halt(width: Int)
    /// A thin line at the upper edge of the line.
    case rule(width: Int)
    /// The room of a row: a page can mark it, and notice when it is chosen.
    case band(width: Int, height: Int)
    case box(Holdings.Look, width: Int, height: Int)
    /// An arrow from the item's cell through the corners of a way, given from there.
    case route([Cell], Line)
  }

  package struct Item: Equatable, Sendable {
    package var shape: Shape
    var column: Int
    package var line: Int
    package var paint: Paint
    /// The side of a timeline with two sides.
    var side: Int?
    /// In a timeline, the steps whose row this belongs to. In an ownership scene, the steps after which it is visible.
    package var steps: ClosedRange<Int>?

    package init(
      shape: Shape, column: Int, line: Int, paint: Paint = .ink, side: Int? = nil, steps: ClosedRange<Int>? = nil
    ) {
      (self.shape, self.column, self.line) = (shape, column, line)
      (self.paint, self.side, self.steps) = (paint, side, steps)
    }

    /// How many lines it needs.
    var height: Int {
      switch shape {
      case .bar(_, let height), .band(_, let height), .box(_, _, let height): height
      case .route(let cells, _): (cells.map(\.line).max() ?? 0) + 1
      default: 1
      }
    }
  }

  package enum Kind: Sendable {
    case timeline, ownership
  }

  /// A mark of the drawing, its width in cells, and what it means.
  struct KeyEntry: Equatable, Sendable {
    let shape: Shape
    let paint: Paint
    let width: Int
    let text: String
  }

  let kind: Kind
  /// For readers who do not see the drawing.
  package let title: String
  package let description: String
  package let columns: Int
  package private(set) var height = 0
  package private(set) var items: [Item] = []
  private(set) var key: [KeyEntry] = []
  /// The line of the blank above the key, if there is one.
  private(set) var keyLine: Int?
  /// The lines at which rows begin: an SVG has some room above them.
  var breaks: [Int] = []

  package init(_ kind: Kind, title: String, description: String, columns: Int) {
    (self.kind, self.title, self.description, self.columns) = (kind, title, description, columns)
  }

  package mutating func add(_ item: Item) {
    items.append(item)
    grow(to: item.line + item.height)
  }

  mutating func grow(to height: Int) { self.height = max(self.height, height) }

  /// Explains marks below the drawing. Entries are broken between them.
  mutating func addKey(_ entries: [KeyEntry]) {
    (key, keyLine) = (entries, height)
    var (column, line) = (0, height + 1)
    for entry in entries {
      let width = entry.width
      let lines = Words.wrap(entry.text, to: columns - width - 1, most: 2)
      let whole = width + 1 + (lines.map(Words.width).max() ?? 0)
      if column > 0, column + whole > columns { (column, line) = (0, line + 1) }
      // A loop is beside its lane: its column is the last of its cells.
      let isLoop = if case .loop = entry.shape { true } else { false }
      add(
        Item(shape: entry.shape, column: isLoop ? column + width - 1 : column, line: line, paint: entry.paint))
      for (index, text) in lines.enumerated() {
        add(Item(shape: .text(text), column: column + width + 1, line: line + index, paint: .dim))
      }
      line += lines.count - 1
      column += whole + 3
    }
  }
}
