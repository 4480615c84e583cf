import TestSupport
import Testing

@testable import Explain
@testable import Harness
@testable import Workbench

@Suite("The rules of explain", .watched)
struct ExplainRuleTests {
  /// For each rule a text that only it decides, and one that is nearly the same and that it must leave alone.
  static let samples: [(rule: String, text: String, nearMiss: String)] = [
    (
      "leaked-info", "Clock was deallocated while key value observers were registered. Observation info was leaked",
      "The memory of the observation was leaked"
    ),
    (
      "observer-is-gone",
      "An instance 0x1 of class Clock was deallocated while key value observers were still registered with it. "
        + "(<NSKeyValueObservance 0x2: Observer: 0x0, Key path: date, Options: <New: YES>)",
      "An instance 0x1 of class Clock was deallocated while key value observers were still registered with it. "
        + "(<NSKeyValueObservance 0x2: Observer: 0x0104f3ed, Key path: date, Options: <New: YES>)"
    ),
    (
      "deallocated-while-observed",
      "An instance 0x1 of class Clock was deallocated while key value observers were still registered with it.",
      "An instance 0x1 of class Clock was deallocated while a timer was running"
    ),
    (
      "path-changed", "Cannot update for observer <A 0x1> for the key path \"a.b\" from <B 0x2>",
      "Cannot update the observer list"
    ),
    (
      "not-registered",
      "Cannot remove an observer <A 0x1> for the key path \"a\" from <B 0x2> because it is not registered as an observer.",
      "ValueError: <Screen object at 0x7f1> is not registered as an observer"
    ),
    ("cannot-remove", "Cannot remove an observer <A 0x1> for the key pa", "Cannot remove the file"),
    (
      "not-handled-by-foreigner",
      "<CALayer: 0x1>: An -observeValueForKeyPath:ofObject:change:context: message was received but not handled.",
      "<Clock: 0x1>: An -observeValueForKeyPath:ofObject:change:context: message was received but not handled."
    ),
    (
      "passed-to-super",
      "<View: 0x1>: An -observeValueForKeyPath:ofObject:change:context: message was received but not handled.\n"
        + "0 F 0x1 -[NSObject(NSKeyValueObserving) observeValueForKeyPath:ofObject:change:context:] + 1\n"
        + "1 A 0x1 -[View observeValueForKeyPath:ofObject:change:context:] + 1",
      "<View: 0x1>: An -observeValueForKeyPath:ofObject:change:context: message was received but not handled.\n"
        + "0 F 0x1 -[NSObject(NSKeyValueObserving) observeValueForKeyPath:ofObject:change:context:] + 1\n"
        + "1 A 0x1 -[_FBKVOSharedController observeValueForKeyPath:ofObject:change:context:] + 1"
    ),
    (
      "removed-from-center",
      "Cannot remove an observer <A 0x1> for the key path \"a\" from <NSNotificationCenter 0x2> because it is not "
        + "registered as an observer.",
      "Cannot remove an observer <A 0x1> for the key path \"a\" from <Center 0x2> because it is not registered as an "
        + "observer. NSNotificationCenter"
    ),
    (
      "getter-name", "use property name \"ready\" instead of getter name \"isReady\"",
      "use property name \"ready\" instead of \"isReady\""
    ),
    (
      "observation-info-read",
      "[<NSKeyValueObservationInfo 0x1> valueForUndefinedKey:]: this class is not key value coding-compliant for the key a.",
      "[<NSKeyValueObservationInfo 0x1> valueForUndefinedKey:]: this class is not key value coding-compliant for the key _a."
    ),
    (
      "not-handled", "An -observeValueForKeyPath:ofObject:change:context: message was received but not handled.",
      "WARNING: the message was received but not handled"
    ),
    (
      "not-compliant", "was sent to an object that is not KVC-compliant for the \"date\" property.",
      "warning: Clock is not KVC-compliant for the key date, ignoring"
    ),
    (
      "collection",
      "[<__NSArrayM 0x1> addObserver:forKeyPath:options:context:] is not supported. Key path: name",
      "This format is not supported. Path: name"
    ),
    (
      "depends-on-itself", "returned a set that includes the same key that was passed in",
      "returned a set that includes the key"
    ),
    (
      "class-pair-refused", "KVO failed to allocate class pair for name NSKVONotifying_A", "failed to allocate memory"
    ),
    (
      "empty-key-path-on-apple",
      "-[__NSCFConstantString characterAtIndex:]: Range or index out of bounds\n0 C 0x1 -[__NSCFString characterAtIndex:] + 1\n"
        + "1 F 0x1 -[NSObject(NSKeyValueObserverRegistration) addObserver:forKeyPath:options:context:] + 1",
      "-[__NSCFConstantString characterAtIndex:]: Range or index out of bounds\n0 C 0x1 -[__NSCFString characterAtIndex:] + 1\n"
        + "1 A 0x1 -[A parse] + 1"
    ),
    (
      "counter-is-full", "added too many observers to an NSOperationQueue for operationCount",
      "too many observers in the notification center"
    ),
    ("empty-key-path", "reason: 'missing required parameters observe:(null)'", "missing required parameters: url"),
    ("stored-value", "Assign to _date.storedValue instead of _date", "the stored value is used instead of nil"),
    (
      "indexes", "rows has 1 elements, and the indexes 2..<3 are out of range.",
      "*** -[NSMutableArray removeObjectsAtIndexes:]: indexes are out of range"
    ),
    (
      "leak-report", "ROOT CYCLE: <Owner 0x1> <FBKVOController 0x2>", "ROOT CYCLE: <Owner 0x1> <Timer 0x2>"
    ),
    (
      "zombie-callback",
      "-[View observeValueForKeyPath:ofObject:change:context:]: message sent to deallocated instance 0x1",
      "-[View drawRect:]: message sent to deallocated instance 0x1"
    ),
    (
      "zombie-removal", "-[Clock removeObserver:forKeyPath:]: message sent to deallocated instance 0x1",
      "-[Clock removeAllObjects]: message sent to deallocated instance 0x1"
    ),
    (
      "zombie-observer", "-[RACKVOProxy retain]: message sent to deallocated instance 0x1",
      "-[NSKVONotifying_Clock retain]: message sent to deallocated instance 0x1"
    ),
    (
      "unknown-callback",
      "-[NSInvocation observeValueForKeyPath:ofObject:change:context:]: unrecognized selector sent to instance 0x1",
      "-[View observedValueDidChange:]: unrecognized selector sent to instance 0x1"
    ),
    (
      "set-mutation",
      "-[A minusSet:]: unrecognized selector sent to instance 0x1\n0 NSKeyValueWillChangeBySetMutation",
      "-[A minusSet:]: unrecognized selector sent to instance 0x1\n0 -[Store merge]"
    ),
    (
      "unknown-selector-in-delivery",
      "-[A foo]: unrecognized selector sent to instance 0x1\n0 NSKeyValueNotifyObserver",
      "-[A foo]: unrecognized selector sent to instance 0x1\n0 -[Store merge]\n1 NSKeyValueNotifyObserver"
    ),
    (
      "not-observable",
      "-[Box addObserver:forKeyPath:options:context:]: unrecognized selector sent to instance 0x1",
      "-[Box addObserver:]: unrecognized selector sent to instance 0x1"
    ),
    (
      "weak-in-deinit-by-mediator",
      "Cannot form weak reference to instance (0x1) of class Page. -[FBKVOController initWithObserver:]",
      "Cannot form weak reference to instance (0x1) of class Page."
    ),
    (
      "weak-in-deinit", "Cannot form weak reference to instance (0x1) of class Page.",
      "a weak reference to instance (0x1) of class Page"
    ),
    (
      "deallocation-crashes", "0 L 0x1 objc_msgSend + 1\n1 F 0x1 NSKVODeallocate + 1",
      "0 L 0x1 objc_msgSend + 1\n1 A 0x1 -[A show] + 1\n2 F 0x1 NSKVODeallocate + 1"
    ),
    (
      "inherited-callback-crashes",
      "0 L 0x1 objc_msgSend + 1\n1 C 0x1 CFStringCreateWithFormat + 1\n"
        + "2 F 0x1 -[NSObject(NSKeyValueObserving) observeValueForKeyPath:ofObject:change:context:] + 1",
      "0 F 0x1 -[NSObject(NSKeyValueObserving) observeValueForKeyPath:ofObject:change:context:] + 1"
    ),
    (
      "coding-in-binding",
      "0 F 0x1 -[NSObject(NSKeyValueCoding) valueForUndefinedKey:] + 1\n"
        + "1 A 0x1 -[NSBinder valueForBinding:resolveMarkersToPlaceholders:] + 1",
      "0 F 0x1 -[NSObject(NSKeyValueCoding) valueForUndefinedKey:] + 1\n1 A 0x1 -[A show] + 1"
    ),
    (
      "key-read-by-unknown", "[<A 0x1> valueForUndefinedKey:]: this class is not key value coding-compliant",
      "[<A 0x1> setValue:forUndefinedKey:]: this class is not key value coding-compliant"
    ),
    (
      "waiting-elsewhere", "0 K 0x1 __psynch_mutexwait + 1\n1 A 0x1 -[A show] + 1",
      "EXC_BAD_ACCESS\n0 K 0x1 __psynch_mutexwait + 1\n1 A 0x1 -[A show] + 1"
    ),
    (
      "unnamed-stack", "0\tUIKit\n1\tUIKit\n2\tApp\t-[A show]", "0\tApp\t-[A show]\n1\tUIKit\n2\tUIKit"
    ),
    (
      "weak-in-deinit-in-callback",
      "Cannot form weak reference to instance (0x1) of class Page.\n"
        + "0 -[Page observeValueForKeyPath:ofObject:change:context:]",
      "Cannot form weak reference to instance (0x1) of class Page.\n0 -[Page dealloc]"
    ),
    (
      "typed-key-path",
      "Could not extract a String from KeyPath Swift.KeyPath<A, B>\n0 _KeyValueCodingAndObserving.observe<A>(_:)",
      "Could not extract a String from KeyPath Swift.KeyPath<A, B>"
    ),
    (
      "typed-key-path-warning", "passing reference to non-'@objc dynamic' property 'a' to KVO method 'observe'",
      "reference to property 'a' in closure"
    ),
    (
      "key-path-elsewhere",
      "Could not extract a String from KeyPath Swift.KeyPath<A, B>\n0 NSExpression.init(forKeyPath:)",
      "Could not extract a String from JSON\n0 NSExpression.init(forKeyPath:)"
    ),
    (
      "key-path-anywhere", "Fatal error: Could not extract a String from KeyPath Swift.KeyPath<A, B>",
      "Fatal error: Could not extract an Int from a String"
    ),
    (
      "overlapping-access", "Simultaneous accesses to 0x1\n0 View.observeValue(forKeyPath:of:change:context:) + 1",
      "Simultaneous accesses to 0x1\n0 View.draw() + 1"
    ),
    (
      "overlapping-access-elsewhere", "Simultaneous accesses to 0x1\n0 View.draw() + 1", "Simultaneous accesses to 0x1"
    ),
    (
      "overlapping-access-alone", "Simultaneous accesses to 0x1, but modification requires exclusive access.",
      "Several accesses to 0x1"
    ),
    (
      "finished-unstarted", "*** Load 0x1 went isFinished=YES without being started by the queue it is in",
      "*** Load 0x1 was finished"
    ),
    (
      "queue-schedules", "0 Foundation 0x1 __NSOQSchedule + 8\n1 Foundation 0x2 NSKeyValueNotifyObserver + 8",
      "0 App 0x1 -[Load main] + 8\n1 Foundation 0x2 __NSOQSchedule + 8"
    ),
    (
      "operation-api", "*** -[NSOperationQueue addOperation:]: operation is finished and cannot be enqueued",
      "NSOperationQueue\nthe operation is already enqueued on a queue, ignoring"
    ),
    (
      "overlay-swizzle", "0 static __KVOKeyPathBridgeMachinery.automaticallyNotifiesObservers(forKey:) + 88",
      "0 static KeyPathBridge.notifies(forKey:) + 88"
    ),
    (
      "isolation-in-callback",
      "0 libdispatch.dylib 0x1 _dispatch_assert_queue_fail + 1\n1 Foundation 0x2 NSKeyValueNotifyObserver + 1",
      "0 libdispatch.dylib 0x1 _dispatch_assert_queue_fail + 1\n1 App 0x2 View.draw() + 1"
    ),
    (
      "data-race", "WARNING: ThreadSanitizer: data race\n#0 NSKeyValueNotifyObserver <null> (Foundation+0x1)",
      "Started with ThreadSanitizer enabled\n#0 NSKeyValueNotifyObserver <null> (Foundation+0x1)"
    ),
    (
      "isolation-elsewhere", "Incorrect actor executor assumption; expected MainActor\n0 View.draw() + 1",
      "Incorrect actor executor assumption; expected MainActor"
    ),
    (
      "isolation-alone", "Incorrect actor executor assumption; expected MainActor", "Incorrect assumption about time"
    ),
    (
      "callback-repeats",
      (0..<5).map { "\($0) App 0x1 -[View observeValueForKeyPath:ofObject:change:context:] + 1" }
        .joined(separator: "\n"),
      "0 App 0x1 -[View observeValueForKeyPath:ofObject:change:context:] + 1"
    ),
    (
      "stack-guard",
      "EXC_BAD_ACCESS (code=2, address=0xbf)\n0 App 0x1 -[View layout] + 1\n1 Foundation 0x2 _NSSetRectValueAndNotify + 1",
      "EXC_BAD_ACCESS (code=2, address=0xbf)\n0 App 0x1 -[View layout] + 1"
    ),
    (
      "queue-owned",
      "dispatch_sync called on queue already owned by current thread\n"
        + "0 A 0x1 -[A observeValueForKeyPath:ofObject:change:context:] + 1",
      "dispatch_sync called on queue already owned by current thread\n0 A 0x1 -[A read] + 1"
    ),
    (
      "waiting-in-callback",
      "0 A 0x1 semaphore_wait_trap + 1\n1 A 0x1 -[A observeValueForKeyPath:ofObject:change:context:] + 1",
      "0 A 0x1 semaphore_wait_trap + 1\n\nThread 2:\n0 A 0x1 -[A observeValueForKeyPath:ofObject:change:context:] + 1"
    ),
    (
      "coding-while-registering",
      "[<A 0x1> valueForUndefinedKey:]: this class is not key value coding-compliant for the key b.\n"
        + "0 F 0x1 -[NSObject(NSKeyValueObserverRegistration) addObserver:forKeyPath:options:context:] + 1",
      "[<A 0x1> valueForUndefinedKey:]: this class is not key value coding-compliant for the key b.\n0 A 0x1 -[A map] + 1"
    ),
    (
      "coding-elsewhere", "[<A 0x1> setValue:forUndefinedKey:]: this class is not key value coding-compliant",
      "this class is not compliant"
    ),
    (
      "deallocation-frame", "Fatal Exception: NSInternalInconsistencyException\n0 F 0x1 NSKVODeallocate + 1",
      "Fatal Exception: NSInternalInconsistencyException\n0 F 0x1 -[A dealloc] + 1\n1 F 0x1 NSKVODeallocate + 1"
    ),
    ("deallocation-frame-alone", "0 F 0x1 NSKVODeallocate + 1", "EXC_BAD_ACCESS\n0 F 0x1 NSKVODeallocate + 1"),
    (
      "inherited-callback",
      "0 F 0x1 -[NSObject(NSKeyValueObserving) observeValueForKeyPath:ofObject:change:context:] + 1",
      "0 F 0x1 -[NSObject(Observing) observeEverything] + 1"
    ),
    (
      "nested-property",
      "NSException\n0 F 0x1 -[NSKeyValueNestedProperty object:withObservance:didChangeValueForKeyOrKeys:recurse:] + 1",
      "NSException\n0 F 0x1 -[NestedProperty object:didChange:] + 1"
    ),
    (
      "smashed-observer",
      "0 F 0x1 KVO_IS_RETAINING_ALL_OBSERVERS_OF_THIS_OBJECT_IF_IT_CRASHES_AN_OBSERVER_WAS_OVERRELEASED_OR_SMASHED + 1",
      "0 F 0x1 KVO_IS_RETAINING + 1"
    ),
    (
      "removal-raises",
      "NSRangeException\n0 F 0x1 -[NSObject(NSKeyValueObserverRegistration) _removeObserver:forProperty:] + 1",
      "NSRangeException\n0 F 0x1 -[NSArray objectAtIndex:] + 1"
    ),
    (
      "removal-raises-something",
      "NSException\n0 F 0x1 -[NSObject(NSKeyValueObserverRegistration) removeObserver:forKeyPath:] + 1",
      "NSException\n0 F 0x1 -[NSNotificationCenter removeObserver:] + 1"
    ),
    (
      "removal-crashes",
      "EXC_BAD_ACCESS\n0 F 0x1 -[NSObject(NSKeyValueObserverRegistration) removeObserver:forKeyPath:] + 1",
      "EXC_BAD_ACCESS\n0 F 0x1 -[NSNotificationCenter removeObserver:] + 1"
    ),
    (
      "registration-raises",
      "NSException\n0 F 0x1 -[NSObject(NSKeyValueObserverRegistration) addObserver:forKeyPath:options:context:] + 1",
      "NSException\n0 F 0x1 -[Center addObserver:] + 1"
    ),
    (
      "registration-crashes",
      "EXC_BAD_ACCESS\n0 F 0x1 -[NSObject(NSKeyValueObserverRegistration) addObserver:forKeyPath:options:context:] + 1",
      "EXC_BAD_ACCESS\n0 F 0x1 -[Center addObserver:] + 1"
    ),
    (
      "bookkeeping", "EXC_BAD_ACCESS\n0 F 0x1 _NSKeyValueObservationInfoGetObservances + 1",
      "EXC_BAD_ACCESS\n0 F 0x1 ObservationInfo.list() + 1"
    ),
    (
      "bookkeeping-container",
      "EXC_BAD_ACCESS\n0 C 0x1 CFDictionaryGetValue + 1\n1 F 0x1 NSKeyValueWillChange + 1",
      "EXC_BAD_ACCESS\n0 C 0x1 CFDictionaryGetValue + 1\n1 A 0x1 -[A cache] + 1"
    ),
    (
      "delivery-to-freed-observer", "EXC_BAD_ACCESS\n0 O 0x1 objc_msgSend + 1\n1 F 0x1 NSKeyValueNotifyObserver + 1",
      "EXC_BAD_ACCESS\n0 O 0x1 objc_msgSend + 1\n1 A 0x1 -[A show] + 1"
    ),
    ("delivery", "0 F 0x1 NSKeyValueDidChange + 1", "0 F 0x1 -[A valueDidChange] + 1"),
    (
      "bad-access-in-callback",
      "EXC_BAD_ACCESS\n0 O 0x1 objc_msgSend + 1\n"
        + "1 A 0x1 -[A observeValueForKeyPath:ofObject:change:context:] + 1",
      "EXC_BAD_ACCESS\n0 O 0x1 objc_msgSend + 1\n1 A 0x1 -[A observe] + 1"
    ),
    (
      "own-code-in-callback",
      "Fatal error: index\n0 A 0x1 A.show() + 1\n1 A 0x1 A.observeValue(forKeyPath:of:change:context:) + 1",
      "Fatal error: index\n0 A 0x1 A.show() + 1"
    ),
    (
      "own-code-below-change", "EXC_BREAKPOINT\n0 A 0x1 -[A total] + 1\n1 F 0x1 NSKeyValueWillChange + 1",
      "EXC_BREAKPOINT\n0 A 0x1 -[A total] + 1"
    ),
    (
      "callback-alone", "0 A 0x1 A.show() + 1\n1 A 0x1 A.observeValue(forKeyPath:of:change:context:) + 1",
      "0 A 0x1 A.show() + 1\n1 A 0x1 A.value(for:) + 1"
    ),
    ("engine-of-a-library", "crash in -[FBKVOController _unobserveAll]", "crash in -[Controller _unobserveAll]"),
    (
      "dotted-defaults-key", "UserDefaults.standard.addObserver(self, forKeyPath: \"com.app.key\")",
      "UserDefaults.standard.addObserver(self, forKeyPath: \"com_app_key\")"
    ),
    (
      "notifications", "0 A 0x1 -[A note:] + 1\n1 C 0x1 _CFXNotificationPost + 1", "0 A 0x1 -[A note:] + 1"
    ),
    (
      "isolated-deinit",
      "malloc: *** error for object 0x1: pointer being freed was not allocated\n"
        + "0 C 0x1 abort + 1\n1 A 0x1 swift_task_deinitOnExecutorMainActorBackDeploy + 1\n"
        + "2 A 0x1 Model.__deallocating_deinit + 1",
      "malloc: *** error for object 0x1: pointer being freed was not allocated\n"
        + "0 C 0x1 abort + 1\n1 A 0x1 Model.__deallocating_deinit + 1"
    ),
    ("observation-framework", "0 O 0x1 ObservationRegistrar.withMutation + 1", "0 O 0x1 Registrar.mutate + 1"),
    ("plumbing-alone", "EXC_BAD_ACCESS\n0 O 0x1 objc_msgSend + 1", "EXC_BAD_ACCESS\n0 A 0x1 -[A show] + 1"),
    (
      "zombie-alone", "-[A retain]: message sent to deallocated instance 0x1",
      "-[A retain]: message sent to deallocated instance 0x1\n0 A 0x1 -[A show] + 1"
    ),
    (
      "abort-alone", "0 C 0x1 abort_message + 1\n1 O 0x1 _objc_terminate() + 1\n2 U 0x1 UIApplicationMain + 1",
      "0 C 0x1 abort + 1\n1 A 0x1 Database.open() + 1"
    ),
    (
      "other-exception", "*** Terminating app due to uncaught exception 'NSGenericException', reason: 'no context'",
      "*** Terminating app due to a signal"
    ),
    (
      "frames-missing",
      "Crashed\n0 O 0x1 objc_release + 16\n1 F 0x2 <redacted> + 1\n2 F 0x3 <redacted> + 1\n3 F 0x4 CFDictionaryApplyFunction + 1\n4 C 0x5 main + 1",
      "Crashed\n0 O 0x1 objc_release + 16\n1 A 0x2 -[A show] + 1\n2 C 0x5 main + 1"
    ),
    (
      "started-twice",
      "*** -[__NSOperationInternal _start:]: receiver is already executing",
      "*** -[A start]: receiver is already executing"
    ),
    (
      "library-refuses-key-path", "can't not observe keypath \"a.isReady\" use property name ready",
      "can't not observe keypath \"a.isReady\""
    ),
    (
      "callback-is-the-selector",
      "EXC_BAD_ACCESS\nobjc_msgSend() selector name: observeValueForKeyPath:ofObject:change:context:",
      "EXC_BAD_ACCESS\nobjc_msgSend() selector name: release"
    ),
    (
      "weak-in-deinit-with-stack",
      "objc[1]: Cannot form weak reference to instance (0x1)\n0 O 0x1 weak_register_no_lock + 1\n1 A 0x2 -[A dealloc] + 1",
      "objc[1]: Cannot form weak reference to instance (0x1)"
    ),
    (
      "defaults-in-the-background",
      "EXC_BAD_ACCESS\n0 O 0x1 objc_msgSend + 1\n1 F 0x2 NSKeyValueWillChange + 1\n2 C 0x3 -[CFPrefsSource forEachObserver:] + 1",
      "EXC_BAD_ACCESS\n0 O 0x1 objc_msgSend + 1\n1 F 0x2 NSKeyValueWillChange + 1\n2 C 0x3 -[Clock setDate:] + 1"
    ),
    (
      "plumbing-whole",
      "0 O 0x1 objc_release + 1\n1 C 0x1 __CFRunLoopRun + 1\n2 U 0x1 UIApplicationMain + 1\n3 A 0x1 main + 1",
      "0 O 0x1 objc_release + 1\n2 C 0x1 __CFRunLoopRun + 1\n3 U 0x1 UIApplicationMain + 1\n4 A 0x1 main + 1"
    ),
    (
      "interrupted", "EXC_RESOURCE\n0 O 0x1 objc_retain + 1\n1 F 0x1 NSKeyValueNotifyObserver + 1",
      "EXC_RESOURCE\n0 O 0x1 objc_retain + 1\n1 A 0x1 -[A show] + 1"
    ),
    (
      "unowned-in-callback",
      "Fatal error: Attempted to read an unowned reference\n0 A 0x1 closure #1 in A.watch() + 1\n"
        + "1 F 0x1 closure #1 in _KeyValueCodingAndObserving.observe<A>(_:options:changeHandler:) + 1",
      "Fatal error: Attempted to read an unowned reference\n0 A 0x1 A.show() + 1\n1 A 0x1 closure #1 in A.watch() + 1\n"
        + "2 F 0x1 closure #1 in _KeyValueCodingAndObserving.observe<A>(_:options:changeHandler:) + 1"
    ),
    (
      "unowned-alone", "Fatal error: Attempted to read an unowned reference but object 0x1 was already deallocated",
      "Fatal error: Attempted to read an unowned reference\n0 A 0x1 A.show() + 1"
    ),
    ("no-frame-of-observing", "0 A 0x1 -[A show] + 1\n1 A 0x1 main + 1", "0 A 0x1 0x1000 + 1"),
    ("fatal-error", "Fatal error: Division by zero", "an error that is not fatal"),
    (
      "cut-report", "{\"threads\": [{\"frames\": [{\"symbol\": \"objc_msgSend\"}, {\"sym",
      "{\"threads\": [{\"frames\": [{\"function\": \"objc_msgSend\"}]}]}"
    ),
    ("words-of-observing", "it has to do with KVO", "it has to do with a video"),
    ("nothing", "hello", "hello KVO"),
  ]

  @Test("a text that it decides, and one that it leaves alone", arguments: Sign.all.map(\.name))
  func alone(_ name: String) throws {
    let sample = try #require(Self.samples.first { $0.rule == name }, "the rule has no sample")
    #expect(Diagnosis(Log(text: sample.text)).sign.name == name)
    #expect(Diagnosis(Log(text: sample.nearMiss)).sign.name != name)
  }

  @Test(
    "functions that are on every stack, and words that only look like a sign, decide nothing",
    arguments: [
      "__CFRUNLOOP_IS_CALLING_OUT_TO_AN_OBSERVER_CALLBACK_FUNCTION__", "__CFRunLoopDoObservers", "__CFRunLoopRun",
      "CFRunLoopRunSpecific", "__CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE0_PERFORM_FUNCTION__", "GSEventRunModal",
      "-[UIApplication _run]", "UIApplicationMain", "-[NSApplication run]", "NSApplicationMain", "main", "start",
      "_dispatch_call_block_and_release", "_dispatch_client_callout", "_dispatch_main_queue_callback_4CF",
      "_pthread_start", "thread_start", "start_wqthread", "_pthread_wqthread",
      "-[NSRunLoop(NSRunLoop) runMode:beforeDate:]",
      "AutoreleasePoolPage::releaseUntil(objc_object**)", "_CFAutoreleasePoolPop", "-[NSAutoreleasePool drain]",
    ])
  func everywhere(_ function: String) {
    let stack = "EXC_BAD_ACCESS\n0 O 0x1 objc_msgSend + 1\n1 C 0x1 \(function) + 1"
    let diagnosis = Diagnosis(Log(text: stack))
    #expect(diagnosis.sign.name == "plumbing-alone")
    // With other code between, it is not about observing.
    let other = "EXC_BAD_ACCESS\n0 O 0x1 objc_msgSend + 1\n1 A 0x1 -[A show] + 1\n2 C 0x1 \(function) + 1"
    #expect(Diagnosis(Log(text: other)).sign.name == "no-frame-of-observing")
  }

  @Test(
    "an app's own function with a similar name is none of observing",
    arguments: [
      "-[Cart saveAndNotify]", "-[Cart setValueAndNotify:]", "TimerHelper.invalidate()", "-[Cart updateRefCount]",
      "-[ExceptionLog write]", "CFDataGetBytePtr", "-[Cart dealloc_check]",
    ])
  func similar(_ function: String) {
    let text =
      "EXC_BAD_ACCESS (code=1, address=0x10)\nError Domain=NSCocoaErrorDomain Code=257\nThread 0 Crashed:\n"
      + "0 O 0x1 objc_msgSend + 1\n1 A 0x1 \(function) + 1\n2 A 0x1 -[A show] + 1\n\nThread 1:\n"
      + "0 C 0x1 -[NSNotificationCenter postNotificationName:object:] + 1\nBinary Images: libswiftObservation.dylib"
    #expect(Diagnosis(Log(text: text)).sign.name == "no-frame-of-observing")
    let weak = text.replacing("objc_msgSend", with: "weak_register_no_lock")
    #expect(Diagnosis(Log(text: weak)).sign.name == "weak-in-deinit")
  }

  @Test("an error's code that begins with 2 is no stack that is full")
  func errorCode() {
    let text =
      "EXC_BAD_ACCESS (code=1, address=0x10)\nError Domain=NSCocoaErrorDomain Code=257\n"
      + "0 A 0x1 -[A show] + 1\n1 F 0x1 _NSSetRectValueAndNotify + 1"
    #expect(Diagnosis(Log(text: text)).sign.name == "own-code-below-change")
  }

  @Test("the application is never said to have been deallocated, and a call that arrived is not said to be another's")
  func lives() throws {
    for name in ["category-on-application", "application-without-stack", "passed-to-super-by-subclass"] {
      let log = try LabelledLog.named(name)
      let lines = ExplanationReport(log.explanation, of: log.diagnosis, width: 80).lines.joined(separator: " ")
      #expect(!lines.contains("deallocated") && !lines.contains("has its address"), "\(name)")
      #expect(!log.explanation.causes.contains { $0.card == "LIF-3" }, "\(name)")
    }
    let category = try LabelledLog.named("category-on-application").explanation
    #expect(
      category.next.first?.contains("out of the category") == true && category.causes.count(where: \.indicated) == 1)
    #expect(category.rule == "passed-to-super" && category.causes.first?.cause.contains("category") == true)
    #expect(try LabelledLog.named("passed-to-super-by-subclass").explanation.causes.first?.card == "CTX-3")
  }

  @Test("an override of a category is no cause where NSObject's method is called by the change, and the stack shows it")
  func withoutCategory() throws {
    let explanation = try LabelledLog.named("application-called-directly").explanation
    #expect(!explanation.causes.contains { $0.indicated || $0.cause.contains("category") })
    #expect(!explanation.next.contains { $0.contains("category") })
    let controller = try LabelledLog.named("document-controller")
    #expect(!controller.explanation.causes.contains { $0.card == "LIF-3" })
  }

  @Test(
    "two addresses that were left out, or that are null, are not the same",
    arguments: ["0x…", "0x...", "0xXXXX", "0x0"])
  func noAddress(_ address: String) {
    let text =
      "Cannot remove an observer <Clock \(address)> for the key path \"date\" from <Clock \(address)> because it is "
      + "not registered as an observer."
    let facts = Log(text: text).facts
    #expect(!facts.observesItself && facts.observed?.className == "Clock" && facts.observed?.address != "0x")
  }

  @Test("a line about observing that did not end the process is a remark")
  func remark() throws {
    func lines(_ name: String) throws -> [String] {
      let diagnosis = try LabelledLog.named(name).diagnosis
      return ExplanationReport(Explanation(diagnosis), of: diagnosis, width: 100).lines
    }
    let remark = "Another line is about observing. It did not end the process."
    for name in [
      "caught-before-exception", "warning-before-exception", "leak-before-trap", "line-before-report",
      "line-after-report",
    ] {
      #expect(try lines(name).contains(remark) == (name != "warning-before-exception"), "\(name)")
      #expect(try !lines(name).contains { $0.hasPrefix("  observer ") }, "\(name)")
    }
    #expect(try !lines("unwrap-alone").contains(remark))
  }

  @Test("a library that is only loaded is not between the app and key-value observing")
  func images() throws {
    #expect(try LabelledLog.named("controller-among-images").log.facts.mediator == nil)
  }

  @Test("a removal from a notification center has its own advice, and none about a registration that is missing")
  func center() throws {
    let explanation = try LabelledLog.named("key-path-of-a-notification").explanation
    #expect(explanation.next.contains { $0.contains("removeObserver:name:object:") })
    #expect(!explanation.next.contains { $0.contains("Find the add") })
    #expect(explanation.causes.count == 1 && !explanation.search.contains { $0.contains("NSNotificationCenter") })
  }

  @Test(
    "the line about a deallocated instance is quoted wherever it is", arguments: ["", "1 A 0x2 -[Loader finish] + 1\n"])
  func zombie(_ frame: String) {
    let line = "*** -[DetailScreen retain]: message sent to deallocated instance 0x7fa1"
    let stack =
      "EXC_BAD_ACCESS\nThread 0 Crashed:\n0 O 0x1 objc_msgSend + 1\n\(frame)2 C 0x3 CFRunLoopRunSpecific + 1\n"
    for text in [line + "\n" + stack, stack + line] {
      let diagnosis = Diagnosis(Log(text: text))
      #expect(diagnosis.evidence.first?.contains("-[DetailScreen retain]: message sent") == true)
      #expect(diagnosis.sign.name == (frame.isEmpty ? "zombie-alone" : "no-frame-of-observing"))
    }
  }

  @Test("a list of registrations is not taken for the observed object")
  func list() throws {
    let explanation = try LabelledLog.named("info-read-by-key").explanation
    #expect(explanation.facts.observed == nil && explanation.facts.key == "rate")
  }

  @Test("the name of a getter leads to its card")
  func getter() throws {
    #expect(try LabelledLog.named("getter-instead-of-property").explanation.cards.first?.id == "KEY-3")
  }

  @Test("the words of an exception outweigh a leak report in the same log")
  func exceptionBesideLeak() throws {
    let texts = ["leak-report", "not-handled"].compactMap { name in Self.samples.first { $0.rule == name }?.text }
    #expect(Diagnosis(Log(text: texts.joined(separator: "\n"))).sign.name == "not-handled")
  }

  @Test("the beginning of a message makes its kind likely, and the whole message makes it sure")
  func certainty() {
    let meanings = ["cannot-remove", "not-registered"].map { name in Sign.all.first { $0.name == name }?.meaning }
    #expect(meanings == [.likely(.notRegistered, or: [.pathSwapped]), .proof(.notRegistered)])
  }

  @Test("names are used once, and every name of a sample is one of a rule")
  func names() {
    let names = Sign.all.map(\.name)
    // A kind has its texts under its name as well.
    #expect(Set(names + Kind.allCases.map(\.rawValue)).count == names.count + Kind.allCases.count)
    #expect(Self.samples.map(\.rule).allSatisfy(names.contains))
  }

  @Test("every kind has causes, advice and cards that exist", arguments: Kind.allCases)
  func kinds(_ kind: Kind) {
    let answer = Answer.about(kind)
    #expect(!answer.causes.isEmpty && !answer.next.isEmpty && !answer.head.isEmpty)
    #expect(answer.causes.allSatisfy { !$0.what.isEmpty && !$0.sign.isEmpty })
    #expect(Sign.all.contains { $0.kind == kind })
  }

  @Test("every block of the texts is about a kind or a sign, and its cards exist")
  func texts() {
    let names = Set(Kind.allCases.map(\.rawValue) + Sign.all.map(\.name))
    for (name, answer) in Answer.all where !name.isEmpty {
      #expect(names.contains(name), "\(name)")
      for card in answer.cards + answer.causes.compactMap(\.card) { #expect(Pitfall.named(card) != nil, "\(card)") }
    }
    for sign in Sign.all where sign.kind == nil { #expect(!Answer.about(sign.name).next.isEmpty, "\(sign.name)") }
  }

  @Test("a proof rules out every other kind, a likely sign all but what it leaves open, an open one nothing")
  func ruledOut() {
    for sign in Sign.all {
      let rest = Kind.allCases.filter { $0 != sign.kind && !sign.possible.contains($0) }
      if case .open = sign.meaning { #expect(sign.ruledOut.isEmpty) } else { #expect(sign.ruledOut == rest) }
    }
  }
}
