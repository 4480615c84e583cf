import Testing

@testable import Pictures

/// What must hold of every scene.
enum Geometry {
  /// A step from one cell of a way to the next.
  struct Segment: Hashable {
    let cell: Scene.Cell
    let isVertical: Bool
  }

  /// No text overlaps another one, an arrow, a bar or the edge, at any step.
  static func check(_ scene: Scene, sourceLocation: SourceLocation = #_sourceLocation) {
    var taken: [Scene.Cell: [(item: Int, steps: ClosedRange<Int>?)]] = [:]
    for (index, item) in scene.items.enumerated() {
      guard case .text(let text, let anchor, _) = item.shape else { continue }
      let start = Words.start(of: text, anchor, at: item.column)
      let end = start + Words.width(of: text)
      let isInside = start >= 0 && end <= scene.columns && item.line >= 0 && item.line < scene.height
      #expect(isInside, "\(text) is cut off", sourceLocation: sourceLocation)
      for column in start..<end {
        let cell = Scene.Cell(column: column, line: item.line)
        let other = taken[cell, default: []].first { isTogether(scene, $0.steps, item.steps) }
        if let other {
          Issue.record("\(text) overlaps \(scene.items[other.item].shape)", sourceLocation: sourceLocation)
          return
        }
        taken[cell, default: []].append((index, item.steps))
      }
    }
    for item in scene.items {
      for cell in cells(of: item) {
        #expect((0..<scene.columns).contains(cell.column), "\(item) is cut off", sourceLocation: sourceLocation)
        if let other = taken[cell, default: []].first(where: { isTogether(scene, $0.steps, item.steps) }) {
          Issue.record("\(item.shape) is over \(scene.items[other.item].shape)", sourceLocation: sourceLocation)
          return
        }
      }
    }
  }

  /// In a timeline all items are there at once; in an ownership scene those that have a step in common.
  private static func isTogether(_ scene: Scene, _ a: ClosedRange<Int>?, _ b: ClosedRange<Int>?) -> Bool {
    guard scene.kind == .ownership, let a, let b else { return true }
    return a.overlaps(b)
  }

  /// The cells of what is no text.
  private static func cells(of item: Scene.Item) -> [Scene.Cell] {
    func row(_ width: Int) -> [Scene.Cell] {
      (0..<abs(width)).map { Scene.Cell(column: item.column + $0 * width.signum(), line: item.line) }
    }
    switch item.shape {
    case .text, .rule, .band, .box: return []
    case .bar(_, let height): return (0..<height).map { Scene.Cell(column: item.column, line: item.line + $0) }
    case .arrow(let width, _, _), .death(let width), .halt(let width): return row(width)
    case .loop(_, let isMediated): return row(isMediated ? -2 : -1)
    case .sign: return row(1)
    case .route(let corners, _):
      let way = ([Scene.Cell(column: 0, line: 0)] + corners).map {
        Scene.Cell(column: item.column + $0.column, line: item.line + $0.line)
      }
      return segments(way).map(\.cell)
    }
  }

  /// The parts of a way through these corners. Two ways may cross, and share no part.
  static func segments(_ corners: [Scene.Cell]) -> [Segment] {
    zip(corners, corners.dropFirst()).flatMap { a, b in
      if a.line == b.line {
        (min(a.column, b.column)...max(a.column, b.column)).map {
          Segment(cell: Scene.Cell(column: $0, line: a.line), isVertical: false)
        }
      } else {
        (min(a.line, b.line)...max(a.line, b.line)).map {
          Segment(cell: Scene.Cell(column: a.column, line: $0), isVertical: true)
        }
      }
    }
  }
}
