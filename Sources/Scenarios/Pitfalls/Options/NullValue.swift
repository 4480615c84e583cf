import Harness
import ManagedObserving
import RawObserving

/// OPT-2: a value that is nil arrives as a null object, and is mistaken for a value.
enum NullValue {
  static let pitfall = Pitfall(
    "OPT-2", "null-value", "A nil value arrives as a null object",
    frequency: .sometimes, symptoms: [.valueMissing],
    change: .delete("track.artist = nil", 1, of: 3), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the label shows what it is told", .finds("the label reads: <null>"), wanted: "the label reads: unknown"
    ) {
      raw($0) { change in
        // snippet.raw
        "\(change.newValue ?? "unknown")"
        // snippet.end
      }
    },
    .raw("the label casts to a string", .finds("the label reads: unknown")) {
      raw($0) { change in
        change.newValue as? String ?? "unknown"
      }
    },
    .managed("a typed change", .finds("the label reads: unknown"), managed),
    .managed(
      "a change without a type", .finds("the label reads: <null>"), wanted: "the label reads: unknown",
      sameMistake: true, untyped),
  ]

  private final class Track: KeyValueObject {
    @Observed var artist: String? = "Nina"
  }

  private final class Label: KeyValueObject {
    var text = ""
    private let textOf: (KeyValueChange) -> String

    init(_ textOf: @escaping (KeyValueChange) -> String = { _ in "" }) {
      self.textOf = textOf
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      text = textOf(change)
    }
  }

  private static func raw(_ story: Story, _ textOf: @escaping (KeyValueChange) -> String) -> String {
    let track = Track()
    let label = Label(textOf)
    track.addObserver(label, forKeyPath: "artist", options: [.initial, .new])
    story.say("the label reads: \(label.text)")
    story.say("the artist is set to nil")
    track.artist = nil
    track.removeObserver(label, forKeyPath: "artist")
    return "the label reads: \(label.text)"
  }

  private static func managed(_ story: Story) -> String {
    let track = Track()
    let label = Label()
    // snippet.managed
    label.kvoController.observe(track, \.$artist) { label, _, change in
      label.text = change.value ?? "unknown"
    }
    // snippet.end
    track.artist = nil
    return "the label reads: \(label.text)"
  }

  // snippet.asked
  private static func untyped(_ story: Story) -> String {
    let track = Track()
    let label = Label()
    label.kvoController.observe(track, keyPath: "artist", options: .new) { label, _, change in
      label.text = "\(change.newValue ?? "unknown")"
    }
    track.artist = nil
    return "the label reads: \(label.text)"
  }
  // snippet.end
}
