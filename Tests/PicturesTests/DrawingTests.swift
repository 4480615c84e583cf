import Console
import Foundation
import ProgramSupport
import TestSupport
import Testing

@testable import Harness
@testable import Pictures
@testable import Recording

/// What holds of every drawing of recorded runs.
@Suite("Pictures: Drawings", .watched)
struct DrawingTests {
  private static let ids = [
    "LIF-1", "REG-2", "MED-1", "MED-2", "MED-3", "MED-6", "MED-8", "CTX-1", "CTX-7", "THR-1", "THR-4", "THR-9", "KEY-5",
    "KEY-9", "COL-2", "DEP-1", "MOD-1", "MOD-11", "OPT-6",
  ]

  private static func sides(_ id: String, anew: Bool = false) throws -> [DrawnSide] {
    let (raw, managed) = try Runs.pair(id, anew: anew)
    return [
      DrawnSide(picture: raw, label: "raw", title: "the view observes the clock twice"),
      DrawnSide(picture: managed, label: "managed", title: String(repeating: "long ", count: 60)),
    ]
  }

  @Test("no text overlaps another one, a bar, an arrow or the edge, and no line is too long", arguments: ids)
  func geometry(_ id: String) throws {
    let sides = try Self.sides(id)
    for columns in [40, 79, 80, 120, 200] {
      Geometry.check(Timeline.scene(of: [sides[1]], columns: columns))
      for scene in [Timeline.scene(of: sides, columns: columns), Timeline.scene(of: sides, within: columns)] {
        Geometry.check(scene)
        for useASCII in [false, true] {
          let lines = TextPainter.lines(of: scene, useASCII: useASCII)
          #expect(lines.allSatisfy { $0.count <= columns && $0.last != " " }, "\(columns)")
          if useASCII { #expect(lines.allSatisfy { $0.allSatisfy(\.isASCII) }) }
        }
      }
    }
    for side in sides {
      let scene = Timeline.scene(of: side)
      Geometry.check(scene)
      #expect(!TextPainter.lines(of: scene).contains { $0.contains("not shown") })
    }
    for picture in try Runs.recorded(id) { Geometry.check(Ownership.scene(of: picture)) }
  }

  @Test("no gap stands between a change and its calls, on either side of any pitfall")
  func alignment() throws {
    var pairs = 0
    for pitfall in Pitfall.all {
      guard let (raw, managed) = try? Runs.pair(pitfall.id) else { continue }
      pairs += 1
      let rows = [raw, managed].map { TimelineRow.rows(of: $0.steps) }
      let moments = Alignment(rows[0], rows[1], raw, managed).moments
      for (side, rows) in rows.enumerated() {
        let places = moments.indices.filter { (side == 0 ? moments[$0].first : moments[$0].second) != nil }
        #expect(places.count == rows.count)
        for index in rows.indices.dropFirst() {
          let isCall = rows[index].marks.contains { $0.what == .calls || $0.what == .skips }
          guard isCall, !rows[index].isFold, !rows[index - 1].isFold, rows[index].thread == rows[index - 1].thread
          else { continue }
          #expect(places[index] == places[index - 1] + 1, "\(pitfall.id), \(side): \(rows[index].title)")
        }
      }
    }
    #expect(pairs > 60)
  }

  @Test("rows of the same moment are at the same height")
  func oneScale() throws {
    let lines = TextPainter.lines(of: Timeline.scene(of: try Self.sides("REG-2"), columns: 120))
    for moment in ["the clock is made", "clock.date: 0 → 1", "clock.date: 1 → 2", "the view is deallocated"] {
      #expect(lines.contains { $0.split(separator: moment).count == 3 }, "\(moment)")
    }
    let second = try #require(lines.first { $0.contains("is called again") })
    #expect(second.contains("✗") && !second.split(separator: " │ ").last!.contains("called"))
  }

  @Test("long runs have 40 rows at most, and no mark is lost", arguments: ["MED-6", "COL-2", "THR-9", "MED-8"])
  func folding(_ id: String) throws {
    for picture in try Runs.recorded(id) {
      let rows = TimelineRow.rows(of: picture.steps)
      #expect(rows.count <= 40)
      #expect(rows.flatMap(\.marks) == picture.steps.flatMap(\.marks))
      #expect(rows.contains { $0.isFold } == (picture.steps.count > 40))
      #expect(rows.last?.title == picture.steps.last?.title)
    }
  }

  @Test("red is where it goes wrong, and nowhere in a run that ends well")
  func red() throws {
    let (died, freed) = try Runs.pair("LIF-1")
    func red(_ picture: Picture) -> [Scene.Item] {
      Timeline.scene(of: [DrawnSide(picture: picture, label: "", title: "")], columns: 80).items.filter {
        $0.paint == .bad
      }
    }
    #expect(red(died).contains { $0.shape == .sign(.leftOver) } && red(freed).isEmpty)
    let (leaked, stopped) = try Runs.pair("MED-1")
    #expect(red(leaked).contains { if case .bar(.leaked, _) = $0.shape { true } else { false } })
    #expect(red(stopped).isEmpty)
  }

  @Test("threads are named, but for the main one")
  func threads() throws {
    let lines = TextPainter.lines(of: Timeline.scene(of: [try Self.sides("THR-1")[0]], columns: 80))
    #expect(lines.contains { $0.contains("on the thread network") } && !lines.contains { $0.contains("thread main") })
  }

  @Test("the same run gives the same bytes, even if it is recorded again")
  func determinism() throws {
    func text(anew: Bool) throws -> String {
      let sides = try Self.sides("CTX-1", anew: anew)
      return SVGPainter.text(of: Timeline.scene(of: sides, columns: 120), asFile: true)
        + SVGPainter.text(of: Ownership.scene(of: sides[1].picture), asFile: false)
    }
    let once = try text(anew: false)
    #expect(try text(anew: true) == once)
  }

  // MARK: Ownership

  @Test("no arrow appears or vanishes without an event")
  func arrows() throws {
    for run in try RecordedRuns.all where run.era == "classic" {
      let picture = Picture(of: run, wanted: nil)
      let holdings = Holdings(picture)
      var there: Set<Arrow> = []
      for (index, step) in picture.steps.enumerated() {
        for mark in step.marks { Self.apply(mark, to: &there) }
        let shown = holdings.arrows.filter { $0.steps.contains(index + 1) }.map {
          "\(holdings.title(of: $0.from)) > \($0.to)"
        }
        #expect(shown.sorted() == there.map { "\($0.from) > \($0.to)" }.sorted(), "\(run.name), step \(index + 1)")
      }
    }
  }

  private struct Arrow: Hashable {
    let from, to, label: String
    var call: String?
    var strength: RecordedEvent.Strength?
  }

  /// The same by another way: a set of arrows, changed by one mark. The label of a registration is its name.
  private static func apply(_ mark: Mark, to there: inout Set<Arrow>) {
    let (from, to, name) = (mark.from ?? "", mark.to ?? "", mark.registration ?? "")
    let label = (mark.label ?? "").replacing("$__lazy_storage_$_", with: "")
    switch mark.what {
    case .refers, .holds:
      there.insert(Arrow(from: from, to: to, label: label, call: mark.call, strength: mark.strength ?? .strong))
    case .refersNoMore, .letsGo:
      there = there.filter {
        $0.strength == nil || $0.from != from || $0.to != to || $0.label != label || $0.call != mark.call
      }
    case .gone: there = there.filter { $0.strength == nil || (($0.from != from || $0.call != nil) && $0.to != from) }
    case .adds where mark.via != nil:
      there.insert(Arrow(from: to, to: "mediator", label: name))
      there.insert(Arrow(from: "mediator", to: from, label: name))
    case .adds: there.insert(Arrow(from: to, to: from, label: name))
    case .removes, .sweeps: there = there.filter { $0.strength != nil || $0.label != name }
    default: break
    }
  }

  @Test("a box keeps its place, and arrows share no part of their ways", arguments: ids)
  func ways(_ id: String) throws {
    for picture in try Runs.recorded(id) {
      let layout = OwnershipLayout(Holdings(picture), picture)
      let boxes = Ownership.scene(of: picture).items.compactMap { item -> Scene.Cell? in
        // The boxes of the key are there in all steps.
        if case .box = item.shape, item.steps != nil { Scene.Cell(column: item.column, line: item.line) } else { nil }
      }
      #expect(Set(boxes).count == layout.boxes.count)
      for (index, way) in layout.ways.enumerated() {
        #expect(way.cells.count > 1)
        for other in layout.ways[(index + 1)...] where other.arrow.steps.overlaps(way.arrow.steps) {
          let shared = Geometry.segments(way.cells).filter(Set(Geometry.segments(other.cells)).contains)
          #expect(shared.isEmpty, "\(id): \(way.arrow) and \(other.arrow)")
        }
      }
    }
  }

  @Test("a retain cycle is red at the end, and the references of a managed run end with its objects")
  func cycle() throws {
    let (raw, managed) = try Runs.pair("MED-1")
    let bad = Holdings(raw).arrows.filter { $0.badFrom != nil }
    #expect(bad.count == 2 && bad.allSatisfy { $0.badFrom == raw.steps.count })
    let holdings = Holdings(managed)
    #expect(!holdings.arrows.contains { $0.badFrom != nil || $0.steps.contains(managed.steps.count) })
  }

  // MARK: The program

  @Test("the program prints timelines at the width of the terminal, and of COLUMNS where there is none")
  func program() throws {
    let run = try BuiltScenarios.shell("COLUMNS=120 LC_ALL=C.UTF-8 scenarios run LIF-1 --timeline")
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    #expect(run.lines.allSatisfy { $0.count <= 120 } && run.output.contains("┃"))
    #expect(run.lines.contains { $0.contains("raw 1/5") && $0.contains("managed 5/5") })
    #expect(!run.output.contains("\u{1B}"))
    let ascii = try BuiltScenarios.shell("COLUMNS=wide LC_ALL=C scenarios run LIF-1 --timeline --act 3")
    #expect(ascii.output.allSatisfy { $0.isASCII })
    let drawn = ascii.lines.drop { !$0.isEmpty }.prefix { !$0.hasPrefix("Not drawn") && !$0.hasPrefix("Why ") }
    #expect(drawn.count < ascii.lines.count && drawn.allSatisfy { $0.count <= 80 })
    #expect(ascii.output.contains("raw 3/5") && !ascii.output.contains("managed"))
    let shown = try BuiltScenarios.onTerminal(columns: 120, ["run", "LIF-1", "--timeline"])
    #expect(shown.contains("managed 5/5") && !shown.contains("\u{1B}["))
    let coloured = try BuiltScenarios.onTerminal(columns: 120, ["run", "LIF-1", "--timeline", "--color", "always"])
    #expect(coloured.contains("\u{1B}["))
  }

  @Test("in a pipe, a picture and the text around it are as wide as the terminal", arguments: [60, 160])
  func pipe(_ columns: Int) throws {
    let line = "\"$0\" run LIF-1 --timeline | cat"
    let shown = try Terminal.run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", line, try BuiltScenarios.url.path], columns: columns, withErrors: true
    ).shown
    let lines = shown.split(whereSeparator: \.isNewline)
    #expect(lines.count > 20 && lines.allSatisfy { $0.columns <= columns || $0.contains("Sources/") })
    #expect(lines.contains { $0.contains("raw 1/5") && $0.contains("managed 5/5") } == (columns == 160))
  }

  @Test("the program draws who holds whom after a step, or says it where there is no room")
  func step() throws {
    let run = try BuiltScenarios.shell(
      "COLUMNS=100 LC_ALL=C.UTF-8 scenarios run LIF-9 --raw --act 1 --era classic --timeline --step 8")
    #expect(run.exitCode == 0 && run.lines.contains("raw 1/4, after step 8"))
    #expect(run.output.contains("│ closureObserver │") && run.output.contains("║ afterlife ║"))
    #expect(run.lines.allSatisfy { $0.count <= 100 })
    let narrow = try BuiltScenarios.shell("COLUMNS=50 scenarios run LIF-9 --raw --act 1 --timeline --step 8").output
    #expect(narrow.contains("  closureObserver: closure → view\n"))
    #expect(narrow.contains("  afterlife: clock → clock\n") && !narrow.contains("view → view"))
    let beyond = try BuiltScenarios.run("run", "LIF-9", "--act", "1", "--timeline", "--step", "99")
    #expect(beyond.output.contains("it has 12 steps; after the last one"))
    #expect(try BuiltScenarios.run("run", "LIF-9", "--step", "8").exitCode == 64)
    #expect(try BuiltScenarios.run("run", "LIF-9", "--timeline", "--step", "-1").exitCode == 64)
  }

  @Test(
    "what cannot go together is refused",
    arguments: [["--json"], ["--in-process", "--act", "1"], ["--quiet"], ["--record", "-"]])
  func refused(_ options: [String]) throws {
    let run = try BuiltScenarios.run(["run", "LIF-1", "--timeline"] + options)
    #expect(run.exitCode == 64 && run.output.isEmpty)
    #expect(run.errors.contains("--timeline"))
  }
}
