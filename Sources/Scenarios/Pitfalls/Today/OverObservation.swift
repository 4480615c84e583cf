import Harness
import Observation

/// MOD-21: a closure that reads a whole value is called for a change of any part of it.
enum OverObservation {
  static let pitfall = Pitfall(
    "MOD-21", "over-observation", "The tracked closure reads a whole value, and shows a part of it",
    frequency: .daily, symptoms: [.calledForNothing],
    change: .double("player.song.plays += 1", 1, of: 2), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the label reads the title of a struct", .finds("the song is played 3 times, the label is drawn 4 times"),
      wanted: "the song is played 3 times, the label is drawn 1 time", onMainActor(field)),
    .raw(
      "the label reads the first element of an array",
      .finds("another song is renamed, the label is drawn 2 times"),
      wanted: "another song is renamed, the label is drawn 1 time", onMainActor(element)),
    .raw(
      "a page draws its label in its own tracked closure",
      .finds("the page is drawn 2 times, the label 2 times"),
      wanted: "the page is drawn 1 time, the label 2 times", onMainActor { nested($0, label: .inside) }),
    .managed(
      "the song is an observable object", .finds("the song is played 3 times, the label is drawn 1 time"),
      onMainActor(object)),
    .managed(
      "the elements of the array are observable objects",
      .finds("another song is renamed, the label is drawn 1 time"), onMainActor(elementObject)),
    .managed(
      "the page draws its label after its own tracked closure",
      .finds("the page is drawn 1 time, the label 2 times"), onMainActor { nested($0, label: .after) }),
  ]

  // snippet.struct
  fileprivate struct Song {
    var title: String
    var plays = 0
  }

  @MainActor
  @Observable
  fileprivate final class Player {
    var song = Song(title: "Morning")
    var next = [Song(title: "Noon"), Song(title: "Evening")]
  }
  // snippet.end

  // snippet.object
  @MainActor
  @Observable
  fileprivate final class TodaysSong {
    var title: String
    var plays = 0

    init(title: String) { self.title = title }
  }
  // snippet.end

  @MainActor
  @Observable
  fileprivate final class TodaysPlayer {
    var song = TodaysSong(title: "Morning")
    var next = [TodaysSong(title: "Noon"), TodaysSong(title: "Evening")]
  }

  /// Draws a text, and draws it again if what it has read is out of date.
  @MainActor
  private final class Label {
    private let name: String
    private let story: Story
    private let text: @MainActor () -> String
    private var isOutOfDate = true
    private(set) var drawings = 0

    init(_ story: Story, name: String = "label", _ text: @escaping @MainActor () -> String) {
      (self.name, self.story, self.text) = (name, story, text)
    }

    /// Called once in each turn, as the layout pass of an app is.
    func drawIfNeeded() {
      guard isOutOfDate else { return }
      isOutOfDate = false
      drawings += 1
      withObservationTracking {
        story.say("the \(name) shows \(text())")
      } onChange: { [weak self] in
        MainActor.assumeIsolated { self?.isOutOfDate = true }
      }
    }
  }

  @MainActor
  private static func field(_ story: Story) -> String {
    let player = Player()
    let label = Label(story) { player.song.title }
    label.drawIfNeeded()
    for _ in 1...3 {
      player.song.plays += 1
      story.say("the song has been played \(times(player.song.plays))")
      label.drawIfNeeded()
    }
    return "the song is played \(times(player.song.plays)), the label is drawn \(times(label.drawings))"
  }

  @MainActor
  private static func object(_ story: Story) -> String {
    let player = TodaysPlayer()
    let label = Label(story) { player.song.title }
    label.drawIfNeeded()
    for _ in 1...3 {
      player.song.plays += 1
      story.say("the song has been played \(times(player.song.plays))")
      label.drawIfNeeded()
    }
    return "the song is played \(times(player.song.plays)), the label is drawn \(times(label.drawings))"
  }

  @MainActor
  private static func element(_ story: Story) -> String {
    let player = Player()
    let label = Label(story) { player.next[0].title }
    label.drawIfNeeded()
    story.say("Evening is renamed to Night")
    player.next[1].title = "Night"
    label.drawIfNeeded()
    return "another song is renamed, the label is drawn \(times(label.drawings))"
  }

  @MainActor
  private static func elementObject(_ story: Story) -> String {
    let player = TodaysPlayer()
    let label = Label(story) { player.next[0].title }
    label.drawIfNeeded()
    story.say("Evening is renamed to Night")
    player.next[1].title = "Night"
    label.drawIfNeeded()
    return "another song is renamed, the label is drawn \(times(label.drawings))"
  }

  private enum Place: Sendable { case inside, after }

  @MainActor
  private static func nested(_ story: Story, label place: Place) -> String {
    let player = TodaysPlayer()
    let label = Label(story) { player.song.title }
    let page = Label(story, name: "page") {
      if place == .inside { label.drawIfNeeded() }
      return "\(player.next.count) songs"
    }
    func draw() {
      page.drawIfNeeded()
      label.drawIfNeeded()
    }
    draw()
    story.say("Morning is renamed to Sunrise")
    player.song.title = "Sunrise"
    draw()
    return "the page is drawn \(times(page.drawings)), the label \(times(label.drawings))"
  }
}
