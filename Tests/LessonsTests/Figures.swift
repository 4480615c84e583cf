import Foundation
import RawObserving
import TestSupport

@testable import Replay
@testable import Scenarios

/// The figures that the pages show: drawn from recorded runs, and kept in `Lessons/Figures`.
///
/// The name of a file says what it shows. `LIF-1-1.svg` is the timeline of the first act of LIF-1,
/// `LIF-1-1-current.svg` the same in the current era, and `MED-1-1-owners-7.svg` who refers to whom after step 7.
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
    guard let match = name.wholeMatch(of: /([A-Z]{3}-\d+)-(\d+)(?:-(current))?(?:-owners-(\d+))?\.svg/),
      let pitfall = Pitfall.named(String(match.1)), let number = Int(match.2),
      pitfall.acts.indices.contains(number - 1),
      let picture = try picture(of: pitfall, act: number, era: match.3.map(String.init) ?? "classic")
    else { return nil }
    if let step = match.4.flatMap({ Int($0) }) {
      guard picture.steps.indices.contains(step - 1) else { return nil }
      return SVG.text(of: OwnershipFigure.drawing(of: picture, at: step))
    }
    // The first acts of both sides are on one time scale.
    if match.3 == nil, let pair = pitfall.pair, !pitfall.acts[pair.managed - 1].isRace,
      [pair.raw, pair.managed].contains(number),
      let raw = try self.picture(of: pitfall, act: pair.raw, era: "classic"),
      let managed = try self.picture(of: pitfall, act: pair.managed, era: "classic")
    {
      if let texts = drawnPairs.withLock({ $0[pitfall.id] }) { return number == pair.raw ? texts.raw : texts.managed }
      let headings = (heading(of: pitfall, pair.raw), heading(of: pitfall, pair.managed))
      let drawings = TimelineFigure.drawings(of: raw, managed, headings: headings)
      let texts = (raw: SVG.text(of: drawings.0), managed: SVG.text(of: drawings.1))
      drawnPairs.withLock { $0[pitfall.id] = texts }
      return number == pair.raw ? texts.raw : texts.managed
    }
    return SVG.text(of: TimelineFigure.drawing(of: picture, heading: heading(of: pitfall, number)))
  }

  private static func heading(of pitfall: Pitfall, _ act: Int) -> TimelineSide.Heading {
    TimelineSide.Heading(label: pitfall.label(of: pitfall.acts[act - 1]), title: pitfall.acts[act - 1].title)
  }

  private static func picture(of pitfall: Pitfall, act: Int, era: String) throws -> Picture? {
    let run = try runs.get().first { $0.pitfall == pitfall.id && $0.act == act && $0.era == era }
    guard let run, let era = Era.allCases.first(where: { "\($0)" == era }) else { return nil }
    let shown = pitfall.acts[act - 1]
    return Picture(of: run, wanted: shown.isRight(in: era) ? nil : shown.wanted)
  }

  /// Both are drawn at once, and asked for one after the other.
  private static let drawnPairs = Locked<[String: (raw: String, managed: String)]>([:])

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
}
