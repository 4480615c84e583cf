import Foundation
public import RawObserving

/// What the attempt at `main-thread` gives to its check.
public protocol MainThreadExercise {
  associatedtype Bar: KeyValueObject

  /// Opens a bar that shows the download's percentage on the display.
  @MainActor static func openBar(for download: Download, on display: Display) -> Bar
}

extension Exercise {
  static let mainThread = Exercise(
    "main-thread", lesson: 6, "A callback on the wrong thread",
    failure: "every number is shown on the main thread: it shows 10, 20, 30, 40 on another",
    hints: [
      "The bar was added on the main thread. Which thread runs `observeValue`?",
      "Only the showing has to move to the main thread. Read the percentage before that. "
        + "The closure may capture the display and the number, not `self`. Or use a controller: "
        + "`kvoController.observe(download, \\.$percent, on: .shared) { bar, change in … }` calls its closure on the main "
        + "actor, and `change.value` is the percentage. The `init` that makes this call must be `@MainActor`.",
      "In `observeValue`: `let percent = download.percent`, then `DispatchQueue.main.async { [display] in "
        + "display.show(percent) }`. Or give the observation to the controller, with `on: .shared`; the "
        + "`init` must then be `@MainActor`.",
    ],
    proof: [
      "The network thread set the percentages of two downloads. The main thread showed each, in order.",
      "A bar that shows each percentage in its callback would have used the network thread.",
    ])

  static let mainThreadHarder = mainThread.harder(
    "Closed while the download goes on",
    task: "The user may close the bar at any time. A closed bar shows nothing more, not even a percentage that is "
      + "already on its way to the main thread, and the network thread may set one during the removal.",
    failure: "the closed bar shows nothing more: it shows 50",
    hints: [
      "A closure that waits in the main queue is called later. What does it have to check then? And what is left of "
        + "the bar when its deinit removes the registration?",
      "In its deinit the bar cannot be called any more, and the network thread does not wait for it. The observer has to "
        + "be an object that is not in its deinit. A controller has one.",
      "`kvoController.observe(download, \\.$percent, on: .shared) { bar, change in bar.display.show(change.value) }` in an "
        + "`init` that is `@MainActor`, without a deinit and without `observeValue`.",
    ],
    proof: [
      "A bar was closed with a percentage in the main queue, and another during a change on a thread.",
      "A flag helps only the first bar. The network thread would have called the second in its deinit.",
    ])
}

extension Check {
  /// Opens a bar on the main thread, and lets the download arrive on another.
  public func mainThread<Attempt: MainThreadExercise>(_ attempt: Attempt.Type) {
    let (download, display) = (Handed(Download()), Display())
    step("the bar opens on the main thread")
    var bar: Handed<Attempt.Bar>? = onMain { Handed(Attempt.openBar(for: download.object, on: display)) }
    step("a download arrives on the network thread")
    onNetworkThread { for percent in [10, 20, 30, 40] { download.object.percent = percent } }
    waitUpTo(seconds: 2) { display.history.count >= 4 }
    expect(
      display.shownElsewhere.isEmpty, "every number is shown on the main thread",
      saw: "it shows \(listed(display.shownElsewhere)) on another")
    expect(display, hasShown: [10, 20, 30, 40], "the bar has shown 10, 20, 30 and 40")
    step("the bar is closed on the main thread")
    let trace = Weak(bar?.object)
    onMain { bar = nil }
    waitUpTo(seconds: 2) { trace.isGone }
    expectGone(trace, "the closed bar")
    waitUpTo(seconds: 2) { download.object.liveRegistrations == 0 }
    expect(download.object, hasRegistrations: 0, "the closed bar leaves no registration")
    step("the download goes on after the bar was closed")
    expectNothing(on: display, "the closed bar shows nothing more") {
      onNetworkThread { download.object.percent = 50 }
      waitUpTo(seconds: 0.1) { display.number == 50 }
    }
    step("a bar opens for a download that arrives in other steps")
    let (other, otherDisplay) = (Handed(Download()), Display())
    bar = onMain { Handed(Attempt.openBar(for: other.object, on: otherDisplay)) }
    onNetworkThread { for percent in [35, 60, 65] { other.object.percent = percent } }
    waitUpTo(seconds: 2) { otherDisplay.history.count >= 3 }
    expect(otherDisplay, hasShown: [35, 60, 65], "the other bar has shown 35, 60 and 65")
    onMain { bar = nil }
    step("a bar opens for a download that arrives in 300 pieces")
    let (third, thirdDisplay) = (Handed(Download()), Display())
    bar = onMain { Handed(Attempt.openBar(for: third.object, on: thirdDisplay)) }
    let pieces = (0..<3).flatMap { _ in Array(1...100) }
    onNetworkThread { for percent in pieces { third.object.percent = percent } }
    waitUpTo(seconds: 3) { thirdDisplay.history.count >= pieces.count }
    let shown = thirdDisplay.history
    let wrong = zip(pieces, shown).enumerated().first { $0.element.0 != $0.element.1 }
    expect(
      shown == pieces, "the bar has shown all 300 percentages in their order",
      saw: wrong.map { "number \($0.offset + 1) is \($0.element.1), and not \($0.element.0)" }
        ?? "it has shown \(shown.count)")
    onMain { bar = nil }
  }

  /// Runs the body on the main thread, and waits for it.
  private func onMain<Result: Sendable>(_ body: @MainActor () -> Result) -> Result {
    if Thread.isMainThread { return MainActor.assumeIsolated(body) }
    return DispatchQueue.main.sync { MainActor.assumeIsolated(body) }
  }

  /// Runs the body on another thread, and waits for it while the main thread runs its queue.
  private func onNetworkThread(_ body: @escaping @Sendable () -> Void) {
    let isOver = Locked(false)
    let thread = Thread {
      body()
      isOver.withLock { $0 = true }
    }
    thread.start()
    waitUpTo(seconds: 3) { isOver.withLock { $0 } }
    if !isOver.withLock({ $0 }) {
      expect(false, "the network thread can set the percentage", saw: "it waits for more than 3 seconds")
    }
  }

  /// Waits until the condition holds, while the main thread runs its queue.
  private func waitUpTo(seconds: Double, until holds: () -> Bool) {
    let deadline = Date() + seconds
    while !holds() && Date() < deadline {
      if Thread.isMainThread {
        _ = RunLoop.main.run(mode: .default, before: Date() + 0.01)
      } else {
        Thread.sleep(forTimeInterval: 0.01)
      }
    }
  }
}

extension Check {
  /// Closes a bar while a percentage is in the main queue, and another one while the network thread sets one.
  public func mainThreadHarder<Attempt: MainThreadExercise>(_ attempt: Attempt.Type) {
    guard passes({ $0.mainThread(attempt) }) else { return }
    let (download, display) = (Handed(Download()), Display())
    step("harder: the bar is closed while a percentage is on its way to the main thread")
    var bar: Handed<Attempt.Bar>? = onMain { Handed(Attempt.openBar(for: download.object, on: display)) }
    var trace = Weak(bar?.object)
    onMain {
      onAnotherThread { download.object.percent = 50 }
      bar = nil
    }
    expectNothing(on: display, "the closed bar shows nothing more") {
      waitUpTo(seconds: 0.3) { display.number != nil }
    }
    expectGone(trace, "the closed bar")
    step("harder: the network thread sets a percentage while the bar's registration is removed")
    let (busy, otherDisplay) = (Handed(BusyDownload()), Display())
    bar = onMain { Handed(Attempt.openBar(for: busy.object, on: otherDisplay)) }
    trace = Weak(bar?.object)
    onMain { bar = nil }
    waitUpTo(seconds: 0.3) { otherDisplay.number != nil }
    expect(
      otherDisplay.number == nil, "the bar that is being closed shows nothing more",
      saw: "it shows \(listed(otherDisplay.history))")
    expectGone(trace, "that bar")
    expect(busy.object, hasRegistrations: 0, "it leaves no registration")
  }
}

/// Goes on, on another thread, while an observer is being removed.
private final class BusyDownload: Download {
  override func removeObserver(_ observer: KeyValueObject, forKeyPath keyPath: String) {
    goOn()
    super.removeObserver(observer, forKeyPath: keyPath)
  }

  override func removeObserver(
    _ observer: KeyValueObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
  ) {
    goOn()
    super.removeObserver(observer, forKeyPath: keyPath, context: context)
  }

  private func goOn() {
    let download = Handed(self)
    onAnotherThread { download.object.percent += 1 }
  }
}
