import Harness
import ManagedObserving
import RawObserving

/// DEP-1: a computed property changes without an announcement, because its inputs are not declared.
enum UndeclaredInputs {
  static let pitfall = Pitfall(
    "DEP-1", "undeclared-inputs", "A computed property does not declare its inputs",
    frequency: .sometimes, symptoms: [.neverCalled],
    change: .double(#"track.title = "So What""#, 2, of: 2), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the class does not declare the inputs", .finds("the view is called 1 time at once, then hears 0 of 2 changes"),
      wanted: "the view is called 1 time at once, then hears 2 of 2 changes", raw),
    .managed(
      "the class declares the inputs", .finds("the view is called 1 time at once, then hears 2 of 2 changes"), declared),
    .managed(
      "the class does not declare the inputs", .finds("the view is called 1 time at once, then hears 0 of 2 changes"),
      wanted: "the view is called 1 time at once, then hears 2 of 2 changes", sameMistake: true, managed),
  ]

  private class SilentTrack: KeyValueObject {
    // snippet.undeclared
    @Observed var title = "Naima"
    @Observed var artist = "John Coltrane"
    var line: String { "\(title) by \(artist)" }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("line", \SilentTrack.line)]
    }
    // snippet.end

    var lineProperty: Property<String> { computed(\SilentTrack.line) }
  }

  private final class DeclaredTrack: SilentTrack {
    // snippet.declared
    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("line", \SilentTrack.line, dependsOn: \.$title, \.$artist)]
    }
    // snippet.end
  }

  private final class PlayerView: KeyValueObject {
    let story: Story
    var calls = 0

    init(_ story: Story) {
      self.story = story
    }

    func show(_ line: String?) {
      calls += 1
      story.say("the view shows: \(line ?? "nothing")")
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      show(change.newValue as? String)
    }
  }

  private static func raw(_ story: Story) -> String {
    let track = SilentTrack()
    let view = PlayerView(story)
    track.addObserver(view, forKeyPath: "line", options: [.initial, .new])
    let atOnce = view.calls
    track.title = "So What"
    track.artist = "Miles Davis"
    story.say("the line is: \(track.line)")
    track.removeObserver(view, forKeyPath: "line")
    return "the view is called \(times(atOnce)) at once, then hears \(view.calls - atOnce) of 2 changes"
  }

  private static func managed(_ story: Story) -> String {
    watch(SilentTrack(), story)
  }

  private static func declared(_ story: Story) -> String {
    watch(DeclaredTrack(), story)
  }

  private static func watch(_ track: SilentTrack, _ story: Story) -> String {
    let view = PlayerView(story)
    view.kvoController.observe(track, \.lineProperty, options: .initial) { view, _, change in
      view.show(change.value)
    }
    let atOnce = view.calls
    track.title = "So What"
    track.artist = "Miles Davis"
    story.say("the line is: \(track.line)")
    return "the view is called \(times(atOnce)) at once, then hears \(view.calls - atOnce) of 2 changes"
  }
}
