import ManagedObserving
import RawObserving

/// OPT-3: the initial call carries no old value, which is read as "it was nil".
enum InitialOldValue {
  static let pitfall = Pitfall(
    "OPT-3", "initial-old-value", "The initial call has no old value, read as: it was nil",
    lesson: "17-what-a-change-tells.md#opt-3-initial-old-value",
    acts: [
      .raw("no old artist means a new artist", .finds("artists given: 1, counted: 2")) {
        raw($0) { change in change.oldValue as? String == nil }
      },
      .raw("an old artist that is null means a new one", .finds("artists given: 1, counted: 1")) {
        raw($0) { change in change.oldValue is KeyValueNull }
      },
      .managed("an old value that is there, and nil", .finds("artists given: 1, counted: 1")) {
        managed($0) { change in
          // snippet.managed
          if let old = change.oldValue { old == nil } else { false }
          // snippet.end
        }
      },
      .managed(
        "no old value, or a nil one", .finds("artists given: 1, counted: 2"), sameMistake: true
      ) {
        managed($0) { change in
          (change.oldValue ?? nil) == nil
        }
      },
    ])

  private final class Track: KeyValueObject {
    @Observed var artist: String? = "Nina"
  }

  /// Counts how often a track without an artist was given one.
  private final class Journal: KeyValueObject {
    let story: Story
    var counted = 0
    private let isGiven: (KeyValueChange) -> Bool

    init(_ story: Story, _ isGiven: @escaping (KeyValueChange) -> Bool = { _ in false }) {
      self.story = story
      self.isGiven = isGiven
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      story.say("the journal is told: \(change)")
      if isGiven(change) && !(change.newValue is KeyValueNull) { counted += 1 }
    }
  }

  private static func raw(_ story: Story, _ isGiven: @escaping (KeyValueChange) -> Bool) -> String {
    let track = Track()
    let journal = Journal(story, isGiven)
    // snippet.raw
    track.addObserver(journal, forKeyPath: "artist", options: [.initial, .new, .old])
    track.artist = nil
    track.artist = "Ella"  // the only time that a track without an artist gets one
    // snippet.end
    track.removeObserver(journal, forKeyPath: "artist")
    return "artists given: 1, counted: \(journal.counted)"
  }

  private static func managed(
    _ story: Story, _ isGiven: @escaping (Change<String?>) -> Bool
  ) -> String {
    let track = Track()
    let journal = Journal(story)
    journal.kvoController.observe(track, \.$artist, options: [.initial, .old]) {
      journal, track, change in
      if isGiven(change) && track.artist != nil { journal.counted += 1 }
    }
    track.artist = nil
    track.artist = "Ella"
    return "artists given: 1, counted: \(journal.counted)"
  }
}
