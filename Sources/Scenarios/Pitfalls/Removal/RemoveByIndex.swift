import Harness
import ManagedObserving
import RawObserving

/// REM-11: an element of an array is observed by its index, and removed by that index after the array has
/// changed.
enum RemoveByIndex {
  static let pitfall = Pitfall(
    "REM-11", "remove-by-index", "An observer is added and removed by index, and the array changes in between",
    frequency: .rare, symptoms: [.wrongOneRemoved, .diesWhenRemoved, .noLongerCalled],
    change: .delete("self.track = track"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "row 1 is shown, a track is inserted above it, row 1 is hidden", .dies(.notRegistered),
      wanted: "the row is hidden, the program goes on", raw),
    .raw(
      "both rows are shown, so row 1 always has a registration",
      .finds("the view is called 1 time for the hidden track, 0 times for the visible one"),
      wanted: "the view is called 0 times for the hidden track, 1 time for the visible one", wrongElement),
    .managed(
      "the row stores its track", .finds("the view is called 0 times for the hidden track, 1 time for the visible one"),
      managed),
    .managed(
      "the row is unobserved by its index",
      .finds("the view is called 1 time for the hidden track, 0 times for the visible one"),
      wanted: "the view is called 0 times for the hidden track, 1 time for the visible one", sameMistake: true,
      managedByIndex),
  ]

  private final class ListView: KeyValueObject {
    var tracks: [Track]
    private(set) var heard: [KeyValueObject] = []

    init(_ tracks: [Track]) {
      self.tracks = tracks
    }

    // snippet.view
    func show(row: Int) { tracks[row].addObserver(self, forKeyPath: "title") }

    func hide(row: Int) { tracks[row].removeObserver(self, forKeyPath: "title") }
    // snippet.end

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      heard.append(object)
    }

    func count(of track: Track) -> Int { heard.count { $0 === track } }
  }

  private static func raw(_ story: Story) -> String {
    let (visible, hidden) = (Track(), Track())
    let view = ListView([visible, hidden])
    view.show(row: 1)
    story.say("a new track is inserted at the top")
    view.tracks.insert(Track(), at: 0)
    story.say("row 1 is hidden")
    view.hide(row: 1)
    return "the row is hidden, the program goes on"
  }

  private static func wrongElement(_ story: Story) -> String {
    let (visible, hidden) = (Track(), Track())
    let view = ListView([visible, hidden])
    view.show(row: 0)
    view.show(row: 1)
    story.say("a new track is inserted at the top")
    view.tracks.insert(Track(), at: 0)
    story.say("the row that was row 1 is hidden")
    view.hide(row: 1)
    visible.title = "Blue"
    hidden.title = "Green"
    hidden.removeObserver(view, forKeyPath: "title")  // or the process would die in the classic era
    return finding(hidden: view.count(of: hidden), visible: view.count(of: visible))
  }

  // snippet.row
  private final class RowView: KeyValueObject {
    private var track: Track?
    private(set) var calls = 0

    func show(_ track: Track) {
      self.track = track
      kvoController.observe(track, \.$title) { row, _, _ in row.calls += 1 }
    }

    func hide() {
      kvoController.unobserve(track)
      track = nil
    }
  }
  // snippet.end

  private static func managed(_ story: Story) -> String {
    var tracks = [Track(), Track()]
    let (visible, hidden) = (tracks[0], tracks[1])
    let rows = [RowView(), RowView()]
    rows[0].show(tracks[0])
    rows[1].show(tracks[1])
    story.say("a new track is inserted at the top")
    tracks.insert(Track(), at: 0)
    story.say("the row that was row 1 is hidden")
    rows[1].hide()
    visible.title = "Blue"
    hidden.title = "Green"
    return finding(hidden: rows[1].calls, visible: rows[0].calls)
  }

  private static func managedByIndex(_ story: Story) -> String {
    var tracks = [Track(), Track()]
    let (visible, hidden) = (tracks[0], tracks[1])
    let view = ListView(tracks)
    for row in 0...1 { view.kvoController.observe(tracks[row], keyPath: "title", context: nil) }
    story.say("a new track is inserted at the top")
    tracks.insert(Track(), at: 0)
    story.say("the row that was row 1 is hidden")
    view.kvoController.unobserve(tracks[1])
    visible.title = "Blue"
    hidden.title = "Green"
    return finding(hidden: view.count(of: hidden), visible: view.count(of: visible))
  }

  private static func finding(hidden: Int, visible: Int) -> String {
    "the view is called \(times(hidden)) for the hidden track, \(times(visible)) for the visible one"
  }
}
