/// The rules that look at the innermost frame.
extension Rule {
  // MARK: The innermost frame

  static let frames = [
    Rule(
      "coding-while-registering", .kind(.notCompliant, .likely),
      sign: "`valueForUndefinedKey:`, below `addObserver:forKeyPath:`",
      when: .all([
        .oneOf(["valueForUndefinedKey:", "NSUnknownKeyException"]), .innermost([.adding, .notifying, .removing]),
      ]),
      because: "The value of the key was read for an observation, and there is no such key."),
    Rule(
      "coding-in-binding", .kind(.notCompliant, .likely),
      sign: "`valueForUndefinedKey:`, below a binder of Cocoa bindings",
      when: .all([.oneOf(["valueForUndefinedKey:"]), .frameNamed(["Binder _observeValue", "Binder valueForBinding"])]),
      because: "A Cocoa binding observes a key path, and the object at its end does not have the key."),
    Rule(
      "key-read-by-unknown", .cannotTell, possible: [.notCompliant],
      sign: "`valueForUndefinedKey:`, and no frame below it",
      when: .all([
        .words(["valueForUndefinedKey:"]), .any([.not(.namedStack), .onlyPlumbing]),
        // No observation reads this one: only code that reads every property of an object does.
        .not(.oneOf(["for the key observationInfo"])),
      ]),
      because:
        "A key was read that the object does not have: by addObserver, or by other code, such as "
        + "value(forKey:), a predicate, a sort descriptor or a binding.",
      next: [
        "Look at the frame that calls valueForKey:. If it belongs to addObserver or to a change, compare the key path with "
          + "the class in the message.",
        "If not, no observer is involved: the caller uses a wrong key, or an object of another class.",
      ], cards: ["REG-7"]),
    Rule(
      "coding-elsewhere", .notObserving,
      sign: "`setValue:forUndefinedKey:` or `valueForUndefinedKey:`, anywhere else",
      when: .oneOf([
        "setValue:forUndefinedKey:", "valueForUndefinedKey:", "this class is not key value coding-compliant",
        "setNilValueForKey", "user defined inspected property",
      ]),
      because:
        "A value is read or written by key, and the object does not have the key. That is key-value coding: from a "
        + "nib or storyboard, from JSON, from an archiver. No observer is involved.",
      next: [
        "setValue: below a nib: look for an outlet that is connected and no longer there, and for the class and the module "
          + "of the nib's owner.",
        "valueForUndefinedKey: look at the frame that calls valueForKey:. If that is addObserver, it is about observing.",
        "With a binder in the message or on the stack: look for the Cocoa binding with that key, in the nib or in "
          + "bind(_:to:withKeyPath:options:).",
      ]),
    Rule(
      "deallocation-frame", .kind(.observedDied, .sure),
      sign: "an exception raised by `NSKVODeallocate`",
      when: .all([.innermost([.deallocating]), .exception]),
      because: "NSKVODeallocate raises for one reason only: an observer is still registered."),
    Rule(
      "deallocation-frame-alone", .kind(.observedDied, .likely),
      sign: "a stack that ends in `NSKVODeallocate`",
      when: .all([.innermost([.deallocating]), .not(.badAccess), .not(.messaging)]),
      because: "The stack ends in NSKVODeallocate, which raises when an observer is still registered."),
    Rule(
      "deallocation-crashes", .cannotTell, possible: [.observedDied, .otherThread],
      sign: "a bad access directly in `NSKVODeallocate`",
      when: .all([.innermost([.deallocating]), .messaging]),
      because:
        "An observed object was over-released, or it was deallocated while it still had a registration, which is damaged "
        + "by now.",
      next: [
        "Reproduce it with zombie objects: a message that names the observed object's class is an over-release.",
        "Look for an observer of that object that is not removed before the object is deallocated.",
      ], cards: ["LIF-1", "LIF-3"]),
    Rule(
      "inherited-callback-crashes", .kind(.unhandled, .likely), possible: [.observerDied],
      sign: "a bad access above `-[NSObject(NSKeyValueObserving) observeValueForKeyPath:…]`",
      when: .all([
        .innermostNamed(["CFString", "NSString", "description", "NSObject(NSKeyValueObserving)"]),
        .messaging, .frame([.inheritedCallback]),
      ]),
      because:
        "The callback that every object inherits was called, and crashed while it described the observer and the "
        + "observed object for its message. One of the two is gone, or another object has its address."),
    Rule(
      "inherited-callback", .kind(.unhandled, .likely),
      sign: "`-[NSObject(NSKeyValueObserving) observeValueForKeyPath:…]` on the stack",
      when: .any([
        .innermost([.inheritedCallback]), .frameNamed(["NSObject(NSKeyValueObserving) observeValueForKeyPath"]),
        .words(["-[NSObject(NSKeyValueObserving) observeValueForKeyPath"]),
      ]),
      because: "The callback that every object inherits was called. It only raises."),
    Rule(
      "nested-property", .kind(.pathSwapped, .likely),
      sign: "an exception raised by `NSKeyValueNestedProperty`",
      when: .all([
        .innermostNamed(["NSKeyValueNestedProperty object:", "NSKeyValueNestedProperty(", "withObservance:"]),
        .exception,
      ]),
      because: "The exception is raised where an observer of a longer path is moved from one object to the next."),
    Rule(
      "smashed-observer", .kind(.observerDied, .likely), possible: [.otherThread],
      sign: "`KVO_IS_RETAINING_ALL_OBSERVERS_OF_THIS_OBJECT_…`",
      when: .oneOf(["KVO_IS_RETAINING_ALL_OBSERVERS_OF_THIS_OBJECT"]),
      because:
        "The name of the function says it: KVO retains all observers of the object before it calls the ones that are "
        + "concerned, and one of all of them was over-released or overwritten. Often it is not an observer of the key that "
        + "changed."),
    Rule(
      "removal-raises", .kind(.notRegistered, .sure),
      sign: "an `NSRangeException` raised by `removeObserver:forKeyPath:`",
      when: .all([.innermost([.removing]), .oneOf(["NSRangeException"])]),
      because: "The removal raises a range exception, as it does when the observer is not registered."),
    Rule(
      "removal-raises-something", .kind(.notRegistered, .likely), possible: [.pathSwapped],
      sign: "another exception raised by `removeObserver:forKeyPath:`",
      when: .all([.innermost([.removing]), .exception, .not(.badAccess)]),
      because:
        "An exception is raised in the removal. Its name would tell whether the observer is not registered, or a path has "
        + "changed."),
    Rule(
      "removal-crashes", .cannotTell, possible: [.observedDied, .otherThread, .notRegistered],
      sign: "a bad access in `removeObserver:forKeyPath:`",
      when: .innermost([.removing]),
      because:
        "The observed object is gone, or two threads change the registrations.",
      next: [
        "See what holds the observed object: an unowned(unsafe), unsafe_unretained or assign reference is the usual one.",
        "Reproduce it with zombie objects or Address Sanitizer.",
      ], cards: ["LIF-1", "REM-2"]),
    Rule(
      "registration-raises", .kind(.notCompliant, .likely),
      sign: "an exception raised by `addObserver:forKeyPath:options:context:`",
      when: .all([.innermost([.adding]), .exception, .not(.badAccess)]),
      because:
        "An exception is raised while an observer is added, which happens for a key that the object does not have."),
    Rule(
      "registration-crashes", .cannotTell, possible: [.otherThread],
      sign: "a bad access in `addObserver:forKeyPath:options:context:`",
      when: .innermost([.adding]),
      because:
        "The object is gone, or observed on two threads at once, or another library has exchanged its "
        + "class.",
      next: [
        "Look for another thread of the log that adds, removes or announces.",
        "Look for libraries that exchange methods or classes of the same object, and for a class that is loaded twice.",
      ]),
    Rule(
      "bookkeeping", .cannotTell, possible: [.otherThread, .observerDied, .observedDied],
      sign: "a crash in `_NSKeyValueObservationInfo…`",
      when: .innermost([.bookkeeping]),
      because:
        "KVO's list of registrations is damaged: two threads changed it, or an object was deallocated "
        + "while it was observed. The damage happened earlier.",
      next: [
        "See on which threads the object is observed, changed and released: the other threads of the log may show one.",
        "Run with Thread Sanitizer, and with zombie objects.",
      ], cards: ["THR-1", "LIF-3", "LIF-1"]),
    Rule(
      "bookkeeping-container", .cannotTell, possible: [.otherThread, .observerDied],
      sign: "a crash in a dictionary or an array that KVO reads",
      when: .all([.inContainer, .innermost([.notifying, .adding, .removing]), .not(.exception)]),
      because:
        "A collection that KVO keeps is damaged: two threads changed or observed one object, or an "
        + "object was deallocated while it was observed.",
      next: [
        "See on which threads the object is observed, changed and released: the other threads of the log may show one.",
        "Run with Thread Sanitizer, and with zombie objects.",
      ], cards: ["THR-1", "LIF-3", "LIF-1"]),
    Rule(
      "delivery-to-freed-observer", .kind(.observerDied, .likely), possible: [.otherThread],
      sign: "a bad access in `objc_msgSend` or the like, directly below it `NSKeyValueNotifyObserver`, "
        + "`willChangeValueForKey:` or `didChangeValueForKey:`",
      when: .all([.innermost([.notifying]), .any([.messaging, .badAccess]), .not(.exception)]),
      because:
        "The function that delivers a change sends a message to a bad object, and there it sends messages to "
        + "observers. Less often, another thread changes the registrations at this moment."),
    Rule(
      "delivery", .cannotTell, possible: [.observerDied, .otherThread],
      sign: "a title or a stack that ends in a function that announces a change, without the reason",
      when: .innermost([.notifying]),
      because:
        "The log ends in a function that announces a change. Most often an observer is gone.",
      next: ["Look for the name of the exception or the signal, and for the frames above and below."],
      cards: ["LIF-3", "LIF-10"]),
    Rule(
      "bad-access-in-callback", .cannotTell, possible: [.observerDied],
      sign: "a bad access directly in a callback",
      when: .all([.frame([.callback]), .badAccess, .closeToCallback]),
      because:
        "The change was delivered. An object that the callback or its closure uses is gone, or the "
        + "observer was deallocated during the call.",
      next: [
        "See what the line uses: self, what the closure captured (unowned, unsafe), or what the callback tears down.",
        "Reproduce it with zombie objects: if the class is the observer's, an observer was not removed in time.",
      ], cards: ["LIF-3", "LIF-11", "THR-3"]),
    Rule(
      "own-code-in-callback", .notObserving,
      sign: "a crash in code that a callback calls, or a failed check in the callback itself",
      when: .all([.frame([.callback]), .any([.badAccess, .trap, .exception])]),
      because: "The crash is in the app's own code, which a callback runs. Observing only delivered the change.",
      next: [
        "Read the frames above the callback as you would any other crash.",
        "If the line unwraps or casts a value of the change: a nil value arrives as a null object, initial has no old value, "
          + "and without options there is no value at all.",
      ], cards: ["OPT-1", "OPT-2", "OPT-3"]),
    Rule(
      "own-code-below-change", .notObserving,
      sign: "a crash in other code, such as a getter or a dealloc, that a function of observing calls",
      when: .all([
        .frame([.notifying, .adding, .removing, .deallocating]),
        .any([.trap, .exception, .badAccess, .frameNamed(["assert_rtn", "NSAssertionHandler"])]),
      ]),
      because:
        "The crash is in other code. A function of observing is further down the stack. It only called that code, and "
        + "an observed object has such functions as its setters and its dealloc.",
      next: [
        "Read the frames above the first one of Foundation: the failure is there, such as in a getter that KVO reads."
      ]),
    Rule(
      "callback-alone", .cannotTell, possible: [.observerDied],
      sign: "a callback on the stack, without the reason",
      when: .frame([.callback]),
      because: "A callback is on the stack, and the log does not say how it ended.",
      next: ["Look for the exception, the signal or the message that belongs to this stack."]),
    Rule(
      "engine-of-a-library", .cannotTell, possible: [.otherThread, .observerDied],
      sign: "a crash in an observing library",
      when: .any([
        .frameNamed([
          "RLMObservationInfo", "RLMWillChange", "RLMDidChange", "FBKVO", "KVOCrash", "_BKObserver", "RACKVO",
        ]),
        .oneOf(["-[FBKVOController", "-[_FBKVO", "RLMObservationInfo"]),
      ]),
      because: "The crash is in a library that observes. Its frames do not say which side went wrong.",
      next: ["Take the whole log, with the exception or the signal. Look at the library's issues for the function."],
      cards: ["LIF-3", "MED-7"]),
  ]
}
