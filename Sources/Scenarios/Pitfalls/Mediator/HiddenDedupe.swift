import Harness
import ManagedObserving
import RawObserving

/// MED-3: a controller silently drops a second observation of the same object and key path.
enum HiddenDedupe {
  static let pitfall = Pitfall(
    "MED-3", "hidden-dedupe", "The same key path is observed again with another closure, options or context",
    frequency: .rare, symptoms: [.neverCalled, .valueMissing],
    change: .delete(#"view.kvoController.observe(thermostat, \.$temperature) { view, _, _ in view.show() }"#, 1, of: 3),
    acts: acts)

  static let acts: [Act] = [
    .raw(
      "a second closure", .finds("the temperature is shown 2 times, frost is checked 0 times"),
      wanted: "the temperature is shown 2 times, frost is checked 2 times", secondClosure),
    .raw(
      "other options", .finds("the view is called 0 times at once, and gets 0 of 2 old values"),
      wanted: "the view is called 1 time at once, and gets 2 of 2 old values", otherOptions),
    .raw(
      "another context", .finds("the temperature is shown 2 times, frost is checked 0 times"),
      wanted: "the temperature is shown 2 times, frost is checked 2 times", anotherContext),
    .managed("two controllers", .finds("the temperature is shown 2 times, frost is checked 2 times"), twoControllers),
    .managed(
      "one closure that does both", .finds("the temperature is shown 2 times, frost is checked 2 times"), oneClosure),
    .managed(
      "the second closure is added beside the first",
      .finds("the temperature is shown 2 times, frost is checked 2 times"), added),
    .managed(
      "the second replaces the first, with other options",
      .finds("the view is called 1 time at once, and gets 2 of 2 old values"), replaced),
    .managed(
      "the second is dropped, and its token says so", .finds("1 of 2 closures is registered, 1 token is inactive"),
      inactive),
  ]

  // Only the addresses are used: nothing is ever read from them or written to them.
  nonisolated(unsafe) private static let showContext =
    UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
  nonisolated(unsafe) private static let frostContext =
    UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

  /// Shows a temperature, and warns of frost.
  private final class ThermostatView: KeyValueObject {
    let story: Story
    var shown = 0
    var frostChecks = 0
    var frostController: KVOController<ThermostatView>?

    init(_ story: Story) {
      self.story = story
    }

    func show() {
      shown += 1
      story.say("the temperature is shown")
    }

    func checkFrost() {
      frostChecks += 1
      story.say("frost is checked")
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      switch context {
      case showContext: show()
      case frostContext: checkFrost()
      default: super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)
      }
    }
  }

  // snippet.second-closure
  private static func secondClosure(_ story: Story) -> String {
    twoChanges(story) { view, thermostat in
      view.kvoController.observe(thermostat, \.$temperature) { view, _, _ in view.show() }
      view.kvoController.observe(thermostat, \.$temperature) { view, _, _ in view.checkFrost() }
    }
  }
  // snippet.end

  private static func anotherContext(_ story: Story) -> String {
    twoChanges(story) { view, thermostat in
      for context in [showContext, frostContext] {
        view.kvoController.observe(thermostat, keyPath: "temperature", context: context)
      }
    }
  }

  private static func twoControllers(_ story: Story) -> String {
    twoChanges(story) { view, thermostat in
      view.frostController = KVOController(observer: view)
      view.kvoController.observe(thermostat, \.$temperature) { view, _, _ in view.show() }
      view.frostController?.observe(thermostat, \.$temperature) { view, _, _ in view.checkFrost() }
    }
  }

  private static func oneClosure(_ story: Story) -> String {
    twoChanges(story) { view, thermostat in
      // snippet.one-closure
      view.kvoController.observe(thermostat, \.$temperature) { view, _, _ in
        view.show()
        view.checkFrost()
      }
      // snippet.end
    }
  }

  private static func added(_ story: Story) -> String {
    twoChanges(story) { view, thermostat in
      view.kvoController.observe(thermostat, \.$temperature) { view, _, _ in view.show() }
      view.kvoController.observe(thermostat, \.$temperature, duplicates: .add) { view, _, _ in
        view.checkFrost()
      }
    }
  }

  private static func twoChanges(_ story: Story, _ watch: (ThermostatView, Thermostat) -> Void) -> String {
    let thermostat = Thermostat()
    let view = ThermostatView(story)
    watch(view, thermostat)
    thermostat.temperature = 5
    thermostat.temperature = -1
    return "the temperature is shown \(times(view.shown)), frost is checked \(times(view.frostChecks))"
  }

  private static func otherOptions(_ story: Story) -> String { withOtherOptions(story, .ignore) }
  private static func replaced(_ story: Story) -> String { withOtherOptions(story, .replace) }

  private static func withOtherOptions(_ story: Story, _ policy: DuplicatePolicy) -> String {
    let thermostat = Thermostat()
    let view = ThermostatView(story)
    var heard: [Change<Int>] = []
    for options: ChangeOptions in [[], [.initial, .old]] {
      story.say("the view observes with \(options)")
      view.kvoController.observe(thermostat, \.$temperature, options: options, duplicates: policy) { _, _, change in
        heard.append(change)
      }
    }
    let atOnce = heard.count
    thermostat.temperature = 5
    thermostat.temperature = -1
    let later = heard.dropFirst(atOnce)
    let old = later.count { $0.oldValue != nil }
    return "the view is called \(times(atOnce)) at once, and gets \(old) of \(later.count) old values"
  }

  private static func inactive(_ story: Story) -> String {
    let thermostat = Thermostat()
    let view = ThermostatView(story)
    let tokens = [ThermostatView.show, ThermostatView.checkFrost].map { reaction in
      view.kvoController.observe(thermostat, \.$temperature) { view, _, _ in reaction(view)() }
    }
    for (number, token) in tokens.enumerated() { story.say("token \(number + 1): \(token)") }
    let registered = view.kvoController.activeObservations.count
    return "\(registered) of 2 closures is registered, \(plural(tokens.count { !$0.isActive }, "token")) is inactive"
  }
}
