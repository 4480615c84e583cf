/// What a function on a call stack is for, as far as observing is concerned.
enum FrameKind: String, CaseIterable {
  /// Raises an exception or ends the process.
  case raising
  /// Sends a message, or retains, releases or looks at an object. A bad access here means a bad object.
  case messaging
  /// Cleans up as an observed object is deallocated.
  case deallocating
  /// Looks up the registrations of an object.
  case bookkeeping
  /// Announces a change or calls the observers.
  case notifying
  /// Adds an observer.
  case adding
  /// Removes an observer.
  case removing
  /// The callback that every object inherits, and that raises.
  case inheritedCallback
  /// A callback, or a library's or Swift's function around it.
  case callback
  /// An operation queue, which observes its operations.
  case operationQueue
  /// Waits for a lock, a queue or a semaphore.
  case waiting
  /// Looks into a collection, or asks for memory.
  case container
  /// Reads or writes a property by its name.
  case coding
  /// Checks on which thread or actor it runs.
  case isolationCheck
  /// Runs a loop, a queue, a pool or a thread: it is on nearly every stack, and says nothing of what failed.
  case runLoop
  case other

  /// The parts of function names that tell a kind, without leading underscores. The first row that matches decides.
  static let names: [(kind: FrameKind, parts: [String])] = [
    (
      .raising,
      [
        "exceptionPreprocess", "objc_exception_throw", "objc_exception_rethrow", "NSException raise",
        "NSException initWithCoder:", "NSException exceptionWithName", "NSCache init]", "cxa_throw", "cxa_rethrow",
        "std::terminate", "std::__terminate", "objc_terminate", "terminate_handler", "abort_message", "pthread_kill",
        "objc_fatal", "objc_trap", "assertionFailure", "fatalErrorMessage", "Swift runtime failure", "swift_fatal",
        "NSAssertionHandler", "assert_rtn", "swift_reportError", "swift_deletedMethodError",
        "NSApplication _crashOnException", "NSApplication reportException", "uncaughtErrorProc",
      ]
    ),
    (
      .isolationCheck,
      [
        "dispatch_assert_queue_fail", "dispatch_assert_queue", "swift_task_isCurrentExecutor", "checkExpectedExecutor",
        "swift_task_checkIsolated", "assumeIsolated", "swift_task_reportUnexpectedExecutor",
        "AssertAutoLayoutOnAllowedThreadsOnly", "AssertAutolayoutOnMainThreadOnly", "main_thread_checker",
        "MainThreadChecker",
      ]
    ),
    (
      .operationQueue,
      [
        "NSOQSchedule", "NSOperationInternal _observeValueForKeyPath", "NSOperationInternalObserver",
        "NSOperationInternal _start", "NSOQStartOperations",
      ]
    ),
    (.inheritedCallback, ["NSObject(NSKeyValueObserving) observeValueForKeyPath"]),
    (.deallocating, ["NSKVODeallocate"]),
    (
      .bookkeeping,
      [
        "NSKeyValueObservationInfo", "NSKeyValueObservances", "NSKeyValueRetainedObservationInfo",
        "NSKeyValueShareableObservationInfo", "NSKeyValueObservanceCache", "NSKVONotifyingOriginalClassForIsa",
        "keyPathIfAffectedByValueForKey",
      ]
    ),
    (
      .notifying,
      [
        // A pending notification retains the observer, and releases it.
        "NSKeyValuePushPendingNotification", "NSKeyValuePopPendingNotification",
        "NSKeyValueNotifyObserver", "NSKeyValueDidChange", "NSKeyValueWillChange", "didChangeValueForKey",
        "willChangeValueForKey", "didChange:valuesAtIndexes", "willChange:valuesAtIndexes", "_changeValueForKey",
        "KVO_IS_RETAINING_ALL_OBSERVERS", "_notifyObserversOfChangeFromValues",
        "_notifyObserversForKeyPath", "withObservance:didChangeValue", "withObservance:willChangeValue",
        "NSKeyValueUsingMutatingMethods", "notifyObserversOfChange", "_NSKeyValueObservance observeValue",
        "NSKeyValueObservance observeValueForKeyPath", "KVOKeyPathBridgeMachinery",
        "didChangeValue(for", "willChangeValue(for", "14didChangeValue", "15willChangeValue",
      ]
    ),
    (
      .removing,
      [
        "removeObserver:forKeyPath", "_removeObserver:forProperty", "didRemoveObservance",
        "removeObserver(_:forKeyPath",
        "NSKeyValueObservation.invalidate", "NSKeyValueObservation.deinit", "NSKeyValueObservation.__deallocating",
        "NSKeyValueObservation.Helper.invalidate",
      ]
    ),
    (
      .adding,
      [
        "addObserver:forKeyPath", "_addObserver:forProperty", "didAddObservance", "NSKVONotifyingCreateInfo",
        "NSKeyValueContainerClassGetNotifyingInfo", "isaForAutonotifying", "NSKVONotifyingEnableForInfo",
        "addObserver(_:forKeyPath", "hookAddObserver",
      ]
    ),
    (
      .callback,
      [
        "observeValueForKeyPath:ofObject:change", "observeValue(forKeyPath", "observeValueForKeyPath(",
        // Mangled, it is `$s10Foundation27_KeyValueCodingAndObservingPAAE7observe_…`.
        "_KeyValueCodingAndObserving.observe", "_KeyValueCodingAndObservingPAAE7observe",
        "NSKeyValueObservation.Helper", "KVOSubscription",
        "observeValueForKeyPath:ofObject:changeKind", "KeyValueObservation.(_swizzle", "_swizzle_me_observeValue",
      ]
    ),
    (
      .coding,
      [
        "NSObject(NSKeyValueCoding)", "NSUndefinedKey", "valueForUndefinedKey", "forUndefinedKey", "NSGetUsingKeyValue",
        "NSSetUsingKeyValue", "NSKeyValueGetter", "NSArray(NSKeyValueCoding)", "NSSet(NSKeyValueCoding)",
      ]
    ),
    (
      .container,
      [
        "CFDictionaryGet", "CFDictionarySet", "CFDictionaryContains", "CFBasicHash", "CFArrayGet", "CFSetGet",
        "NSPointerArray", "NSHashTable", "NSMapTable", "-[__NSArray", "-[__NSDictionary", "-[__NSSet", "-[__NSFrozen",
        "CFEqual", "CFHash", "malloc", "calloc",
      ]
    ),
    (
      .waiting,
      [
        "semaphore_wait", "psynch_mutexwait", "psynch_cvwait", "psynch_rw", "ulock_wait", "lll_lock_wait",
        "dispatch_sync_f_slow",
        "dispatch_barrier_sync_f_slow", "dispatch_semaphore_wait", "os_unfair_lock_lock", "pthread_mutex_lock",
        "pthread_mutex_firstfit_lock", "NSLock lock", "NSRecursiveLock lock", "dispatch_group_wait", "objc_sync_enter",
        "DISPATCH_WAIT_FOR_QUEUE", "dispatch_sync_wait", "dispatch_thread_event_wait", "os_semaphore_wait",
        "NSConditionLock", "waitUntilAllOperationsAreFinished", "semwait_signal", "performSelectorOnMainThread",
      ]
    ),
    (
      .messaging,
      [
        "objc_msgSend", "objc_retain", "objc_release", "objc_storeStrong", "object_getClass", "object_isClass",
        "objc_opt_", "objc_loadWeak", "objc_storeWeak", "objc_initWeak", "weak_register_no_lock", "lookUpImp",
        "class_getMethodImplementation", "objc_autorelease", "CFRetain", "CFRelease", "cache_getImp", "forwarding___",
        "CF_forwarding_prep", "forwarding_prep", "doesNotRecognizeSelector", "objc_getClass", "swift_retain",
        "swift_release", "swift_unknownObjectRetain", "objc_object::", "weak_read_no_lock", "objc_destroyWeak",
        "swift_weakLoadStrong", "swift_unknownObjectWeak", "isDeallocating", "RefCounts<", "RefCountBits",
        "realizeClass",
        "swift_abortRetainUnowned", "swift_unknownObjectUnowned", "swift_unowned", "ClassPair", "_NSIsNSObject",
        "swift_beginAccess", "pthread_kill",
        "AccessSet::insert",
        "objc_object(",
      ]
    ),
    (
      .runLoop,
      [
        "CFRunLoop", "CFRUNLOOP_IS_", "NSRunLoop(NSRunLoop)", "GSEventRun", "UIApplicationMain", "NSApplicationMain",
        "UIApplication _run]", "NSApplication run]", "dispatch_call_block_and_release", "dispatch_client_callout",
        "dispatch_main_queue_", "dispatch_root_queue_drain", "dispatch_lane_", "dispatch_worker_thread",
        "pthread_start", "pthread_wqthread", "start_wqthread", "thread_start", "AutoreleasePool",
      ]
    ),
  ]

  init(_ symbol: String) {
    let name = Words(symbol)
    if symbol == "abort" || symbol == "raise" || symbol == "kill" || symbol == "__kill" {
      self = .raising
      return
    }
    if symbol == "main" || symbol == "start" {
      self = .runLoop
    } else if Self.isNotifyingSetter(symbol) {
      self = .notifying
    } else {
      self = Self.names.first { $0.parts.contains { name.contains($0) } }?.kind ?? .other
    }
  }

  /// Whether it is a setter of KVO's, such as `_NSSetObjectValueAndNotify`.
  static func isNotifyingSetter(_ symbol: String) -> Bool {
    symbol.drop { $0 == "_" }.hasPrefix("NSSet") && symbol.contains("AndNotify")
  }

  /// Functions that other code calls and that fail there: the caller is what matters.
  static let tools: Set<FrameKind> = [.raising, .messaging, .coding, .container, .runLoop]
}
