import Harness
import ManagedObserving
import RawObserving

/// LIF-7: a weak property in the middle of a path becomes nil, and no observer is called.
enum WeakMiddle {
  static let pitfall = Pitfall(
    "LIF-7", "weak-middle", "A weak property in the middle of a path becomes nil",
    frequency: .rare, symptoms: [.neverCalled, .noLongerCalled],
    change: .delete("clock = nil", 1, of: 3), acts: acts)

  static let acts: [Act] = [
    .raw(
      "a plain weak var", .finds("the clock is freed, the view shows 5"),
      wanted: "the clock is freed, the view shows no clock", raw),
    .managed("an observed weak property", .finds("the clock is freed, the view shows no clock"), managed),
    .managed(
      "the clock is freed on another thread", .finds("the clock is freed on workshop, the view is called on workshop"),
      elsewhere),
    .managed(
      "a plain weak var, through the controller", .finds("the clock is freed, the view shows 5"),
      wanted: "the clock is freed, the view shows no clock", sameMistake: true, plain),
  ]

  // snippet.plain
  /// A platform that refers weakly to its clock. Every set is announced.
  private final class PlainPlatform: KeyValueObject {
    weak var clock: Clock? {
      willSet { willChangeValue(forKey: "clock") }
      didSet { didChangeValue(forKey: "clock") }
    }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("clock", \PlainPlatform.clock)]
    }
  }
  // snippet.end

  // snippet.platform
  private final class Platform: KeyValueObject {
    @ObservedWeak var clock: Clock?
  }
  // snippet.end

  private final class PlatformView: KeyValueObject {
    let story: Story
    private(set) var shown = "nothing"
    private(set) var heardOn = "no thread"

    init(_ story: Story) {
      self.story = story
    }

    func show(_ date: Int?) {
      shown = date.map { "\($0)" } ?? "no clock"
      heardOn = threadName
      story.say("the view shows \(shown)")
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      show(change.newValue as? Int)
    }
  }

  private static func raw(_ story: Story) -> String {
    let platform = PlainPlatform()
    var clock: Clock? = Clock()
    platform.clock = clock
    let view = PlatformView(story)
    platform.addObserver(view, forKeyPath: "clock.date", options: .new)
    clock?.date = 5
    story.say("the last reference to the clock is released")
    clock = nil
    platform.removeObserver(view, forKeyPath: "clock.date")
    return finding(platform.clock, view)
  }

  private static func managed(_ story: Story) -> String {
    let platform = Platform()
    var clock: Clock? = Clock()
    platform.clock = clock
    let view = PlatformView(story)
    view.kvoController.observe(platform, \.$clock.$date) { view, _, change in
      view.show(change.value)
    }
    clock?.date = 5
    story.say("the last reference to the clock is released")
    clock = nil
    return finding(platform.clock, view)
  }

  private static func plain(_ story: Story) -> String {
    let platform = PlainPlatform()
    var clock: Clock? = Clock()
    platform.clock = clock
    let view = PlatformView(story)
    view.kvoController.observe(platform, keyPath: "clock.date", options: .new, context: nil)
    clock?.date = 5
    story.say("the last reference to the clock is released")
    clock = nil
    return finding(platform.clock, view)
  }

  private static func finding(_ clock: Clock?, _ view: PlatformView) -> String {
    "the clock is \(clock == nil ? "freed" : "alive"), the view shows \(view.shown)"
  }

  private static func elsewhere(_ story: Story) -> String {
    let platform = Platform()
    let view = PlatformView(story)
    view.kvoController.observe(platform, keyPath: "clock.date", options: .new, context: nil)
    let station = Locked([Clock()])
    platform.clock = station.withLock { $0[0] }
    story.say("the clock is set, and the view is called on \(view.heardOn)")
    let freedOn = Locked("no thread")
    onAnotherThread(named: "workshop") {
      story.say("the last reference is released on \(threadName)")
      freedOn.withLock { $0 = threadName }
      _ = station.withLock { $0.removeLast() }
    }
    return "the clock is freed on \(freedOn.withLock { $0 }), the view is called on \(view.heardOn)"
  }
}
