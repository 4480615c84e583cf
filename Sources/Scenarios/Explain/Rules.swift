extension Rule {
  /// Every rule. The first one that applies gives the answer; the others that apply add what is possible.
  ///
  /// Words of an exception come first, because they say what happened. Frames come next, and of them the innermost
  /// counts: a frame of observing far down a stack only says who called. What is not about observing comes last.
  static let all: [Rule] =
    exceptions + leaks + zombies + swift + operations + threads + recursion + frames + other + fallbacks

  // MARK: The words of an exception

  private static let exceptions = [
    Rule(
      "leaked-info", .kind(.observedDied, .sure),
      sign: "the words `Observation info was leaked`",
      when: .all([.words(["Observation info was leaked"]), .oneOf(["deallocated while", "NSKVODeallocateBreak"])]),
      because:
        "The message says it. With this wording it is only logged, by systems and SDKs before iOS 8; the leftover "
        + "registration may be taken over by the next object at that address, so crashes elsewhere can follow."),
    Rule(
      "observer-is-gone", .kind(.observedDied, .sure),
      sign: "the same words, and `Observer: 0x0` in the list",
      when: .all([.words(["Observer: 0x0, Key path"]), .oneOf(deallocationWords)]),
      because:
        "The message says it. Foundation held the observer 0x0 weakly: it was deallocated before and never removed, or it is "
        + "the observed object itself, in its dealloc. Before iOS 18 it can mean that nil was passed as the observer."),
    Rule(
      "deallocated-while-observed", .kind(.observedDied, .sure),
      sign: "the words `was deallocated while key value observers were still registered with it`",
      when: .oneOf(deallocationWords),
      because: "The message says it, and its list has an entry for each registration that is left."),
    Rule(
      "path-changed", .kind(.pathSwapped, .sure),
      sign: "`Cannot update for observer`, or `most likely because the value for the key … has changed "
        + "without an appropriate KVO notification`",
      when: .oneOf([
        "without an appropriate KVO notification", "Cannot update for observer",
        "most likely because the value for the key",
      ]),
      because: "The message names the key whose value changed without a notification."),
    Rule(
      "not-registered", .kind(.notRegistered, .sure),
      sign: "`because it is not registered as an observer`",
      when: .oneOf([
        "is not registered as an observer", "as it is not a registered observer", "not registered as an observer",
      ]),
      because: "The message names observer, key path and object of the removal that found nothing."),
    Rule(
      "cannot-remove", .kind(.notRegistered, .likely), possible: [.pathSwapped],
      sign: "`Cannot remove an observer`, with the rest of the message missing",
      when: .oneOf(["Cannot remove an observer", "Cannot remove observer"]),
      because: "The message begins like the one about an observer that is not registered. Its end is missing."),
    Rule(
      "not-handled-by-foreigner", .kind(.unhandled, .sure), possible: [.observerDied],
      sign: "`message was received but not handled`, from an object of a system class",
      when: .all([.words(["message was received but not handled"]), .foreignObserver]),
      because:
        "The message says it. The observer that it names is of a class that hardly ever observes: most likely the "
        + "observer was deallocated, and this object has its address now."),
    Rule(
      "not-handled", .kind(.unhandled, .sure),
      sign: "`message was received but not handled`",
      when: .oneOf(["message was received but not handled"]),
      because: "The message says it: the callback that every object inherits was called, and it raises."),
    Rule(
      "not-compliant", .kind(.notCompliant, .sure),
      sign: "`was sent to an object that is not KVC-compliant`",
      when: .oneOf(["not KVC-compliant for the", "not KVC compliant for"]),
      because: "The message names the object, and the key that it does not have."),
    Rule(
      "collection", .kind(.collection, .sure),
      sign: "`is not supported. Key path:`, or an array's or a set's `addObserver:forKeyPath:` on the stack",
      when: .any([
        .words(["is not supported. Key path"]), .words(["addObserver:forKeyPath:options:context:] is not supported"]),
        .frameNamed([
          "NSArray(NSKeyValueObserverRegistration) addObserver:forKeyPath",
          "NSSet(NSKeyValueObserverRegistration) addObserver:forKeyPath",
          "NSOrderedSet(NSKeyValueObserverRegistration) addObserver:forKeyPath",
        ]),
      ]),
      because: "Arrays and sets refuse observers, and an observer was added to this one."),
    Rule(
      "self-dependency", .kind(.selfDependency, .sure),
      sign: "`returned a set that includes`, and `the same key that was passed in`",
      when: .oneOf([
        "returned a set that includes the same key", "includes a key path that starts with the same key",
      ]), because: "The message says it."),
    Rule(
      "no-notifying-class", .kind(.noNotifyingClass, .sure),
      sign: "`KVO failed to allocate class pair`",
      when: .oneOf([
        "KVO failed to allocate class pair", "automatic key-value observing will not work for this class",
      ]),
      because: "The message says it; no change of that class is noticed from then on."),
    Rule(
      "empty-key-path", .kind(.arguments, .sure),
      sign: "a message that a key path or another parameter is missing, or cannot be used",
      when: .oneOf([
        "a key path is empty", "the key path \"\" cannot be used", "list of key paths is empty",
        "there is no key path to observe", "missing required parameters observe:", "the only operator is @count",
      ]),
      because: "The message says it."),
    Rule(
      "empty-key-path-on-apple", .kind(.arguments, .likely),
      sign: "`characterAtIndex:]: Range or index out of bounds`, with `addObserver:forKeyPath:` or "
        + "`removeObserver:forKeyPath:` on the stack",
      when: .all([
        .oneOf(["characterAtIndex:]: Range or index out of bounds", "characterAtIndex:]: Index 0 out of bounds"]),
        .any([.frame([.adding, .removing]), .frameNamed(["NSKeyValuePropertyForIsaAndKeyPath"])]),
      ]),
      because:
        "Foundation reads the first character of the key path, to see whether it is @. An empty key path has none, and the "
        + "string raises this exception."),
    Rule(
      "too-many-observers", .kind(.tooManyObservers, .sure),
      sign: "`added too many observers to an NSOperation`, or to an `NSOperationQueue`",
      when: .oneOf(["added too many observers to an NSOperation"]),
      because:
        "The message says it. An operation counts the observers of each of its states, and an operation queue those of "
        + "operations and operationCount. The count ends at 255."),
    Rule(
      "stored-value", .kind(.declaration, .sure),
      sign: "a message that names `storedValue` or `computedKeys`",
      when: .oneOf(["storedValue instead of", "ComputedKey for it to computedKeys"]),
      because: "This repository's engine says it."),
    Rule(
      "indexes", .kind(.indexes, .sure),
      sign: "this repository's message that indexes `are out of range`",
      when: .words(["elements, and the indexes", "are out of range"]),
      because: "The engine of this repository says it: a change has indexes that the array does not have."),
  ]

  /// The words of an observed object's deallocation, in the forms that logs have.
  private static let deallocationWords = [
    "deallocated while key value", "deallocated while key-value", "NSKVODeallocateBreak",
    "Observation info was leaked", "key value observers were still registered",
  ]

  // MARK: Leaks

  private static let leaks = [
    Rule(
      "retain-cycle", .kind(.retainCycle, .likely),
      sign: "a leak report with `FBKVOController` or `NSKeyValueObservation` in it",
      when: .all([
        .oneOf(["ROOT CYCLE", "ROOT LEAK", "retain cycle", "leaked object", "Leak:", "total leaked bytes"]),
        .oneOf(["FBKVO", "KVOController", "NSKeyValueObservation", "NSKeyValueObservance", "_FBKVOInfo"]),
      ]),
      because: "A leak is reported, and an object of an observation is in it.")
  ]

  // MARK: Messages to deallocated objects

  private static let zombies = [
    Rule(
      "zombie-callback", .kind(.observerDied, .sure),
      sign: "`observeValueForKeyPath:ofObject:change:context:]: message sent to deallocated instance`",
      when: .all([
        .words(["message sent to deallocated instance"]),
        .oneOf(["observeValueForKeyPath:ofObject:change:context:]: message", "observeValue(forKeyPath"]),
      ]),
      because: "The callback was sent to an instance that was deallocated."),
    Rule(
      "zombie-removal", .kind(.observedDied, .likely),
      sign: "`removeObserver:forKeyPath:]: message sent to deallocated instance`",
      when: .oneOf([
        "removeObserver:forKeyPath:]: message sent to deallocated",
        "removeObserver:forKeyPath:context:]: message sent to deallocated",
      ]),
      because:
        "The removal was sent to an observed object that was deallocated. The code that removes did not retain it."),
    Rule(
      "zombie-observer", .kind(.observerDied, .likely), possible: [.otherThread],
      sign: "`message sent to deallocated instance`, where the instance is a library's observer or KVO "
        + "sent the message",
      when: .all([
        .words(["message sent to deallocated instance"]),
        .any([.zombieObserver, .innermost([.notifying, .bookkeeping])]),
      ]),
      because: "The deallocated instance belongs to an observing library, or KVO was about to call it."),
    Rule(
      "unknown-callback", .kind(.observerDied, .likely),
      sign: "`observeValueForKeyPath:ofObject:change:context:]: unrecognized selector`",
      when: .all([
        .words(["unrecognized selector"]), .oneOf(["observeValueForKeyPath:ofObject:change:context:]: unrec"]),
      ]),
      because: "Every NSObject has the callback. So an object that is not an NSObject has the observer's address now."),
    Rule(
      "set-mutation", .kind(.notCompliant, .likely),
      sign: "`unrecognized selector` for a method of sets, while a change is announced",
      when: .all([
        .words(["unrecognized selector"]), .oneOf(["intersectsSet:", "minusSet:", "unionSet:", "isSubsetOfSet:"]),
        .frame([.notifying]),
      ]),
      because: "The observed object announces a change of a set, and its getter returns no set: the key is not "
        + "KVO-compliant."),
    Rule(
      "unknown-selector-in-delivery", .kind(.observerDied, .likely),
      sign: "`unrecognized selector`, sent by a function that delivers a change",
      when: .all([.words(["unrecognized selector"]), .innermost([.notifying, .bookkeeping])]),
      because: "KVO sent a message to an observer, and another object has its address now."),
    Rule(
      "not-observable", .kind(.notCompliant, .likely),
      sign: "`addObserver:forKeyPath:options:context:]: unrecognized selector`",
      when: .oneOf(["addObserver:forKeyPath:options:context:]: unrecognized selector"]),
      because: "The object to be observed is not an NSObject."),
    Rule(
      "weak-in-deinit-by-mediator", .notObserving,
      sign: "`Cannot form weak reference`, or `weak_register_no_lock`, below a mediator's controller",
      when: .all([
        .any([
          .frameNamed(["weak_register_no_lock", "objc_storeWeak", "objc_initWeak"]),
          .words(["Cannot form weak reference"]),
        ]),
        .oneOf(["KVOController"]),
      ]),
      because:
        "A weak reference to an object was formed while that object was being deallocated. The mediator is asked for "
        + "in dealloc or deinit, and makes a controller with a weak observer. No observation failed.",
      next: ["Do not touch the lazy controller in dealloc: it removes by itself. Or make it early, in init."],
      cards: ["LIF-12"]),
    Rule(
      "weak-in-deinit-in-callback", .kind(.observerDied, .likely),
      sign: "`Cannot form weak reference`, or `weak_register_no_lock`, in a callback",
      when: .all([
        .any([
          .frameNamed(["weak_register_no_lock"]),
          .oneOf(["Cannot form weak reference", "deallocated with non-zero retain count", "retained during deinit"]),
        ]),
        .frame([.callback, .notifying]),
      ]),
      because: "A callback runs on an observer that is being deallocated, and takes a reference to it."),
    Rule(
      "weak-in-deinit", .notObserving,
      sign: "`Cannot form weak reference`, or `weak_register_no_lock`, anywhere else",
      when: .any([.frameNamed(["weak_register_no_lock"]), .words(["Cannot form weak reference"])]),
      because:
        "A weak or unowned reference to an object was formed while that object was being deallocated. No observation "
        + "failed.",
      next: [
        "Look at what dealloc or deinit uses for the first time: a lazy property, or a closure that captures self weakly. "
          + "If deinit removes an observer from a lazy property, remove it only if the property was made."
      ]),
  ]

  // MARK: Swift's own failures

  private static let swift = [
    Rule(
      "typed-key-path", .kind(.typedKeyPath, .sure),
      sign: "`Could not extract a String from KeyPath`, below `observe(_:options:changeHandler:)`",
      when: .all([
        .oneOf(["Could not extract a String from KeyPath", "_kvcKeyPathString"]),
        .any([
          .anyFrame([.callback, .adding]),
          .oneOf(["_KeyValueCodingAndObserving", "NSKeyValueObservation.", ".observe(\\", "changeHandler:"]),
        ]),
      ]),
      because: "The key path was passed to observe(_:options:changeHandler:), which needs its name in Objective-C."),
    Rule(
      "typed-key-path-warning", .kind(.typedKeyPath, .likely),
      sign: "the compiler's warning about a property that is not `@objc dynamic`",
      when: .oneOf(["reference to non-'@objc dynamic' property"]),
      because: "The compiler says it."),
    Rule(
      "key-path-elsewhere", .notObserving,
      sign: "`Could not extract a String from KeyPath`, below an expression, a predicate or a sort "
        + "descriptor",
      when: .all([
        .oneOf(["Could not extract a String from KeyPath", "_kvcKeyPathString"]),
        .oneOf(["NSExpression", "NSPredicate", "SortDescriptor", "FetchRequest", "QueryKit"]),
      ]),
      because: "The key path was passed to an expression, a predicate or a sort descriptor, not to an observation.",
      next: ["Declare the property @objc, or pass a string."]),
    Rule(
      "key-path-anywhere", .cannotTell, possible: [.typedKeyPath],
      sign: "`Could not extract a String from KeyPath`, without a stack",
      when: .oneOf(["Could not extract a String from KeyPath", "_kvcKeyPathString"]),
      because:
        "A Swift key path has no name for Objective-C. The text does not show whether "
        + "observe(_:options:changeHandler:), NSExpression, NSPredicate or a sort descriptor took it.",
      next: ["Look for the frame below the failure: it names the function that took the key path."]),
    Rule(
      "overlapping-access", .kind(.reentrancy, .likely),
      sign: "`Simultaneous accesses to`, with a callback or a registration on a stack",
      when: .all([
        .oneOf(["Simultaneous accesses to", "Fatal access conflict", "overlapping accesses"]),
        .any([
          .anyFrame([.callback, .notifying, .adding]), .oneOf(["observeValue(forKeyPath", "observeValueForKeyPath"]),
        ]),
      ]),
      because:
        "A callback runs while an access to the same variable is still open. Often the variable is the context: "
        + "addObserver(…, context: &context) keeps it open, and with initial the callback reads it."),
    Rule(
      "overlapping-access-elsewhere", .notObserving,
      sign: "`Simultaneous accesses to`, with no function of observing on the stacks",
      when: .oneOf(["Simultaneous accesses to", "Fatal access conflict"]),
      because: "Two accesses to one variable overlap, and no function of key-value observing is on the stacks.",
      next: ["Read both stacks: the previous access and the current one."]),
  ]

  // MARK: Operations

  private static let operations = [
    Rule(
      "finished-unstarted", .kind(.operationStates, .sure),
      sign: "`went isFinished=YES without being started`",
      when: .oneOf(["went isFinished=YES without being started"]),
      because: "The queue observes its operations, and reports the state that it was told."),
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

  private static let threads = [
    Rule(
      "overlay-swizzle", .kind(.otherThread, .likely),
      sign: "`__KVOKeyPathBridgeMachinery` or `__old_unswizzled`",
      when: .oneOf(["__old_unswizzled", "__KVOKeyPathBridgeMachinery"]),
      because: "Swift's overlay was exchanging KVO's class methods while another thread was inside them."),
    Rule(
      "isolation-in-callback", .kind(.otherThread, .likely),
      sign: "a failed check of the thread, the queue or the actor, in a callback",
      when: .all([
        .any([.frame([.isolationCheck]), .oneOf(isolationWords)]), .frame([.callback, .notifying]),
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

  private static let isolationWords = [
    "UI API called on a background thread", "must be used from main thread only", "Only run on the main thread",
    "modifying the autolayout engine from a background thread", "must not be performed from a background thread",
    "threading violation: expected the main thread", "Block was expected to execute on queue",
    "Incorrect actor executor assumption", "not isolated to the current",
    "Publishing changes from background threads is not allowed",
  ]

  // MARK: Recursion and waiting

  private static let recursion = [
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

  // MARK: The innermost frame

  private static let frames = [
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
      sign: "`valueForUndefinedKey:`, without a stack",
      when: .all([
        .words(["valueForUndefinedKey:"]), .not(.namedStack),
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
        .frame([.notifying, .adding, .removing, .deallocating]), .any([.trap, .exception, .badAccess]),
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

  // MARK: Silence, and other tools

  private static let other = [
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
  private static let nothingOfObserving: Condition = {
    let kinds: [FrameKind] = [
      .callback, .notifying, .adding, .removing, .deallocating, .bookkeeping, .inheritedCallback,
    ]
    return .any([.all([.knownCrash, .not(.frame(kinds))]), .not(.anyFrame(kinds))])
  }()

  private static let fallbacks = [
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
      sign: "a stack with names, and none of observing among them",
      when: .all([
        .namedStack, .not(.onlyPlumbing),
        nothingOfObserving,
      ]),
      because: "The stack has names, and none of them belongs to key-value observing.",
      next: ["Read the innermost frame of the app."]),
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
