import Foundation
import Harness
import ManagedObserving
import RawObserving

/// THR-1: the callback runs on the thread that made the change, whichever thread added the observer.
enum OtherThread {
  static let pitfall = Pitfall(
    "THR-1", "other-thread", "The callback runs on the thread that made the change",
    frequency: .daily, symptoms: [.wrongThread],
    change: .delete("runMainThread { bar.bytes > 0 }"), acts: acts)

  // An act runs on the main thread of its process.
  static let acts: [Act] = [
    .raw(
      "the network thread sets the bytes", .finds("the bar is updated on the network thread"),
      wanted: "the bar is updated on the main thread", raw),
    .managed(
      "the controller is told to call on the main actor",
      .finds("the bar is updated on the main thread")
    ) { story in MainActor.assumeIsolated { onMain(story) } },
    .managed(
      "the controller is not told where to call",
      .finds("the bar is updated on the network thread"),
      wanted: "the bar is updated on the main thread", sameMistake: true
    ) { story in MainActor.assumeIsolated { anywhere(story) } },
  ]

  private final class ProgressBar: KeyValueObject {
    private(set) var updatedOn = "unknown"

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      updatedOn = threadName
    }
  }

  // snippet.raw
  private static func raw(_ story: Story) -> String {
    let download = Shared(Download())
    let bar = ProgressBar()
    download.object.addObserver(bar, forKeyPath: "receivedBytes", options: .new)
    story.say("the bar is added on the \(threadName) thread")
    onAnotherThread(named: "network") {
      story.say("the bytes are set on the \(threadName) thread")
      download.object.receivedBytes = 512
    }
    download.object.removeObserver(bar, forKeyPath: "receivedBytes")
    return "the bar is updated on the \(bar.updatedOn) thread"
  }
  // snippet.end

  @MainActor
  private final class MainProgressBar {
    // Stored: a controller that is only a local variable may be released after its last use.
    private(set) lazy var controller = KVOController(observer: self)
    private(set) var bytes = 0
    private(set) var updatedOn = "unknown"

    func show(_ bytes: Int) {
      self.bytes = bytes
      updatedOn = threadName
    }
  }

  // snippet.managed
  @MainActor
  private static func onMain(_ story: Story) -> String {
    let download = Shared(Download())
    let bar = MainProgressBar()
    bar.controller.observe(download.object, \.$receivedBytes, on: .shared) { bar, change in
      bar.show(change.value)
    }
    setBytes(of: download, story)
    story.say("the bar shows \(bar.bytes): the call waits for the main thread")
    runMainThread { bar.bytes > 0 }
    story.say("the bar shows \(bar.bytes)")
    return "the bar is updated on the \(bar.updatedOn) thread"
  }
  // snippet.end

  @MainActor
  private static func anywhere(_ story: Story) -> String {
    let download = Shared(Download())
    let bar = MainProgressBar()
    bar.controller.observe(download.object, \.$receivedBytes) { bar, _, change in
      bar.show(change.value)
    }
    setBytes(of: download, story)
    return "the bar is updated on the \(bar.updatedOn) thread"
  }
}
