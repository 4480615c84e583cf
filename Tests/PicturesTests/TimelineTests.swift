import RawObserving
import Testing

@testable import Pictures
@testable import Recording

@Suite("Drawing: Timelines as text", .watched)
struct TimelineTests {
  private let raw = ByHand.side(ByHand.picture(ByHand.death, wanted: "1 call"))
  private let managed = ByHand.side(ByHand.picture(ByHand.managed), "managed")

  @Test("a picture by hand, line by line")
  func byHand() {
    let side = DrawnSide(picture: raw.picture, label: "raw", title: "two")
    #expect(
      TextPainter.lines(of: Timeline.scene(of: [side], columns: 65)) == [
        "raw   two",
        "                                                   view  clock",
        "  1 the view is made                                ┃",
        "  2 the clock is made                               ┃      ┃",
        "  3 the view is added, for date                     ┃─────▷┃│",
        "  4 the view is added, for date                     ┃─────▷┃││",
        "  5 clock.date: 0 → 1                               ┃      ●││",
        "  6 the view is called                              ┃◀─────┃││",
        "  7 ✗ the view is called again                      ┃◀━━━━━┃││",
        "  8 the view is removed, for date                   ┃─────▷┃││",
        "  9 the clock is released, its deinit begins        ┃      ╎│",
        " 10 ✗ the process dies                           ━━━━━━━━━━━⊗━━━━",
        "      NSInternalInconsistencyException:",
        "      deallocated while observers were",
        "      registered",
        "",
        "┃ alive   ╎ in deinit",
        "│ a registration, beside the observed object   ● a change",
        "⊗ a registration left over   ✗ a mistake, or what follows from it",
        "──▷ an observer is added or removed   ──▶ a call",
        "━━▶ a call that should not come   ━━━ the process dies",
      ])
  }

  @Test("the mediator has its own mark, in Unicode, in ASCII and in SVG")
  func mediator() {
    let scene = Timeline.scene(of: [managed], columns: 65)
    let lines = TextPainter.lines(of: scene)
    #expect(lines.contains { $0.hasPrefix("  3 the view observes clock.date") && $0.hasSuffix("┃──□──▷┃│") })
    #expect(lines.contains { $0.hasPrefix("  5 the view is called") && $0.hasSuffix("┃◀─□───┃│") })
    let ascii = TextPainter.lines(of: scene, useASCII: true)
    #expect(
      ascii.contains { $0.hasSuffix("#--o--)#|") } && ascii.contains { $0.contains("--o-> through the mediator") })
    #expect(SVGPainter.text(of: scene, asFile: false).contains("ring line ink"))
    let plain = TextPainter.lines(of: Timeline.scene(of: [raw], columns: 65))
    #expect(!plain.contains { $0.contains("□") })
  }

  @Test("no two entries of a key have the same sign, with colours or without", arguments: [false, true])
  func signs(useASCII: Bool) {
    var scene = Scene(.timeline, title: "", description: "", columns: 400)
    for paint in [Scene.Paint.registration, .ink, .thread, .bad] {
      for isStopped in [false, true] where !(paint == .bad && isStopped) {
        scene.add(Scene.Item(shape: .arrow(width: 3, isStopped: isStopped), column: 0, line: 0, paint: paint))
      }
    }
    scene.add(Scene.Item(shape: .death(width: 3), column: 0, line: 0, paint: .bad))
    scene.add(Scene.Item(shape: .halt(width: 3), column: 0, line: 0, paint: .bad))
    scene.addTimelineKey()
    let key = TextPainter.lines(of: scene, useASCII: useASCII).last ?? ""
    let entries = key.split(separator: "   ")
    #expect(entries.count == 9, "\(key)")
    #expect(Set(entries.map { $0.prefix(3) }).count == 9, "\(entries)")
  }

  @Test("a line that calls no observer has its own row, dim and without an arrow")
  func silent() throws {
    let picture = try ByHand.picture(steps: [
      [Mark(.born, from: "clock")], [Mark(.runs, from: nil, to: nil, "clock.tick()")],
    ])
    let scene = Timeline.scene(of: [ByHand.side(picture)], columns: 80)
    let row = scene.items.filter { $0.steps == 2...2 }
    #expect(row.contains { $0.shape == .sign(.runs) })
    #expect(row.contains { $0.shape == .text("step 2") && $0.paint == .dim })
    #expect(TextPainter.lines(of: scene).contains { $0.hasPrefix("  2 · step 2") })
  }

  @Test("no line is longer than the width, or ends in a space; ASCII is ASCII", arguments: [40, 59, 80, 119, 120, 200])
  func widths(_ columns: Int) {
    for sides in [[raw], [raw, managed]] {
      let scene = Timeline.scene(of: sides, columns: columns)
      for useASCII in [false, true] {
        for isColoured in [false, true] {
          let lines = TextPainter.lines(of: scene, useASCII: useASCII, isColoured: isColoured)
          let plain = lines.map { $0.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") }
          #expect(plain == TextPainter.lines(of: scene, useASCII: useASCII))
          #expect(plain.allSatisfy { $0.count <= columns && $0.last != " " })
          #expect((plain != lines) == isColoured)
          if useASCII { #expect(plain.allSatisfy { $0.allSatisfy(\.isASCII) }) }
          for line in lines where line.contains("\u{1B}") {
            #expect(line.hasSuffix("\u{1B}[0m") || !line.hasSuffix("m"))
          }
        }
      }
    }
  }

  @Test(
    "the lanes are beside the sentences, however wide the terminal is", arguments: [60, 80, 100, 120, 160, 200, 400])
  func compact(_ columns: Int) throws {
    for sides in [[raw], [managed], [raw, managed]] {
      let scene = Timeline.scene(of: sides, within: columns)
      for side in Set(scene.items.filter { $0.steps != nil }.map(\.side)) {
        let items = scene.items.filter { $0.side == side && $0.line < scene.keyLine ?? 0 }
        let lane = try #require(
          items.filter { $0.shape.isLife }.map(\.column).min())
        let ends = items.compactMap { item -> Int? in
          guard item.steps != nil, case .text(let text, .start, _) = item.shape else { return nil }
          return item.column + Words.width(of: text)
        }
        #expect((1...7).contains(lane - (ends.max() ?? 0)), "\(columns), side \(side ?? 0)")
      }
      #expect(TextPainter.lines(of: scene).allSatisfy { $0.count <= columns && $0.last != " " })
    }
  }

  @Test("names of wide characters shift no lane", arguments: [80, 100])
  func wideNames(_ columns: Int) throws {
    let names = ["壁時計", "e\u{301}te\u{301}", "クラス"]
    let picture = ByHand.picture(
      names.map(ByHand.born) + ByHand.change("壁時計", "日付", "0", "7 ⏰") + [ByHand.event(.says, text: "壁時計 ⏰ クラス")])
    let scene = Timeline.scene(of: [ByHand.side(picture)], within: columns)
    let bars = scene.items.filter { $0.line < scene.keyLine ?? 0 && $0.shape.isLife }
    let lanes = Set(bars.map(\.column))
    let lines = TextPainter.lines(of: scene)
    #expect(lanes.count == 3 && lines.allSatisfy { Words.width(of: $0) <= columns })
    let rows = lines.filter { $0.contains("┃") && !$0.contains("alive") }
    #expect(rows.count == 5)
    for row in rows {
      for index in row.indices where row[index] == "┃" {
        // An arrow has room for two characters of ASCII.
        #expect(lanes.contains(Words.width(of: String(row[..<index].replacing("→", with: "-")))), "\(row)")
      }
    }
    let header = try #require(lines.first { $0.contains("クラス") })
    let place = try #require(header.firstRange(of: "クラス")).lowerBound
    #expect(lanes.contains(Words.width(of: String(header[..<place])) + 2))
    let ascii = TextPainter.lines(of: scene, useASCII: true)
    #expect(ascii.allSatisfy { $0.allSatisfy(\.isASCII) && $0.count <= columns })
    #expect(ascii.filter { $0.contains("#") }.count == rows.count + 1)
  }

  @Test("half of a wide character is never left")
  func halves() {
    var scene = Scene(.timeline, title: "", description: "", columns: 7)
    scene.add(Scene.Item(shape: .text("時計時計"), column: 0, line: 0))
    scene.add(Scene.Item(shape: .sign(.change), column: 1, line: 0))
    scene.add(Scene.Item(shape: .sign(.change), column: 4, line: 0))
    #expect(TextPainter.lines(of: scene) == [" ●計●"])
  }

  @Test("the name of a picture has no hole, and neither has its description")
  func names() {
    let bare = Timeline.scene(of: DrawnSide(picture: raw.picture, label: "", title: ""))
    #expect(bare.title == "LIF-1, act 1, classic era" && bare.description.hasPrefix("1. "))
    #expect(
      Timeline.scene(of: DrawnSide(picture: raw.picture, label: "raw", title: "two")).title
        == "LIF-1, act 1, classic era, raw: two")
    let run = RecordedRun(of: "c02.swift", act: 1, era: .classic, source: "c02.swift", ByHand.twice)
    let played = Picture(of: run, wanted: nil)
    #expect(Timeline.scene(of: DrawnSide(picture: played, label: "", title: "")).title == "c02.swift")
    #expect(Timeline.scene(of: DrawnSide(picture: played, label: "c02.swift", title: "")).title == "c02.swift")
    #expect(Ownership.scene(of: played).title == "c02.swift: who holds whom")
  }

  @Test("from 120 columns on the two are beside each other, below that one after the other")
  func beside() {
    let wide = TextPainter.lines(of: Timeline.scene(of: [raw, managed], columns: 120))
    #expect(wide.contains { $0.components("the clock is made") == 2 && $0.contains(" │ ") })
    let narrow = TextPainter.lines(of: Timeline.scene(of: [raw, managed], columns: 119))
    #expect(narrow.filter { $0.contains("the clock is made") }.count == 2)
    #expect(!narrow.contains { $0.components("the clock is made") == 2 })
  }

  @Test("the key explains the marks that occur, and no others")
  func key() {
    let died = TextPainter.lines(of: Timeline.scene(of: [raw], columns: 80)).joined(separator: "\n")
    let freed = TextPainter.lines(of: Timeline.scene(of: [managed], columns: 80)).joined(separator: "\n")
    for (text, inDied, inFreed) in [
      ("● a change", true, true), ("━━━ the process dies", true, false), ("a registration left over", true, false),
      ("through the mediator", false, true), ("╹ deallocated", false, true),
      ("a change announced by hand", false, false),
      ("never freed", false, false),
    ] {
      #expect(died.contains(text) == inDied, "\(text)")
      #expect(freed.contains(text) == inFreed, "\(text)")
    }
  }

  @Test("several registrations in one step have a line each")
  func several() throws {
    let picture = try ByHand.picture(steps: [
      [Mark(.born, from: "view"), Mark(.born, from: "clock")], [.adds("view", "clock", 1), .adds("view", "clock", 2)],
    ])
    let arrows = Timeline.scene(of: [ByHand.side(picture)], columns: 80).items.filter { item in
      if case .arrow = item.shape { item.steps == 2...2 } else { false }
    }
    #expect(Set(arrows.map(\.line)).count == 2)
  }

  @Test("long runs are folded, no mark is lost, and a folded row says which steps it replaces")
  func folding() throws {
    let loop = (1...60).flatMap { ByHand.change("clock", "date", "\($0)", "\($0 + 1)") + ByHand.call("clock", "view") }
    let picture = ByHand.picture([ByHand.born("clock")] + loop + [ByHand.event(.finds, text: "over")])
    let rows = TimelineRow.rows(of: picture.steps)
    #expect(rows.count == 7)
    #expect(rows.flatMap(\.marks) == picture.steps.flatMap(\.marks))
    #expect(rows.flatMap { Array($0.steps) } == Array(1...picture.steps.count))
    #expect(rows.filter(\.isFold).map(\.title) == ["… 58 more times the same 2 steps"])
    let svg = SVGPainter.text(of: Timeline.scene(of: [ByHand.side(picture)], columns: 80), asFile: false)
    #expect(svg.contains("data-step=6 data-last=121"))
    let mixed = (1...50).map { ByHand.event(.says, text: String(repeating: "x", count: $0)) }
    let cut = TimelineRow.rows(of: ByHand.picture(mixed).steps)
    #expect(cut.count == 40 && cut.flatMap { Array($0.steps) } == Array(1...50))
  }

  @Test("objects without room are counted, above the rows")
  func hidden() throws {
    let side = ByHand.side(ByHand.picture((1...9).map { ByHand.born("clock \($0)") }))
    let lines = TextPainter.lines(of: Timeline.scene(of: [side], columns: 80))
    let note = try #require(lines.firstIndex { $0.hasPrefix("    5 more objects are not shown.  ") })
    #expect(lines[note + 1].hasPrefix("  1 clock 1 is made"))
    let narrow = Timeline.scene(of: [side], columns: 40)
    #expect(TextPainter.lines(of: narrow).contains { $0.hasPrefix("    8 more objects are") })
  }

  @Test("without a width, every object has a lane, and every title has room", arguments: [1, 3, 9, 30, 40])
  func everyLane(_ count: Int) {
    let names = (1...count).map { "clock \($0)" }
    let side = DrawnSide(picture: ByHand.picture(names.map(ByHand.born)), label: "", title: "")
    let scene = Timeline.scene(of: side)
    let texts = scene.items.map(\.shape)
    #expect(names.count { texts.contains(.text($0, .middle, isBold: true)) } == min(count, 30))
    #expect(texts.contains(.text("10 more objects are not")) == (count == 40))
    #expect(scene.columns >= 54)
  }
}

extension String {
  fileprivate func components(_ word: String) -> Int {
    split(separator: word, omittingEmptySubsequences: false).count - 1
  }
}

extension Scene.Shape {
  fileprivate var isLife: Bool { if case .bar(.alive, _) = self { true } else { false } }
}
