import Harness
import ManagedObserving
import RawObserving

/// THR-6: an observer is added inside a callback, and is not called for the change that the callback is for.
enum AddInCallback {
  static let pitfall = Pitfall(
    "THR-6", "add-in-callback", "An observer added inside a callback misses the current change",
    frequency: .rare, symptoms: [.neverCalled],
    change: .double("download.receivedBytes = 512", 1, of: 2), acts: acts)

  static let acts: [Act] = [
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
  ]

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

    // snippet.asked
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
