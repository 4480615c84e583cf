import Harness
import ManagedObserving
import RawObserving

/// OPT-3: the initial call carries no old value, and the missing value is mistaken for nil.
enum InitialOldValue {
  static let pitfall = Pitfall(
    "OPT-3", "initial-old-value", "The initial call has no old value, and the missing value is mistaken for nil",
    frequency: .rare, symptoms: [.valueMissing],
    change: .delete("track.artist = nil", 1, of: 2), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the journal treats a missing old value as no artist", .finds("1 artist is given, the journal counts 2"),
      wanted: "1 artist is given, the journal counts 1"
    ) {
      raw($0) { change in change.oldValue as? String == nil }
    },
    .raw("the journal tests for an old value that is null", .finds("1 artist is given, the journal counts 1")) {
      raw($0) { change in
        // snippet.null
        change.oldValue is KeyValueNull
        // snippet.end
      }
    },
    .managed(
      "the journal tests for an old value, and then for nil", .finds("1 artist is given, the journal counts 1")
    ) {
      managed($0) { change in
        // snippet.managed
        if let old = change.oldValue { old == nil } else { false }
        // snippet.end
      }
    },
    .managed(
      "the journal treats a missing old value as nil", .finds("1 artist is given, the journal counts 2"),
      wanted: "1 artist is given, the journal counts 1", sameMistake: true
    ) {
      managed($0) { change in
        (change.oldValue ?? nil) == nil
      }
    },
  ]

  private final class Track: KeyValueObject {
    @Observed var artist: String? = "Nina"
  }

  /// Counts how many times a track without an artist was given one.
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
    // snippet.asked
    track.addObserver(journal, forKeyPath: "artist", options: [.initial, .new, .old])
    track.artist = nil
    track.artist = "Ella"  // the only time that a track without an artist gets one
    // snippet.end
    track.removeObserver(journal, forKeyPath: "artist")
    return "1 artist is given, the journal counts \(journal.counted)"
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
    return "1 artist is given, the journal counts \(journal.counted)"
  }
}
