/// The rules for operations, threads, recursion and waiting.
extension Rule {
  // MARK: Operations

  static let operations = [
    Rule(
      "finished-unstarted", .kind(.operationStates, .sure),
      sign: "`went isFinished=YES without being started`",
      when: .oneOf(["went isFinished=YES without being started"]),
      because: "The queue observes its operations, and reports the state that it was told."),
    Rule(
      "started-twice", .kind(.operationStates, .sure),
      sign: "`trying to start the receiver simultaneously`, or `receiver is already executing`",
      when: .all([
        .words(["NSOperationInternal _start:"]),
        .oneOf(["start the receiver simultaneously", "receiver is already executing", "receiver has already started"]),
      ]),
      because: "The operation was started again, while or after it ran."),
    Rule(
      "queue-schedules", .kind(.operationStates, .likely),
      sign: "a crash in `__NSOQSchedule` or `__NSOperationInternal`",
      when: .innermost([.operationQueue]),
      because: "The crash is in the queue's own observer, which reacts to the states that the operation announces."),
    Rule(
      "operation-api", .notObserving,
      sign: "a queue's message that an operation cannot be enqueued",
      when: .oneOf([
        "operation is finished and cannot be enqueued", "operation is executing and cannot be enqueued",
        "operation is already enqueued on a queue", "is not yet ready to execute",
      ]),
      because: "A queue refuses the operation. No observation failed.",
      next: ["Make a new operation for each run: an operation runs once."]),
  ]

  // MARK: Threads

  static let threads = [
    Rule(
      "overlay-swizzle", .kind(.otherThread, .likely),
      sign: "`__KVOKeyPathBridgeMachinery` or `__old_unswizzled`",
      when: .oneOf(["__old_unswizzled", "__KVOKeyPathBridgeMachinery"]),
      because: "Swift's overlay was exchanging KVO's class methods while another thread was inside them."),
    Rule(
      "isolation-in-callback", .kind(.otherThread, .likely),
      sign: "a failed check of the thread, the queue or the actor, in a callback",
      when: .all([
        .any([.frame([.isolationCheck]), .oneOf(isolationWords), .mainThreadAssertion]),
        .frame([.callback, .notifying]),
      ]),
      because:
        "A check of the thread or the actor failed in a callback of observing: it runs where the property is set."),
    Rule(
      "data-race", .kind(.otherThread, .likely),
      sign: "`data race`, with a function of observing on a stack",
      when: .all([
        .oneOf(["data race", "ThreadSanitizer", "Swift access race"]),
        .anyFrame([.callback, .notifying, .adding, .removing, .bookkeeping]),
      ]),
      because: "Thread Sanitizer reports a race, and one of the two stacks has a function of observing."),
    Rule(
      "isolation-elsewhere", .notObserving,
      sign: "a failed check of the thread, the queue or the actor, with no function of observing on that stack",
      when: .any([.frame([.isolationCheck]), .oneOf(isolationWords)]),
      because:
        "A check of the thread or the actor failed, and no frame of key-value observing is on that stack. It is a "
        + "matter of isolation: the closure belongs to the main actor and was called on another thread.",
      next: [
        "Find which code calls the closure, and on which queue. Mark the closure @Sendable or nonisolated, or hop to the main "
          + "actor."
      ]),
  ]

  static let isolationWords = [
    "UI API called on a background thread", "must be used from main thread only", "Only run on the main thread",
    "modifying the autolayout engine from a background thread", "must not be performed from a background thread",
    "threading violation: expected the main thread", "Block was expected to execute on queue",
    "Incorrect actor executor assumption", "not isolated to the current",
    "Publishing changes from background threads is not allowed",
  ]

  // MARK: User defaults

  /// After what repeats: a callback that sets the defaults that it observes is a recursion first.
  static let defaults = [
    Rule(
      "defaults-in-the-background", .kind(.observerDied, .likely), possible: [.otherThread],
      sign: "a crash below `CFPrefsSource` or `NSUserDefaults`, in a function that delivers a change",
      when: .all([
        .any([
          .frameNamed(["CFPrefsSource", "CFPrefsSearchList", "NSUserDefaults("]), .frameNamed(["UserDefaults.set"]),
        ]),
        .innermost([.notifying]), .any([.badAccess, .messaging]),
      ]),
      because:
        "User defaults were changed, and their observers are called on the thread of the change. One of them is gone, or is "
        + "added or removed on another thread at this moment. The observer need not be one of your own.",
      next: [
        "See on which queue the defaults are set. All observers of that key are called there.",
        "Look for every observer of UserDefaults: yours, and those of libraries. Add and remove them on one thread, and set "
          + "the defaults on it too.",
      ], cards: ["THR-1", "LIF-3"])
  ]

  // MARK: Recursion and waiting

  static let recursion = [
    Rule(
      "callback-repeats", .kind(.reentrancy, .likely),
      sign: "the same callback or setter several times on one stack",
      when: .any([
        .all([.callbacks(4), .not(.exception), .not(.trap)]),
        .all([
          .callbacks(2),
          .oneOf([
            "stack overflow", "code=2", "KERN_PROTECTION_FAILURE", "Stack Guard", "recursion", "infinite",
            "STACK_OVERFLOW",
            "Thread stack size exceeded",
          ]),
        ]),
        .all([.callbacks(2), .deepStack]),
      ]),
      because: "The same callback or setter is on the stack many times: each call causes the next."),
    Rule(
      "stack-guard", .kind(.reentrancy, .likely),
      sign: "a protection failure (`code=2`) while a property is set",
      when: .all([
        .oneOf(["code=2", "KERN_PROTECTION_FAILURE", "Stack Guard", "stack overflow", "Thread stack size exceeded"]),
        .frame([.notifying, .callback]), .not(.messaging),
      ]),
      because:
        "The process reached the guard at the end of its stack while a property was being set. Callbacks that set what "
        + "they observe recurse until the stack is full."),
    Rule(
      "queue-owned", .kind(.reentrancy, .likely),
      sign: "`called on queue already owned by current thread`, in a callback",
      when: .all([
        .any([
          .oneOf([
            "called on queue already owned by current thread", "trying to lock recursively",
            "Trying to recursively lock",
          ]),
          .frameNamed(["unfair_lock_recursive_abort"]),
          .all([.trap, .frameNamed(["DISPATCH_WAIT_FOR_QUEUE"])]),
        ]),
        .frame([.callback, .notifying]),
      ]),
      because: "The callback waits for a queue or a lock that the thread already holds while it sets the property."),
    Rule(
      "waiting-in-callback", .cannotTell, possible: [.reentrancy],
      sign: "a thread that waits for a lock or a queue inside a callback",
      when: .waitingInCallback,
      because:
        "A thread waits inside a callback or a change. The log does not show what holds the lock or the "
        + "queue that it waits for.",
      next: [
        "Take the stacks of all threads, and find which one holds the lock or the queue that the callback waits for.",
        "If that thread waits for the first one, the property is set under a lock that the callback needs: set it outside.",
      ], cards: ["THR-7", "THR-1"]),
  ]
}
