import Foundation
import Harness
import Orders
import Pictures
import RawObserving
import Recording

/// The figures that the pages show: drawn from recorded runs, and kept in `Lessons/Figures`.
///
/// The name of a file says what it shows. `LIF-1.svg` is the first raw act of LIF-1 beside the first remedy, `LIF-1-1.svg`
/// the first act alone, `LIF-1-1-current.svg` the same in the current era, and `MED-1-1-owners-7.svg` who holds whom after
/// step 7. `REG-1-2-playing.svg` shows its rows one after the other. `play.svg` is the program that `scenarios new`
/// writes. `every-order.svg` has the states of a story.
struct Figures {
  /// The recordings of every run.
  let runs: [RecordedRun]

  static let folder = "Lessons/Figures"

  /// The names of the figures that the pages show, and on which line of which page first.
  static func shown(on pages: [Page]) -> [String: Problem] {
    var shown: [String: Problem] = [:]
    for page in pages {
      for line in page.prose where line.text.contains("Figures/") {
        for match in line.text.matches(of: /!\[[^\]]*\]\((?:\.\.\/)*(?:Lessons\/)?Figures\/([^)]+)\)/) {
          let name = String(match.1)
          if shown[name] == nil { shown[name] = page.problem(line.number, "the figure \(name)") }
        }
      }
    }
    return shown
  }

  /// The names of the files in the folder.
  static func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Repository.root.appending(path: folder).path)
  }

  /// Draws every figure that the pages show, and removes the others. Returns the paths of those that have changed.
  func update(on pages: [Page]) throws -> [String] {
    let folder = Repository.root.appending(path: Self.folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (shown, kept) = (Self.shown(on: pages), try Self.files())
    var changed: [String] = []
    for name in shown.keys.sorted() {
      let path = "\(Self.folder)/\(name)"
      guard let drawn = try drawn(name), drawn != (try? Repository.text(of: path)) else { continue }
      try Repository.write(drawn, to: path)
      changed.append(path)
    }
    for name in kept where shown[name] == nil {
      try FileManager.default.removeItem(at: folder.appending(path: name))
      changed.append("\(Self.folder)/\(name)")
    }
    return changed
  }

  /// The figure of that name, drawn now; nil if the name says nothing that can be drawn.
  func drawn(_ name: String) throws -> String? {
    if name == ArchitectureDrawing.name { return try ArchitectureDrawing.svg() }
    if name == "play.svg" { return try Self.first.get() }
    if let plans = Self.plans[name] { return try StateFigure.svg(of: plans.map(Generated.played)) }
    guard
      let match = name.wholeMatch(of: /([A-Z]{3}-\d+)(?:-(\d+)(?:-(current))?(?:-owners-(\d+)|-(playing))?)?\.svg/),
      let pitfall = Pitfall.named(String(match.1))
    else { return nil }
    guard let number = match.2.flatMap({ Int($0) }) else {
      let sides = try pitfall.drawnActs.compactMap { try side(of: pitfall, act: $0, era: "classic") }
      return sides.isEmpty
        ? nil : SVGPainter.text(of: Timeline.scene(of: sides, columns: Self.columns(sides)), asFile: true)
    }
    guard pitfall.acts.indices.contains(number - 1),
      let side = try side(of: pitfall, act: number, era: match.3.map(String.init) ?? "classic")
    else { return nil }
    if let step = match.4.flatMap({ Int($0) }) {
      guard side.picture.steps.indices.contains(step - 1) else { return nil }
      return SVGPainter.text(of: Ownership.scene(of: side.picture, at: step), asFile: true)
    }
    if match.5 != nil { return SVGPainter.playing(Timeline.scene(of: [side], columns: 60)) }
    return SVGPainter.text(of: Timeline.scene(of: [side], columns: Self.columns([side])), asFile: true)
  }

  /// The figures of the states that every order of some plans reaches.
  static let plans: [String: [OrderPlan]] = [
    "every-order.svg": ["clock by-hand classic", "clock retaining classic"],
    "every-order-self.svg": [
      "self by-hand classic", "self retaining classic", "self non-retaining classic", "self lifetime-bound classic",
    ],
  ].mapValues { names in names.compactMap { name in OrderStory.plans.first { $0.name == name } } }

  /// The program that `scenarios new` writes.
  private static let first = Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "figure-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "play.swift")
    try NewProgram.text.write(to: file, atomically: true, encoding: .utf8)
    let side = try PlayedRun(file.path, isColoured: false).side
    return SVGPainter.text(of: Timeline.scene(of: [side], columns: columns([side])), asFile: true)
  }

  /// Two sides have about 960 pixels, and one has 650.
  private static func columns(_ sides: [DrawnSide]) -> Int { sides.count == 2 ? Timeline.columnsForTwo : 80 }

  private func side(of pitfall: Pitfall, act: Int, era: String) throws -> DrawnSide? {
    let shown = pitfall.acts[act - 1]
    return try picture(of: pitfall, act: act, era: era).map {
      DrawnSide(picture: $0, label: pitfall.label(of: shown), title: shown.title)
    }
  }

  private func picture(of pitfall: Pitfall, act: Int, era: String) throws -> Picture? {
    let run = runs.first { $0.pitfall == pitfall.id && $0.act == act && $0.era == era }
    guard let run, let era = Era.allCases.first(where: { "\($0)" == era }) else { return nil }
    let shown = pitfall.acts[act - 1]
    return Picture(of: run, wanted: shown.isRight(in: era) ? nil : shown.wanted)
  }

}

extension Pitfall {
  /// The numbers of the acts that a card shows beside each other: the first raw one, and the first remedy.
  var pair: (raw: Int, managed: Int)? {
    guard let raw = acts.firstIndex(where: { $0.side == .raw }),
      let managed = acts.firstIndex(where: { $0.side == .managed && !$0.sameMistake })
    else { return nil }
    return (raw + 1, managed + 1)
  }

  /// The acts in the card's figure: those of the pair, but for one that runs two threads at the same time.
  var drawnActs: [Int] { pair.map { [$0.raw, $0.managed] }?.filter { !acts[$0 - 1].isRace } ?? [] }
}
