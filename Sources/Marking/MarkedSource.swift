import Foundation

/// A copy of a source file in which a mark stands before each statement. A mark reports its line, and what the variables
/// of the function hold at that moment.
///
/// The compiler says where the statements are, how each property and variable refers to its object, and what each closure
/// captures: this reads its typed syntax tree, as `swiftc -dump-ast` prints it in JSON. A mark stands on the line of its
/// statement, so lines keep their numbers. The order in which objects are deallocated stays the same, because a mark is
/// passed the variables and keeps nothing.
///
/// Statements inside an `if` that is an expression, and inside the interpolation of a string, have no room for a mark.
struct MarkedSource {
  /// The copy.
  let text: String
  private let marker: Marker
  /// What stands before the file's first line in the line of the copy.
  private static let head = "import Recording; "

  /// - Parameters:
  ///   - source: the file.
  ///   - tree: what the compiler prints for it.
  ///   - path: the name under which the marks report the file.
  ///   - beginning: what is written where the program begins, if that is the function of a type that is `@main`.
  ///   - refused: what is to have no marks.
  ///   - isUnmarked: whether nothing is to have any.
  /// - Throws: an error of Foundation's if the tree is not JSON.
  init(
    _ source: String, tree: Data, path: String, beginning: String? = nil, without refused: Set<MarkedPart> = [],
    isUnmarked: Bool = false
  ) throws {
    marker = Marker(
      Array(source.utf8), tree: try JSONSerialization.jsonObject(with: tree), path: literal(path), beginning: beginning,
      without: refused, isUnmarked ? .nothing : .all)
    let copy = marker.insertions.copy(of: marker.source[...])
    text = "#sourceLocation(file: \(literal(path)), line: 1)\n" + Self.head + copy
  }

  /// Whether a type of it is `@main`, and whether the function that it begins with is in it.
  var hasMainType: Bool { marker.declarations.hasMainType }
  var hasMainFunction: Bool { marker.hasMainFunction }
  /// Whether the file has statements outside functions.
  var runsSomething: Bool { marker.runsSomething }
  /// Whether it has static or global variables, which no mark sees.
  var hasGlobals: Bool { marker.hasGlobals }
  /// Whether something modifies a property in place that no mark precedes.
  var hasUnmarkedChange: Bool { marker.hasUnmarkedChange }
  /// What no mark can report, in the order of the file.
  var unrecorded: [String] { marker.unrecorded.sorted { $0.line < $1.line }.map(\.words) }

  /// The parts whose marks the compiler refuses, by what it says of the copy.
  ///
  /// - Parameters:
  ///   - complaints: what the compiler prints.
  ///   - path: what it calls the file.
  func refused(in complaints: String, path: String) -> Set<MarkedPart> {
    var parts: Set<MarkedPart> = []
    for line in complaints.split(separator: "\n") where line.hasPrefix(path + ":") {
      guard let place = line.dropFirst(path.count).prefixMatch(of: #/:(\d+):(\d+): error:/#),
        let number = Int(place.1), let column = Int(place.2)
      else { continue }
      let shift = number == 1 ? Self.head.utf8.count : 0
      parts.formUnion(marker.parts(at: number, column - 1 - shift))
    }
    return parts
  }
}

/// A text as a literal of Swift's.
func literal(_ text: String) -> String {
  "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
}
