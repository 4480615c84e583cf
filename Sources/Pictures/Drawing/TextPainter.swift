import Console

/// Paints scenes with the characters of a terminal.
package enum TextPainter {
  /// The lines of a scene. None is longer than the scene is wide, and none ends in a space.
  ///
  /// - Parameters:
  ///   - step: of an ownership scene, which is then painted as it is after that step; 0 is before the first one.
  ///   - useASCII: whether to draw with the characters of ASCII alone.
  ///   - isColoured: whether to colour the lines, with the escape sequences of ANSI.
  package static func lines(
    of scene: Scene, step: Int? = nil, useASCII: Bool = false, isColoured: Bool = false
  ) -> [String] {
    var grid = TextGrid(width: scene.columns, height: scene.height, isASCII: useASCII)
    for item in scene.items where scene.kind == .timeline || item.steps?.contains(step ?? 0) != false {
      grid.paint(item)
    }
    return grid.lines(isColoured: isColoured)
  }
}

/// The characters of a scene, in rows and columns.
///
/// What a colour says, a character says as well: a terminal may have no colours, and its reader may not see them all.
private struct TextGrid {
  private let isASCII: Bool
  /// Nil behind a wide character, which takes two cells.
  private var cells: [[(character: Character?, code: String)]]

  init(width: Int, height: Int, isASCII: Bool) {
    self.isASCII = isASCII
    cells = Array(repeating: Array(repeating: (" ", ""), count: width), count: height)
  }

  func lines(isColoured: Bool) -> [String] {
    cells.map { row in
      let end = row.lastIndex { $0.character != " " }.map { $0 + 1 } ?? 0
      var line = ""
      var code = ""
      for cell in row[..<end] {
        guard let character = cell.character else { continue }
        let next = character == " " || !isColoured ? "" : cell.code
        if next != code { line += next.isEmpty ? "\u{1B}[0m" : "\u{1B}[0;\(next)m" }
        code = next
        line.append(character)
      }
      return code.isEmpty ? line : line + "\u{1B}[0m"
    }
  }

  private mutating func put(_ character: Character, _ column: Int, _ line: Int, _ code: String) {
    let shown = isASCII ? Words.ascii(String(character)).first ?? " " : character
    let taken = column..<(column + shown.columns)
    guard cells.indices.contains(line), taken.clamped(to: cells[line].indices) == taken, !taken.isEmpty else { return }
    // Half a wide character cannot stay.
    if cells[line][column].character == nil { cells[line][column - 1].character = " " }
    if taken.upperBound < cells[line].count, cells[line][taken.upperBound].character == nil {
      cells[line][taken.upperBound].character = " "
    }
    // These three look alike in a terminal.
    cells[line][column] = (shown == "▏" || shown == "∣" ? "│" : shown, code)
    for behind in taken.dropFirst() { cells[line][behind] = (nil, code) }
  }

  private mutating func put(_ character: Character, _ columns: ClosedRange<Int>, _ line: Int, _ code: String) {
    for column in columns { put(character, column, line, code) }
  }

  mutating func paint(_ item: Scene.Item) {
    let (column, line) = (item.column, item.line)
    let code = ["ink": "", "dim": "2", "bad": "31", "registration": "33", "thread": "36"][item.paint.rawValue] ?? ""
    switch item.shape {
    case .text(let text, let anchor, let isBold):
      let shown = isASCII ? Words.ascii(text) : text
      let indent = anchor == .end ? Words.width(of: text) - shown.columns : 0
      var next = Words.start(of: text, anchor, at: column) + indent
      for character in shown {
        put(character, next, line, isBold && code.isEmpty ? "1" : code)
        next += character.columns
      }
    case .bar(.lane, _), .rule, .band: break
    case .bar(let bar, let height): for line in line..<(line + height) { put(bar.rawValue, column, line, code) }
    case .arrow(let width, let isStopped, let isMediated):
      let end = column + width + (width > 0 ? -1 : 1)
      let isCall = item.paint != .registration
      let shaft: Character =
        switch item.paint {
        case .thread: "═"
        case .bad: "━"
        default: isStopped ? "╌" : "─"
        }
      put(shaft, min(column, end)...max(column, end), line, code)
      // To the left, and to the right.
      let heads: [Character] =
        switch (isCall, isStopped) {
        case (true, false): ["◀", "▶"]
        case (true, true): ["╳", "╳"]
        case (false, false): ["◁", "▷"]
        case (false, true): ["├", "┤"]
        }
      put(heads[width > 0 ? 1 : 0], end, line, code)
      if isMediated { put("□", (column + end) / 2, line, code) }
    case .loop(let isStopped, let isMediated):
      put(isStopped ? "╳" : "↻", column, line, code)
      if isMediated { put("□", column - 1, line, code) }
    case .sign(let sign): put(sign.rawValue, column, line, code)
    case .halt(let width): put("≡", column...(column + width - 1), line, code)
    case .death(let width): put("━", column...(column + width - 1), line, code)
    case .box(let look, let width, let height): paintBox(Array(look.rawValue), item, width, height, code)
    case .route(let cells, let kind): paintRoute(item, cells, kind, code)
    }
  }

  private mutating func paintBox(
    _ signs: [Character], _ item: Scene.Item, _ width: Int, _ height: Int, _ code: String
  ) {
    let (columns, bottom) = (item.column...(item.column + width - 1), item.line + height - 1)
    // A box of one line, in the key, has its sides alone.
    if height == 1 {
      put(signs[1], columns.lowerBound, bottom, code)
      return put(signs[1], columns.upperBound, bottom, code)
    }
    for line in item.line...bottom {
      put(line == item.line || line == bottom ? signs[0] : " ", columns, line, code)
      for column in [columns.lowerBound, columns.upperBound] { put(signs[1], column, line, code) }
    }
    for (index, line) in [item.line, bottom].enumerated() {
      put(signs[2 + 2 * index], columns.lowerBound, line, code)
      put(signs[3 + 2 * index], columns.upperBound, line, code)
    }
  }

  private mutating func paintRoute(
    _ item: Scene.Item, _ corners: [Scene.Cell], _ kind: Scene.Line, _ code: String
  ) {
    let isBad = item.paint == .bad
    // Along, down, and the four corners.
    let signs = Array(isBad ? (kind == .solid ? "━┃" : "╍╏") : kind.rawValue) + Array(isBad ? "┏┓┗┛" : "┌┐└┘")
    let cells = ([Scene.Cell(column: 0, line: 0)] + corners).map {
      Scene.Cell(column: item.column + $0.column, line: item.line + $0.line)
    }
    for (a, b) in zip(cells, cells.dropFirst()) {
      if a.line == b.line {
        put(signs[0], min(a.column, b.column)...max(a.column, b.column), a.line, code)
      } else {
        for line in min(a.line, b.line)...max(a.line, b.line) { put(signs[1], a.column, line, code) }
      }
    }
    for (before, (corner, after)) in zip(cells, zip(cells.dropFirst(), cells.dropFirst(2))) {
      let (beside, above) = before.line == corner.line ? (before, after) : (after, before)
      let sides = (isLeft: beside.column < corner.column, isUp: above.line < corner.line)
      put(signs[2 + (sides.isUp ? 2 : 0) + (sides.isLeft ? 1 : 0)], corner.column, corner.line, code)
    }
    guard let end = cells.last, cells.count > 1 else { return }
    let heads: [Character] = item.paint == .registration ? ["◁", "▷"] : ["◀", "▶"]
    put(heads[end.column >= cells[cells.count - 2].column ? 1 : 0], end.column, end.line, code)
  }
}
