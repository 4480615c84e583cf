import Foundation
import ManagedObserving
import RawObserving

/// LIF-10: another thread makes a change while the observer is in its deinit.
enum ObserverInDeinit {
  static let pitfall = Pitfall(
    "LIF-10", "observer-in-deinit", "Another thread notifies an observer that is already in deinit",
    lesson: .whoDiesFirst, symptoms: [.diesWhenObserverGoes, .diesWhenChanged],
    why: "The registration exists until the deinit removes it. If another thread makes a change before that, the "
      + "change is sent to an object that can no longer be retained.",
    fix: "By hand, remove the observer before the last reference to it is released, on the thread that makes the "
      + "changes. A removal in deinit leaves a gap. A controller leaves none: it makes no call once the deinit has "
      + "begun.",
    prediction: Prediction(
      "A view removes itself as an observer in its deinit, but first it fades out. While it fades out, another thread "
        + "sets the observed clock. What happens in the classic era?",
      .wrong(
        "The view is called. Its memory is valid until the deinit ends.",
        "The memory is valid. But a call needs a strong reference to the view, and an object in its deinit cannot be "
          + "retained again: a weak reference to it already reads nil."),
      .wrong(
        "The set waits until the deinit is over, and then calls nothing.",
        "A lock could make the setter wait, and code that removes itself in deinit looks as if it were safe. Nothing "
          + "makes a set wait for a deinit on another thread."),
      .wrong(
        "Nothing. An object in its deinit is no longer an observer.",
        "In the current era the call is skipped. In the classic era a registration counts until it is removed, "
          + "and the view removes itself only after it has faded out."),
      .right(
        "The process dies at the set, on the other thread.",
        "The registration is still there, and its observer counts as deallocated once its deinit has begun.")),
    acts: [
      .raw(
        "the view removes itself in deinit, and a change is made before that",
        .dies(.messageToDeallocated),
        current: .finds("the view is freed after 0 calls in its deinit, the program goes on"),
        wanted: "the view is freed after 0 calls in its deinit, the program goes on", raw),
      .managed(
        "the same change, through a controller",
        .finds("the view is freed after 0 calls in its deinit"), managed),
    ])

  /// Lets the two threads wait for each other, so that the change is made during the deinit in every run.
  private final class Meeting: Sendable {
    let deinitHasBegun = DispatchSemaphore(value: 0)
    let changeIsOver = DispatchSemaphore(value: 0)

    // snippet.other-thread
    func setDuringDeinit(_ clock: Clock, _ story: Story) {
      let shared = Shared(clock)  // no other thread uses it between the two semaphores
      alongside(named: "other", signalling: changeIsOver) {
        self.deinitHasBegun.wait()
        story.say("the other thread sets the date")
        shared.object.date = 1
      }
    }
    // snippet.end
  }

  /// Counts changes. It outlives the view.
  private final class Tally {
    var changes = 0
  }

  private class ClockView: KeyValueObject {
    let story: Story
    let meeting: Meeting
    let heard: Tally

    init(_ story: Story, _ meeting: Meeting, _ heard: Tally) {
      self.story = story
      self.meeting = meeting
      self.heard = heard
    }

    // snippet.fade-out
    /// Represents clean-up that takes a while.
    final func fadeOut() {
      story.say("the view's deinit begins, and it fades out")
      meeting.deinitHasBegun.signal()
      meeting.changeIsOver.wait()
    }
    // snippet.end

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      heard.changes += 1
      if let date = change.newValue { story.say("the view hears: the date is \(date)") }
    }
  }

  // snippet.raw
  private final class RawView: ClockView {
    private let clock: Clock

    init(of clock: Clock, _ story: Story, _ meeting: Meeting, _ heard: Tally) {
      self.clock = clock
      super.init(story, meeting, heard)
      clock.addObserver(self, forKeyPath: "date", options: .new)
    }

    deinit {
      fadeOut()
      clock.removeObserver(self, forKeyPath: "date")
    }
  }
  // snippet.end

  private static func raw(_ story: Story) -> String {
    let clock = Clock()
    let meeting = Meeting()
    let heard = Tally()
    var view: RawView! = RawView(of: clock, story, meeting, heard)
    let probe = Probe(view)
    meeting.setDuringDeinit(clock, story)
    view = nil
    return "\(finding(heard, probe)), the program goes on"
  }

  // snippet.managed
  private final class ManagedView: ClockView {
    init(of clock: Clock, _ story: Story, _ meeting: Meeting, _ heard: Tally) {
      super.init(story, meeting, heard)
      kvoController.observe(clock, keyPath: "date", options: .new, context: nil)
    }

    deinit { fadeOut() }
  }
  // snippet.end

  private static func managed(_ story: Story) -> String {
    let clock = Clock()
    let meeting = Meeting()
    let heard = Tally()
    var view: ManagedView! = ManagedView(of: clock, story, meeting, heard)
    let probe = Probe(view)
    meeting.setDuringDeinit(clock, story)
    view = nil
    return finding(heard, probe)
  }

  private static func finding(_ heard: Tally, _ probe: Probe) -> String {
    "the view is \(probe.isAlive ? "alive" : "freed") after \(plural(heard.changes, "call")) in its deinit"
  }
}
