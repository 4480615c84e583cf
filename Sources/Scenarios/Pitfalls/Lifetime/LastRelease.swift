import Foundation
import Harness
import ManagedObserving
import RawObserving

/// LIF-11: the last reference to an observer is released inside a callback, and its deinit runs on the thread that
/// made the change.
enum LastRelease {
  static let pitfall = Pitfall(
    "LIF-11", "last-release", "The last release happens inside a callback",
    frequency: .sometimes, symptoms: [.wrongThread],
    change: .delete("close()"), acts: acts)

  static let acts: [Act] = [
    .raw(
      "the callback closes its window", .finds("the window's deinit runs on the network thread"),
      wanted: "the window's deinit runs on the main thread", raw),
    .raw(
      "the reference is set to nil on the main thread", .finds("the window's deinit runs on the main thread"), handedOn),
    .managed(
      "the controller calls on the main thread",
      .finds("the window's deinit runs on the main thread")
    ) { story in MainActor.assumeIsolated { onMain(story) } },
    .managed(
      "the window's deinit is isolated to the main actor",
      .finds("the window's deinit runs on the main thread")
    ) { story in MainActor.assumeIsolated { isolated(story) } },
    .managed(
      "the owner releases the window while the controller calls it",
      .finds("the window's deinit runs on the network thread"), wanted: "the window's deinit runs on the main thread",
      sameMistake: true, managed),
  ]

  /// Where a window's deinit ran.
  private final class Traces: Sendable {
    private let place = Locked("no thread")

    var isGone: Bool { place.withLock { $0 != "no thread" } }
    var finding: String { "the window's deinit runs on \(place.withLock { $0 })" }

    func noteDeinit() { place.withLock { $0 = "the \(threadName) thread" } }
  }

  /// The open windows.
  private final class Desk {
    var window: Window?
  }

  private class Window: KeyValueObject {
    let desk: Desk
    let traces: Traces

    init(on desk: Desk, _ traces: Traces) {
      self.desk = desk
      self.traces = traces
    }

    // snippet.callback
    /// Closes itself when the download is complete.
    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange,
      context: UnsafeMutableRawPointer?
    ) {
      object.removeObserver(self, forKeyPath: keyPath)
      close()
    }

    func close() { desk.window = nil }
    // snippet.end

    deinit { traces.noteDeinit() }
  }

  private static func raw(_ story: Story) -> String {
    let (download, desk, traces) = (Shared(Download()), Desk(), Traces())
    desk.window = Window(on: desk, traces)
    download.object.addObserver(desk.window!, forKeyPath: "receivedBytes")
    onAnotherThread(named: "network") { download.object.receivedBytes = 512 }
    return traces.finding
  }

  private final class PoliteWindow: Window {
    let main: Errands

    init(on desk: Desk, _ traces: Traces, _ main: Errands) {
      self.main = main
      super.init(on: desk, traces)
    }

    override func close() {
      let desk = Shared(desk)
      main.add { desk.object.window = nil }
    }
  }

  private static func handedOn(_ story: Story) -> String {
    let (download, desk, traces, main) = (Shared(Download()), Desk(), Traces(), Errands())
    desk.window = PoliteWindow(on: desk, traces, main)
    download.object.addObserver(desk.window!, forKeyPath: "receivedBytes")
    onAnotherThread(named: "network") { download.object.receivedBytes = 512 }
    main.run()
    return traces.finding
  }

  // snippet.on-main
  @MainActor
  private static func onMain(_ story: Story) -> String {
    let (download, desk, traces) = (Shared(Download()), Desk(), Traces())
    desk.window = Window(on: desk, traces)
    desk.window?.kvoController.observe(download.object, \.$receivedBytes, on: .shared) {
      window, _ in
      window.close()
    }
    onAnotherThread(named: "network") { download.object.receivedBytes = 512 }
    runMainThread { traces.isGone }
    return traces.finding
  }
  // snippet.end

  // snippet.asked
  private static func managed(_ story: Story) -> String {
    let (download, desk, traces) = (Shared(Download()), Shared(Desk()), Traces())
    desk.object.window = Window(on: desk.object, traces)
    desk.object.window?.kvoController.observe(download.object, \.$receivedBytes) { _, _, _ in
      onAnotherThread(named: "owner") { desk.object.window = nil }
      story.say("the owner has released the window; its deinit has \(traces.isGone ? "run" : "not run yet")")
    }
    onAnotherThread(named: "network") { download.object.receivedBytes = 512 }
    return traces.finding
  }
  // snippet.end

  @MainActor
  private final class MainWindow {
    let traces: Traces
    private lazy var controller = KVOController(observer: self)

    init(_ traces: Traces) {
      self.traces = traces
    }

    func show(_ download: Download, whileCalled body: @escaping () -> Void) {
      controller.observe(download, \.$receivedBytes) { _, _, _ in body() }
    }

    isolated deinit { traces.noteDeinit() }
  }

  @MainActor
  private static func isolated(_ story: Story) -> String {
    let (download, traces) = (Shared(Download()), Traces())
    let (isCalling, hasLetGo) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let hasReturned = DispatchSemaphore(value: 0)
    var window: MainWindow? = MainWindow(traces)
    window?.show(download.object) {
      isCalling.signal()
      hasLetGo.wait()
    }
    alongside(named: "network", signalling: hasReturned) { download.object.receivedBytes = 512 }
    isCalling.wait()
    window = nil
    story.say("the main thread has released the window; its deinit has \(traces.isGone ? "run" : "not run yet")")
    hasLetGo.signal()
    hasReturned.wait()
    runMainThread { traces.isGone }
    return traces.finding
  }
}
