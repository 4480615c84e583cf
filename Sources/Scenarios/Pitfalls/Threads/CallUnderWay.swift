import Foundation
import Harness
import ManagedObserving
import RawObserving

/// THR-3: a callback that is under way on another thread continues after the removal has returned.
enum CallUnderWay {
  static let pitfall = Pitfall(
    "THR-3", "call-under-way", "A callback that is already running continues after the removal has returned",
    frequency: .sometimes, symptoms: [.calledAfterTheEnd],
    change: .delete("generation += 1"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the bar relies on the removal", .finds("the bar is updated 1 time after it is closed"),
      wanted: "the bar is updated 0 times after it is closed", raw),
    .raw(
      "the bar compares the numbers of its registrations", .finds("the bar is updated 0 times after it is closed"),
      generations),
    .managed(
      "the token is cancelled on the thread that makes the calls",
      .finds("the bar is updated 1 time, and 0 times after it is closed"), cancelledThere),
    .managed(
      "the bar is unobserved on another thread", .finds("the bar is updated 1 time after it is closed"),
      wanted: "the bar is updated 0 times after it is closed", sameMistake: true, managed),
  ]

  /// Shows bytes until it is closed. After that it counts each call as made too late.
  private class ProgressBar: KeyValueObject {
    /// Runs where the operating system may suspend the calling thread.
    var whenPreempted: () -> Void = {}
    private var isClosed = false
    private(set) var shownTooLate = 0

    func show() {
      if isClosed { shownTooLate += 1 }
    }

    func close() { isClosed = true }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      whenPreempted()
      show()
    }
  }

  // snippet.raw
  private static func raw(_ story: Story) -> String {
    let (download, bar) = (Shared(Download()), Shared(ProgressBar()))
    download.object.addObserver(bar.object, forKeyPath: "receivedBytes")
    bar.object.whenPreempted = {
      story.say("the call has begun on the \(threadName) thread")
      onAnotherThread(named: "window") {
        download.object.removeObserver(bar.object, forKeyPath: "receivedBytes")
        bar.object.close()
        story.say("the \(threadName) thread has removed and closed the bar")
      }
    }
    onAnotherThread(named: "network") { download.object.receivedBytes = 512 }
    bar.object.whenPreempted = {}
    return "the bar is updated \(times(bar.object.shownTooLate)) after it is closed"
  }
  // snippet.end

  // snippet.generation
  /// Gives each registration a number as its context. `close` makes the number invalid.
  private final class NumberedBar: ProgressBar {
    private let generation = Locked(1)

    func open(_ download: Download) {
      let context = generation.withLock { UnsafeMutableRawPointer(bitPattern: $0) }
      download.addObserver(self, forKeyPath: "receivedBytes", context: context)
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      whenPreempted()
      generation.withLock { generation in
        if context == UnsafeMutableRawPointer(bitPattern: generation) { show() }
      }
    }

    override func close() {
      generation.withLock { generation in
        generation += 1
        super.close()
      }
    }
  }
  // snippet.end

  private static func generations(_ story: Story) -> String {
    let (download, bar) = (Shared(Download()), Shared(NumberedBar()))
    bar.object.open(download.object)
    return closed(during: download, bar, story, "removed") {
      download.object.removeObserver(bar.object, forKeyPath: "receivedBytes")
    }
  }

  /// A bar that may be used on any thread.
  private final class SafeBar: Sendable {
    private let state = Locked((isClosed: false, shown: 0, shownTooLate: 0))

    var shown: Int { state.withLock { $0.shown } }
    var shownTooLate: Int { state.withLock { $0.shownTooLate } }

    func show() {
      state.withLock { state in
        if state.isClosed { state.shownTooLate += 1 } else { state.shown += 1 }
      }
    }

    func close() { state.withLock { $0.isClosed = true } }
  }

  private static func cancelledThere(_ story: Story) -> String {
    let (download, bar, main) = (Shared(Download()), SafeBar(), Errands())
    let controller = KVOController(observer: bar)
    let token = controller.observe(
      download.object, \.$receivedBytes, on: .function { work in main.add(work) }
    ) { bar, _ in bar.show() }
    onAnotherThread(named: "network") { download.object.receivedBytes = 512 }
    main.run()
    onAnotherThread(named: "network") { download.object.receivedBytes = 1024 }
    story.say("a call waits for the \(threadName) thread, which cancels the token and closes the bar")
    token.cancel()
    bar.close()
    main.run()
    return "the bar is updated \(times(bar.shown)), and \(times(bar.shownTooLate)) after it is closed"
  }

  private static func managed(_ story: Story) -> String {
    let (download, bar) = (Shared(Download()), Shared(ProgressBar()))
    let controller = Shared(KVOController(observer: bar.object))
    controller.object.observe(download.object, \.$receivedBytes) { bar, _, _ in
      bar.whenPreempted()
      bar.show()
    }
    return closed(during: download, bar, story, "unobserved") { controller.object.unobserve(download.object) }
  }

  /// Sets the bytes on one thread. While the bar's call is under way, another thread ends the observation and closes the bar.
  private static func closed(
    during download: Shared<Download>, _ bar: Shared<some ProgressBar>, _ story: Story, _ ended: String,
    _ end: @escaping @Sendable () -> Void
  ) -> String {
    bar.object.whenPreempted = {
      story.say("the call has begun on the \(threadName) thread")
      onAnotherThread(named: "window") {
        end()
        bar.object.close()
        story.say("the \(threadName) thread has \(ended) and closed the bar")
      }
    }
    onAnotherThread(named: "network") { download.object.receivedBytes = 512 }
    bar.object.whenPreempted = {}
    return "the bar is updated \(times(bar.object.shownTooLate)) after it is closed"
  }
}
