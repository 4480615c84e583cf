@testable import Replay
@testable import Scenarios

/// The drawing in `ARCHITECTURE.md`: the modules, the folders in them, and what imports what.
///
/// Only the places of the modules are chosen by hand. An import is left out where a longer way of imports says it too.
enum ArchitectureDrawing {
  static let name = "architecture.svg"
  private static let width = 720

  /// Where each module is drawn, from left to right, and in which row, counted from the top.
  private static let places: [(module: String, row: Int, left: Int, right: Int)] = [
    ("Scenarios", 0, 14, 424), ("Benchmarks", 0, 450, 706),
    ("Exercises", 1, 14, 214), ("Console", 1, 250, 560),
    ("ManagedObserving", 2, 14, 706),
    ("RawObserving", 3, 14, 706),
  ]

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
    var drawing = Drawing(
      title: "The modules, their folders, and what imports what", description: description(of: modules, arrows, stops),
      width: width)
    var boxes: [String: Box] = [:]
    var top = 14
    for row in 0...3 {
      let inRow = places.filter { $0.row == row }
      var bottom = top
      for place in inRow {
        let folders = modules.folders[place.module, default: []].map { folder in
          (folder, numbers["\(place.module)/\(folder)", default: []].map(\.number))
        }
        let box = paint(place.module, folders, in: place.left...place.right, top: top, into: &drawing)
        boxes[place.module] = box
        bottom = max(bottom, box.bottom)
      }
      top = bottom + 44
    }
    drawing.height = top - 30
    for (from, to) in arrows { paintArrow(from, to, boxes, into: &drawing) }
    return SVG.text(of: drawing)
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

  /// A box with the module's name, and below it a smaller box for each folder.
  private static func paint(
    _ module: String, _ folders: [(name: String, stops: [Int])], in room: ClosedRange<Int>, top: Int,
    into drawing: inout Drawing
  ) -> Box {
    var chips: [(box: Box, name: String, stops: [Int])] = []
    var x = room.lowerBound + 12
    var y = top + 36
    for folder in folders {
      let width = TextWidths.width(of: folder.name) + 18 + folder.stops.count * 22
      if x + width > room.upperBound - 12 { (x, y) = (room.lowerBound + 12, y + 34) }
      chips.append((Box(x: x, y: y, width: width, height: 26), folder.name, folder.stops))
      x += width + 8
    }
    let bottom = (chips.last?.box.bottom ?? top + 26) + 12
    let box = Box(
      x: room.lowerBound, y: top, width: room.upperBound - room.lowerBound, height: bottom - top)
    drawing.add(.rectangle(box, .raisedBox, radius: 6))
    drawing.add(Label(text: module, x: box.x + 12, baseline: top + 23, isBold: true))
    for chip in chips {
      drawing.add(.rectangle(chip.box, .box, radius: 4))
      drawing.add(Label(text: chip.name, x: chip.box.x + 9, baseline: chip.box.y + 18))
      for (index, stop) in chip.stops.enumerated() {
        let x = chip.box.right - 14 - 22 * (chip.stops.count - 1 - index)
        drawing.add(.circle(x: x, y: chip.box.middleY, radius: 9, .registration))
        drawing.add(
          Label(text: "\(stop)", x: x, baseline: chip.box.y + 18, anchor: .middle, style: .paper, isBold: true))
      }
    }
    return box
  }

  /// An arrow straight down, where the two boxes are above each other and no box is between them.
  private static func paintArrow(_ from: String, _ to: String, _ boxes: [String: Box], into drawing: inout Drawing) {
    guard let upper = boxes[from], let lower = boxes[to] else { return }
    let free = (max(upper.x, lower.x) + 16..<min(upper.right, lower.right) - 16).filter { x in
      !boxes.values.contains { $0.y > upper.y && $0.bottom < lower.y && $0.x - 12 < x && x < $0.right + 12 }
    }
    let x = free.isEmpty ? upper.middleX : free[free.count / 2]
    drawing.line(x, upper.bottom + 2, x, lower.y - 9, .inkLine)
    drawing.add(.path("M\(x) \(lower.y - 2)L\(x - 4) \(lower.y - 10)H\(x + 4)z", .ink))
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
