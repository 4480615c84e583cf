import Testing

@testable import Replay
@testable import Scenarios

@Suite("Pictures: Who holds whom", .watched)
struct OwnershipTests {
  @Test(
    "no label overlaps another one or the edge, and boxes keep their places",
    arguments: ["LIF-1", "REG-2", "MED-1", "MED-2", "MED-3", "CTX-1", "KEY-9", "THR-1", "THR-4"])
  func geometry(_ id: String) throws {
    for picture in try Runs.recorded(id) {
      let boxes = OwnershipPlaces(picture).boxes
      let figure = OwnershipFigure(picture)
      for step in 0...picture.steps.count {
        let drawing = figure.drawing(at: step)
        Geometry.check(drawing)
        for case .rectangle(let box, let style, _) in drawing.shapes
        where [.box, .dyingBox, .goneBox].contains(style) {
          #expect(boxes.values.contains(box))
        }
      }
      let all = Array(boxes.values)
      for (index, box) in all.enumerated() { #expect(!all[(index + 1)...].contains { $0.overlaps(box) }) }
    }
  }

  @Test("two objects that hold each other are red at the end, and only there")
  func leak() throws {
    let (raw, managed) = try Runs.pair("MED-1")
    for step in 0...raw.steps.count {
      let drawing = OwnershipFigure.drawing(of: raw, at: step)
      let isEnd = step == raw.steps.count
      #expect(drawing.shapes.filter { $0.style == .badBox }.count == (isEnd ? 2 : 0))
      #expect(drawing.shapes.filter { $0.style == .badLine }.count == (isEnd ? 2 : 0))
    }
    let end = OwnershipFigure.drawing(of: managed, at: managed.steps.count)
    #expect(!end.shapes.contains { $0.style == .badBox })
    #expect(end.shapes.contains { $0.style == .goneBox })
  }

  @Test("what nothing holds is held by the story, until the story is over")
  func roots() throws {
    let (raw, _) = try Runs.pair("LIF-1")
    #expect(OwnershipState(raw.steps, after: 3).heldByStory == ["view", "clock"])
    #expect(OwnershipState(raw.steps, after: 7).heldByStory == ["view"])
    #expect(OwnershipState(raw.steps, after: 7).life(of: "clock") == .dying)
    let (cycle, _) = try Runs.pair("MED-1")
    // The two hold each other; the story holds one of them as long as it uses it.
    #expect(OwnershipState(cycle.steps, after: 2).heldByStory == ["thermostat"])
    #expect(OwnershipState(cycle.steps, after: cycle.steps.count).heldByStory.isEmpty)
  }

  @Test("references and registrations end with either side")
  func ends() throws {
    let (_, managed) = try Runs.pair("LIF-1")
    let during = OwnershipState(managed.steps, after: 5)
    #expect(
      during.references.contains { $0.from == "view's controller" && $0.to == "clock" && $0.strength == .strong })
    #expect(during.references.contains { $0.from == "view's controller" && $0.to == "view" && $0.strength == .weak })
    #expect(during.registrations.map(\.observed) == ["clock"])
    let after = OwnershipState(managed.steps, after: managed.steps.count)
    #expect(after.references.isEmpty && after.registrations.isEmpty)
    #expect(after.lives.filter { $0.life == .alive && $0.name != "mediator" }.isEmpty)
  }
}
