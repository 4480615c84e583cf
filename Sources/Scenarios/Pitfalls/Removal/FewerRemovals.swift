import Harness
import ManagedObserving
import RawObserving

/// REM-10: an observer is added to each element of a list, and removed from each element of a list that has become
/// shorter.
enum FewerRemovals {
  static let pitfall = Pitfall(
    "REM-10", "fewer-removals", "An observer is added to every element in a loop, and removed from fewer",
    frequency: .sometimes, symptoms: [.calledAfterTheEnd, .diesWhenObservedGoes],
    change: .delete("bar.close()", 2, of: 2), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the list is shorter when the bar is closed", .dies(.stillRegistered),
      current: .finds("the closed bar is called 1 time for 1 piece"),
      wanted: "the closed bar is called 0 times for 1 piece", raw),
    .raw("each add has a token", .finds("the closed bar is called 0 times for 1 piece"), tokens),
    .managed(
      "the list is shorter when the bar is closed", .finds("the closed bar is called 0 times for 1 piece"), managed),
    .managed(
      "the bar loops over the list to unobserve", .finds("the closed bar is called 1 time for 1 piece"),
      wanted: "the closed bar is called 0 times for 1 piece", sameMistake: true, managedLoop),
  ]

  private final class TotalBar: CountingView {
    func watch(_ downloads: [Download]) {
      for download in downloads { download.addObserver(self, forKeyPath: "receivedBytes") }
    }

    func close(_ downloads: [Download]) {
      for download in downloads { download.removeObserver(self, forKeyPath: "receivedBytes") }
    }
  }

  // snippet.raw
  private static func raw(_ story: Story) -> String {
    var downloads = [Download(), Download(), Download()]
    let bar = TotalBar()
    bar.watch(downloads)
    var cancelled: Download? = downloads.removeLast()
    bar.close(downloads)
    story.say("the bar is closed, and the cancelled download gets a last piece")
    cancelled?.receivedBytes = 512
    story.say("the closed bar is called \(times(bar.calls))")
    let finding = "the closed bar is called \(times(bar.calls)) for 1 piece"
    story.say("the cancelled download is released")
    cancelled = nil
    return finding
  }
  // snippet.end

  // snippet.token
  /// Observes one download for as long as it exists, and calls a closure for each change.
  private final class Token: KeyValueObject {
    private let download: Download
    private let react: () -> Void

    init(_ download: Download, _ react: @escaping () -> Void) {
      (self.download, self.react) = (download, react)
      super.init()
      download.addObserver(self, forKeyPath: "receivedBytes")
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      react()
    }

    deinit { download.removeObserver(self, forKeyPath: "receivedBytes") }
  }
  // snippet.end

  private final class TokenBar {
    private(set) var calls = 0
    // snippet.token-bar
    private var tokens: [Token] = []

    func watch(_ downloads: [Download]) {
      tokens = downloads.map { Token($0) { [weak self] in self?.calls += 1 } }
    }

    func close() { tokens = [] }
    // snippet.end
  }

  private static func tokens(_ story: Story) -> String {
    var downloads = [Download(), Download(), Download()]
    let bar = TokenBar()
    bar.watch(downloads)
    var cancelled: Download? = downloads.removeLast()
    bar.close()  // one removal for each add
    story.say("the bar is closed, and the cancelled download gets a last piece")
    cancelled?.receivedBytes = 512
    story.say("the closed bar is called \(times(bar.calls))")
    let finding = "the closed bar is called \(times(bar.calls)) for 1 piece"
    story.say("the cancelled download is released")
    cancelled = nil
    return finding
  }

  private final class ManagedBar: KeyValueObject {
    private(set) var calls = 0

    // snippet.managed-bar
    func watch(_ downloads: [Download]) {
      for download in downloads {
        kvoController.observe(download, \.$receivedBytes) { bar, _, _ in
          bar.calls += 1
        }
      }
    }

    func close() { kvoController.unobserveAll() }
    // snippet.end

    func close(_ downloads: [Download]) {
      for download in downloads { kvoController.unobserve(download) }
    }
  }

  private static func managed(_ story: Story) -> String {
    var downloads = [Download(), Download(), Download()]
    let bar = ManagedBar()
    bar.watch(downloads)
    var cancelled: Download? = downloads.removeLast()
    bar.close()
    story.say("the bar is closed, and the cancelled download gets a last piece")
    cancelled?.receivedBytes = 512
    story.say("the cancelled download is released")
    cancelled = nil
    return "the closed bar is called \(times(bar.calls)) for 1 piece"
  }

  private static func managedLoop(_ story: Story) -> String {
    var downloads = [Download(), Download(), Download()]
    let bar = ManagedBar()
    bar.watch(downloads)
    let cancelled = downloads.removeLast()
    bar.close(downloads)
    story.say("the bar is closed, and the cancelled download gets a last piece")
    cancelled.receivedBytes = 512
    return "the closed bar is called \(times(bar.calls)) for 1 piece"
  }
}
