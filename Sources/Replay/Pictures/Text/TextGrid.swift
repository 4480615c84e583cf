/// Characters in rows and columns, each with the way it is painted.
struct TextGrid: Equatable, Sendable {
  /// What a character is, for terminals with colours.
  enum Paint: String, Sendable {
    case plain = ""
    case bold = "1"
    case dim = "2"
    case bad = "31"
    case registration = "33"
    case thread = "36"
  }

  private struct Cell: Equatable {
    var character: Character = " "
    var paint = Paint.plain
  }

  let width: Int
  private var rows: [[Cell]] = []

  init(width: Int) { self.width = width }

  var height: Int { rows.count }

  /// Adds empty rows until there are so many.
  mutating func grow(to height: Int) {
    while rows.count < height { rows.append(Array(repeating: Cell(), count: width)) }
  }

  /// Writes one character. What is outside is not written.
  mutating func put(_ character: Character, _ row: Int, _ column: Int, _ paint: Paint = .plain) {
    guard column >= 0, column < width, row >= 0 else { return }
    grow(to: row + 1)
    rows[row][column] = Cell(character: character, paint: paint)
  }

  mutating func put(_ text: String, _ row: Int, _ column: Int, _ paint: Paint = .plain) {
    for (index, character) in text.enumerated() { put(character, row, column + index, paint) }
  }

  /// The lines as they are printed. With a width they are filled up to it; otherwise no line ends in a space.
  func lines(isColoured: Bool, filledTo filled: Int? = nil) -> [String] {
    rows.map { row in
      let end = filled ?? (row.lastIndex { $0.character != " " }.map { $0 + 1 } ?? 0)
      var line = ""
      var paint = Paint.plain
      for index in 0..<end {
        let cell = index < row.count ? row[index] : Cell()
        let next = cell.character == " " ? .plain : cell.paint
        if isColoured, next != paint { line += next == .plain ? "\u{1B}[0m" : "\u{1B}[0;\(next.rawValue)m" }
        paint = next
        line.append(cell.character)
      }
      return isColoured && paint != .plain ? line + "\u{1B}[0m" : line
    }
  }
}
