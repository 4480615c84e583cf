import Foundation
import Pictures

/// The drawing in `ARCHITECTURE.md`: the modules, and what imports what.
///
/// Only the places of the modules and the words in them are chosen by hand. An import is left out where a longer way of
/// imports says it too.
enum ArchitectureDrawing {
  static let name = "architecture.svg"
  private static let columns = 90

  /// Where each module is drawn: in which row, counted from the top, and in which columns; and what it is for. Two modules
  /// have one place if they import the same.
  private static let places: [(module: String, row: Int, columns: Range<Int>, purpose: String)] = [
    ("Programs", 0, 0..<74, "scenarios, workbench and book: what is started"),
    ("Workbench, Book", 1, 0..<74, "every verb; the maker of the pages"),
    ("Course", 2, 0..<28, "lessons, exercises"),
    ("Orders", 2, 30..<56, "every order"),
    ("Explain", 2, 58..<66, "crash logs"),
    ("Review", 2, 67..<74, "sources"),
    ("Benchmarks", 2, 76..<90, "what it costs"),
    ("Exercises", 3, 0..<14, "their checks"),
    ("Pictures", 3, 16..<56, "steps, drawings, pages, play"),
    ("Marking", 4, 16..<32, "marked copies"),
    ("Scenarios", 4, 34..<56, "the pitfalls"),
    ("Recording", 5, 16..<56, "what a run tells"),
    ("Console", 6, 36..<84, "what programs need at a terminal"),
    ("ManagedObserving", 7, 0..<90, "the mediator"),
    ("RawObserving", 8, 0..<90, "key-value observing by hand"),
  ]

  private struct Box {
    let columns: Range<Int>
    let lines: Range<Int>
  }

  /// A module without a place cannot be drawn.
  struct Unplaced: Error {
    let modules: [String]
  }

  static func svg() throws -> String {
    let imports = try imports()
    let unplaced = Set(imports.keys).symmetricDifference(places.flatMap { modules(of: $0.module) })
    guard unplaced.isEmpty else { throw Unplaced(modules: unplaced.sorted()) }
    let arrows = try shortest(imports)
    var scene = Scene(
      .ownership, title: "The modules, and what imports what",
      description: arrows.map { "\($0.from): imports \($0.to)." }.joined(
        separator: " "), columns: columns)
    var boxes: [String: Box] = [:]
    for row in 0...(places.map(\.row).max() ?? 0) {
      let top = row == 0 ? 0 : scene.height + 2
      for place in places where place.row == row {
        let (left, width) = (place.columns.lowerBound, place.columns.count)
        scene.add(Scene.Item(shape: .box(.frame, width: width, height: 4), column: left, line: top))
        scene.add(Scene.Item(shape: .text(place.module, isBold: true), column: left + 2, line: top + 1))
        scene.add(Scene.Item(shape: .text(place.purpose), column: left + 2, line: top + 2))
        boxes[place.module] = Box(columns: place.columns, lines: top..<(top + 4))
      }
    }
    for (from, to) in arrows { paintArrow(from, to, boxes, into: &scene) }
    return SVGPainter.text(of: scene, asFile: true)
  }

  /// Each folder in `Sources`, with the modules in `Sources` that it imports. The folder Scenarios has two modules.
  private static func imports() throws -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for path in Repository.files(in: "Sources", endingIn: ".swift") {
      let folder = String(path.split(separator: "/")[1])
      let names = try Repository.text(of: path).matches(of: /(?m)^(?:@?\w+ )*import (\w+)$/)
        .map { $0.1 == "Harness" ? "Scenarios" : String($0.1) }
      found[folder, default: []].formUnion(names.filter { $0 != folder })
    }
    return found.mapValues { $0.filter { found[$0] != nil } }
  }

  /// The imports that no longer way of imports says too, in the order of the places.
  private static func shortest(_ imports: [String: Set<String>]) throws -> [(from: String, to: String)] {
    func reach(_ module: String) -> Set<String> {
      imports[module, default: []].reduce(into: []) { $0.formUnion(reach($1).union([$1])) }
    }
    func shortest(_ module: String) -> Set<String> {
      let direct = imports[module, default: []]
      let modules = direct.filter { one in !direct.contains { $0 != one && reach($0).contains(one) } }
      return Set(modules.compactMap { module in places.first { Self.modules(of: $0.module).contains(module) }?.module })
    }
    return try places.flatMap { place in
      let found = Set(modules(of: place.module).map(shortest))
      guard found.count == 1 else { throw Unplaced(modules: modules(of: place.module)) }
      return (found.first ?? []).sorted().map { (place.module, $0) }
    }
  }

  private static func modules(of place: String) -> [String] { place.components(separatedBy: ", ") }

  /// An arrow straight down, where the two boxes are above each other and no box is between them.
  private static func paintArrow(_ from: String, _ to: String, _ boxes: [String: Box], into scene: inout Scene) {
    guard let upper = boxes[from], let lower = boxes[to] else { return }
    let between = upper.lines.upperBound..<lower.lines.lowerBound
    let shared = upper.columns.clamped(to: lower.columns)
    let free = shared.dropFirst().dropLast().filter { column in
      !boxes.values.contains { box in
        box.lines.overlaps(between) && (box.columns.lowerBound - 1...box.columns.upperBound).contains(column)
      }
    }
    guard let column = free.isEmpty ? shared.first : free[free.count / 2] else { return }
    let end = Scene.Cell(column: 0, line: between.count - 1)
    scene.add(Scene.Item(shape: .route([end], .solid), column: column, line: between.lowerBound))
  }
}
