import Testing

@testable import Replay
@testable import Scenarios

@Suite("Pictures: Timelines", .watched)
struct TimelineTests {
  private static let heading = TimelineSide.Heading(label: "raw", title: "the view observes the clock twice")

  @Test(
    "no label overlaps another one, a bar or the edge",
    arguments: [
      "LIF-1", "REG-2", "MED-1", "MED-6", "MED-8", "CTX-7", "THR-1", "THR-4", "THR-9", "KEY-5", "COL-2", "DEP-1",
      "MOD-1",
      "MOD-11", "OPT-6",
    ])
  func geometry(_ id: String) throws {
    let (raw, managed) = try Runs.pair(id)
    let headings = (
      Self.heading, TimelineSide.Heading(label: "managed", title: String(repeating: "long ", count: 60))
    )
    let pair = TimelineFigure.drawings(of: raw, managed, headings: headings)
    for drawing in [pair.0, pair.1, TimelineFigure.drawing(of: raw)] {
      Geometry.check(drawing)
      #expect(drawing.width == 720)
    }
  }

  @Test("the words of a figure are those of the steps, whole")
  func nothingIsLost() throws {
    let long = "“" + String(repeating: "word ", count: 30) + "”"
    let picture = try Runs.picture(
      Runs.twice + [Runs.event(.says, text: long), Runs.event(.finds, text: String(repeating: "x", count: 200))])
    let drawing = TimelineFigure.drawing(of: picture)
    Geometry.check(drawing)
    let words = drawing.labels.map(\.text).joined(separator: " ")
    #expect(words.components(of: "word") == 30)
    #expect(words.filter { $0 == "x" }.count >= 200)
  }

  @Test("rows of the same moment have the same height, and every row comes after the one before")
  func oneScale() throws {
    let (raw, managed) = try Runs.pair("REG-2")
    let sides = (TimelineSide(raw, heading: nil), TimelineSide(managed, heading: nil))
    let scale = TimelineScale(sides.0, sides.1)
    for (side, places) in zip([sides.0, sides.1], scale.places) {
      #expect(places.count == side.rows.count)
      #expect(zip(places, places.dropFirst()).allSatisfy { $0.bottom <= $1.top })
      #expect(zip(places, side.rowHeights).allSatisfy { $0.height >= $1 })
    }
    func top(_ side: Int, _ title: String) throws -> Int {
      let rows = side == 0 ? sides.0.rows : sides.1.rows
      return scale.places[side][try #require(rows.firstIndex { $0.title == title }, "\(title)")].top
    }
    for title in ["the clock is made", "clock.date: 0 → 1", "clock.date: 1 → 2", "the view is deallocated"] {
      #expect(try top(0, title) == (try top(1, title)), "\(title)")
    }
    // A second registration, and the request for one, are one moment.
    #expect(try top(0, "the view is added, for date") == (try top(1, "the view observes clock.date")))
    #expect(try top(0, "the view is called again: new 1") < (try top(0, "clock.date: 1 → 2")))
    // Nothing else is beside the second call.
    let second = try top(0, "the view is called again: new 1")
    #expect(!scale.places[1].contains { $0.top == second })
  }

  @Test("red is where it goes wrong")
  func red() throws {
    let drawing = TimelineFigure.drawing(of: try Runs.picture(Runs.death, wanted: "1 call"), hasKey: false)
    let bad = drawing.labels.filter { $0.style == .bad }.map(\.text)
    #expect(bad == ["7", "the view is called again", "10", "the process dies"])
    #expect(drawing.labels.contains { $0.text.hasPrefix("NSInternalInconsistencyException") })
    // One ring, at the registration that is left over, and a line across.
    let side = TimelineSide(try Runs.picture(Runs.death), heading: nil)
    let place = try #require(TimelineScale(side).places[0].last)
    let clock = try #require(side.lanes.lane("clock"))
    let rings = drawing.shapes.filter { $0.style == .badRing }
    #expect(rings == [.circle(x: clock.registration(0), y: place.middle, radius: 8, .badRing)])
    #expect(drawing.shapes.contains(.path("M\(side.lanes.leftEdge) \(place.middle)L712 \(place.middle)", .badLine)))
  }

  @Test("a run that ends well has nothing red")
  func nothingRed() throws {
    let drawing = TimelineFigure.drawing(of: try Runs.pair("LIF-1").1)
    #expect(!drawing.shapes.contains { $0.style.rawValue.hasPrefix("bad") || $0.style == .leaked })
  }

  @Test("a leaked object has a red bar, and one that is freed has a foot")
  func leak() throws {
    let (raw, managed) = try Runs.pair("MED-1")
    #expect(TimelineFigure.drawing(of: raw).shapes.filter { $0.style == .leaked }.count == 2)
    let drawing = TimelineFigure.drawing(of: managed, hasKey: false)
    #expect(drawing.shapes.filter { $0.style == .foot }.count == 1)
  }

  @Test("what happens on another thread is told apart")
  func threads() throws {
    let drawing = TimelineFigure.drawing(of: try Runs.pair("THR-1").0)
    #expect(drawing.labels.contains { $0.text == "network" && $0.style == .thread })
    #expect(drawing.shapes.contains { $0.style == .threadLine })
    #expect(!drawing.labels.contains { $0.text == "main" })
  }

  @Test(
    "long runs are folded to 40 rows at most, and no mark is lost", arguments: ["MED-6", "COL-2", "THR-9", "MED-8"])
  func folding(_ id: String) throws {
    for picture in try Runs.recorded(id) {
      let rows = TimelineRow.rows(of: picture.steps)
      #expect(rows.count <= 40)
      #expect(rows.flatMap(\.marks) == picture.steps.flatMap(\.marks))
      #expect(rows.contains { $0.isFold } == (picture.steps.count > 40))
      #expect(rows.last?.title == picture.steps.last?.title)
    }
  }

  @Test("objects without room are counted")
  func hidden() throws {
    let drawing = TimelineFigure.drawing(of: try Runs.pair("THR-9").0)
    #expect(drawing.labels.contains { $0.text.contains("more objects are not shown") })
  }
}

extension String {
  fileprivate func components(of word: String) -> Int {
    split(separator: word, omittingEmptySubsequences: false).count - 1
  }
}
