import Harness
import ManagedObserving
import RawObserving

/// KEY-8: a getter in the middle of a path makes a new object for each read.
enum FreshObject {
  static let pitfall = Pitfall(
    "KEY-8", "fresh-object", "A getter in the middle of a path makes a new object for each read",
    frequency: .rare, symptoms: [.diesWhenChanged, .diesWhenRemoved, .diesWhenObserverGoes],
    change: .delete("clocks[zone] = clock"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the property that the getter depends on is set", .dies(.changedBeforeUpdate),
      wanted: "the zone is 2, the view shows 2", raw),
    .raw(
      "the view is removed", .dies(.changedBeforeRemoval), wanted: "the view is removed, the program goes on", removed),
    .managed("a getter that keeps its clocks", .finds("the zone is 2, the view shows 2, and is freed"), kept),
    .managed(
      "a controller observes, and the property that the getter depends on is set", .dies(.changedBeforeUpdate),
      wanted: "the zone is 2, the view shows 2, and is freed", sameMistake: true, managed),
  ]

  // snippet.tower
  /// A tower that makes a new clock for each read.
  private class Tower: KeyValueObject {
    @Observed var zone = 0
    var clock: Clock { clock(for: zone) }

    func clock(for zone: Int) -> Clock {
      let clock = Clock()
      clock.date = zone
      return clock
    }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("clock", \Tower.clock, dependsOn: \.$zone)]
    }
  }
  // snippet.end

  // snippet.kept
  /// A tower that makes one clock for each zone, and returns it again.
  private final class TowerWithClocks: Tower {
    private var clocks: [Int: Clock] = [:]

    override func clock(for zone: Int) -> Clock {
      if let clock = clocks[zone] { return clock }
      let clock = super.clock(for: zone)
      clocks[zone] = clock
      return clock
    }
  }
  // snippet.end

  private final class TowerView: KeyValueObject {
    var shown = 0

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      if let date = change.newValue as? Int { shown = date }
    }
  }

  private static func raw(_ story: Story) -> String {
    let tower = Tower()
    let view = TowerView()
    tower.addObserver(view, forKeyPath: "clock.date", options: .new)
    story.say("the path is observed, and no error is reported")
    tower.zone = 2
    tower.removeObserver(view, forKeyPath: "clock.date")
    return "the zone is \(tower.zone), the view shows \(view.shown)"
  }

  private static func removed(_ story: Story) -> String {
    let tower = Tower()
    let view = TowerView()
    tower.addObserver(view, forKeyPath: "clock.date", options: .new)
    story.say("nothing has changed, and the view is removed")
    tower.removeObserver(view, forKeyPath: "clock.date")
    return "the view is removed, the program goes on"
  }

  private static func managed(_ story: Story) -> String { observed(Tower(), story) }

  private static func kept(_ story: Story) -> String { observed(TowerWithClocks(), story) }

  private static func observed(_ tower: Tower, _ story: Story) -> String {
    var view: TowerView! = TowerView()
    view.kvoController.observe(tower, keyPath: "clock.date", options: .new, context: nil)
    tower.zone = 2
    let shown = view.shown
    let probe = Probe(view)
    story.say("the view is released")
    view = nil
    return "the zone is \(tower.zone), the view shows \(shown), and is \(probe.fate)"
  }
}
