import Foundation
import ManagedObserving
import RawObserving

/// LIF-10: another thread makes a change while the observer is in its deinit.
enum ObserverInDeinit {
  static let pitfall = Pitfall(
    "LIF-10", "observer-in-deinit", "Another thread notifies an observer that is already in deinit",
    lesson: "04-who-dies-first.md#lif-10-observer-in-deinit",
    acts: [
      .raw(
        "the view removes itself in deinit, and the change comes a moment earlier",
        .dies("message sent to deallocated instance"),
        current: .finds("calls during the deinit: 0, the view is gone, and it went on"), raw),
      .managed(
        "the same moment, through a controller",
        .finds("calls during the deinit: 0, the view is gone"), managed),
    ])

  /// Where the two threads wait for each other. Nobody sleeps: the change falls into the deinit every
  /// time.
  private final class Meeting: Sendable {
    let deinitHasBegun = DispatchSemaphore(value: 0)
    let changeIsOver = DispatchSemaphore(value: 0)

    // snippet.other-thread
    func setDuringDeinit(_ clock: Clock, _ story: Story) {
      let shared = Shared(clock)  // nobody else touches it between the two semaphores
      let thread = Thread {
        self.deinitHasBegun.wait()
        story.say("the other thread sets the date")
        shared.object.date = 1
        self.changeIsOver.signal()
      }
      thread.start()
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
    /// What a view has to do before it goes. It takes a while.
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
      story.say("the view hears: \(change)")
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
    return "calls during the deinit: \(heard.changes), the view is \(fate(probe)), and it went on"
  }

  private final class ManagedView: ClockView {
    init(of clock: Clock, _ story: Story, _ meeting: Meeting, _ heard: Tally) {
      super.init(story, meeting, heard)
      kvoController.observe(clock, keyPath: "date", options: .new, context: nil)
    }

    deinit { fadeOut() }
  }

  private static func managed(_ story: Story) -> String {
    let clock = Clock()
    let meeting = Meeting()
    let heard = Tally()
    var view: ManagedView! = ManagedView(of: clock, story, meeting, heard)
    let probe = Probe(view)
    meeting.setDuringDeinit(clock, story)
    view = nil
    return "calls during the deinit: \(heard.changes), the view is \(fate(probe))"
  }

  private static func fate(_ probe: Probe) -> String { probe.isAlive ? "alive" : "gone" }
}
