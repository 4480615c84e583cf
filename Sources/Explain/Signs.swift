extension Sign {
  /// The table of signs. The first one that a log has gives the answer; a proof below it adds what else the log says.
  ///
  /// The words of an exception come first, because they say what happened. Frames come next, and of them the innermost
  /// counts: a frame of observing far down a stack only says who called. What is not about observing comes last.
  package static let all: [Sign] = [
    // The words of an exception.
    Sign(
      "leaked-info", .proof(.observedDied), "the words `Observation info was leaked`",
      when: .all([.words(["Observation info was leaked"]), .oneOf(["deallocated while", "NSKVODeallocateBreak"])])),
    Sign(
      "observer-is-gone", .proof(.observedDied), "the same words, and `Observer: 0x0` in the list",
      when: .all([.words(["Observer: 0x0, Key path"]), .oneOf(deallocationWords)])),
    Sign(
      "deallocated-while-observed", .proof(.observedDied),
      "the words `was deallocated while key value observers were still registered with it`",
      when: .oneOf(deallocationWords)),
    Sign(
      "path-changed", .proof(.pathSwapped),
      "`Cannot update for observer`, or `most likely because the value for the key … has changed without an appropriate KVO notification`",
      when: .oneOf([
        "without an appropriate KVO notification", "Cannot update for observer",
        "most likely because the value for the key",
      ])),
    Sign(
      "removed-from-center", .proof(.notRegistered),
      "`Cannot remove an observer`, raised by a notification center",
      when: .all([.oneOf(["Cannot remove an observer", "Cannot remove observer"]), .observedCenter])),
    Sign(
      "not-registered", .proof(.notRegistered),
      "`Cannot remove an observer … for the key path … because it is not registered as an observer`",
      when: .sentence([
        ["Cannot remove an observer ", "Cannot remove observer "], ["for the key", "for keypath", "(...)"],
        ["because it is not registered as an observer", "as it is not a registered observer"],
      ])),
    Sign(
      "cannot-remove", .likely(.notRegistered, or: [.pathSwapped]),
      "`Cannot remove an observer`, with the rest of the message missing",
      when: .oneOf(["Cannot remove an observer <", "Cannot remove observer <"])),
    Sign(
      "passed-to-super", .proof(.unhandled),
      "`message was received but not handled`, or a stack that ends in NSObject's callback, and an override called it",
      when: .all([
        .any([
          unhandledSentence,
          .all([.innermost([.inheritedCallback]), .not(.messaging), .not(.badAccess)]),
        ]),
        .passedToSuper,
      ])),
    Sign(
      "not-handled-by-foreigner", .likely(.observerDied, or: [.unhandled]),
      "`message was received but not handled`, from an object of a system class, or from a text",
      when: .all([unhandledSentence, .foreignObserver])),
    Sign(
      "not-handled", .proof(.unhandled), "`message was received but not handled`",
      when: unhandledSentence),
    Sign(
      "not-compliant", .proof(.notCompliant), "`was sent to an object that is not KVC-compliant`",
      when: .oneOf(["an object that is not KVC-compliant for the"])),
    Sign(
      "getter-name", .proof(.notCompliant), "`use property name`, and `instead of getter name`",
      when: .words(["use property name", "instead of getter name"])),
    Sign(
      "library-refuses-key-path", .proof(.notCompliant),
      "a library's assertion that it cannot observe a key path, and that the property's name is needed",
      when: .all([
        .oneOf(["observe keypath", "observe key path"]), .oneOf(["use property name", "property name instead"]),
      ])),
    Sign(
      "collection", .proof(.collection),
      "`is not supported. Key path:`, or an array's or a set's `addObserver:forKeyPath:` on the stack",
      when: .any([
        .words(["is not supported. Key path"]), .words(["addObserver:forKeyPath:options:context:] is not supported"]),
        .frameNamed([
          "NSArray(NSKeyValueObserverRegistration) addObserver:forKeyPath",
          "NSSet(NSKeyValueObserverRegistration) addObserver:forKeyPath",
          "NSOrderedSet(NSKeyValueObserverRegistration) addObserver:forKeyPath",
        ]),
      ])),
    Sign(
      "depends-on-itself", .proof(.selfDependency),
      "`returned a set that includes`, and `the same key that was passed in`",
      when: .oneOf([
        "returned a set that includes the same key", "includes a key path that starts with the same key",
      ])),
    Sign(
      "class-pair-refused", .proof(.noNotifyingClass), "`KVO failed to allocate class pair`",
      when: .oneOf([
        "KVO failed to allocate class pair", "automatic key-value observing will not work for this class",
      ])),
    Sign(
      "empty-key-path", .proof(.arguments),
      "a message that a key path or another parameter is missing, or cannot be used",
      when: .oneOf([
        "a key path is empty", "the key path \"\" cannot be used", "list of key paths is empty",
        "there is no key path to observe", "missing required parameters observe:", "the only operator is @count",
      ])),
    Sign(
      "empty-key-path-on-apple", .likely(.arguments),
      "`characterAtIndex:]: Range or index out of bounds`, with `addObserver:forKeyPath:` or `removeObserver:forKeyPath:` on the stack",
      when: .all([
        .oneOf(["characterAtIndex:]: Range or index out of bounds", "characterAtIndex:]: Index 0 out of bounds"]),
        .any([.frame([.adding, .removing]), .frameNamed(["NSKeyValuePropertyForIsaAndKeyPath"])]),
      ])),
    Sign(
      "counter-is-full", .proof(.tooManyObservers),
      "`added too many observers to an NSOperation`, or to an `NSOperationQueue`",
      when: .oneOf(["added too many observers to an NSOperation"])),
    Sign(
      "stored-value", .proof(.declaration), "a message that names `storedValue` or `computedKeys`",
      when: .oneOf(["storedValue instead of", "ComputedKey for it to computedKeys"])),
    Sign(
      "indexes", .proof(.indexes), "this repository's message that indexes `are out of range`",
      when: .words(["elements, and the indexes", "are out of range"])),
    // A report that cannot be read has names of functions in it, of whatever thread.
    Sign(
      "cut-report", .open([]), "a part of a report in JSON, which cannot be read without the rest",
      when: .cutReport),
    // Leaks.
    Sign(
      "leak-report", .likely(.retainCycle), "a leak report with `FBKVOController` or `NSKeyValueObservation` in it",
      when: .all([
        .oneOf(["ROOT CYCLE", "ROOT LEAK", "leaked object", "Leak: 0x", "total leaked bytes"]),
        .not(.words(["0 leaks for 0 total leaked bytes"])),
        .line(
          ["FBKVO", "KVOController", "NSKeyValueObservation", "NSKeyValueObservance"],
          with: [" 0x", "ROOT CYCLE", "ROOT LEAK"]),
      ])),
    // Messages to deallocated objects.
    Sign(
      "zombie-callback", .proof(.observerDied),
      "`observeValueForKeyPath:ofObject:change:context:]: message sent to deallocated instance`",
      when: .all([
        .words(["message sent to deallocated instance"]),
        .oneOf(["observeValueForKeyPath:ofObject:change:context:]: message", "observeValue(forKeyPath"]),
      ])),
    Sign(
      "callback-is-the-selector", .proof(.observerDied),
      "`selector name: observeValueForKeyPath:ofObject:change:context:` of a bad message",
      when: .all([
        .oneOf(["selector name: observeValueForKeyPath", "selector name : observeValueForKeyPath"]),
        .not(.oneOf(["unrecognized selector"])), .any([.messaging, .not(.namedStack)]),
      ])),
    Sign(
      "zombie-removal", .likely(.observedDied), "`removeObserver:forKeyPath:]: message sent to deallocated instance`",
      when: .oneOf([
        "removeObserver:forKeyPath:]: message sent to deallocated",
        "removeObserver:forKeyPath:context:]: message sent to deallocated",
      ])),
    Sign(
      "zombie-observer", .likely(.observerDied, or: [.otherThread]),
      "`message sent to deallocated instance`, where the instance is a library's observer or KVO sent the message",
      when: .all([
        .words(["message sent to deallocated instance"]),
        .any([.zombieObserver, .innermost([.notifying, .bookkeeping])]),
      ])),
    Sign(
      "unknown-callback", .likely(.observerDied),
      "`observeValueForKeyPath:ofObject:change:context:]: unrecognized selector`",
      when: .all([
        .words(["unrecognized selector"]), .oneOf(["observeValueForKeyPath:ofObject:change:context:]: unrec"]),
      ])),
    Sign(
      "set-mutation", .likely(.notCompliant),
      "`unrecognized selector` for a method of sets, while a change is announced",
      when: .all([
        .words(["unrecognized selector"]), .oneOf(["intersectsSet:", "minusSet:", "unionSet:", "isSubsetOfSet:"]),
        .frame([.notifying]),
      ])),
    Sign(
      "unknown-selector-in-delivery", .likely(.observerDied),
      "`unrecognized selector`, sent by a function that delivers a change",
      when: .all([.words(["unrecognized selector"]), .innermost([.notifying, .bookkeeping])])),
    Sign(
      "not-observable", .likely(.notCompliant),
      "`addObserver:forKeyPath:options:context:]: unrecognized selector`, or `removeObserver:forKeyPath:` with the same words",
      when: .oneOf([
        "addObserver:forKeyPath:options:context:]: unrecognized selector",
        "removeObserver:forKeyPath:]: unrecognized selector",
        "removeObserver:forKeyPath:context:]: unrecognized selector",
      ])),
    Sign(
      "weak-in-deinit-by-mediator", .elsewhere,
      "`Cannot form weak reference`, or `weak_register_no_lock`, below a mediator's controller",
      when: .all([
        .any([
          .frameNamed(["weak_register_no_lock", "objc_storeWeak", "objc_initWeak"]),
          .words(["Cannot form weak reference"]),
        ]),
        .oneOf(["KVOController"]),
      ])),
    Sign(
      "weak-in-deinit-in-callback", .likely(.observerDied),
      "`Cannot form weak reference`, or `weak_register_no_lock`, in a callback",
      when: .all([
        .any([
          .frameNamed(["weak_register_no_lock"]),
          .oneOf(["Cannot form weak reference", "deallocated with non-zero retain count", "retained during deinit"]),
        ]),
        .frame([.callback, .notifying]),
      ])),
    Sign(
      "weak-in-deinit-with-stack", .elsewhere,
      "`Cannot form weak reference`, or `weak_register_no_lock`, above a dealloc or deinit with no function of observing",
      when: .all([
        .any([.frameNamed(["weak_register_no_lock"]), .words(["Cannot form weak reference"])]),
        .deallocation, .nothingOfObserving,
      ])),
    Sign(
      "weak-in-deinit", .open([.observerDied]),
      "`Cannot form weak reference`, or `weak_register_no_lock`, without the stack",
      when: .any([.frameNamed(["weak_register_no_lock"]), .words(["Cannot form weak reference"])])),
    // Swift's own failures.
    Sign(
      "typed-key-path", .proof(.typedKeyPath),
      "`Could not extract a String from KeyPath`, below `observe(_:options:changeHandler:)`",
      when: .all([
        .oneOf(["Could not extract a String from KeyPath", "_kvcKeyPathString"]),
        .any([
          .anyFrame([.callback, .adding]),
          .oneOf(["_KeyValueCodingAndObserving", "NSKeyValueObservation.", ".observe(\\", "changeHandler:"]),
        ]),
      ])),
    Sign(
      "typed-key-path-warning", .likely(.typedKeyPath),
      "the compiler's warning about a property that is not `@objc dynamic`",
      when: .oneOf(["reference to non-'@objc dynamic' property"])),
    Sign(
      "key-path-elsewhere", .elsewhere,
      "`Could not extract a String from KeyPath`, below an expression, a predicate or a sort descriptor",
      when: .all([
        .oneOf(["Could not extract a String from KeyPath", "_kvcKeyPathString"]),
        .oneOf(["NSExpression", "NSPredicate", "SortDescriptor", "FetchRequest", "QueryKit"]),
      ])),
    Sign(
      "key-path-anywhere", .open([.typedKeyPath]), "`Could not extract a String from KeyPath`, without a stack",
      when: .oneOf(["Could not extract a String from KeyPath", "_kvcKeyPathString"])),
    Sign(
      "overlapping-access", .likely(.reentrancy),
      "`Simultaneous accesses to`, with a callback or a registration on a stack",
      when: .all([
        .oneOf(["Simultaneous accesses to", "Fatal access conflict", "overlapping accesses"]),
        .any([
          .anyFrame([.callback, .notifying, .adding]), .oneOf(["observeValue(forKeyPath", "observeValueForKeyPath"]),
        ]),
      ])),
    Sign(
      "overlapping-access-elsewhere", .elsewhere,
      "`Simultaneous accesses to`, with no function of observing on the stacks",
      when: .all([.oneOf(["Simultaneous accesses to", "Fatal access conflict"]), .namedStack])),
    Sign(
      "overlapping-access-alone", .open([.reentrancy]), "`Simultaneous accesses to`, without a stack",
      when: .oneOf(["Simultaneous accesses to", "Fatal access conflict"])),
    // Operations.
    Sign(
      "finished-unstarted", .proof(.operationStates), "`went isFinished=YES without being started`",
      when: .oneOf(["went isFinished=YES without being started"])),
    Sign(
      "started-twice", .proof(.operationStates),
      "`trying to start the receiver simultaneously`, or `receiver is already executing`",
      when: .all([
        .words(["NSOperationInternal _start:"]),
        .oneOf(["start the receiver simultaneously", "receiver is already executing", "receiver has already started"]),
      ])),
    Sign(
      "queue-schedules", .likely(.operationStates), "a crash in `__NSOQSchedule` or `__NSOperationInternal`",
      when: .innermost([.operationQueue])),
    Sign(
      "operation-api", .elsewhere, "a queue's message that an operation cannot be enqueued",
      when: .line(
        ["-[NSOperation"],
        with: [
          "operation is finished and cannot be enqueued", "operation is executing and cannot be enqueued",
          "operation is already enqueued on a queue", "is not yet ready to execute",
        ])),
    // Threads.
    Sign(
      "isolated-deinit", .elsewhere, "`swift_task_deinitOnExecutor…`, and a pointer that was not allocated",
      when: .all([
        .words(["swift_task_deinitOnExecutor"]),
        .oneOf([
          "pointer being freed was not allocated", "POINTER_BEING_FREED_WAS_NOT_ALLOCATED", "StopLookupScope",
        ]),
        .nothingOfObserving,
      ])),
    Sign(
      "overlay-swizzle", .likely(.otherThread), "`__KVOKeyPathBridgeMachinery` or `__old_unswizzled`",
      when: .oneOf(["__old_unswizzled", "__KVOKeyPathBridgeMachinery"])),
    Sign(
      "isolation-in-callback", .likely(.otherThread),
      "a failed check of the thread, the queue or the actor, in a callback",
      when: .all([
        .any([
          .frame([.isolationCheck]), .all([.oneOf(isolationWords), .not(.badAccess)]), .mainThreadAssertion,
        ]),
        .frame([.callback, .notifying]),
      ])),
    Sign(
      "data-race", .likely(.otherThread), "`data race`, with a function of observing on a stack",
      when: .all([
        .oneOf(["ThreadSanitizer: data race", "ThreadSanitizer: Swift access race", "ThreadSanitizer: race on"]),
        .anyFrame([.callback, .notifying, .adding, .removing, .bookkeeping]),
      ])),
    Sign(
      "isolation-elsewhere", .elsewhere,
      "a failed check of the thread, the queue or the actor, with no function of observing on that stack",
      when: .any([
        .frame([.isolationCheck]), .all([.oneOf(isolationWords), .namedStack]),
        .words(["Publishing changes from background threads is not allowed"]),
      ])),
    Sign(
      "isolation-alone", .open([.otherThread]),
      "a failed check of the thread, the queue or the actor, without a stack", when: .oneOf(isolationWords)),
    // Recursion and waiting.
    Sign(
      "callback-repeats", .likely(.reentrancy), "the same callback or setter several times on one stack",
      when: .any([
        .all([.callbacks(4), .not(.exception), .not(.trap)]),
        .all([
          .callbacks(2),
          .oneOf([
            "stack overflow", "code=2,", "code=2)", "KERN_PROTECTION_FAILURE", "Stack Guard", "excessive recursion",
            "infinite recursion", "STACK_OVERFLOW", "Thread stack size exceeded",
          ]),
          .not(.shortStack), .not(.otherRecursion),
        ]),
        .all([.callbacks(2), .deepStack, .not(.otherRecursion)]),
      ])),
    Sign(
      "stack-guard", .likely(.reentrancy), "a protection failure (`code=2`) while a property is set",
      when: .all([
        .oneOf([
          "code=2,", "code=2)", "KERN_PROTECTION_FAILURE", "Stack Guard", "stack overflow",
          "Thread stack size exceeded",
        ]),
        .frame([.notifying, .callback]), .not(.messaging), .not(.shortStack), .not(.otherRecursion),
      ])),
    Sign(
      "queue-owned", .likely(.reentrancy), "`called on queue already owned by current thread`, in a callback",
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
      ])),
    Sign(
      "waiting-in-callback", .open([.reentrancy]), "a thread that waits for a lock or a queue inside a callback",
      when: .waitingInCallback),
    Sign(
      "interrupted", .open([]),
      "a report of a hang, or of a limit that was exceeded, such as `EXC_RESOURCE` or `0x8badf00d`, with a function of observing on the stack",
      when: .all([
        .oneOf(["EXC_RESOURCE", "0x8badf00d", "Event: hang", "Event: cpu usage", "Analysis of sampling", "spindump"]),
        .not(.badAccess), .not(.exception), .not(.nothingOfObserving),
      ])),
    // User defaults, after what repeats: a callback that sets the defaults that it observes is a recursion first.
    Sign(
      "defaults-in-the-background", .likely(.observerDied, or: [.otherThread]),
      "a crash below `CFPrefsSource` or `NSUserDefaults`, in a function that delivers a change",
      when: .all([
        .any([
          .frameNamed(["CFPrefsSource", "CFPrefsSearchList", "NSUserDefaults("]), .frameNamed(["UserDefaults.set"]),
        ]),
        .innermost([.notifying]), .any([.badAccess, .messaging]),
      ])),
    // The innermost frame.
    Sign(
      "observation-info-read", .open([.observedDied, .otherThread, .observerDied]),
      "`valueForUndefinedKey:`, sent to an `NSKeyValueObservationInfo`",
      when: .all([
        .words(["<NSKeyValueObservationInfo 0x", "valueForUndefinedKey:]: this"]),
        // Code that looks into these objects reads their fields.
        .not(.oneOf(["for the key _"])),
      ])),
    Sign(
      "coding-while-registering", .likely(.notCompliant), "`valueForUndefinedKey:`, below `addObserver:forKeyPath:`",
      when: .all([
        .oneOf(["valueForUndefinedKey:", "NSUnknownKeyException"]), .innermost([.adding, .notifying, .removing]),
      ])),
    Sign(
      "coding-in-binding", .likely(.notCompliant), "`valueForUndefinedKey:`, below a binder of Cocoa bindings",
      when: .all([.oneOf(["valueForUndefinedKey:"]), .frameNamed(["Binder _observeValue", "Binder valueForBinding"])])),
    Sign(
      "key-read-by-unknown", .open([.notCompliant]), "`valueForUndefinedKey:`, and no frame below it",
      when: .all([
        .words(["valueForUndefinedKey:"]), .any([.not(.namedStack), .onlyPlumbing]),
        // No observation reads this one: only code that reads every property of an object does.
        .not(.oneOf(["for the key observationInfo"])),
      ])),
    Sign(
      "coding-elsewhere", .elsewhere, "`setValue:forUndefinedKey:` or `valueForUndefinedKey:`, anywhere else",
      when: .oneOf([
        "setValue:forUndefinedKey:", "valueForUndefinedKey:", "this class is not key value coding-compliant",
        "setNilValueForKey", "user defined inspected property",
      ])),
    Sign(
      "deallocation-frame", .proof(.observedDied), "an exception raised by `NSKVODeallocate`",
      when: .all([.innermost([.deallocating]), .exception])),
    Sign(
      "deallocation-frame-alone", .likely(.observedDied), "a stack that ends in `NSKVODeallocate`",
      when: .all([.innermost([.deallocating]), .not(.badAccess), .not(.messaging)])),
    Sign(
      "deallocation-crashes", .open([.observedDied, .otherThread]), "a bad access directly in `NSKVODeallocate`",
      when: .all([.innermost([.deallocating]), .messaging])),
    Sign(
      "inherited-callback-crashes", .likely(.unhandled, or: [.observerDied]),
      "a bad access above `-[NSObject(NSKeyValueObserving) observeValueForKeyPath:…]`",
      when: .all([
        .innermostNamed(["CFString", "NSString", "description", "NSObject(NSKeyValueObserving)"]),
        .messaging, .frame([.inheritedCallback]),
      ])),
    Sign(
      "inherited-callback", .likely(.unhandled),
      "`-[NSObject(NSKeyValueObserving) observeValueForKeyPath:…]` on the stack",
      when: .any([
        .innermost([.inheritedCallback]), .frameNamed(["NSObject(NSKeyValueObserving) observeValueForKeyPath"]),
        .words(["-[NSObject(NSKeyValueObserving) observeValueForKeyPath"]),
      ])),
    Sign(
      "nested-property", .likely(.pathSwapped), "an exception raised by `NSKeyValueNestedProperty`",
      when: .all([
        .innermostNamed(["NSKeyValueNestedProperty object:", "NSKeyValueNestedProperty(", "withObservance:"]),
        .exception,
      ])),
    Sign(
      "smashed-observer", .likely(.observerDied, or: [.otherThread]),
      "`KVO_IS_RETAINING_ALL_OBSERVERS_OF_THIS_OBJECT_…`",
      when: .oneOf(["KVO_IS_RETAINING_ALL_OBSERVERS_OF_THIS_OBJECT"])),
    Sign(
      "removal-raises", .proof(.notRegistered), "an `NSRangeException` raised by `removeObserver:forKeyPath:`",
      when: .all([.innermost([.removing]), .oneOf(["NSRangeException"])])),
    Sign(
      "removal-raises-something", .likely(.notRegistered, or: [.pathSwapped]),
      "another exception raised by `removeObserver:forKeyPath:`",
      when: .all([.innermost([.removing]), .exception, .not(.badAccess)])),
    Sign(
      "removal-crashes", .open([.observedDied, .otherThread, .notRegistered]),
      "a bad access in `removeObserver:forKeyPath:`",
      when: .innermost([.removing])),
    Sign(
      "registration-raises", .likely(.notCompliant), "an exception raised by `addObserver:forKeyPath:options:context:`",
      when: .all([.innermost([.adding]), .exception, .not(.badAccess)])),
    Sign(
      "registration-crashes", .open([.otherThread]), "a bad access in `addObserver:forKeyPath:options:context:`",
      when: .innermost([.adding])),
    Sign(
      "bookkeeping", .open([.otherThread, .observerDied, .observedDied]), "a crash in `_NSKeyValueObservationInfo…`",
      when: .innermost([.bookkeeping])),
    Sign(
      "bookkeeping-container", .open([.otherThread, .observerDied]),
      "a crash in a dictionary or an array that KVO reads",
      when: .all([.inContainer, .innermost([.notifying, .adding, .removing]), .not(.exception)])),
    Sign(
      "delivery-to-freed-observer", .likely(.observerDied, or: [.otherThread]),
      "a bad access in `objc_msgSend` or the like, directly below it `NSKeyValueNotifyObserver`, `willChangeValueForKey:` or `didChangeValueForKey:`",
      when: .all([.innermost([.notifying]), .any([.messaging, .badAccess]), .not(.exception)])),
    Sign(
      "delivery", .open([.observerDied, .otherThread]),
      "a title or a stack that ends in a function that announces a change, without the reason",
      when: .innermost([.notifying])),
    Sign(
      "bad-access-in-callback", .open([.observerDied]), "a bad access directly in a callback",
      when: .all([.frame([.callback]), .badAccess, .closeToCallback])),
    Sign(
      "unowned-in-callback", .open([.observerDied]),
      "an unowned reference to a deallocated object, read directly in a callback",
      when: .all([
        .frame([.callback]), .closeToCallback,
        .any([.words(["Attempted to read an unowned reference"]), .frameNamed(["swift_abortRetainUnowned"])]),
      ])),
    Sign(
      "own-code-in-callback", .elsewhere,
      "a crash in code that a callback calls, or a failed check in the callback itself",
      when: .all([.frame([.callback]), .any([.badAccess, .trap, .exception])])),
    Sign(
      "own-code-below-change", .elsewhere,
      "a crash in other code, such as a getter or a dealloc, that a function of observing calls",
      when: .all([
        .frame([.notifying, .adding, .removing, .deallocating]),
        .any([.trap, .exception, .badAccess, .frameNamed(["assert_rtn", "NSAssertionHandler"])]),
      ])),
    Sign(
      "callback-alone", .open([.observerDied]), "a callback on the stack, without the reason",
      when: .frame([.callback])),
    Sign(
      "engine-of-a-library", .open([.otherThread, .observerDied]), "a crash in an observing library",
      when: .any([
        .frameNamed([
          "RLMObservationInfo", "RLMWillChange", "RLMDidChange", "FBKVO", "KVOCrash", "_BKObserver", "RACKVO",
        ]),
        .oneOf(["-[FBKVOController", "-[_FBKVO", "RLMObservationInfo"]),
      ])),
    // Silence, and other tools.
    Sign(
      "dotted-defaults-key", .likely(.defaultsKey), "an observed key of the user defaults with a dot in it",
      when: .dottedDefaultsKey),
    Sign(
      "waiting-elsewhere", .elsewhere, "a thread that waits, with no function of observing on its stack",
      when: .all([.innermost([.waiting]), .nothingOfObserving, .not(.badAccess), .not(.trap), .not(.exception)])),
    Sign(
      "notifications", .elsewhere, "functions or words of a notification center",
      when: .frameOrWords([
        "CFXNotification", "CFNOTIFICATIONCENTER_IS_CALLING_OUT", "NSNotificationCenter", "NotificationCenter.default",
      ])),
    Sign(
      "observation-framework", .elsewhere, "functions or words of Observation, Combine or SwiftUI",
      when: .frameOrWords([
        "ObservationRegistrar", "withObservationTracking", "Observation.Observ", "libswiftObservation",
        "Subscribers.Sink",
        "ObservableObject", "Publishers.", "_withObservation",
      ])),
    Sign(
      "unowned-alone", .open([.observerDied]), "`Attempted to read an unowned reference`, without a stack",
      when: .all([.words(["Attempted to read an unowned reference"]), .not(.namedStack)])),
    // What is left when no other sign fits.
    Sign(
      "zombie-alone", .open([]),
      "`message sent to deallocated instance`, without a stack, or with functions of messages and the run loop alone",
      when: .all([
        .oneOf(["message sent to deallocated instance"]), .any([.not(.namedStack), .onlyPlumbing]),
      ])),
    Sign(
      "plumbing-whole", .open([.observerDied]),
      "a bad access in `objc_msgSend` or the like, and below it the run loop alone, down to `main`",
      when: .all([
        .onlyPlumbing, .wholeStack, .any([.badAccess, .messaging]), .not(.oneOf(["unrecognized selector"])),
      ])),
    Sign(
      "plumbing-alone", .open([.observerDied, .otherThread]),
      "a bad access in `objc_msgSend` or the like, without the frames below, or with those of the run loop alone",
      when: .all([.onlyPlumbing, .any([.badAccess, .messaging]), .not(.oneOf(["unrecognized selector"]))])),
    Sign(
      "abort-alone", .open([]),
      "the stack of `objc_terminate`, `objc_exception_rethrow` or AppKit's `_crashOnException:`, without the exception",
      when: .all([
        .frameNamed([
          "objc_terminate", "objc_exception_rethrow", "cxa_rethrow", "abort_message", "_crashOnException",
        ]),
        .not(.frameNamed(["objc_exception_throw", "exceptionPreprocess"])), .not(.oneOf(["reason:"])),
        .nothingOfObserving,
      ])),
    Sign(
      "unnamed-stack", .open([]), "a stack whose innermost function and most others have no names",
      when: .all([.mostlyUnnamed, .nothingOfObserving, .not(.oneOf(["reason:", "unrecognized selector"]))])),
    Sign(
      "other-exception", .elsewhere, "an exception with other words, and no function of observing on the stack",
      when: .all([
        .any([.exception, .oneOf(["unrecognized selector", "beyond bounds", "NSInvalidArgumentException"])]),
        .oneOf([
          "reason:", "unrecognized selector", "beyond bounds", "NSInvalidArgumentException", "NSRangeException",
          "NSGenericException", "NSInternalInconsistencyException", "assertion failure",
        ]),
        .nothingOfObserving,
        .any([.namedStack, .oneOf(["reason:", "unrecognized selector", "beyond bounds"])]),
      ])),
    Sign(
      "no-frame-of-observing", .elsewhere,
      "a stack whose innermost function has a name of no use to observing, and none of observing below it",
      when: .all([
        .namedStack, .not(.onlyPlumbing), .not(.mostlyUnnamed), .not(.hasGaps),
        .nothingOfObserving,
      ])),
    Sign(
      "frames-missing", .open([.observerDied, .otherThread]),
      "a bad access in `objc_release` or the like, and below it functions without names",
      when: .all([.namedStack, .hasGaps, .any([.messaging, .badAccess]), .nothingOfObserving])),
    Sign(
      "fatal-error", .open([]), "a failed check of Swift, with other words, and no stack",
      when: .all([.oneOf(["Fatal error:", "Unexpectedly found nil", "precondition failed"]), .not(.namedStack)])),
    Sign(
      "words-of-observing", .open([]), "words of key-value observing, without a failure",
      when: .any([
        .anyFrame([.callback, .notifying, .adding, .removing, .deallocating, .bookkeeping]),
        .oneOf(["KeyValueObserv", "observeValueForKeyPath", "NSKVONotifying", "KVO", "addObserver", "forKeyPath"]),
      ])),
    Sign(
      "nothing", .open([]), "none of these signs",
      when: .always),
  ]
}

/// The words of an observed object's deallocation, in the forms that logs have.
private let deallocationWords = [
  "deallocated while key value", "deallocated while key-value", "NSKVODeallocateBreak",
  "Observation info was leaked", "key value observers were still registered",
]

/// The words of the callback that every object inherits.
private let unhandledSentence = Condition.sentence([
  ["An -observeValueForKeyPath"], ["message was received but not handled"],
])

private let isolationWords = [
  "UI API called on a background thread", "must be used from main thread only", "Only run on the main thread",
  "modifying the autolayout engine from a background thread", "must not be performed from a background thread",
  "threading violation: expected the main thread", "Block was expected to execute on queue",
  "Incorrect actor executor assumption", "not isolated to the current",
  "Publishing changes from background threads is not allowed",
]

extension Condition {
  /// A function on the stack that crashed has such a name. Without a stack, the words count anywhere: other threads and
  /// the list of images have them in nearly every report.
  fileprivate static func frameOrWords(_ names: [String]) -> Condition {
    .any([.frameNamed(names), .all([.not(.namedStack), .oneOf(names)])])
  }

  /// No function of observing is on the stack that crashed, or on any if the log does not say which one did.
  fileprivate static let nothingOfObserving: Condition = {
    let kinds: [FrameKind] = [
      .callback, .notifying, .adding, .removing, .deallocating, .bookkeeping, .inheritedCallback,
    ]
    return .any([.all([.knownCrash, .not(.frame(kinds))]), .not(.anyFrame(kinds))])
  }()
}
