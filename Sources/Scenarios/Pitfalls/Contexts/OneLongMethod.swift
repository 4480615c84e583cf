import Harness
import ManagedObserving
import RawObserving

/// CTX-6: the code that adds, removes and reacts is in three places, and one method reacts to everything.
enum OneLongMethod {
  static let pitfall = Pitfall(
    "CTX-6", "one-long-method",
    "The code that adds, removes and reacts is in three places, and one of them is forgotten",
    frequency: .sometimes, symptoms: [.calledForOthers, .valueWrong],
    change: .delete("panel.labels.bedroom = bedroom.temperature"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the bedroom is added in two of the three places", .finds("the panel has 1 of 3 labels right"),
      wanted: "the panel has 3 of 3 labels right", forgotten),
    .managed("a closure at the place of registration", .finds("the panel has 3 of 3 labels right"), managed),
  ]

  // Only the address is used: nothing is ever read from it or written to it.
  nonisolated(unsafe) private static let panelContext =
    UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

  /// What a panel in the hall observes.
  private struct Home {
    let clock = Clock()
    let kitchen = Thermostat()
    let bedroom = Thermostat()
  }

  /// What it shows.
  private struct Labels {
    var time = 0
    var kitchen = 0
    var bedroom = 0
  }

  // The bedroom got its thermostat later. The change that added it missed one of the three places.
  private final class Panel: KeyValueObject {
    let home: Home
    var labels = Labels()

    init(_ home: Home) {  // place 1: add
      self.home = home
      super.init()
      home.clock.addObserver(self, forKeyPath: "date", options: .new, context: panelContext)
      home.kitchen.addObserver(self, forKeyPath: "temperature", options: .new, context: panelContext)
      home.bedroom.addObserver(self, forKeyPath: "temperature", options: .new, context: panelContext)
    }

    deinit {  // place 2: remove
      home.clock.removeObserver(self, forKeyPath: "date", context: panelContext)
      home.kitchen.removeObserver(self, forKeyPath: "temperature", context: panelContext)
      home.bedroom.removeObserver(self, forKeyPath: "temperature", context: panelContext)
    }

    // snippet.forgotten
    override func observeValue(  // place 3: react
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      if context != panelContext {
        super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      } else if keyPath == "date" {
        labels.time = change.newValue as? Int ?? 0
      } else if keyPath == "temperature" {
        labels.kitchen = change.newValue as? Int ?? 0
      }
    }
    // snippet.end
  }

  private static func forgotten(_ story: Story) -> String {
    let panel = Panel(Home())
    return afterAnHour(in: panel.home, story) { panel.labels }
  }

  private final class ManagedPanel: KeyValueObject {
    var labels = Labels()

    // snippet.managed
    init(_ home: Home) {
      super.init()
      kvoController.observe(home.clock, \.$date) { panel, clock, _ in
        panel.labels.time = clock.date
      }
      kvoController.observe(home.kitchen, \.$temperature) { panel, kitchen, _ in
        panel.labels.kitchen = kitchen.temperature
      }
      kvoController.observe(home.bedroom, \.$temperature) { panel, bedroom, _ in
        panel.labels.bedroom = bedroom.temperature
      }
    }
    // snippet.end
  }

  private static func managed(_ story: Story) -> String {
    let home = Home()
    let panel = ManagedPanel(home)
    return afterAnHour(in: home, story) { panel.labels }
  }

  private static func afterAnHour(in home: Home, _ story: Story, _ labels: () -> Labels) -> String {
    home.clock.date = 1
    home.kitchen.temperature = 22
    home.bedroom.temperature = 16
    let shown = labels()
    story.say("the panel shows: time \(shown.time), kitchen \(shown.kitchen), bedroom \(shown.bedroom)")
    let truth = [home.clock.date, home.kitchen.temperature, home.bedroom.temperature]
    let right = zip(truth, [shown.time, shown.kitchen, shown.bedroom]).count { $0 == $1 }
    return "the panel has \(right) of \(truth.count) labels right"
  }
}
