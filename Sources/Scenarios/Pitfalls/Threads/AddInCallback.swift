import ManagedObserving
import RawObserving

/// THR-6: an observer is added inside a callback, and is not called for the change that the callback is for.
enum AddInCallback {
  static let pitfall = Pitfall(
    "THR-6", "add-in-callback", "An observer added inside a callback misses the current change",
    lesson: .threadsAndCallbacks, symptoms: [.neverCalled],
    why: "The engine chooses the observers of a change when the change begins. An observer that is added during the "
      + "change is called for the next change at the earliest.",
    fix: "Pass `.initial`, by hand and with the mediator, to get the current value.",
    prediction: Prediction(
      "A list observes a download. When it is called for the first piece, it adds a bar as an observer, with the "
        + "option `new`. The whole download arrives in one piece of 512 bytes. What does the bar show?",
      .wrong(
        "512, because it was added before all observers had been called.",
        "The change is still being reported, so the bar seems to be in time. But the engine chose the observers "
          + "when the change began."),
      .right(
        "0, because it is not called.", "It is not called for the current change, and there is no other change."),
      .wrong(
        "512, because an observer is told the current value when it is added.",
        "Many publishers send the current value to each subscriber. `addObserver` does so only with the option "
          + "`initial`."),
      .wrong(
        "The process dies: no observer may be added during a change.",
        "A collection that changes while it is iterated is an error in many languages. The engine iterates over "
          + "a snapshot.")),
    acts: [
      .raw(
        "the bar waits for a call", .finds("512 bytes have arrived, the bar shows 0"),
        wanted: "512 bytes have arrived, the bar shows 512"
      ) { raw($0, .new) },
      .raw("the bar asks for an initial call", .finds("512 bytes have arrived, the bar shows 512")) {
        raw($0, [.initial, .new])
      },
      .managed("the bar asks for an initial call", .finds("512 bytes have arrived, the bar shows 512")) {
        managed($0, .initial)
      },
      .managed(
        "the bar waits for a call", .finds("512 bytes have arrived, the bar shows 0"),
        wanted: "512 bytes have arrived, the bar shows 512", sameMistake: true
      ) { managed($0, []) },
    ])

  private final class Bar: KeyValueObject {
    var shown = 0

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      shown = change.newValue as? Int ?? 0
    }
  }

  /// Shows a bar for a download, once its first piece has arrived.
  private final class ListView: KeyValueObject {
    let bar = Bar()
    private let options: KeyValueObservingOptions

    init(barOptions: KeyValueObservingOptions) {
      options = barOptions
    }

    // snippet.list
    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      object.removeObserver(self, forKeyPath: keyPath)  // the list needs only the first piece
      object.addObserver(bar, forKeyPath: keyPath, options: options)
    }
    // snippet.end
  }

  private static func raw(_ story: Story, _ options: KeyValueObservingOptions) -> String {
    let download = Download()
    let list = ListView(barOptions: options)
    download.addObserver(list, forKeyPath: "receivedBytes")
    story.say("the whole download arrives in one piece")
    download.receivedBytes = 512
    download.removeObserver(list.bar, forKeyPath: "receivedBytes")
    return "\(download.receivedBytes) bytes have arrived, the bar shows \(list.bar.shown)"
  }

  // snippet.managed
  private final class ManagedListView: KeyValueObject {
    let bar = Bar()

    func watch(_ download: Download, barOptions: ChangeOptions) {
      kvoController.observe(download, \.$receivedBytes) { list, download, _ in
        list.kvoController.unobserve(download)
        list.bar.kvoController.observe(download, \.$receivedBytes, options: barOptions) {
          bar, download, _ in
          bar.shown = download.receivedBytes
        }
      }
    }
  }
  // snippet.end

  private static func managed(_ story: Story, _ options: ChangeOptions) -> String {
    let download = Download()
    let list = ManagedListView()
    list.watch(download, barOptions: options)
    story.say("the whole download arrives in one piece")
    download.receivedBytes = 512
    return "\(download.receivedBytes) bytes have arrived, the bar shows \(list.bar.shown)"
  }
}
