import Foundation
import RawObserving
import TestSupport

@testable import Orders
@testable import Pictures
@testable import Recording
@testable import Scenarios

/// The figures that the pages show: drawn from recorded runs, and kept in `Lessons/Figures`.
///
/// The name of a file says what it shows. `LIF-1.svg` is the first raw act of LIF-1 beside the first remedy, `LIF-1-1.svg`
/// the first act alone, `LIF-1-1-current.svg` the same in the current era, and `MED-1-1-owners-7.svg` who holds whom after
/// step 7. `REG-1-2-playing.svg` shows its rows one after the other. `play.svg` is the program that `scenarios new`
/// writes. `every-order.svg` has the states of a story.
enum Figures {
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

  /// Draws every figure that the pages show, and removes the others.
  static func update(on pages: [Page]) throws {
    let folder = Repository.root.appending(path: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let shown = shown(on: pages)
    for name in shown.keys {
      guard let drawn = try drawn(name) else { continue }
      try drawn.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }
    for name in try files() where shown[name] == nil {
      try FileManager.default.removeItem(at: folder.appending(path: name))
    }
  }

  /// The figure of that name, drawn now; nil if the name says nothing that can be drawn.
  static func drawn(_ name: String) throws -> String? {
    if name == ArchitectureDrawing.name { return try ArchitectureDrawing.svg() }
    if name == "play.svg" { return try first.get() }
    if let plans = orders[name] { return try states(plans.story, plans.styles) }
    guard
      let match = name.wholeMatch(of: /([A-Z]{3}-\d+)(?:-(\d+)(?:-(current))?(?:-owners-(\d+)|-(playing))?)?\.svg/),
      let pitfall = Pitfall.named(String(match.1))
    else { return nil }
    guard let number = match.2.flatMap({ Int($0) }) else {
      let sides = try pitfall.drawnActs.compactMap { try side(of: pitfall, act: $0, era: "classic") }
      return sides.isEmpty ? nil : SVGPainter.text(of: Timeline.scene(of: sides, columns: columns(sides)), asFile: true)
    }
    guard pitfall.acts.indices.contains(number - 1),
      let side = try side(of: pitfall, act: number, era: match.3.map(String.init) ?? "classic")
    else { return nil }
    if let step = match.4.flatMap({ Int($0) }) {
      guard side.picture.steps.indices.contains(step - 1) else { return nil }
      return SVGPainter.text(of: Ownership.scene(of: side.picture, at: step), asFile: true)
    }
    if match.5 != nil { return SVGPainter.playing(Timeline.scene(of: [side], columns: 60)) }
    return SVGPainter.text(of: Timeline.scene(of: [side], columns: columns([side])), asFile: true)
  }

  /// The figures of states, each of one story in some styles.
  private static let orders: [String: (story: String, styles: [String])] = [
    "every-order.svg": ("clock", ["by-hand", "retaining"]),
    "every-order-self.svg": ("self", ["by-hand", "retaining", "non-retaining", "lifetime-bound"]),
  ]

  /// The states that every order of the story's lines reaches in the classic era.
  private static func states(_ story: String, _ styles: [String]) throws -> String {
    let plans = OrderStory.plans.filter { $0.story.name == story && $0.era == .classic }
    return try StateFigure.svg(
      of: styles.compactMap { style in
        try plans.first { $0.style.name == style }.map { plan in
          try Generated.playedOrders.value(for: plan)
        }
      })
  }

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

  private static func side(of pitfall: Pitfall, act: Int, era: String) throws -> DrawnSide? {
    let shown = pitfall.acts[act - 1]
    return try picture(of: pitfall, act: act, era: era).map {
      DrawnSide(picture: $0, label: pitfall.label(of: shown), title: shown.title)
    }
  }

  private static func picture(of pitfall: Pitfall, act: Int, era: String) throws -> Picture? {
    let run = try runs.get().first { $0.pitfall == pitfall.id && $0.act == act && $0.era == era }
    guard let run, let era = Era.allCases.first(where: { "\($0)" == era }) else { return nil }
    let shown = pitfall.acts[act - 1]
    return Picture(of: run, wanted: shown.isRight(in: era) ? nil : shown.wanted)
  }

  private static let runs = Result {
    try JSONDecoder().decode(RecordingFile.self, from: AllRuns.recordings(of: Executable.url())).runs
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
