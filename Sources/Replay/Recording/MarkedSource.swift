import Foundation

/// A copy of a source file in which a mark stands before each statement. A mark reports its line, and what the variables
/// of the function hold at that moment.
///
/// The compiler says where the statements are: this reads its typed syntax tree, as `swiftc -dump-ast` prints it in JSON.
/// A mark stands on the line of its statement, so lines keep their numbers. The order in which objects are deallocated
/// stays the same, because a mark is passed the variables and keeps nothing.
///
/// Statements inside an `if` that is an expression, and inside the interpolation of a string, have no room for a mark.
struct MarkedSource {
  /// The copy.
  let text: String
  /// Whether a type of it is `@main`, and whether the function that it begins with is in it.
  let hasMainType: Bool
  let hasMainFunction: Bool
  /// Whether the file has statements outside functions.
  let runsSomething: Bool
  /// Whether it has static or global variables, which no mark sees.
  let hasGlobals: Bool

  /// - Parameters:
  ///   - source: the file.
  ///   - tree: what the compiler prints for it.
  ///   - path: the name under which the marks report the file.
  ///   - detail: what the marks report.
  /// - Throws: an error of Foundation's if the tree is not JSON.
  ///   - beginning: what is written where the program begins, if that is the function of a type that is `@main`.
  init(
    _ source: String, tree: Data, path: String, _ detail: MarkedProgram.Detail = .variables, beginning: String? = nil
  ) throws {
    var marker = Marker(
      source: Array(source.utf8), path: literal(path), hasVariables: detail == .variables, beginning: beginning)
    let tree = try JSONSerialization.jsonObject(with: tree)
    marker.findTypes(in: tree)
    marker.visit(tree)
    let copy = detail == .events ? source : "import Replay; " + marker.copy
    text = "#sourceLocation(file: \(literal(path)), line: 1)\n" + copy
    (hasMainType, hasMainFunction) = (marker.hasMainType, marker.hasMainFunction)
    (runsSomething, hasGlobals) = (marker.runsSomething, marker.hasGlobals)
  }
}

/// A text as a literal of Swift's.
func literal(_ text: String) -> String {
  "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}
