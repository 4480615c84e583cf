/// What a terminal shows of the text that it is sent. It knows the codes that a status line uses: back to the beginning
/// of the line, up, and clear to the end of the screen.
struct VirtualScreen {
  private(set) var columns: Int
  private var rows: [[Character]] = [[]]
  /// Whether a row goes on in the next one, because it was too long.
  private var isContinued = [false]
  private var (row, column) = (0, 0)

  init(columns: Int) { self.columns = columns }

  /// The rows that are not empty.
  var lines: [String] { rows.map { String($0) }.filter { !$0.isEmpty } }

  mutating func show(_ text: String) {
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch character {
      case "\r": column = 0
      case "\n", "\r\n": newLine(continued: false)
      case "\u{1B}":
        let code = rest.prefix { !$0.isLetter }
        rest.removeFirst(code.count)
        let number = Int(code.dropFirst()) ?? 1
        switch rest.popFirst() {
        case "A": row = max(0, row - number)
        case "J": clear()
        default: break
        }
      default: put(character)
      }
    }
  }

  /// Makes the window narrower or wider. As most terminals do, it breaks anew the lines that no longer fit.
  mutating func resize(columns: Int) {
    let logical = zip(rows, [false] + isContinued).reduce(into: [[Character]]()) { lines, next in
      if next.1 { lines[lines.count - 1] += next.0 } else { lines.append(next.0) }
    }
    self = VirtualScreen(columns: columns)
    for (index, line) in logical.enumerated() {
      if index > 0 { newLine(continued: false) }
      for character in line { put(character) }
    }
  }

  private mutating func put(_ character: Character) {
    if column == columns { newLine(continued: true) }
    if column < rows[row].count {
      rows[row][column] = character
    } else {
      rows[row] += Array(repeating: " ", count: column - rows[row].count) + [character]
    }
    column += 1
  }

  private mutating func newLine(continued: Bool) {
    isContinued[row] = continued
    row += 1
    column = 0
    if row == rows.count {
      rows.append([])
      isContinued.append(false)
    }
  }

  private mutating func clear() {
    rows[row] = Array(rows[row].prefix(column))
    isContinued[row] = false
    rows.removeLast(rows.count - row - 1)
    isContinued.removeLast(isContinued.count - row - 1)
  }
}
