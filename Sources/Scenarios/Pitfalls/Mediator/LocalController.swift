import Harness
import ManagedObserving
import RawObserving

/// MED-5: a controller that is not stored ends its observations at the end of the scope.
enum LocalController {
  static let pitfall = Pitfall(
    "MED-5", "local-controller", "A controller is kept only in a local variable",
    frequency: .rare, symptoms: [.noLongerCalled],
    change: .delete("controller = KVOController(observer: self)"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the controller is a local variable", .finds("the view is called 1 time at once, then hears 0 of 2 changes"),
      wanted: "the view is called 1 time at once, then hears 2 of 2 changes", local),
    .managed("the view's own controller", .finds("the view is called 1 time at once, then hears 2 of 2 changes"), lazy),
    .managed(
      "a controller that the view stores", .finds("the view is called 1 time at once, then hears 2 of 2 changes"),
      stored),
    .managed(
      "the view is freed first, and nothing is removed by hand",
      .finds("the view is freed, 0 calls follow, the clock is freed"), automatic),
    .managed(
      "unobserve is also called by hand, five times", .finds("the view is called 0 times after 5 calls of unobserve"),
      byHand),
    .managed(
      "the order of a view's deallocation", .finds("the clock has 1 registration in the deinit body, then 0"),
      orderOfDeallocation),
  ]

  private final class ClockView: KeyValueObject {
    let story: Story
    let calls = Tally()
    var controller: KVOController<ClockView>?

    init(_ story: Story) {
      self.story = story
    }

    func show(_ date: Int) {
      calls.count += 1
      story.say("the view shows \(date)")
    }

    // snippet.local
    func watchLocally(_ clock: Clock) {
      let controller = KVOController(observer: self)
      controller.observe(clock, \.$date, options: .initial) { view, clock, _ in
        view.show(clock.date)
      }
      story.say("the function returns, and the local controller is released")
    }
    // snippet.end

    // snippet.lazy
    func watch(_ clock: Clock) {
      kvoController.observe(clock, \.$date, options: .initial) { view, clock, _ in
        view.show(clock.date)
      }
    }
    // snippet.end

    func watchWithStoredController(_ clock: Clock) {
      controller = KVOController(observer: self)
      controller?.observe(clock, \.$date, options: .initial) { view, clock, _ in
        view.show(clock.date)
      }
    }
  }

  private static func local(_ story: Story) -> String { twoChanges(story) { $0.watchLocally($1) } }
  private static func lazy(_ story: Story) -> String { twoChanges(story) { $0.watch($1) } }
  private static func stored(_ story: Story) -> String { twoChanges(story) { $0.watchWithStoredController($1) } }

  private static func twoChanges(_ story: Story, _ watch: (ClockView, Clock) -> Void) -> String {
    let clock = Clock()
    let view = ClockView(story)
    watch(view, clock)
    let before = view.calls.count
    story.say("the clock is set twice")
    clock.date = 1
    clock.date = 2
    return "the view is called \(times(before)) at once, then hears \(view.calls.count - before) of 2 changes"
  }

  private static func automatic(_ story: Story) -> String {
    var clock: Clock! = Clock()
    var view: ClockView! = ClockView(story)
    let (clockProbe, viewProbe) = (Probe(clock), Probe(view))
    let calls = view.calls
    view.watch(clock)
    clock.date = 1
    story.say("the last owner releases the view")
    view = nil
    let before = calls.count
    clock.date = 2
    story.say("the last owner releases the clock")
    clock = nil
    let later = plural(calls.count - before, "call")
    return "the view is \(viewProbe.fate), \(later) follow, the clock is \(clockProbe.fate)"
  }

  private static func byHand(_ story: Story) -> String {
    let (clock, neverObserved) = (Clock(), Clock())
    let view = ClockView(story)
    view.watch(clock)
    let removals = [
      { view.kvoController.unobserve(clock, \.$date) },
      { view.kvoController.unobserve(clock, \.$date) },
      { view.kvoController.unobserve(neverObserved) },
      { view.kvoController.unobserveAll() },
      { view.kvoController.unobserveAll() },
    ]
    for remove in removals { remove() }
    let before = view.calls.count
    clock.date = 1
    return "the view is called \(times(view.calls.count - before)) after \(removals.count) calls of unobserve"
  }

  /// Runs a closure when it is released.
  private final class StoredProperty {
    var whenReleased = {}
    deinit { whenReleased() }
  }

  private final class OrderedView: KeyValueObject {
    let stored = StoredProperty()
    var inDeinitBody = {}
    deinit { inDeinitBody() }
  }

  private static func orderOfDeallocation(_ story: Story) -> String {
    let clock = Clock()
    var view: OrderedView! = OrderedView()
    view.kvoController.observe(clock, \.$date) { _, _, _ in }
    var counts: [Int] = []
    func count(_ moment: String) {
      counts.append(clock.activeRegistrations.count)
      story.say("\(moment), the clock has \(plural(clock.activeRegistrations.count, "registration"))")
    }
    view.inDeinitBody = { count("the deinit body runs") }
    view.stored.whenReleased = { count("the stored properties are released") }
    view = nil
    return "the clock has \(plural(counts[0], "registration")) in the deinit body, then \(counts[1])"
  }
}
