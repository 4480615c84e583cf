public import RawObserving

/// What the attempt at `told-once` gives to its check.
public protocol ToldOnceExercise {
  associatedtype Notice: KeyValueObject

  /// Makes a notice that calls the closure once, as soon as no file of the queue waits.
  static func makeNotice(for queue: UploadQueue, tell: @escaping () -> Void) -> Notice
}

extension Exercise {
  static let toldOnce = Exercise(
    "told-once", lesson: 7, "Removing inside a callback",
    failure: "the app uploads one more file while it is being told: an observer is removed that is not registered",
    hints: [
      "The closure can change the queue. Is the notice still registered while the closure runs?",
      "The callback runs again, inside itself. What should the notice have done before it calls the app's code?",
      "Swap the two lines: first `queue.removeObserver(self, forKeyPath: \"waitingFiles\")`, then `tell()`.",
    ],
    proof: [
      "The app uploaded another file while it was being told, and was still told only once.",
      "A notice that removes itself only after it has told the app would have told it again.",
    ])
}

extension Check {
  /// Empties a queue while the app only listens, and another while the app adds a file in the call.
  public func toldOnce<Attempt: ToldOnceExercise>(_ attempt: Attempt.Type) {
    emptyTwice(Attempt.self, "the last file is uploaded", uploadsMore: false)
    emptyTwice(Attempt.self, "the app uploads one more file while it is being told", uploadsMore: true)
  }

  private func emptyTwice<Attempt: ToldOnceExercise>(_ attempt: Attempt.Type, _ what: String, uploadsMore: Bool) {
    let queue = UploadQueue()
    var told = 0
    step("the app makes the notice")
    var notice: Attempt.Notice? = Attempt.makeNotice(for: queue) {
      told += 1
      guard uploadsMore && told < 3 else { return }
      queue.waitingFiles = 1
      queue.waitingFiles = 0
    }
    step("two files wait")
    queue.waitingFiles = 2
    queue.waitingFiles = 1
    expect(told == 0, "the app is told nothing while files wait", saw: "it was told \(times(told))")
    step(what)
    queue.waitingFiles = 0
    expect(told == 1, "the app is told once", saw: "it was told \(times(told))")
    expect(queue, hasRegistrations: 0, "the notice has removed itself")
    step("a file is uploaded later")
    queue.waitingFiles = 1
    queue.waitingFiles = 0
    expect(told == 1, "the app is still told once", saw: "it was told \(times(told))")
    step("the app releases the notice")
    let trace = Weak(notice)
    notice = nil
    expectGone(trace, "the notice")
    step("a file is uploaded after the notice is deallocated")
    queue.waitingFiles = 1
    queue.waitingFiles = 0
  }
}
