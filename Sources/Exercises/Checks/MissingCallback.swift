public import RawObserving

/// What the attempt at `missing-callback` gives to its check.
public protocol MissingCallbackExercise {
  associatedtype Counter: KeyValueObject

  /// Opens a counter that shows the waiting files of the queue on the display.
  static func openCounter(for queue: UploadQueue, on display: Display) -> Counter
}

extension Exercise {
  static let missingCallback = Exercise(
    "missing-callback", lesson: 2, "The callback that is missing",
    failure: "a file joins the queue: message was received but not handled",
    hints: [
      "Lesson 2 names three parts. Which of them does the counter have?",
      "Adding an observer names no method. The queue always calls `observeValue(forKeyPath:of:change:context:)`.",
      "Override `observeValue(forKeyPath:of:change:context:)` in the counter, and call `waitingFilesDidChange()` in it.",
    ],
    proof: [
      "Two counters followed a queue each, and showed its numbers: 1 and 4, and then 6, 2 and 9.",
      "An observer that does not handle the call would have ended the process at the first file.",
    ])
}

extension Check {
  /// Lets files join a queue that has a counter, and closes the counter.
  public func missingCallback<Attempt: MissingCallbackExercise>(_ attempt: Attempt.Type) {
    let (queue, display) = (UploadQueue(), Display())
    step("the counter opens")
    var counter: Attempt.Counter? = Attempt.openCounter(for: queue, on: display)
    step("a file joins the queue")
    queue.waitingFiles = 1
    expect(display, shows: 1, "the counter")
    step("three more files join the queue")
    queue.waitingFiles = 4
    expect(display, shows: 4, "the counter")
    step("the counter is closed")
    let trace = Weak(counter)
    counter = nil
    expectGone(trace, "the closed counter")
    step("a file is uploaded after the counter was closed")
    expectNothing(on: display, "the closed counter shows nothing more") { queue.waitingFiles = 3 }
    step("a counter opens for another queue, and files come and go")
    let (otherQueue, otherDisplay) = (UploadQueue(), Display())
    let other = Attempt.openCounter(for: otherQueue, on: otherDisplay)
    for count in [6, 2, 9] {
      otherQueue.waitingFiles = count
      withExtendedLifetime(other) { expect(otherDisplay, shows: count, "the other counter") }
    }
  }
}
