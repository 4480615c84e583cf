/// Advice about a kind of failure: what it is, what causes it, and what to do.
struct Advice {
  /// A cause, its sign, and its card.
  struct Cause {
    /// What is wrong in the program, as a sentence.
    let what: String
    /// How to tell this cause from the others.
    let sign: String
    /// The id of the card; nil if there is none.
    let card: String?
    /// What in a log indicates this cause.
    let hint: Hint

    init(_ what: String, _ sign: String, _ card: String? = nil, if hint: Hint = .nothing) {
      (self.what, self.sign, self.card, self.hint) = (what, sign, card, hint)
    }
  }

  /// What a log can show of a cause.
  enum Hint {
    case nothing
    case observesItself
    /// The cause needs an observed object that is not the observer.
    case anotherObserved
    case nestedPath
    case severalRegistrations
    case mediator
    case swiftToken
    case foreignObserver
    case initialOption
    case background
    /// The removal is in a hook that can run more often than the one that adds.
    case disappearing
    /// The removal passes a context.
    case removalWithContext
    /// An observer in the list is 0x0.
    case goneObserver
    /// The system cleans up after most classes, or the class is one that it does not clean up after.
    case noCleanUp
    case words(String)
  }

  /// What happened, as a sentence without a full stop.
  let title: String
  let causes: [Cause]
  let now: [String]

  static func about(_ kind: Kind) -> Advice { table[kind] ?? Advice(title: kind.rawValue, causes: [], now: []) }

  private static let table: [Kind: Advice] = [
    .observedDied: Advice(
      title: "the observed object was deallocated while an observer was still registered with it",
      causes: [
        Cause(
          "The observer is never removed, or only under a condition, or only after the observed object is gone.",
          "No removal has the key path, or the removal uses a reference that is already nil: weak, or set to nil before.",
          "LIF-1"),
        Cause(
          "The object observes itself and does not remove itself.",
          "The list has the instance's own address as the observer. On systems that hold observers weakly it has 0x0.",
          "LIF-5", if: .observesItself),
        Cause(
          "The observer was deallocated first and never removed, and the system does not clean up for this class.",
          "The list has 0x0 as the observer, and the class does not observe this key path of its own.", "LIF-3",
          if: .goneObserver),
        Cause(
          "The observer is added in a hook that runs several times, such as viewWillAppear, and removed once.",
          "The list has the same entry more than once, or the removal runs and one entry is left.", "REG-2",
          if: .severalRegistrations),
        Cause(
          "Observers are added in a loop, and fewer are removed.",
          "Several objects of the class are observed, and the crash happens for only some of them.", "REM-10"),
        Cause(
          "The class does not meet Apple's two conditions for cleaning up: it turns automatic notification off, or overrides "
            + "KVO's private accessors. Often a framework class above it does.",
          "It also crashes on iOS 11, macOS 10.13 and later. The class is or inherits from a layer, a managed object or an "
            + "operation, or returns NO from automaticallyNotifiesObserversForKey:.",
          "LIF-2", if: .noCleanUp),
        Cause(
          "An object in the middle or at the end of a key path is deallocated first (seen in GNUstep; not known on Apple's "
            + "systems).",
          "The key path in the list is the rest of a longer path that you registered with another object.", "LIF-7"),
        Cause(
          "A mediator's non-retaining controller observes an object that is deallocated first.",
          "The observer is the mediator's shared object, and the observation was asked of its non-retaining controller.",
          "MED-11",
          if: .mediator),
        Cause(
          "An object observes itself through the non-retaining controller.",
          "The observer is the mediator's shared object, and the object that owns the controller is observed.", "MED-2",
          if: .mediator),
        Cause(
          "The removal ran on one thread while the registration was under way on another.",
          "It happens rarely, and one of the two runs on a background queue.", "MED-7"),
        Cause(
          "The lazy controller was first used in deinit, so nothing was removed.",
          "There is a removal in deinit or dealloc, and it uses the lazy controller.", "LIF-12", if: .mediator),
      ],
      now: [
        "Search for the addObserver or observe call with the key path. The log names the observer only by its address.",
        "Find what owned the observed object and released it. The frames below NSKVODeallocate show it.",
        "Let the observer own what it observes, and remove it before the observed object is replaced or released. A token "
          + "does that by itself. On iOS 10 and earlier, call invalidate() before the observed object is released.",
        "If you do not find it, break on NSKVODeallocate, where po [object observationInfo] prints what is left, and on "
          + "-[NSObject addObserver:forKeyPath:options:context:]. Before the SDK of iOS 8: on NSKVODeallocateBreak.",
      ]),
    .observerDied: Advice(
      title: "a change was delivered to an observer that no longer exists",
      causes: [
        Cause(
          "The observer was deallocated and never removed.",
          "With zombie objects switched on, the message names the observer's class.", "LIF-3"),
        Cause(
          "The observer was being deallocated on one thread while another thread made the change.",
          "It happens rarely, the change is made on a background queue, and deinit does remove the observer.", "LIF-10",
          if: .background),
        Cause(
          "The observer was added twice and removed once.",
          "The removal runs, and the crash still happens.", "REG-1"),
        Cause(
          "An observer added through a key path stayed on an object that was replaced.",
          "The key path has more than one key, and a getter in it makes a new object each time.", "KEY-8",
          if: .nestedPath),
        Cause(
          "The callback releases the last reference to the observer or to the observed object.",
          "The stack has your callback, or its closure, below the bad access.", "LIF-11"),
      ],
      now: [
        "Switch on zombie objects (Xcode: scheme, Diagnostics) or Address Sanitizer and reproduce it: the message then names "
          + "the class of the observer, and the stacks of its allocation and deallocation.",
        "The frame below the KVO frames is the setter. It names the observed object's class and the key. Check for each "
          + "observer of that key that its removal always runs.",
        "Remove the observer in deinit at the latest, or own a token, which removes it.",
        "If the change comes from a background queue, removing in deinit is too late: remove on the queue of the changes, "
          + "before the observer is released.",
      ]),
    .notRegistered: Advice(
      title: "an observer that was not registered was removed",
      causes: [
        Cause(
          "The observer was never added: the code that adds it did not run.",
          "The add is in a hook such as viewDidLoad, and the removal in deinit or dealloc.", "REM-1"),
        Cause(
          "It was removed twice.",
          "Two paths lead to the removal, such as a reset method and deinit. Break at the removal and count.", "REM-2",
          if: .disappearing),
        Cause(
          "It was added with another context.",
          "Compare the context arguments of both calls: the message does not show them. In Swift, allocate the "
            + "address once: &variable need not have the same address twice.", "REM-3", if: .removalWithContext),
        Cause(
          "The property that holds the observed object was set to another object in between.",
          "The address after 'from' is not that of the object at the time of the add.", "REM-6", if: .anotherObserved),
        Cause(
          "The removal runs inside the initial call.",
          "The options have initial, and addObserver is on the stack of the removal.", "REM-7", if: .initialOption),
        Cause(
          "The add was delayed, by a queue or until a view loads, and the removal ran first.",
          "The add is in a closure that is dispatched.", "REM-8"),
        Cause(
          "A subclass or a superclass removed the registration by mistake.",
          "Both observe the same key path of the same object, without contexts.", "REM-5"),
        Cause(
          "A flag that says “is registered” is wrong.", "The removal is in an if with that flag.", "REG-5"),
        Cause(
          "Observers of elements are removed by index after the array changed.",
          "The removal has an index, or is in a loop over the array.", "REM-11", if: .anotherObserved),
        Cause(
          "A token was invalidated and its observer was also removed by hand, or two threads invalidated the token.",
          "The observer is an _NSKeyValueObservation, or a library's object.", "REM-2", if: .swiftToken),
      ],
      now: [
        "Find the add with this observer's class and this key path, and compare observer, object, key path and context.",
        "If there was an add, find what removed it first. The stack shows the second removal, which may be correct.",
        "Use a token instead of a pair of calls. It can be cancelled twice, and it is nil where nothing was added.",
        "Do not catch the exception. That hides the wrong removal, and a registration that you meant to remove stays.",
      ]),
    .unhandled: Advice(
      title: "an observer that does not handle the call was called",
      causes: [
        Cause(
          "The observer's class has no observeValue(forKeyPath:of:change:context:), or one with a wrong signature.",
          "Search the class for the method. Swift's must say override.", "REG-3"),
        Cause(
          "The observer's method calls super for a change that is its own.",
          "super is called because a comparison of the context or the key path fails.",
          "CTX-3"),
        Cause(
          "The observer was deallocated, and another object has its address now.",
          "The class in the message is one that you never registered, such as one of the system's.", "LIF-3",
          if: .foreignObserver),
        Cause(
          "A registration of a superclass or of older code is left over, and no code handles its key path any more.",
          "The key path in the message has no branch in the method.", "CTX-6"),
      ],
      now: [
        "Look at the observer's class in the message: do you register that class for this key path?",
        "If you do, set a breakpoint in its observeValue and see which comparison fails. Compare contexts, not key paths.",
        "If you do not, look for an observer of this key path that is deallocated without being removed.",
      ]),
    .pathSwapped: Advice(
      title: "an object in the middle of an observed key path was replaced without a notification",
      causes: [
        Cause(
          "The property was written without its setter: in an initialiser, in clean-up, or through its storage.",
          "Search the class named in the message for assignments to the key's storage.", "KEY-9"),
        Cause(
          "The getter in the middle of the path makes a new object each time.",
          "The property is computed, and has no storage that stays the same.", "KEY-8"),
        Cause(
          "A pair of willChangeValueForKey: and didChangeValueForKey: is around a setter that announces as well.",
          "The message is ‘Cannot update’, and didChangeValueForKey: is called by your class.", "KEY-14"),
        Cause(
          "The property is not KVO-compliant: it is read-only, or a system class does not document it as observable.",
          "Its documentation does not say that it can be observed.", "KEY-12"),
        Cause(
          "Two threads replaced the object at the same time.",
          "It happens rarely, all writes use the setter, and the stack is on a background queue.", nil,
          if: .background),
        Cause(
          "A weak property in the middle of the path became nil.",
          "The property is weak: no notification is sent when it is cleared.", "LIF-7"),
      ],
      now: [
        "Take the key and the class from the message. Every change of that property must use its setter, or be between "
          + "willChangeValueForKey: and didChangeValueForKey:, and not both.",
        "Look for a write before the one that crashed: ‘Cannot update’ is raised by a later change, ‘Cannot remove’ by the "
          + "removal.",
        "If you do not own the class, observe one key at a time: the first object, and in its callback the object that it "
          + "now holds.",
      ]),
    .notCompliant: Advice(
      title: "the observed key does not exist on the object",
      causes: [
        Cause(
          "The key is misspelt, or the property was renamed.",
          "The class has a property with a similar name. Key paths in strings are not checked.", "REG-7"),
        Cause(
          "The property is not visible to Objective-C: no @objc, or declared for another class.",
          "Swift: the property has no @objc dynamic.", "KEY-12"),
        Cause(
          "The object is of another class than you expect.",
          "The class in the message is not the one that has the property; often it is a value from JSON or a nib."),
        Cause(
          "The key is the name of the getter, not of the property.", "The key begins with ‘is’.", "KEY-3"),
        Cause(
          "A key with a dot in it is treated as a path.",
          "The key comes from the user defaults or from a server.", "KEY-13", if: .words("UserDefaults")),
      ],
      now: [
        "Compare the class and the key in the message with the declaration.",
        "Use a typed key path, or #keyPath, so that the compiler checks the name.",
        "Check the other observers of that class too. With new, initial or a path of several keys a wrong key fails at once; "
          + "otherwise the observer is never called.",
      ]),
    .collection: Advice(
      title: "an observer was added to an array or a set",
      causes: [
        Cause(
          "The key path runs through a collection to a property of its elements.",
          "The message names the class of the collection, such as __NSArrayM, and the rest of the path.", "KEY-10"),
        Cause(
          "A key is declared to depend on a property of each element.",
          "The path is in keyPathsForValuesAffecting….", "DEP-5"),
        Cause("The collection itself is observed, and not the property that holds it.", "The path has one key.", nil),
      ],
      now: [
        "Find the addObserver whose key path ends in the rest that the message shows.",
        "Observe the property that holds the collection. For the elements, add an observer to each one, and move them when "
          + "the collection changes.",
      ]),
    .selfDependency: Advice(
      title: "a key is declared to depend on itself",
      causes: [
        Cause(
          "The set contains the key, or a key path that starts with it, often by copy and paste, or because super's set "
            + "is added.",
          "The message shows the passed-in key and the returned set.", "DEP-4")
      ],
      now: ["Remove the key from the set that keyPathsForValuesAffecting… returns for it."]),
    .typedKeyPath: Advice(
      title: "a Swift key path has no name for Objective-C",
      causes: [
        Cause(
          "The property, or one in the middle of the path, is not @objc dynamic.",
          "The key path in the message ends in such a property, or passes through a struct.", "KEY-12"),
        Cause(
          "The key path is not observed at all: NSExpression, NSPredicate and sort descriptors take one as well.",
          "The frame below the failure names one of them.", nil),
      ],
      now: [
        "Look at the frame below the failure: is it observe(_:options:changeHandler:)?",
        "If it is, declare the property @objc dynamic, or observe the property that holds the struct.",
      ]),
    .reentrancy: Advice(
      title: "a callback runs again before its first call has returned, or during another access",
      causes: [
        Cause(
          "The callback sets the property that it is called for.",
          "The setter and the callback take turns on the stack.", "THR-4"),
        Cause(
          "Two callbacks set each other's property.",
          "Two setters and two callbacks take turns on the stack.", "THR-4"),
        Cause(
          "An equal value is set again and again.",
          "The value no longer changes when the stack overflows.", "KEY-5"),
        Cause(
          "The property is set under a lock or on a serial queue, and the callback needs the same one.",
          "The innermost frame waits, or the log says that the queue is already owned by the thread.", "THR-7",
          if: .words("dispatch_sync")),
        Cause(
          "The context is a Swift variable that is passed with &, or the callback reads the variable that is being changed.",
          "The log says “Simultaneous accesses”, and names where the first access began.", nil,
          if: .words("Simultaneous accesses")),
        Cause(
          "The observer is removed, or uses itself, inside the initial call.",
          "addObserver is below the callback on the stack.", "REG-8", if: .initialOption),
      ],
      now: [
        "Find the callback that is on the stack more than once, or below the setter, and what it sets.",
        "Compare before you set, or set a flag while the callback runs. The calls are synchronous: everything that the "
          + "callback sets calls back before it returns.",
        "Never hold a lock, a serial queue or an inout access while you set an observed property.",
      ]),
    .otherThread: Advice(
      title: "a callback or a registration runs on the wrong thread, or on two threads at once",
      causes: [
        Cause(
          "A property is set on a background thread, and the callback uses the user interface or the main actor.",
          "The callback is on the stack of a thread that is not the main one.", "THR-1"),
        Cause(
          "Observers are added or removed on one thread while another changes the property.",
          "The crash is in KVO's own bookkeeping, and another thread has a registration on its stack.", nil),
        Cause(
          "The callback was running when the observer was removed.",
          "The removal is on another thread, and the callback uses what was torn down.", "THR-3"),
        Cause(
          "The observer is deallocated on one thread while the changes are made on another.",
          "deinit is on the stack of another thread.", "LIF-10"),
        Cause(
          "On iOS 12 and earlier, Swift's overlay exchanges KVO's methods at the first typed observe, while another thread "
            + "runs one of them.",
          "The stack has __KVOKeyPathBridgeMachinery or __old_unswizzled.", nil, if: .words("KVOKeyPathBridge")),
      ],
      now: [
        "A callback runs on the thread that sets the property. Set it on the thread where the observer works, or hop in the "
          + "callback before you touch anything.",
        "Add, change and remove on one thread or queue. KVO promises nothing about a property that is not itself "
          + "thread-safe.",
        "Run with Thread Sanitizer and the Main Thread Checker: they name both sides.",
      ]),
    .operationStates: Advice(
      title: "an operation announces its states in an order that its queue does not expect",
      causes: [
        Cause(
          "The operation announces isFinished before the queue has started it.",
          "It finishes in cancel, or before start is called.", nil),
        Cause(
          "isFinished is announced twice, or isFinished and isExecuting from two threads.",
          "The crash is in __NSOQSchedule or in __NSOperationInternal, below didChangeValueForKey:.", nil),
        Cause(
          "The subclass announces its end under neither name, isFinished nor finished.",
          "The operation never leaves the queue. It does not crash.", "KEY-3"),
        Cause(
          "Code calls start() on an operation that is in a queue.", "Search for start().", nil),
      ],
      now: [
        "Change state only in start and after it, under a lock, and announce each change once: will, write, did.",
        "In cancel, set isCancelled only. Let start check it and finish.",
        "Never let an operation finish before start was called, even if it has nothing to do.",
      ]),
    .tooManyObservers: Advice(
      title: "an operation or an operation queue has more observers of one key than it can count",
      causes: [
        Cause(
          "The observer is added again and again, and removed less often.",
          "The number of observers grows while the program runs. Break where the observer is added, and count.", "REG-2"
        ),
        Cause(
          "Observers are added in a loop, and fewer are removed.", "The add is in a loop, and so is the removal.",
          "REM-10"),
        Cause(
          "More than 255 objects wait for one operation, or watch one queue.",
          "Each add has its removal, and the observers are different objects.", nil),
      ],
      now: [
        "Print the observationInfo of the operation or the queue in the debugger: it lists the observers.",
        "Let one object observe, and let it tell the others. A completion block or a dependency needs no observer.",
      ]),
    .defaultsKey: Advice(
      title: "a key of the user defaults contains a dot, and is treated as a key path",
      causes: [
        Cause(
          "The key is named like a bundle identifier, so KVO reads each part from the value of the part before.",
          "The callback is called once, for initial, and never again. The same key without dots works.", "KEY-13")
      ],
      now: [
        "Rename the key: no dots, and no @ at the beginning. Move the old value when the app starts.",
        "If you cannot rename it, observe UserDefaults.didChangeNotification and compare the value.",
      ]),
    .noNotifyingClass: Advice(
      title: "KVO could not create the subclass that announces changes",
      causes: [
        Cause(
          "A class with the name NSKVONotifying_… exists: another library made it, or the class is loaded twice.",
          "The console names the class; often it says “is implemented in both” as well.", nil)
      ],
      now: ["Look for a second copy of the class: an app and its tests, or two frameworks that both contain it."]),
    .retainCycle: Advice(
      title: "an observation retains its own owner",
      causes: [
        Cause(
          "The closure captures its owner strongly.", "The cycle has a closure in it.", "LIF-9"),
        Cause(
          "The owner of a token is captured by the token's closure.", "The cycle has an NSKeyValueObservation in it.",
          "MOD-2", if: .swiftToken),
        Cause(
          "An object observes itself through the retaining controller.",
          "The cycle has a map table and FBKVOController in it.", "MED-1", if: .mediator),
      ],
      now: [
        "Use the observer that the closure is given, or capture weakly.",
        "Unobserve self by hand before the last owner releases it, or bind the observation to both lives.",
      ]),
    .arguments: Advice(
      title: "an observation was asked for with invalid arguments",
      causes: [
        Cause(
          "The key path is empty.", "It comes from elsewhere: a server, a file, a parameter.", "REG-9",
          if: .words("characterAtIndex:")),
        Cause(
          "The key begins with @, so it is treated as an operator.",
          "It is the name of a setting, in UserDefaults or in a class of your own.", "KEY-13"),
        Cause(
          "A mediator was given no key path, no closure or no action.",
          "Its assertion names the parameters. Release builds leave assertions out, and nothing is observed.", "MED-9",
          if: .mediator),
      ],
      now: ["Check the arguments where the call is made, in release builds too."]),
    .declaration: Advice(
      title: "a property is declared in a way that this repository's engine refuses",
      causes: [
        Cause(
          "A new wrapper is assigned instead of a value.", "The message names storedValue.", "KEY-1",
          if: .words("storedValue")),
        Cause(
          "A computed property is observed, and its class does not declare it.", "The message names computedKeys.",
          "KEY-3",
          if: .words("computedKeys")),
      ],
      now: ["Do what the message says; its card shows the code."]),
    .indexes: Advice(
      title: "the indexes of a change are out of range for the array",
      causes: [
        Cause(
          "A whole array arrives as a setting where changes by index are expected.",
          "The change's kind is 1, a setting, and has no indexes.", "COL-5")
      ],
      now: ["Switch on the change's kind, and handle a setting: read the array again."]),
  ]
}
