@testable import Replay
@testable import Scenarios

/// The drawing in `ARCHITECTURE.md`: the modules, the folders in them, and what imports what.
///
/// Only the places of the modules are chosen by hand. An import is left out where a longer way of imports says it too.
enum ArchitectureDrawing {
  static let name = "architecture.svg"
  private static let columns = 88

  /// Where each module is drawn: in which row, counted from the top, and in which columns.
  private static let places: [(module: String, row: Int, columns: Range<Int>)] = [
    ("Scenarios", 0, 0..<60), ("Benchmarks", 0, 64..<88),
    ("Exercises", 1, 0..<18), ("Replay", 1, 22..<42), ("Explain", 1, 46..<60),
    ("Console", 2, 36..<72),
    ("ManagedObserving", 3, 0..<88),
    ("RawObserving", 4, 0..<88),
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
    try svg(of: Modules(), stops: ArchitectureTests.stops(of: Repository.text(of: ArchitectureTests.page)))
  }

  private static func svg(of modules: Modules, stops: [ArchitectureTests.Stop]) throws -> String {
    let unplaced = Set(modules.imports.keys).symmetricDifference(places.map(\.module))
    guard unplaced.isEmpty else { throw Unplaced(modules: unplaced.sorted()) }
    let numbers = Dictionary(grouping: stops) { $0.path.split(separator: "/")[1...2].joined(separator: "/") }
    let arrows = shortest(modules.imports)
    var scene = Scene(
      .ownership, title: "The modules, their folders, and what imports what",
      description: description(of: modules, arrows, stops), columns: columns)
    var boxes: [String: Box] = [:]
    for row in 0...(places.map(\.row).max() ?? 0) {
      let top = row == 0 ? 0 : scene.height + 2
      for place in places where place.row == row {
        let folders = modules.folders[place.module, default: []].map { folder in
          folder + numbers["\(place.module)/\(folder)", default: []].map { " \(circled($0.number))" }.joined()
        }
        boxes[place.module] = paint(place.module, folders, in: place.columns, top: top, into: &scene)
      }
    }
    for (from, to) in arrows { paintArrow(from, to, boxes, into: &scene) }
    return SVGPainter.text(of: scene, asFile: true)
  }

  /// The number in a circle, as one character.
  private static func circled(_ number: Int) -> String {
    Unicode.Scalar(0x2460 + UInt32(number) - 1).map(String.init) ?? ""
  }

  /// The imports that no longer way of imports says too, in the order of the places.
  private static func shortest(_ imports: [String: Set<String>]) -> [(from: String, to: String)] {
    func reach(_ module: String) -> Set<String> {
      imports[module, default: []].reduce(into: []) { $0.formUnion(reach($1).union([$1])) }
    }
    return places.flatMap { place in
      let direct = imports[place.module, default: []]
      return direct.filter { one in !direct.contains { $0 != one && reach($0).contains(one) } }.sorted()
        .map { (place.module, $0) }
    }
  }

  // MARK: Painting

  /// A box with the module's name, and in it a smaller box for each folder.
  private static func paint(
    _ module: String, _ folders: [String], in room: Range<Int>, top: Int, into scene: inout Scene
  ) -> Box {
    var chips: [Scene.Item] = []
    var (column, line) = (room.lowerBound + 2, top + 3)
    for folder in folders {
      let width = folder.count + 3
      if column + width > room.upperBound - 1 { (column, line) = (room.lowerBound + 2, line + 2) }
      chips.append(Scene.Item(shape: .box(.alive, width: width, height: 1), column: column, line: line))
      chips.append(Scene.Item(shape: .text(folder), column: column + 1, line: line))
      column += width + 1
    }
    let height = folders.isEmpty ? 3 : line - top + 2
    let frame = Scene.Shape.box(.frame, width: room.count, height: height)
    scene.add(Scene.Item(shape: frame, column: room.lowerBound, line: top))
    scene.add(Scene.Item(shape: .text(module, isBold: true), column: room.lowerBound + 2, line: top + 1))
    for chip in chips { scene.add(chip) }
    return Box(columns: room, lines: top..<(top + height))
  }

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

  private static func description(
    of modules: Modules, _ arrows: [(from: String, to: String)], _ stops: [ArchitectureTests.Stop]
  ) -> String {
    let imports = arrows.map { "\($0.from) imports \($0.to)." }
    let folders = places.compactMap { place in
      modules.folders[place.module].map { "\(place.module) has the folders \($0.joined(separator: ", "))." }
    }
    let way = stops.map { "\($0.number) in \($0.path.split(separator: "/")[1...2].joined(separator: "/"))" }
    return (imports + folders + ["A change passes the stops \(way.joined(separator: ", "))."]).joined(separator: " ")
  }
}
