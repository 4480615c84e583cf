import Harness
import ManagedObserving
import RawObserving

/// DEP-7: two inputs of one value are set one after the other, and an observer reads the value in between.
enum TornValue {
  static let pitfall = Pitfall(
    "DEP-7", "torn-value", "Two inputs of one value change one after the other",
    frequency: .sometimes, symptoms: [.wrongTime, .valueWrong],
    change: .double("self.title = title", 1, of: 3), acts: acts)

  static let acts: [Act] = [
    .raw(
      "title and artist are set one by one", .finds("the view shows 2 lines, 1 of them a mix of two tracks"),
      wanted: "the view shows 1 line, 0 of them a mix of two tracks", raw),
    .raw(
      "will and did of the line around both assignments",
      .finds("the view shows 3 lines, 1 of them a mix of two tracks"),
      wanted: "the view shows 1 line, 0 of them a mix of two tracks", grouped),
    .raw(
      "both are announced by hand, one pair inside the other",
      .finds("the view shows 2 lines, 0 of them a mix of two tracks"), nested),
    .managed(
      "the player has both in one value, and sets it once",
      .finds("the view shows 1 line, 0 of them a mix of two tracks"), oneValue),
    .managed(
      "title and artist are set one by one", .finds("the view shows 2 lines, 1 of them a mix of two tracks"),
      wanted: "the view shows 1 line, 0 of them a mix of two tracks", sameMistake: true, managed),
  ]

  /// Has a line to show, and can be given another title and artist.
  private protocol Playing: KeyValueObject {
    var line: String { get }
    func become(_ title: String, by artist: String)
  }

  private class PlayingTrack: Track, Playing {
    override init() {
      super.init()
      title = "Naima"
      artist = "John Coltrane"
    }

    // snippet.one-by-one
    func become(_ title: String, by artist: String) {
      self.title = title
      self.artist = artist
    }
    // snippet.end
  }

  // snippet.one-value
  private final class Player: KeyValueObject, Playing {
    struct Piece {
      var title = "Naima"
      var artist = "John Coltrane"
    }

    @Observed var piece = Piece()
    var line: String { "\(piece.title) by \(piece.artist)" }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("line", \Player.line, dependsOn: \.$piece)]
    }

    func become(_ title: String, by artist: String) {
      piece = Piece(title: title, artist: artist)
    }
  }
  // snippet.end

  private final class GroupingTrack: PlayingTrack {
    override func become(_ title: String, by artist: String) {
      willChangeValue(forKey: "line")
      self.title = title
      self.artist = artist
      didChangeValue(forKey: "line")
    }
  }

  private final class NestingTrack: PlayingTrack {
    override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
      key != "title" && key != "artist" && super.automaticallyNotifiesObservers(forKey: key)
    }

    override func become(_ title: String, by artist: String) {
      willChangeValue(forKey: "title")
      willChangeValue(forKey: "artist")
      self.title = title
      self.artist = artist
      didChangeValue(forKey: "artist")
      didChangeValue(forKey: "title")
    }
  }

  private final class PlayerView: KeyValueObject {
    let story: Story
    var lines: [String] = []

    init(_ story: Story) {
      self.story = story
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      let line = change.newValue as? String ?? "nothing"
      lines.append(line)
      story.say("the view shows: \(line)")
    }
  }

  private static func raw(_ story: Story) -> String { observed(PlayingTrack(), story) }
  private static func grouped(_ story: Story) -> String { observed(GroupingTrack(), story) }
  private static func nested(_ story: Story) -> String { observed(NestingTrack(), story) }

  private static func observed(_ track: PlayingTrack, _ story: Story) -> String {
    let view = PlayerView(story)
    track.addObserver(view, forKeyPath: "line", options: .new)
    defer { track.removeObserver(view, forKeyPath: "line") }
    return playNext(on: track, seenBy: view)
  }

  private static func managed(_ story: Story) -> String { observedManaged(PlayingTrack(), story) }
  private static func oneValue(_ story: Story) -> String { observedManaged(Player(), story) }

  private static func observedManaged(_ object: some Playing, _ story: Story) -> String {
    let view = PlayerView(story)
    view.kvoController.observe(object, keyPath: "line", options: .new, context: nil)
    return playNext(on: object, seenBy: view)
  }

  private static func playNext(on track: some Playing, seenBy view: PlayerView) -> String {
    view.story.say("the line is: \(track.line)")
    track.become("So What", by: "Miles Davis")
    let mixed = view.lines.count { $0 != track.line }
    return "the view shows \(plural(view.lines.count, "line")), \(mixed) of them a mix of two tracks"
  }
}
