import Harness
import ManagedObserving
import RawObserving

/// CTX-3: a view handles its calls and passes them on to super as well.
enum EverythingForwarded {
  static let pitfall = Pitfall(
    "CTX-3", "everything-forwarded", "Every call is passed on to super, even those that were handled",
    frequency: .rare, symptoms: [.diesWhenChanged],
    change: .delete("super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)"),
    acts: acts)

  static let acts: [Act] = [
    .raw("the view shows the date and calls super", .dies(.notHandled), wanted: "the view shows 2 of 2 changes", raw),
    .managed("the view has a closure", .finds("the view shows 2 of 2 changes"), managed),
  ]

  // Only the address is used: nothing is ever read from it or written to it.
  nonisolated(unsafe) private static let clockViewContext =
    UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

  private final class ClockView: KeyValueObject {
    let clock: Clock
    let story: Story
    private(set) var shown = 0

    init(_ clock: Clock, _ story: Story) {
      self.clock = clock
      self.story = story
      super.init()
      clock.addObserver(self, forKeyPath: "date", context: clockViewContext)
    }

    deinit { clock.removeObserver(self, forKeyPath: "date", context: clockViewContext) }

    // snippet.raw
    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      if context == clockViewContext {
        shown += 1
        story.say("the view shows \(clock.date)")
      }
      super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
    }
    // snippet.end
  }

  private static func raw(_ story: Story) -> String {
    let clock = Clock()
    let view = ClockView(clock, story)
    clock.date = 1
    clock.date = 2
    return "the view shows \(view.shown) of 2 changes"
  }

  // snippet.managed
  private final class ManagedClockView: KeyValueObject {
    private(set) var shown = 0

    init(_ clock: Clock, _ story: Story) {
      super.init()
      kvoController.observe(clock, \.$date) { view, clock, _ in
        view.shown += 1
        story.say("the view shows \(clock.date)")
      }
    }
  }
  // snippet.end

  private static func managed(_ story: Story) -> String {
    let clock = Clock()
    let view = ManagedClockView(clock, story)
    clock.date = 1
    clock.date = 2
    return "the view shows \(view.shown) of 2 changes"
  }
}
