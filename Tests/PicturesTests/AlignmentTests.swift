import Testing

@testable import Pictures
@testable import Recording

@Suite("Drawing: Alignment", .watched)
struct AlignmentTests {
  private func titles(_ alignment: Alignment, _ a: Picture, _ b: Picture) -> [[String]] {
    alignment.moments.map { moment in
      [moment.first.map { a.steps[$0].title } ?? "", moment.second.map { b.steps[$0].title } ?? ""]
    }
  }

  /// The raw call comes at once; the other side waits, and prints in between.
  private var late: (Picture, Picture) {
    let start = [
      ByHand.born("bar"), ByHand.born("load"), ByHand.event(.adds, "load", "bar", key: "date", registration: 1),
    ]
    let change = ByHand.change("load", "date", "0", "1")
    let raw =
      start + change + ByHand.call("load", "bar") + [
        ByHand.event(.says, text: "over"), ByHand.event(.finds, text: "1"),
      ]
    let other =
      start + change + [ByHand.event(.says, text: "the call waits")] + ByHand.call("load", "bar")
      + [ByHand.event(.says, text: "over"), ByHand.event(.finds, text: "1")]
    return (ByHand.picture(raw), ByHand.picture(other))
  }

  @Test("no gap stands between a change and its call, even if the other side prints first")
  func noGap() {
    let (raw, other) = late
    let titles = titles(Alignment(raw, other), raw, other)
    let change = titles.firstIndex { $0[0].hasPrefix("load.date") } ?? 0
    #expect(titles[change][1] == titles[change][0])
    #expect(titles[change + 1][0] == "the bar is called")
    #expect(titles[change + 1][1] != "the bar is called")
    #expect(titles.contains(["“over”", "“over”"]))
  }

  @Test("the shorter group is padded at its end")
  func padding() {
    let start = [ByHand.born("view"), ByHand.born("clock")]
    let end = ByHand.change("clock", "date", "1", "2") + [ByHand.event(.finds, text: "over")]
    let change = ByHand.change("clock", "date", "0", "1")
    let once = ByHand.picture(start + change + ByHand.call("clock", "view") + end)
    let twice = ByHand.picture(start + change + ByHand.call("clock", "view") + ByHand.call("clock", "view") + end)
    #expect(Alignment(once, twice).letters == "bbbbrbb")
    #expect(Alignment(twice, once).letters == "bbbblbb")
    #expect(Alignment(once, once).letters == "bbbbbb")
  }

  @Test("a change in a callback is in the group of the change that called it")
  func nested() {
    let start = [ByHand.born("view"), ByHand.born("clock")]
    let inner = ByHand.change("clock", "date", "1", "2") + ByHand.call("clock", "view")
    let picture = ByHand.picture(
      start + ByHand.change("clock", "date", "0", "1") + ByHand.call("clock", "view", inner)
        + ByHand.call("clock", "saver")
        + ByHand.change("clock", "date", "2", "3"))
    let rows = TimelineRow.rows(of: picture.steps)
    #expect(Alignment.groups(rows, CallDepths(picture)) == [0..<1, 1..<2, 2..<7, 7..<8])
  }

  @Test("what another thread does between a change and its call is in the group")
  func threads() {
    let picture = ByHand.picture(
      ByHand.change("clock", "date", "0", "1") + ByHand.change("lamp", "on", "0", "1", thread: "network")
        + ByHand.call("clock", "view") + ByHand.call("lamp", "view", thread: "network") + [
          ByHand.event(.says, text: "over")
        ])
    let rows = TimelineRow.rows(of: picture.steps)
    #expect(Alignment.groups(rows, CallDepths(picture)) == [0..<4, 4..<5])
  }

  @Test("two runs part where a sentence or a mark differs")
  func parting() throws {
    func parting(_ one: Picture, _ other: Picture) -> String {
      Alignment.parting(of: (ByHand.side(one, "a"), ByHand.side(other, "b")))
    }
    let start = [ByHand.born("view"), ByHand.born("clock")]
    let end = [ByHand.event(.finds, text: "over")]
    func picture(_ options: [String]) -> Picture {
      ByHand.picture(
        start + [ByHand.event(.adds, "clock", "view", key: "date", registration: 1) { $0.options = options }] + end)
    }
    let (one, other) = (picture(["new"]), picture(["old"]))
    #expect(parting(one, one) == "All 4 steps of a and b are the same.")
    #expect(parting(one, other).hasPrefix("The first 2 steps of a and b are the same. Then in a,"))
    #expect(parting(ByHand.picture(Array(start.prefix(1))), one).hasPrefix("The first step of a and b is the same. "))
    func held(_ strength: RecordedEvent.Strength) throws -> Picture {
      var mark = Mark.holds("the story", "view", "view")
      mark.strength = strength
      return try ByHand.picture(steps: [[mark]])
    }
    #expect(
      try parting(held(.strong), held(.weak))
        == "a and b differ from the first step on. In a, step 1; in b, step 1.")
  }

  @Test("every row is in one moment, in order")
  func order() {
    let (raw, other) = late
    for (a, b) in [(raw, other), (other, raw), (raw, ByHand.picture([]))] {
      let moments = Alignment(a, b).moments
      #expect(moments.compactMap(\.first) == Array(a.steps.indices))
      #expect(moments.compactMap(\.second) == Array(b.steps.indices))
      #expect(moments.allSatisfy { $0.first != nil || $0.second != nil })
    }
  }
}
