public import RawObserving

/// What the attempt at `missing-callback` gives to its check.
public protocol MissingCallbackExercise {
  associatedtype Counter: KeyValueObject

  /// Opens a counter that shows the waiting files of the queue on the display.
  static func openCounter(for queue: UploadQueue, on display: Display) -> Counter
}

extension Exercise {
  static let missingCallback = Exercise(
    "missing-callback", lesson: 2, "All three parts by hand",
    failure: "the counter shows 1: it shows nothing",
    hints: [
      "Lesson 2 shows all three parts. There, other code adds the view and removes it. Here the counter does that "
        + "itself, with `self` as the observer.",
      "Adding an observer names no method. The queue always calls `observeValue(forKeyPath:of:change:context:)`.",
      "At the end of `init`: `queue.addObserver(self, forKeyPath: \"waitingFiles\", options: .new)`. In a `deinit`: the "
        + "removal, with the same key path. The override of `observeValue` calls `display.show(queue.waitingFiles)`.",
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
    var counter: Attempt.Counter?
    expectNothing(on: display, "the counter shows nothing, because no number has changed") {
      counter = Attempt.openCounter(for: queue, on: display)
    }
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
    expect(queue, hasRegistrations: 0, "the closed counter leaves no registration")
    step("a file is uploaded after the counter was closed")
    expectNothing(on: display, "the closed counter shows nothing more") { queue.waitingFiles = 3 }
    step("a counter opens for another queue, and files come and go")
    let (otherQueue, otherDisplay) = (UploadQueue(), Display())
    let other = Attempt.openCounter(for: otherQueue, on: otherDisplay)
    for count in [6, 2, 9] {
      otherQueue.waitingFiles = count
      withExtendedLifetime(other) { expect(otherDisplay, shows: count, "the other counter") }
    }
    expect(otherDisplay, hasShown: [6, 2, 9], "the other counter has shown each number once")
    expectNoController()
  }
}
