/// The rules for silence and other tools, and those that are left when no other fits.
extension Rule {
  // MARK: Silence, and other tools

  static let other = [
    Rule(
      "dotted-defaults-key", .kind(.defaultsKey, .likely),
      sign: "an observed key of the user defaults with a dot in it",
      when: .dottedDefaultsKey,
      because:
        "A key of the user defaults with dots in it is observed. KVO reads it as a path, and looks for the second part "
        + "on the value of the first."),
    Rule(
      "waiting-elsewhere", .notObserving,
      sign: "a thread that waits, with no function of observing on its stack",
      when: .all([.innermost([.waiting]), nothingOfObserving, .not(.badAccess), .not(.trap), .not(.exception)]),
      because:
        "A thread waits for a lock, a queue or a semaphore, and no function of key-value observing is "
        + "below it.",
      next: ["Take the stacks of all threads, and find which of them holds what this one waits for."]),
    Rule(
      "notifications", .notObserving,
      sign: "functions or words of a notification center",
      when: .any([
        .frameNamed(["CFXNotification", "NSNotificationCenter", "CALLING_OUT_TO_AN_OBSERVER", "CFNotificationCenter"]),
        .oneOf(["NSNotificationCenter", "NotificationCenter.default"]),
      ]),
      because: "The observers in this log are those of a notification center, not of key-value observing.",
      next: ["Look for an observer that is still registered with the notification center after it was deallocated."]),
    Rule(
      "observation-framework", .notObserving,
      sign: "functions or words of Observation, Combine or SwiftUI",
      when: .oneOf([
        "ObservationRegistrar", "withObservationTracking", "Observation.Observ", "libswiftObservation",
        "Subscribers.Sink",
        "ObservableObject", "Publishers.", "_withObservation",
      ]),
      because:
        "The log is about Swift's Observation, Combine or SwiftUI, and no frame of key-value observing is in it.",
      next: ["Read the innermost frame of the app."]),
  ]

  // MARK: The rest

  /// No function of observing on the stack that crashed, or on any if the log does not say which one did.
  static let nothingOfObserving: Condition = {
    let kinds: [FrameKind] = [
      .callback, .notifying, .adding, .removing, .deallocating, .bookkeeping, .inheritedCallback,
    ]
    return .any([.all([.knownCrash, .not(.frame(kinds))]), .not(.anyFrame(kinds))])
  }()

  static let fallbacks = [
    Rule(
      "plumbing-alone", .cannotTell, possible: [.observerDied, .otherThread],
      sign: "a bad access in `objc_msgSend` or the like, without the frames below",
      when: .all([.onlyPlumbing, .any([.badAccess, .messaging]), .not(.oneOf(["unrecognized selector"]))]),
      because: "A message was sent to a bad object, and the log does not show who sent it.",
      next: [
        "Look for the frames below. If the next is NSKeyValueNotifyObserver, willChangeValueForKey: or didChangeValueForKey:, "
          + "an observer is gone; on a background queue, or with registrations on another thread, it may be a race.",
        "Without such a frame it is not about observing.",
      ], cards: ["LIF-3"]),
    Rule(
      "zombie-alone", .cannotTell,
      sign: "`message sent to deallocated instance`, without a stack",
      when: .all([.oneOf(["message sent to deallocated instance"]), .not(.namedStack)]),
      because:
        "A message was sent to a deallocated instance. The log does not show who sent it.",
      next: [
        "Look at the stack below. A frame such as NSKeyValueNotifyObserver shows that the instance was an observer."
      ]),
    Rule(
      "abort-alone", .cannotTell,
      sign: "the stack of `objc_terminate` or `objc_exception_rethrow`, without the exception",
      when: .all([
        .frameNamed(["objc_terminate", "objc_exception_rethrow", "cxa_rethrow", "abort_message"]),
        .not(.frameNamed(["objc_exception_throw", "exceptionPreprocess"])), .not(.oneOf(["reason:"])),
        nothingOfObserving,
      ]),
      because:
        "An exception was not caught. What raised it is not on this stack.",
      next: [
        "Look for “Last Exception Backtrace” and “Application Specific Information” in the report, or for the line “*** "
          + "Terminating app due to …” in the console.",
        "In Xcode, add an exception breakpoint: it stops where the exception is raised.",
      ]),
    Rule(
      "unnamed-stack", .cannotTell,
      sign: "a stack whose innermost function and most others have no names",
      when: .all([.mostlyUnnamed, nothingOfObserving, .not(.oneOf(["reason:", "unrecognized selector"]))]),
      because:
        "Observing may be among the functions without a name.",
      next: [
        "Symbolicate the log with the symbols of its system version: the names of Foundation's functions decide.",
        "If an exception was raised, look for its reason.",
      ]),
    Rule(
      "other-exception", .notObserving,
      sign: "an exception with other words, and no function of observing on the stack",
      when: .all([
        .any([.exception, .oneOf(["unrecognized selector", "beyond bounds", "NSInvalidArgumentException"])]),
        .oneOf([
          "reason:", "unrecognized selector", "beyond bounds", "NSInvalidArgumentException", "NSRangeException",
          "NSGenericException", "NSInternalInconsistencyException", "assertion failure",
        ]),
        nothingOfObserving,
        .any([.namedStack, .oneOf(["reason:", "unrecognized selector", "beyond bounds"])]),
      ]),
      because: "The exception has other words than those of key-value observing, and no frame of it is on the stack.",
      next: ["Read the reason: it names the object and what it was asked to do."]),
    Rule(
      "no-frame-of-observing", .notObserving,
      sign: "a stack whose innermost function has a name of no use to observing, and none of observing below it",
      when: .all([
        .namedStack, .not(.onlyPlumbing), .not(.mostlyUnnamed), .not(.hasGaps),
        nothingOfObserving,
      ]),
      because: "The stack has names, and none of them belongs to key-value observing.",
      next: ["Read the innermost frame of the app."]),
    Rule(
      "frames-missing", .cannotTell, possible: [.observerDied, .otherThread],
      sign: "a bad access in `objc_release` or the like, and below it functions without names",
      when: .all([.namedStack, .hasGaps, .any([.messaging, .badAccess]), nothingOfObserving]),
      because: "A message was sent to a bad object, and the functions that sent it have no names.",
      next: [
        "Symbolicate the log with the symbols of its system version: the names of Foundation's functions decide."
      ]),
    Rule(
      "fatal-error", .notObserving,
      sign: "a failed check of Swift, with other words",
      when: .all([.oneOf(["Fatal error:", "Unexpectedly found nil", "precondition failed"]), .not(.namedStack)]),
      because: "A check of Swift failed, and its words are not about observing.",
      next: ["Look at the line that the message names."]),
    Rule(
      "words-of-observing", .cannotTell,
      sign: "words of key-value observing, without a failure",
      when: .any([
        .anyFrame([.callback, .notifying, .adding, .removing, .deallocating, .bookkeeping]),
        .oneOf(["KeyValueObserv", "observeValueForKeyPath", "NSKVONotifying", "KVO", "addObserver", "forKeyPath"]),
      ]),
      because: "The log names key-value observing, and says nothing about how it failed.",
      next: [
        "Look for the line with the exception (“*** Terminating app due to …, reason: …”) or the signal, and for the stack of "
          + "the thread that crashed."
      ]),
    Rule(
      "nothing", .cannotTell, sign: "none of these signs",
      when: .always,
      because: "Nothing in the text says what failed.",
      next: [
        "Paste the line with the exception (“*** Terminating app due to …, reason: …”), or the signal and the stack of the "
          + "thread that crashed, with the names of the functions.",
        "A stack of addresses alone has to be symbolicated first.",
      ]),
  ]
}
