import Foundation
import Harness
import ManagedObserving
import RawObserving

/// LIF-10: another thread makes a change while the observer is in its deinit.
enum ObserverInDeinit {
  static let pitfall = Pitfall(
    "LIF-10", "observer-in-deinit", "Another thread notifies an observer that is already in deinit",
    frequency: .rare, symptoms: [.diesWhenObserverGoes, .diesWhenChanged],
    change: .delete("fadeOut()"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the view removes itself in deinit, and a change is made before that", .dies(.messageToDeallocated),
      current: .finds("the view is freed after 0 calls in its deinit, the program goes on"),
      wanted: "the view is freed after 0 calls in its deinit, the program goes on", raw),
    .managed("the same change, through a controller", .finds("the view is freed after 0 calls in its deinit"), managed),
  ]

  /// Lets the two threads wait for each other, so that the change is made during the deinit in every run.
  private final class Meeting: Sendable {
    let deinitHasBegun = DispatchSemaphore(value: 0)
    let changeIsOver = DispatchSemaphore(value: 0)

    func setDuringDeinit(_ clock: Clock, _ story: Story) {
      let shared = Shared(clock)  // no other thread uses it between the two semaphores
      alongside(named: "other", signalling: changeIsOver) {
        self.deinitHasBegun.wait()
        story.say("the other thread sets the date")
        shared.object.date = 1
      }
    }
  }

  private class ClockView: TallyingView {
    let meeting: Meeting

    init(_ story: Story, _ meeting: Meeting, _ heard: Tally) {
      self.meeting = meeting
      super.init(story, heard)
    }

    /// Represents clean-up that takes a while.
    final func fadeOut() {
      story.say("the view's deinit begins, and it fades out")
      meeting.deinitHasBegun.signal()
      meeting.changeIsOver.wait()
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
    "the view is \(probe.fate) after \(plural(heard.count, "call")) in its deinit"
  }
}
