import Console
import Harness
import Pictures
import RawObserving
import Recording

/// The figures of runs that a page shows, drawn for a terminal.
struct Drawings {
  private let screen: Screen
  private var sides: [String: (side: DrawnSide, step: Int?)] = [:]

  /// Records the acts that the page shows. Where they cannot be recorded, as in a release build, there are none.
  init(of page: [String], _ screen: Screen) {
    self.screen = screen
    let figures = page.compactMap { line in
      line.firstMatch(of: /^!\[[^\]]*\]\(([^)]*)\)/).flatMap { Self.figure(String($0.1)) }
    }
    guard !figures.isEmpty else { return }
    let status = StatusLine()
    status.show { _ in "Recording what the lesson draws…" }
    defer { status.clear() }
    let shown = Set(figures.map { $0.pitfall.id })
    guard let program = try? MarkedPitfalls.program(for: Pitfall.all.filter { shown.contains($0.id) }) else { return }
    for figure in figures {
      let result = try? ActRunner.run(figure.act - 1, of: figure.pitfall, in: figure.era, recording: program)
      sides[figure.path] = result.map { (Timelines.side($0), figure.step) }
    }
  }

  /// The timeline of that figure, or who holds whom after a step; nil if it is neither.
  func lines(of path: String) -> [String]? {
    guard let (side, step) = sides[path] else { return nil }
    if let step { return Timelines.holders(in: side, after: step, screen) }
    let scene = Timeline.scene(of: [side], within: screen.columns)
    return TextPainter.lines(of: scene, useASCII: screen.isASCII, isColoured: screen.isColoured)
  }

  /// The act that a figure shows: `Figures/LIF-3-1.svg`, `Figures/LIF-3-1-current.svg`, or who holds whom after a step,
  /// `Figures/LIF-3-1-owners-4.svg`.
  private static func figure(_ path: String) -> (path: String, pitfall: Pitfall, act: Int, era: Era, step: Int?)? {
    guard let match = path.firstMatch(of: /Figures\/([A-Z]{3}-\d+)-(\d+)(-current)?(?:-owners-(\d+))?\.svg$/),
      let pitfall = Pitfall.named(String(match.1)), let act = Int(match.2), pitfall.acts.indices.contains(act - 1)
    else { return nil }
    return (path, pitfall, act, match.3 == nil ? .classic : .current, match.4.flatMap { Int($0) })
  }
}
