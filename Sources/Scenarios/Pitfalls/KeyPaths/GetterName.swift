import Harness
import ManagedObserving
import RawObserving

/// KEY-3: the key path names a getter, `isReady`, and not the property that is set, `ready`.
enum GetterName {
  static let pitfall = Pitfall(
    "KEY-3", "getter-name", "The key path names the getter, and not the property that is set",
    frequency: .sometimes, symptoms: [.neverCalled, .diesWhenAdded],
    change: .double("download.ready = true", 2, of: 2), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the view observes isReady", .finds("isReady is true, the view hears 0 changes"),
      wanted: "isReady is true, the view hears 1 change", raw),
    .managed("a typed key path to the property", .finds("isReady is true, the view hears 1 change"), property),
    .managed(
      "a controller observes isReady", .finds("isReady is true, the view hears 0 changes"),
      wanted: "isReady is true, the view hears 1 change", sameMistake: true, sameString),
    .managed(
      "a typed key path to the getter, which is not declared",
      .dies(Message(.undeclared, "Add a ComputedKey for it to computedKeys")),
      wanted: "isReady is true, the view hears 1 change", sameMistake: true, typedGetter),
  ]

  private final class ReadyDownload: KeyValueObject {
    @Observed var ready = false
    var isReady: Bool { ready }
    var isReadyProperty: Property<Bool> { computed(\ReadyDownload.isReady) }
  }

  private static func raw(_ story: Story) -> String {
    let download = ReadyDownload()
    let view = CountingView()
    // snippet.raw
    download.addObserver(view, forKeyPath: "isReady", options: .new)
    story.say("isReady is observed, and no error is reported")
    download.ready = true
    // snippet.end
    download.removeObserver(view, forKeyPath: "isReady")
    return "isReady is \(download.isReady), the view hears \(plural(view.calls, "change"))"
  }

  // snippet.asked
  private static func sameString(_ story: Story) -> String {
    observed(story) { controller, download in
      controller.observe(download, keyPath: "isReady") { view, _, _ in
        view.calls += 1
      }
    }
  }
  // snippet.end

  private static func typedGetter(_ story: Story) -> String {
    observed(story) { controller, download in
      controller.observe(download, \.isReadyProperty) { view, _, _ in
        view.calls += 1
      }
    }
  }

  // snippet.property
  private static func property(_ story: Story) -> String {
    observed(story) { controller, download in
      controller.observe(download, \.$ready) { view, _, _ in
        view.calls += 1
      }
    }
  }
  // snippet.end

  private static func observed(
    _ story: Story, _ observe: (KVOController<CountingView>, ReadyDownload) -> Void
  ) -> String {
    let download = ReadyDownload()
    let view = CountingView()
    story.say("the view asks a controller to observe")
    observe(view.kvoController, download)
    story.say("the controller observes, and no error is reported")
    download.ready = true
    return "isReady is \(download.isReady), the view hears \(plural(view.calls, "change"))"
  }
}
