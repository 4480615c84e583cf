import Harness
import ManagedObserving
import RawObserving

/// OPT-6: the value is an object that is changed in place, so the old and the new value are the same
/// object.
enum MutatedInPlace {
  static let pitfall = Pitfall(
    "OPT-6", "mutated-in-place", "The value is an object that is changed in place",
    frequency: .sometimes, symptoms: [.valueWrong],
    change: .delete(#"track.printedCover.colour = "red""#, 1, of: 2), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the cover is an object", .finds("the cover was blue, undoing gives red"),
      wanted: "the cover was blue, undoing gives blue", raw),
    .raw("the cover is a value", .finds("the cover was blue, undoing gives blue"), rawValue),
    .managed("the cover is a value", .finds("the cover was blue, undoing gives blue"), managed),
    .managed(
      "the cover is an object", .finds("the cover was blue, undoing gives red"),
      wanted: "the cover was blue, undoing gives blue", sameMistake: true, managedObject),
  ]

  private final class PrintedCover {
    var colour = "blue"
  }

  private struct Cover {
    var colour = "blue"
  }

  private final class Track: KeyValueObject {
    @Observed var printedCover = PrintedCover()
    @Observed var cover = Cover()
  }

  /// Keeps the old value, to be able to put it back.
  private final class Undo: KeyValueObject {
    var kept: Any?

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      kept = change.oldValue
    }
  }

  // snippet.raw
  private static func raw(_ story: Story) -> String {
    let track = Track()
    let undo = Undo()
    track.addObserver(undo, forKeyPath: "printedCover", options: .old)
    let before = track.printedCover.colour
    story.say("the \(before) cover is painted red")
    track.willChangeValue(forKey: "printedCover")
    track.printedCover.colour = "red"
    track.didChangeValue(forKey: "printedCover")
    track.removeObserver(undo, forKeyPath: "printedCover")
    let kept = (undo.kept as? PrintedCover)?.colour ?? "nothing"
    return "the cover was \(before), undoing gives \(kept)"
  }
  // snippet.end

  // snippet.asked
  private static func rawValue(_ story: Story) -> String {
    let track = Track()
    let undo = Undo()
    track.addObserver(undo, forKeyPath: "cover", options: .old)
    let before = track.cover.colour
    story.say("the \(before) cover is painted red")
    track.cover.colour = "red"  // sets the track's cover, and is reported like any other set
    track.removeObserver(undo, forKeyPath: "cover")
    let kept = (undo.kept as? Cover)?.colour ?? "nothing"
    return "the cover was \(before), undoing gives \(kept)"
  }
  // snippet.end

  // snippet.managed
  private static func managed(_ story: Story) -> String {
    let track = Track()
    let undo = Undo()
    undo.kvoController.observe(track, \.$cover, options: .old) { undo, _, change in
      undo.kept = change.oldValue
    }
    let before = track.cover.colour
    story.say("the \(before) cover is painted red")
    track.cover.colour = "red"
    let kept = (undo.kept as? Cover)?.colour ?? "nothing"
    return "the cover was \(before), undoing gives \(kept)"
  }
  // snippet.end

  private static func managedObject(_ story: Story) -> String {
    let track = Track()
    let undo = Undo()
    undo.kvoController.observe(track, \.$printedCover, options: .old) { undo, _, change in
      undo.kept = change.oldValue
    }
    let before = track.printedCover.colour
    story.say("the \(before) cover is painted red")
    track.willChangeValue(forKey: "printedCover")
    track.printedCover.colour = "red"
    track.didChangeValue(forKey: "printedCover")
    let kept = (undo.kept as? PrintedCover)?.colour ?? "nothing"
    return "the cover was \(before), undoing gives \(kept)"
  }
}
