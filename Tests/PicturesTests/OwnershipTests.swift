import Testing

@testable import Pictures

@Suite("Drawing: Who holds whom", .watched)
struct OwnershipTests {
  /// A variable holds the clock until step 4, a view until step 6; the view observes the clock from step 3 to 5.
  private func scopes() throws -> Picture {
    try ByHand.picture(steps: [
      [Mark(.born, from: "view"), .holds("the story", "view", "view")],
      [Mark(.born, from: "clock"), .holds("the story", "clock", "clock")],
      [.adds("view", "clock", 1), .holds("view", "clock", "clock", .refers)],
      [.holds("the story", "clock", "clock", .letsGo)],
      [.adds("view", "clock", 1, .removes)],
      [.holds("the story", "view", "view", .letsGo), Mark(.dying, from: "view")],
      [Mark(.gone, from: "view"), Mark(.dying, from: "clock"), Mark(.gone, from: "clock")],
      [Mark(.ends)],
    ])
  }

  @Test("an arrow is there from its first mark to its last, and nothing is inferred")
  func ranges() throws {
    let holdings = Holdings(try scopes())
    let arrows = holdings.arrows.map { "\($0.from) \($0.to) \($0.label) \($0.steps.lowerBound)-\($0.steps.upperBound)" }
    #expect(
      arrows == [
        "the story view view 1-5", "the story clock clock 2-3", "clock view date 3-4", "view clock clock 3-6",
      ])
    let looks = holdings.boxes.map { "\($0.name) \($0.look) \($0.steps.lowerBound)-\($0.steps.upperBound)" }
    #expect(
      looks.sorted() == [
        "clock alive 2-6", "clock gone 7-8", "the story frame 1-5", "view alive 1-5", "view dying 6-6", "view gone 7-8",
      ])
    let silent = try ByHand.picture(steps: [[Mark(.born, from: "clock")], [Mark(.changes, from: "clock")]])
    #expect(Holdings(silent).arrows.isEmpty)
  }

  @Test("two calls of a function at once have a box each, and the next call has the place of one that is over")
  func calls() throws {
    func mark(_ number: Int, _ kind: Mark.Kind = .holds) -> Mark {
      var mark = Mark.holds("clock", "clock", "it", kind)
      mark.call = "call \(number)"
      return mark
    }
    let picture = try ByHand.picture(steps: [
      [Mark(.born, from: "clock"), mark(1)], [mark(2)], [mark(2, .letsGo)], [mark(3), mark(4), mark(4, .letsGo)],
      [mark(3, .letsGo)], [mark(1, .letsGo)], [Mark(.ends)],
    ])
    let holdings = Holdings(picture)
    #expect(holdings.arrows.map(\.steps) == [1...5, 2...2, 4...4])
    let calls = holdings.boxes.filter { $0.look == .frame }
    #expect(calls.map(\.steps) == [1...5, 2...2, 4...4])
    #expect(Set(calls.map(\.name)).count == 2 && calls[1].name == calls[2].name)
    #expect(calls.allSatisfy { holdings.title(of: $0.name) == "clock" && $0.name != "clock" })
    #expect(holdings.boxes.filter { $0.name == "clock" }.map(\.look) == [.alive])
    #expect(holdings.lines(at: 2).filter { $0 == "clock: it → clock" }.count == 2)
    let drawn = TextPainter.lines(of: Ownership.scene(of: picture, at: 2)).joined(separator: "\n")
    #expect(drawn.split(separator: "║ clock ║").count == 3)
  }

  @Test("what is not shown is counted at each step")
  func hidden() throws {
    let names = (1...14).map { "clock \($0)" }
    let births = names.map { name in [Mark(.born, from: name), Mark.holds("the story", name, "clocks")] }
    let end = names.map { Mark.holds("the story", $0, "clocks", .letsGo) }
    let picture = try ByHand.picture(steps: births + [end])
    let scene = Ownership.scene(of: picture)
    for step in 0...(births.count + 1) {
      for scene in [scene, Ownership.scene(of: picture, at: step)] {
        let there = scene.items.filter { $0.steps?.contains(step) ?? (scene.items.allSatisfy { $0.steps == nil }) }
        let texts = there.compactMap { if case .text(let text, _, _) = $0.shape { text } else { nil } }
        let shown = texts.count { names.contains($0) }
        let objects = min(step, names.count)
        let routes = there.count { if case .route = $0.shape { $0.steps != nil || $0.column > 4 } else { false } }
        let arrows = step > births.count ? 0 : objects
        func note(_ what: String, _ count: Int) -> [String] {
          count == 0 ? [] : count == 1 ? ["1 more \(what) is not shown."] : ["\(count) more \(what)s are not shown."]
        }
        let notes = texts.filter { $0.hasSuffix("not shown.") }
        #expect(
          notes == note("object", objects - shown) + note("reference", arrows - min(arrows, routes)), "step \(step)")
      }
    }
  }

  @Test("a registration through the mediator is two arrows, which end together")
  func mediator() throws {
    let picture = try ByHand.picture(steps: [
      [.adds("view", "clock", 1, via: "mediator")], [Mark(.looks)],
      [.adds("view", "clock", 1, .removes, via: "mediator")],
    ])
    let arrows = Holdings(picture).arrows
    #expect(arrows.map { "\($0.from) \($0.to) \($0.label)" } == ["clock mediator date", "mediator view clock.date"])
    #expect(arrows.allSatisfy { $0.steps == 1...2 && $0.kind == .registration })
  }

  @Test("two objects that hold each other are red from the step at which they are found to leak")
  func leak() throws {
    let picture = try ByHand.picture(steps: [
      [.holds("view", "clock", "clock", .refers), .holds("clock", "view", "view", .refers)],
      [.holds("the story", "view", "view")], [Mark(.leaks, from: "view"), Mark(.leaks, from: "clock")],
    ])
    let scene = Ownership.scene(of: picture)
    for step in 1...3 {
      let red = scene.items.filter { $0.steps?.contains(step) == true && $0.paint == .bad }
      #expect(red.contains { if case .route = $0.shape { true } else { false } } == (step == 3))
      #expect(red.contains { if case .box(.leaked, _, _) = $0.shape { true } else { false } } == (step == 3))
    }
    let bad = Holdings(picture).arrows.filter { $0.badFrom != nil }
    #expect(bad.count == 2 && bad.allSatisfy { $0.badFrom == 3 && $0.steps == 1...3 })
  }

  @Test("a variable that holds one object after another keeps its line in the box")
  func variable() throws {
    let picture = try ByHand.picture(steps: [
      [.holds("f()", "clock", "clock")], [.holds("f()", "clock", "clock", .letsGo), .holds("f()", "clock 2", "clock")],
      [.holds("f()", "clock 3", "clock")],
    ])
    let ways = OwnershipLayout(Holdings(picture), picture).ways
    #expect(ways.map { "\($0.arrow.to) \($0.row)" } == ["clock 1", "clock 2 1", "clock 3 2"])
  }

  @Test("a picture by hand, at a step")
  func byHand() throws {
    let scene = Ownership.scene(of: try scopes())
    #expect(
      TextPainter.lines(of: scene, step: 3) == [
        "               ┌───────────────────┐",
        "╔═══════════╗  │    ┌───────┐      │  ┌───────┐",
        "║ the story ║  │ ┌─▶│ view  │◁╌╌╌┐ └─▶│ clock │",
        "║ view      ║──│─┘  │ clock │──┐ └╌╌╌╌│ date  │",
        "║ clock     ║──┘    └───────┘  └─────▶│       │",
        "╚═══════════╝                         └───────┘",
        "",
        "───▶ holds strongly   ╌╌╌▷ a registration",
        "║ ║ variables of a function   ╎ ╎ in deinit",
        "┊ ┊ deallocated",
      ])
    let before = TextPainter.lines(of: scene, step: 0).joined()
    #expect(!before.contains("view") && !before.contains("the story"))
    let during = TextPainter.lines(of: scene, step: 3).joined(separator: "\n")
    for word in ["║ the story", "│ view", "│ clock", "▶", "◁"] { #expect(during.contains(word), "\(word)") }
    let after = TextPainter.lines(of: scene, step: 8).joined(separator: "\n")
    #expect(after.contains("┊ clock") && !after.contains("the story"))
    let ascii = TextPainter.lines(of: scene, step: 3, useASCII: true)
    #expect(ascii.allSatisfy { $0.allSatisfy(\.isASCII) && $0.count <= 80 })
    let alone = Ownership.scene(of: try scopes(), at: 3)
    // One step alone has a key of its own.
    #expect(TextPainter.lines(of: alone).prefix(7) == TextPainter.lines(of: scene, step: 3).prefix(7))
    #expect(alone.key.map(\.text) == ["holds strongly", "a registration", "variables of a function"])
  }
}
