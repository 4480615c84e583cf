import Testing

@testable import Replay

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

  @Test("a variable of a function that calls itself holds its object until both calls are over")
  func recursion() throws {
    let holds = Mark.holds("open()", "view", "view")
    let ends = Mark.holds("open()", "view", "view", .letsGo)
    let picture = try ByHand.picture(steps: [[holds], [holds], [ends], [ends], [Mark(.ends)]])
    #expect(Holdings(picture).arrows.map(\.steps) == [1...3])
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
