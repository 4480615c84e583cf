import Foundation
import ManagedObserving
import RawObserving

/// THR-1: the callback runs on the thread that made the change, whoever added the observer.
enum OtherThread {
  static let pitfall = Pitfall(
    "THR-1", "other-thread", "The callback runs on the thread that made the change",
    lesson: "02-the-three-parts.md#thr-1-other-thread",
    // An act runs on the main thread of its process.
    acts: [
      .raw(
        "the network thread sets the bytes",
        .finds("main is right; added on main, updated on network"), raw),
      .managed(
        "the handler hops to the main thread",
        .finds("main is right; called on network, updated on main")
      ) { story in MainActor.assumeIsolated { hopping(story) } },
      .managed(
        "the handler forgets to hop",
        .finds("main is right; called on network, updated on network"), sameMistake: true
      ) { story in MainActor.assumeIsolated { forgetting(story) } },
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
    private(set) var calledOn = "no thread"
    private(set) var updatedOn = "no thread"

    func show(_ bytes: Int, calledOn: String) {
      self.bytes = bytes
      self.calledOn = calledOn
      updatedOn = threadName
    }
  }

  // snippet.managed
  @MainActor
  private static func hopping(_ story: Story) -> String {
    let download = Shared(Download())
    let bar = MainProgressBar()
    let controller = KVOController(observer: bar)
    controller.observe(download.object, \.receivedBytes, options: .new) {
      (bar: MainProgressBar, _, change) in
      guard let bytes = change.newValue else { return }
      let calledOn = threadName
      // The mediator does not hop; the handler does. The value crosses, the download does not.
      Task { @MainActor in bar.show(bytes, calledOn: calledOn) }
    }
    onAnotherThread(named: "network") { download.object.receivedBytes = 512 }
    story.say("the bar shows \(bar.bytes): the hop waits for the main thread")
    runMainThread { bar.bytes > 0 }
    story.say("the bar shows \(bar.bytes)")
    return "main is right; called on \(bar.calledOn), updated on \(bar.updatedOn)"
  }
  // snippet.end

  @MainActor
  private static func forgetting(_ story: Story) -> String {
    let download = Shared(Download())
    let bar = MainProgressBar()
    let controller = KVOController(observer: bar)
    controller.observe(download.object, \.receivedBytes, options: .new) {
      (bar: MainProgressBar, _, change) in
      guard let bytes = change.newValue else { return }
      bar.show(bytes, calledOn: threadName)
    }
    onAnotherThread(named: "network") { download.object.receivedBytes = 512 }
    return "main is right; called on \(bar.calledOn), updated on \(bar.updatedOn)"
  }
}
