import Harness
import ManagedObserving
import RawObserving

/// KEY-13: a key contains a dot or begins with `@`, as names of settings often do, and is read as a path.
enum DottedKey {
  static let pitfall = Pitfall(
    "KEY-13", "dotted-key", "A key contains a dot or begins with @",
    frequency: .rare, symptoms: [.neverCalled, .diesWhenAdded],
    change: .delete("willChangeValue(forKey: key)"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the key is sync.enabled", .finds("the value is set 1 time, the view hears 0 changes"),
      wanted: "the value is set 1 time, the view hears 1 change", dotted),
    .raw(
      "the key is @theme", .dies(Message(.malformedKeyPath, "the only operator is @count")),
      wanted: "the value is set 1 time, the view hears 1 change", operatorLike),
    .managed("the key is syncEnabled", .finds("the value is set 1 time, the view hears 1 change"), plain),
    .managed(
      "the setting is a property, with a typed key path", .finds("the value is set 1 time, the view hears 1 change"),
      property),
    .managed(
      "a controller observes sync.enabled", .finds("the value is set 1 time, the view hears 0 changes"),
      wanted: "the value is set 1 time, the view hears 1 change", sameMistake: true, managedDotted),
  ]

  // snippet.settings
  /// Keeps values under any key, as `UserDefaults` does.
  private final class Settings: KeyValueObject {
    private var values: [String: Bool] = [:]
    @Observed var isSynced = false

    override func value(forKey key: String) -> Any? { values[key] }

    func set(_ value: Bool, forKey key: String) {
      willChangeValue(forKey: key)
      values[key] = value
      didChangeValue(forKey: key)
    }
  }
  // snippet.end

  private static func dotted(_ story: Story) -> String {
    let (settings, view) = (Settings(), CountingView())
    settings.addObserver(view, forKeyPath: "sync.enabled")
    story.say("sync.enabled is observed, and no error is reported")
    settings.set(true, forKey: "sync.enabled")
    settings.removeObserver(view, forKeyPath: "sync.enabled")
    return finding(view)
  }

  private static func operatorLike(_ story: Story) -> String {
    let (settings, view) = (Settings(), CountingView())
    story.say("@theme is about to be observed")
    settings.addObserver(view, forKeyPath: "@theme")
    settings.set(true, forKey: "@theme")
    settings.removeObserver(view, forKeyPath: "@theme")
    return finding(view)
  }

  private static func plain(_ story: Story) -> String {
    observed(story, "syncEnabled")
  }

  // snippet.property
  private static func property(_ story: Story) -> String {
    let (settings, view) = (Settings(), CountingView())
    view.kvoController.observe(settings, \.$isSynced) { view, _, _ in view.calls += 1 }
    story.say("the property is observed")
    settings.isSynced = true
    return finding(view)
  }
  // snippet.end

  private static func managedDotted(_ story: Story) -> String {
    observed(story, "sync.enabled")
  }

  private static func observed(_ story: Story, _ key: String) -> String {
    let (settings, view) = (Settings(), CountingView())
    view.kvoController.observe(settings, keyPath: key) { view, _, _ in view.calls += 1 }
    story.say("\(key) is observed, and no error is reported")
    settings.set(true, forKey: key)
    return finding(view)
  }

  private static func finding(_ view: CountingView) -> String {
    "the value is set 1 time, the view hears \(plural(view.calls, "change"))"
  }
}
