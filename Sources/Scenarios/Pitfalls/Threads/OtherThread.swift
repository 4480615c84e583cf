import Foundation
import ManagedObserving
import RawObserving

/// THR-1: the callback runs on the thread that made the change, whoever added the observer.
enum OtherThread {
  static let pitfall = Pitfall(
    "THR-1", "other-thread", "The callback runs on the thread that made the change",
    lesson: .threadsAndCallbacks, symptoms: [.wrongThread],
    why: "The setter calls the observers itself, so they run on the thread that sets, whichever thread added them.",
    fix: "Hop to the right thread inside the callback, or tell the mediator where to call: `on: .shared` is the main "
      + "actor.",
    prediction: Prediction(
      "The main thread adds a progress bar as an observer of a download. The network thread sets the bytes. On "
        + "which thread is the bar called?",
      .wrong(
        "On main.",
        "The bar was added there, and many interfaces call back where you subscribed. `addObserver` does not keep the "
          + "thread; the setter makes the call."),
      .right("On network.", "The setter calls the bar, and returns when the bar does."),
      .wrong(
        "On a thread that belongs to the engine.",
        "A notification service could have a queue of its own. There is no queue here: the call is part of the set.")),
    // An act runs on the main thread of its process.
    acts: [
      .raw(
        "the network thread sets the bytes",
        .finds("main is right; added on main, updated on network"),
        wanted: "main is right; added on main, updated on main", raw),
      .managed(
        "the controller is told to call on the main actor",
        .finds("main is right; set on network, updated on main")
      ) { story in MainActor.assumeIsolated { onMain(story) } },
      .managed(
        "it is not told where to call",
        .finds("main is right; set on network, updated on network"),
        wanted: "main is right; set on network, updated on main", sameMistake: true
      ) { story in MainActor.assumeIsolated { anywhere(story) } },
    ])

  // snippet.bar
  private final class ProgressBar: KeyValueObject {
    private(set) var updatedOn = "no thread"

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      updatedOn = threadName
    }
  }
  // snippet.end

  // snippet.raw
  private static func raw(_ story: Story) -> String {
    let download = Shared(Download())
    let bar = ProgressBar()
    let addedOn = threadName
    download.object.addObserver(bar, forKeyPath: "receivedBytes", options: .new)
    story.say("the bar is added on \(addedOn)")
    onAnotherThread(named: "network") {
      story.say("the bytes are set on \(threadName)")
      download.object.receivedBytes = 512
    }
    download.object.removeObserver(bar, forKeyPath: "receivedBytes")
    return "main is right; added on \(addedOn), updated on \(bar.updatedOn)"
  }
  // snippet.end

  @MainActor
  private final class MainProgressBar {
    private(set) var bytes = 0
    private(set) var updatedOn = "no thread"

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
    let controller = KVOController(observer: bar)
    controller.observe(download.object, \.$receivedBytes, on: .shared) { bar, change in
      bar.show(change.value)
    }
    let setOn = setBytes(of: download)
    story.say("the bar shows \(bar.bytes): the call waits for the main thread")
    runMainThread { bar.bytes > 0 }
    story.say("the bar shows \(bar.bytes)")
    return "main is right; set on \(setOn), updated on \(bar.updatedOn)"
  }
  // snippet.end

  @MainActor
  private static func anywhere(_ story: Story) -> String {
    let download = Shared(Download())
    let bar = MainProgressBar()
    let controller = KVOController(observer: bar)
    // snippet.anywhere
    controller.observe(download.object, \.$receivedBytes) { bar, _, change in
      bar.show(change.value)
    }
    // snippet.end
    let setOn = setBytes(of: download)
    return "main is right; set on \(setOn), updated on \(bar.updatedOn)"
  }

  /// Sets the bytes on another thread, and says on which.
  private static func setBytes(of download: Shared<Download>) -> String {
    let setOn = Locked("")
    onAnotherThread(named: "network") {
      setOn.withLock { $0 = threadName }
      download.object.receivedBytes = 512
    }
    return setOn.withLock { $0 }
  }
}
