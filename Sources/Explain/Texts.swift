/// Everything that a report says, in one place: of each kind, its title, its causes and what to do; of each sign, what
/// follows from it.
///
/// A block begins with the name of a kind or a sign, behind "#". A line behind "*" is a cause, with its card and with
/// the detail of a log that speaks for it; behind "?" is how to tell it from the others. A line behind "-" is something to
/// do, with the detail of a log without which it is of no use; and behind "=" are the cards that help though the answer is
/// no kind. A line that is indented goes on.
let texts = #"""
  # observed-died-observed
  the observed object was deallocated while an observer was still registered with it
  * LIF-1: The observer is never removed, or only under a condition, or only after the observed object is gone.
    ? No removal has the key path, or the removal uses a reference that is already nil: weak, or set to nil before.
  * LIF-5 if observes-itself: The object observes itself and does not remove itself.
    ? The list has the instance's own address as the observer. On systems that hold observers weakly it has 0x0.
  * LIF-3 if gone-observer: The observer was deallocated first and never removed, and the system does not clean up for
    this class.
    ? The list has 0x0 as the observer, and the class does not observe this key path of its own.
  * REG-2 if several-registrations: The observer is added in a hook that runs several times, such as viewWillAppear, and
    removed once.
    ? The list has the same entry more than once, or the removal runs and one entry is left.
  * REM-10: Observers are added in a loop, and fewer are removed.
    ? Several objects of the class are observed, and the crash happens for only some of them.
  * LIF-2 if no-clean-up: The class, or one above it, overrides KVO's private accessors or, before iOS 18, turns
    automatic notification off. Such objects are not cleaned up.
    ? It also crashes on iOS 11, macOS 10.13 and later. The class is or inherits from a layer, a managed object or an
      operation, or returns NO from automaticallyNotifiesObserversForKey:.
  * LIF-7: An object in the middle or at the end of a key path is deallocated first (reported until iOS 10, and seen in
    GNUstep).
    ? The key path in the list is the rest of a longer path that you registered with another object.
  * MED-11 if mediator: A mediator's non-retaining controller observes an object that is deallocated first.
    ? The observer is the mediator's shared object, and the observation was asked of its non-retaining controller.
  * MED-2 if mediator: An object observes itself through the non-retaining controller.
    ? The observer is the mediator's shared object, and the object that owns the controller is observed.
  * MED-7: The removal ran on one thread while the registration was under way on another.
    ? It happens rarely, and one of the two runs on a background queue.
  * LIF-12 if mediator: The lazy controller was first used in deinit, so nothing was removed.
    ? There is a removal in deinit or dealloc, and it uses the lazy controller.
  - Find what owned the observed object and released it. The frames below NSKVODeallocate show it.
  - Let the observer own what it observes, and remove it before the observed object is released. An object that observes
    itself removes itself in its own dealloc or deinit. A token does it alone; on iOS 10 and earlier, invalidate it.
  - If you do not find it, break on NSKVODeallocate. There po [(id)$arg1 observationInfo] prints what is left, and also
    what the object's own dealloc is about to remove.

  # observer-died
  a change was delivered to an observer that no longer exists
  * LIF-3: The observer was deallocated and never removed.
    ? With zombie objects switched on, the message names the observer's class.
  * LIF-10 if background: The observer was being deallocated on one thread while another thread made the change.
    ? It happens rarely, the change is made on a background queue, and deinit does remove the observer.
  * REG-1: The observer was added twice and removed once.
    ? The removal runs, and the crash still happens.
  * KEY-8 if nested-path: An observer added through a key path stayed on an object that was replaced.
    ? The key path has more than one key, and a getter in it makes a new object each time.
  * LIF-11: The callback releases the last reference to the observer or to the observed object.
    ? The stack has your callback, or its closure, below the bad access.
  - Switch on zombie objects (Xcode: scheme, Diagnostics) or Address Sanitizer and reproduce it: the message then names
    the class of the observer, and the stacks of its allocation and deallocation.
  - The first frame of your own below the KVO frames sets the property, or announces its change. Check for each observer
    of that property that its removal always runs.
  - Remove the observer in deinit at the latest, or own a token, which removes it.
  - If the change comes from a background queue, removing in deinit is too late: remove on the queue of the changes,
    before the observer is released.

  # remove-unregistered
  an observer that was not registered was removed
  * REM-1: The observer was never added: the code that adds it did not run.
    ? The add is in a hook such as viewDidLoad, and the removal in deinit or dealloc.
  * REM-2 if disappearing: It was removed twice.
    ? Two paths lead to the removal, such as a reset method and deinit. Break at the removal and count.
  * REM-3 if removal-with-context: It was added with another context.
    ? Compare the context arguments of both calls: the message does not show them. In Swift, allocate the address once:
      &variable need not have the same address twice.
  * REM-6 if another-observed: The property that holds the observed object was set to another object in between.
    ? The address after 'from' is not that of the object at the time of the add.
  * REM-7 if initial: The removal runs inside the initial call.
    ? The options have initial, and addObserver is on the stack of the removal.
  * REM-8: The add was delayed, by a queue or until a view loads, and the removal ran first.
    ? The add is in a closure that is dispatched.
  * REM-5: A subclass or a superclass removed the registration by mistake.
    ? Both observe the same key path of the same object, without contexts.
  * REG-5: A flag that says “is registered” is wrong.
    ? The removal is in an if with that flag.
  * REM-11 if another-observed: Observers of elements are removed by index after the array changed.
    ? The removal has an index, or is in a loop over the array.
  * REM-2 if token: A token was invalidated and its observer was also removed by hand, or two threads invalidated the
    token.
    ? The observer is an _NSKeyValueObservation, or a library's object.
  * none if shared-controller: Other code removes the library's observer, or exchanges addObserver and removeObserver.
    ? Search for removeObserver with _FBKVOSharedController, and for libraries that guard KVO against crashes.
  * KEY-9 if shared-controller-path: An object in the middle of the key path was replaced without a notification.
    ? The key path has more than one key.
  * REM-7 if shared-controller: The block unobserves in the initial call, with an old version of FBKVOController.
    ? The stack has observe: below the removal. Versions since March 2016 (its #85) have a state for this case.
  - if own-observer: Find the add with this observer's class and this key path, and compare observer, object, key path
    and context.
  - If there was an add, find what removed it first. The stack shows the second removal, which may be correct.
  - if swift: Use a token instead of a pair of calls. It can be cancelled twice, and it is nil where nothing was added.
  - Do not catch the exception. That hides the wrong removal, and a registration that you meant to remove stays.

  # unhandled-callback
  an observer that does not handle the call was called
  * REG-3 if passed-on: You observe with neither block nor action. Then FBKVOController calls your observer's own
    observeValueForKeyPath:ofObject:change:context:, and the context in the message is the one that you passed.
    ? Search for an observe: call with context: and this key path.
  * none if category: A category or an extension adds the callback to a framework's class. It replaces the framework's own
    method, gets the calls of the framework's own registrations, and passes them to NSObject's.
    ? The frame has the category's name behind the class, and the key path is none that you registered.
  * REG-3 if no-callback: The observer's class has no observeValue(forKeyPath:of:change:context:), or one with a wrong
    signature.
    ? Search the class for the method. Swift's must say override.
  * CTX-3 if passed-to-super: The observer's method calls super for a change that is its own.
    ? super is called because a comparison of the context or the key path fails.
  * LIF-3 if foreign-observer: The observer was deallocated, and another object has its address now.
    ? The class in the message is one that you never registered, such as one of the system's.
  * CTX-6: A registration of a superclass or of older code is left over, and no code handles its key path any more.
    ? The key path in the message has no branch in the method.
  - if category: Move the callback out of the category, into a subclass or an object of your own, and observe with that.
  - Look at the observer's class in the message: do you register that class for this key path?
  - If you do, set a breakpoint in its observeValue and see which comparison fails. Compare contexts, not key paths.
  - if foreign-observer: If you do not, look for an observer of this key path that is deallocated without being removed.

  # path-object-swapped-silently
  an object in the middle of an observed key path was replaced without a notification
  * KEY-9: The property was written without its setter: in an initialiser, in clean-up, or through its storage.
    ? Search the class named in the message for assignments to the key's storage.
  * KEY-8: The getter in the middle of the path makes a new object each time.
    ? The property is computed, and has no storage that stays the same.
  * KEY-14: A pair of willChangeValueForKey: and didChangeValueForKey: is around a setter that announces as well.
    ? The message is ‘Cannot update’, and didChangeValueForKey: is called by your class.
  * KEY-12: The property is not KVO-compliant: it is read-only, or a system class does not document it as observable.
    ? Its documentation does not say that it can be observed.
  * none if background: Two threads replaced the object at the same time.
    ? It happens rarely, all writes use the setter, and the stack is on a background queue.
  * LIF-7: A weak property in the middle of the path became nil.
    ? The property is weak: no notification is sent when it is cleared.
  - Take the key and the class from the message. Every change of that property must use its setter, or be between
    willChangeValueForKey: and didChangeValueForKey:, and not both.
  - Look for a write before the one that crashed: ‘Cannot update’ is raised by a later change, ‘Cannot remove’ by the
    removal.
  - If you do not own the class, observe one key at a time: the first object, and in its callback the object that it now
    holds.

  # kvc-noncompliant-observed
  the observed key does not exist on the object
  * REG-7: The key is misspelt, or the property was renamed.
    ? The class has a property with a similar name. Key paths in strings are not checked.
  * KEY-12: The property is not visible to Objective-C: no @objc, or declared for another class.
    ? Swift: the property has no @objc dynamic.
  * none: The object is of another class than you expect.
    ? The class in the message is not the one that has the property; often it is a value from JSON or a nib.
  * KEY-3: The key is the name of the getter, not of the property.
    ? The key begins with ‘is’.
  * KEY-13 if "UserDefaults": A key with a dot in it is treated as a path.
    ? The key comes from the user defaults or from a server.
  - Compare the class and the key in the message with the declaration.
  - Use a typed key path, or #keyPath, so that the compiler checks the name.
  - Check the other observers of that class too. With new, initial or a path of several keys a wrong key fails at once;
    otherwise the observer is never called.

  # collection-observed
  an observer was added to an array or a set
  * KEY-10: The key path runs through a collection to a property of its elements.
    ? The message names the class of the collection, such as __NSArrayM, and the rest of the path.
  * DEP-5: A key is declared to depend on a property of each element.
    ? The path is in keyPathsForValuesAffecting….
  * none: The collection itself is observed, and not the property that holds it.
    ? The path has one key.
  - Find the addObserver whose key path ends in the rest that the message shows.
  - Observe the property that holds the collection. For the elements, add an observer to each one, and move them when the
    collection changes.

  # self-dependency
  a key is declared to depend on itself
  * DEP-4: The set contains the key, or a key path that starts with it, often by copy and paste, or because super's set is
    added.
    ? The message shows the passed-in key and the returned set.
  - Remove the key from the set that keyPathsForValuesAffecting… returns for it.

  # typed-key-path-not-objc
  a Swift key path has no name for Objective-C
  * KEY-12: The property, or one in the middle of the path, is not @objc dynamic.
    ? The key path in the message ends in such a property, or passes through a struct.
  * none: The key path is not observed at all: NSExpression, NSPredicate and sort descriptors take one as well.
    ? The frame below the failure names one of them.
  - Look at the frame below the failure: is it observe(_:options:changeHandler:)?
  - If it is, declare the property @objc dynamic, or observe the property that holds the struct.

  # reentrancy
  a callback runs again before its first call has returned, or waits for what its own thread holds
  * THR-4: The callback sets the property that it is called for.
    ? The setter and the callback take turns on the stack.
  * THR-4: Two callbacks set each other's property.
    ? Two setters and two callbacks take turns on the stack.
  * KEY-5: An equal value is set again and again.
    ? The value no longer changes when the stack overflows.
  * THR-7 if "dispatch_sync": The property is set under a lock or on a serial queue, and the callback needs the same one.
    ? The innermost frame waits, or the log says that the queue is already owned by the thread.
  * none if "Simultaneous accesses": The context is a Swift variable that is passed with &, or the callback reads the
    variable that is being changed.
    ? The log says “Simultaneous accesses”, and names where the first access began.
  * REG-8 if initial: The observer is removed, or uses itself, inside the initial call.
    ? addObserver is below the callback on the stack.
  - Find the callback that is on the stack more than once, or below the setter, and what it sets.
  - Compare before you set, or set a flag while the callback runs. The calls are synchronous: everything that the callback
    sets calls back before it returns.
  - Never hold a lock, a serial queue or an inout access while you set an observed property.

  # other-thread-or-isolation
  a callback or a registration runs on the wrong thread, or on two threads at once
  * THR-1: A property is set on a background thread, and the callback uses the user interface or the main actor.
    ? The callback is on the stack of a thread that is not the main one.
  * none: Observers are added or removed on one thread while another changes the property.
    ? The crash is in KVO's own bookkeeping, and another thread has a registration on its stack.
  * THR-3: The callback was running when the observer was removed.
    ? The removal is on another thread, and the callback uses what was torn down.
  * LIF-10: The observer is deallocated on one thread while the changes are made on another.
    ? deinit is on the stack of another thread.
  * none if "KVOKeyPathBridge": On iOS 12 and earlier, Swift's overlay exchanges KVO's methods at the first typed observe,
    while another thread runs one of them.
    ? The stack has __KVOKeyPathBridgeMachinery or __old_unswizzled.
  - A callback runs on the thread that sets the property. Set it on the thread where the observer works, or hop in the
    callback before you touch anything.
  - Add, change and remove on one thread or queue. KVO promises nothing about a property that is not itself thread-safe.
  - Run with Thread Sanitizer, which names both sides of a race.
  - In Swift 6, mark the handler @Sendable and hop to the main actor in it: hardly any framework promises the thread.

  # operation-states
  an operation announces its states in an order that its queue does not expect
  * none: The operation announces isFinished before the queue has started it.
    ? It finishes in cancel, or before start is called.
  * none: isFinished is announced twice, or isFinished and isExecuting from two threads.
    ? The crash is in __NSOQSchedule or in __NSOperationInternal, below didChangeValueForKey:.
  * KEY-3: The subclass announces its end under neither name, isFinished nor finished.
    ? The operation never leaves the queue. It does not crash.
  * none: Code calls start() on an operation that is in a queue.
    ? Search for start().
  - Change state only in start and after it, under a lock, and announce each change once: will, write, did.
  - In cancel, set isCancelled only. Let start check it and finish.
  - Never let an operation finish before start was called, even if it has nothing to do.

  # too-many-observers
  an operation or an operation queue has more observers of one key than it can count
  * REG-2: The observer is added again and again, and removed less often.
    ? The number of observers grows while the program runs. Break where the observer is added, and count.
  * REM-10: Observers are added in a loop, and fewer are removed.
    ? The add is in a loop, and so is the removal.
  * none: More than 255 objects wait for one operation, or watch one queue.
    ? Each add has its removal, and the observers are different objects.
  - Print the observationInfo of the operation or the queue in the debugger: it lists the observers.
  - Let one object observe, and let it tell the others. A completion block or a dependency needs no observer.

  # userdefaults-key
  a key of the user defaults contains a dot, and is treated as a key path
  * KEY-13: The key is named like a bundle identifier, so KVO reads each part from the value of the part before.
    ? The callback is called once, for initial, and never again. The same key without dots works.
  - Rename the key: no dots, and no @ at the beginning. Move the old value when the app starts.
  - If you cannot rename it, observe UserDefaults.didChangeNotification and compare the value.

  # no-notifying-class
  KVO could not create the subclass that announces changes
  * none: A class with the name NSKVONotifying_… exists: another library made it, or the class is loaded twice.
    ? The console names the class; often it says “is implemented in both” as well.
  - Look for a second copy of the class: an app and its tests, or two frameworks that both contain it.

  # retain-cycle
  an observation retains its own owner
  * LIF-9: The closure captures its owner strongly.
    ? The cycle has a closure in it.
  * MOD-2 if token: The owner of a token is captured by the token's closure.
    ? The cycle has an NSKeyValueObservation in it.
  * MED-1 if mediator: An object observes itself through the retaining controller.
    ? The cycle has a map table and FBKVOController in it.
  - Use the observer that the closure is given, or capture weakly.
  - Unobserve self by hand before the last owner releases it, or bind the observation to both lives.

  # wrong-arguments
  an observation was asked for with invalid arguments
  * REG-9 if "characterAtIndex:": The key path is empty.
    ? It comes from elsewhere: a server, a file, a parameter.
  * KEY-13: The key begins with @, so it is treated as an operator.
    ? It is the name of a setting, in UserDefaults or in a class of your own.
  * MED-9 if mediator: A mediator was given no key path, no closure or no action.
    ? Its assertion names the parameters. Release builds leave assertions out, and nothing is observed.
  - Check the arguments where the call is made, in release builds too.

  # engine-declaration
  a property is declared in a way that this repository's engine refuses
  * KEY-1 if "storedValue": A new wrapper is assigned instead of a value.
    ? The message names storedValue.
  * KEY-3 if "computedKeys": A computed property is observed, and its class does not declare it.
    ? The message names computedKeys.
  - Do what the message says; its card shows the code.

  # index-out-of-range
  the indexes of a change are out of range for the array
  * COL-5: A whole array arrives as a setting where changes by index are expected.
    ? The change's kind is 1, a setting, and has no indexes.
  - Switch on the change's kind, and handle a setting: read the array again.

  # leaked-info
  With this wording it is only logged, in apps built with an SDK before that of iOS 8; the leftover registration may be
  taken over by the next object at that address, so crashes elsewhere can follow.

  # observer-is-gone
  An observer 0x0 was deallocated and never removed, or it is the observed object itself, in its dealloc, or nil, which
  Objective-C accepts as an observer.

  # removed-from-center
  removeObserver:forKeyPath: ends a registration of key-value observing. It was sent to a notification center, where
  observers are registered for the names of notifications.
  * none: The method of key-value observing is called instead of the center's own.
    ? The key path in the message is the name of a notification.
  - Call removeObserver:name:object: instead, in Swift removeObserver(_:name:object:).
  - If the observer was added with a block, pass the object that addObserverForName: returned to removeObserver:.

  # getter-name
  A library says that the key is the name of a getter. Key-value coding reads a value by that name, but a change is
  announced under the property's name.
  * KEY-3: The key is the name of the getter, not of the property.
    ? The message has both names.
  - Observe the key that the message names first. In Swift a typed key path, such as \.isReadyForDisplay, has the right
    key by itself.

  # cannot-remove
  The message begins like the one about an observer that is not registered. Its end is missing.

  # not-handled-by-foreigner
  The observer that the message names is of a class that hardly ever observes: most likely the observer was deallocated,
  and this object has its address now.

  # passed-to-super
  The call has arrived: the stack has the override that passes it on to super, and above it NSObject's method, which only
  raises.

  # not-handled
  The callback that every object inherits was called, and it raises.

  # collection
  Arrays and sets refuse observers, and an observer was added to this one.

  # class-pair-refused
  No change of that class is noticed from then on.

  # empty-key-path-on-apple
  Foundation reads the first character of the key path, to see whether it is @. An empty key path has none, and the string
  raises this exception.

  # counter-is-full
  An operation counts the observers of each of its states, and an operation queue those of operations and operationCount.
  The count ends at 255.

  # zombie-removal
  The removal was sent to an observed object that was deallocated. The code that removes did not retain it.

  # zombie-observer
  The deallocated instance belongs to an observing library, or KVO was about to call it.

  # unknown-callback
  Every NSObject has the callback. So an object that is not an NSObject has the observer's address now.

  # not-observable
  Every NSObject has this method. So the object that got the message is no NSObject, or not the one that you expect.

  # set-mutation
  The observed object announces a change of a set, and its getter returns no set: the key is not KVO-compliant.

  # weak-in-deinit-by-mediator
  A weak reference to an object was formed while that object was being deallocated. The mediator is asked for in dealloc
  or deinit, and makes a controller with a weak observer. No observation failed.
  - Do not touch the lazy controller in dealloc: it removes by itself. Or make it early, in init.
  = LIF-12

  # weak-in-deinit-in-callback
  A callback runs on an observer that is being deallocated, and takes a reference to it.

  # weak-in-deinit-with-stack
  - Look at what dealloc or deinit uses for the first time: a lazy property, or a closure that captures self weakly. If
    deinit removes an observer from a lazy property, remove it only if the property was made.

  # weak-in-deinit
  A weak or unowned reference to an object was formed while that object was being deallocated. What formed it is not in
  the log. A removal of an observer in dealloc does it, and so does any other weak reference.
  - Look at the stack: which function below objc_initWeak or objc_storeWeak runs in dealloc or deinit?
  - If deinit removes an observer from a lazy property, or asks for a lazy controller, make it in init.
  = LIF-12, LIF-10

  # typed-key-path
  The key path was passed to observe(_:options:changeHandler:), which needs its name in Objective-C.

  # key-path-elsewhere
  The key path was passed to an expression, a predicate or a sort descriptor, not to an observation.
  - Declare the property @objc, or pass a string.

  # key-path-anywhere
  A Swift key path has no name for Objective-C. The text does not show whether observe(_:options:changeHandler:),
  NSExpression, NSPredicate or a sort descriptor took it.
  - Look for the frame below the failure: it names the function that took the key path.

  # overlapping-access
  A callback runs while an access to the same variable is still open. Often the variable is the context: addObserver(…,
  context: &context) keeps it open, and with initial the callback reads it.

  # overlapping-access-elsewhere
  - Read both stacks: the previous access and the current one.

  # started-twice
  The operation was started again, while or after it ran.

  # queue-schedules
  The crash is in the queue's own observer, which reacts to the states that the operation announces.

  # operation-api
  - Make a new operation for each run: an operation runs once.

  # isolated-deinit
  A deinit that is isolated to an actor aborts in Swift's runtime, in an app that is built for systems before spring 2025.
  - Find out which class is deallocated: its name is in the frame of __deallocating_deinit.
  - Give the class a nonisolated deinit. With main-actor isolation by default, a class without a deinit has an isolated one.
  = LIF-11

  # overlay-swizzle
  Swift's overlay was exchanging KVO's class methods while another thread was inside them.

  # overlapping-access-alone
  Two accesses to one variable overlap. The text does not show what made them.
  - Look at both stacks, of the previous access and of the current one. A callback or addObserver on one of them shows that
    it is about observing: often the variable is the context, passed with &.

  # isolation-alone
  A check of the thread or the actor failed. The text does not show which code was called there.
  - Look at the stack of the thread that failed. With observeValue(forKeyPath:…), or the handler of an observe(…) call, on
    it, an observed property was set on that thread.
  - Without such a frame it is not about observing.
  = THR-1

  # isolation-in-callback
  A check of the thread or the actor failed in a callback of observing: it runs where the property is set.

  # isolation-elsewhere
  A check of the thread or the actor failed, and no frame of key-value observing is on that stack: the code belongs to
  the main actor and was called on another thread.
  - If that code is an observeValue(forKeyPath:…) or the handler of an observe(…) call, it is about observing after all:
    the property was set on that other thread.
  - Find which code calls it, and on which queue. Mark the closure @Sendable or nonisolated, or hop to the main
    actor.

  # stack-guard
  The process reached the guard at the end of its stack while a property was being set. Callbacks that set what they
  observe recurse until the stack is full.

  # waiting-in-callback
  A thread waits inside a callback or a change. The log does not show what holds the lock or the queue that it waits for.
  - Take the stacks of all threads, and find which one holds the lock or the queue that the callback waits for.
  - If that thread waits for the first one, the property is set under a lock that the callback needs: set it outside.
  = THR-7, THR-1

  # defaults-in-the-background
  User defaults were changed, and their observers are called on the thread of the change. One of them is gone, or is added
  or removed on another thread at this moment. The observer need not be one of your own.
  - See on which queue the defaults are set. All observers of that key are called there.
  - Look for every observer of UserDefaults: yours, and those of libraries. Add and remove them on one thread, and set the
    defaults on it too.
  = THR-1, LIF-3

  # interrupted
  The process was stopped, or looked at, wherever it was just then. The innermost function need not have failed.
  - Compare several such reports: what they have in common is what takes the time, or waits.
  - If a callback is on each of them, see what it sets, and what it waits for.

  # observation-info-read
  The object that got the message is a list of registrations, which is KVO's own. So a pointer is not valid any more: the
  object that was meant was deallocated, and the list is at its address, or the list itself was freed or overwritten.
  - Reproduce it with zombie objects or Address Sanitizer: the object that was meant has its class named then.
  - The frame that calls valueForKey: shows which object was meant. See what owns it, and whether it is over-released.
  - If observers are added and removed on several threads, run with Thread Sanitizer.
  = LIF-1, THR-1

  # coding-while-registering
  The value of the key was read for an observation, and there is no such key.

  # key-read-by-unknown
  A key was read that the object does not have: by addObserver, or by other code, such as value(forKey:), a predicate, a
  sort descriptor or a binding.
  - Look at the frame that calls valueForKey:. If it belongs to addObserver or to a change, compare the key path with the
    class in the message.
  - If not, no observer is involved: the caller uses a wrong key, or an object of another class.
  = REG-7

  # coding-elsewhere
  A value is read or written by key, and the object does not have the key. That is key-value coding: from a nib or
  storyboard, from JSON, from an archiver. No observer is involved.
  - setValue: below a nib: look for an outlet that is connected and no longer there, and for the class and the module of
    the nib's owner.
  - valueForUndefinedKey: look at the frame that calls valueForKey:. If that is addObserver, it is about observing.
  - With a binder in the message or on the stack: look for the Cocoa binding with that key, in the nib or in
    bind(_:to:withKeyPath:options:).

  # deallocation-frame
  NSKVODeallocate raises for one reason only: an observer is still registered.

  # deallocation-crashes
  An observed object was over-released, or it was deallocated while it still had a registration that is not valid any more.
  - Reproduce it with zombie objects: a message that names the observed object's class is an over-release.
  - Look for an observer of that object that is not removed before the object is deallocated.
  = LIF-1, LIF-3

  # inherited-callback-crashes
  The callback that every object inherits was called, and crashed while it described the observer and the observed object
  for its message. One of the two is gone, or another object has its address.

  # inherited-callback
  The callback that every object inherits was called. It only raises.

  # nested-property
  The exception is raised where an observer of a longer path is moved from one object to the next.

  # smashed-observer
  The name of the function says it: KVO retains all observers of the object before it calls the ones that are concerned,
  and one of all of them was over-released or overwritten. Often it is not an observer of the key that changed.

  # removal-raises-something
  An exception is raised in the removal. Its name would tell whether the observer is not registered, or a path has
  changed.

  # removal-crashes
  The observed object is gone, or two threads change the registrations.
  - See what holds the observed object: an unowned(unsafe), unsafe_unretained or assign reference is the usual one.
  - Reproduce it with zombie objects or Address Sanitizer.
  = LIF-1, REM-2

  # registration-raises
  An exception is raised while an observer is added, which happens for a key that the object does not have.

  # registration-crashes
  The object is gone, or observed on two threads at once, or another library has exchanged its class.
  - Look for another thread of the log that adds, removes or announces.
  - Look for libraries that exchange methods or classes of the same object, and for a class that is loaded twice.

  # bookkeeping
  While it read its registrations, KVO met something that is not valid: an observer or an observed object that is gone,
  or a list that another thread changes.
  - See on which threads the object is observed, changed and released: the other threads of the log may show one.
  - Run with Thread Sanitizer, and with zombie objects.
  = THR-1, LIF-3, LIF-1

  # bookkeeping-container
  In one of KVO's own collections something is not valid: an object that was deallocated while it was observed, or what
  another thread changes.
  - See on which threads the object is observed, changed and released: the other threads of the log may show one.
  - Run with Thread Sanitizer, and with zombie objects.
  = THR-1, LIF-3, LIF-1

  # delivery-to-freed-observer
  The function that delivers a change sends a message to a bad object, and there it sends messages to observers. Less
  often, another thread changes the registrations at this moment.

  # delivery
  The log ends in a function that announces a change. Most often an observer is gone.
  - Look for the name of the exception or the signal, and for the frames above and below.
  = LIF-3, LIF-10

  # bad-access-in-callback
  The change was delivered. An object that the callback or its closure uses is gone, or the observer was deallocated
  during the call.
  - See what the line uses: self, what the closure captured (unowned, unsafe), or what the callback tears down.
  - Reproduce it with zombie objects: if the class is the observer's, an observer was not removed in time.
  = LIF-3, LIF-11, THR-3

  # unowned-in-callback
  The callback read an unowned reference to an object that is gone. Usually the closure captures [unowned self], and
  another object keeps its token when self is deallocated.
  - Capture [weak self], or let self alone own the token: it then ends with self.
  - Look for what else keeps the token: a collection, another object, or a copy of the property.
  = LIF-3, LIF-11

  # own-code-in-callback
  The crash is in the app's own code, which a callback runs. Observing only delivered the change.
  - Read the frames above the callback as you would any other crash.
  - If the line unwraps or casts a value of the change: a nil value arrives as a null object, initial has no old value,
    and without options there is no value at all.
  = OPT-1, OPT-2, OPT-3

  # own-code-below-change
  The crash is in other code. A function of observing is further down the stack. It only called that code, and an observed
  object has such functions as its setters and its dealloc.
  - Read the frames above the first one of Foundation: the failure is there, such as in a getter that KVO reads.

  # callback-alone
  - Look for the exception, the signal or the message that belongs to this stack.

  # engine-of-a-library
  - Take the whole log, with the exception or the signal. Look at the library's issues for the function.
  = LIF-3, MED-7

  # dotted-defaults-key
  A key of the user defaults with dots in it is observed. KVO reads it as a path, and looks for the second part on the
  value of the first.

  # waiting-elsewhere
  - Take the stacks of all threads, and find which of them holds what this one waits for.

  # notifications
  - If an observer got a message, look for one that is still registered with the notification center after it was
    deallocated. Otherwise read the frame that failed: it is code that a notification called.

  # observation-framework
  - Read the innermost frame of the app.

  # plumbing-whole
  The stack has no gap: the run loop, or its pool, met an object that is not valid any more. The log does not show which
  object that was. An observer that was released once too often can be it.
  - Reproduce it with zombie objects or Address Sanitizer: the object has its class named then.

  # plumbing-alone
  - Look for the frames below. If the next is NSKeyValueNotifyObserver, willChangeValueForKey: or didChangeValueForKey:,
    an observer is gone; on a background queue, or with registrations on another thread, it may be a race.
  - Without such a frame it is not about observing.
  = LIF-3

  # zombie-alone
  - Look for the frames below the message. One such as NSKeyValueNotifyObserver shows that the instance was an observer.
  - Look for what still refers to an instance of that class: an observer of a key path or of a notification that is not
    removed, a timer, or a reference that is assign, unowned(unsafe) or unsafe_unretained.

  # abort-alone
  - Look for “Last Exception Backtrace” and “Application Specific Information” in the report, or for the line “***
    Terminating app due to …” in the console.
  - In Xcode, add an exception breakpoint: it stops where the exception is raised.

  # unnamed-stack
  Observing may be among the functions without a name.
  - Symbolicate the log with the symbols of its system version: the names of Foundation's functions decide.
  - If an exception was raised, look for its reason.

  # other-exception
  - Read the reason: it names the object and what it was asked to do.

  # no-frame-of-observing
  - Read the innermost frame of the app.

  # frames-missing
  - Symbolicate the log with the symbols of its system version: the names of Foundation's functions decide.

  # fatal-error
  A check of Swift failed. The text does not show what called the code that failed.
  - Look at the line that the message names, and at its stack.

  # unowned-alone
  The object of an unowned reference was deallocated. The text does not show what read the reference.
  - Look at the stack. If it has observe(_:options:changeHandler:) or NSKeyValueNotifyObserver, the closure of an
    observation captured [unowned self], and its token outlived self.

  # cut-report
  The text is a part of a report in JSON. Only a whole report of up to 16 MB can be read.
  - Pass the whole file: its last character is a closing bracket.

  # words-of-observing
  - Look for the line with the exception (“*** Terminating app due to …, reason: …”) or the signal, and for the stack of
    the thread that crashed.

  # nothing
  Nothing in the text says what failed.
  - Paste the line with the exception (“*** Terminating app due to …, reason: …”), or the signal and the stack of the
    thread that crashed, with the names of the functions.
  - A stack of addresses alone has to be symbolicated first.
  """#
