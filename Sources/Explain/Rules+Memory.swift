/// The rules for leaks, for messages to deallocated objects, and for Swift's own failures.
extension Rule {
  // MARK: Leaks

  static let leaks = [
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

  static let zombies = [
    Rule(
      "zombie-callback", .kind(.observerDied, .sure),
      sign: "`observeValueForKeyPath:ofObject:change:context:]: message sent to deallocated instance`",
      when: .all([
        .words(["message sent to deallocated instance"]),
        .oneOf(["observeValueForKeyPath:ofObject:change:context:]: message", "observeValue(forKeyPath"]),
      ]),
      because: "The callback was sent to an instance that was deallocated."),
    Rule(
      "callback-is-the-selector", .kind(.observerDied, .sure),
      sign: "`selector name: observeValueForKeyPath:ofObject:change:context:` of a bad message",
      when: .all([
        .oneOf(["selector name: observeValueForKeyPath", "selector name : observeValueForKeyPath"]),
        .not(.oneOf(["unrecognized selector"])), .any([.messaging, .not(.namedStack)]),
      ]),
      because: "The report names the message that was being sent, and it is the callback: the observer was bad."),
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
      "weak-in-deinit-with-stack", .notObserving,
      sign:
        "`Cannot form weak reference`, or `weak_register_no_lock`, above a dealloc or deinit with no function of observing",
      when: .all([
        .any([.frameNamed(["weak_register_no_lock"]), .words(["Cannot form weak reference"])]),
        .frameNamed(["dealloc]", "deinit", "__deallocating", "fD"]), nothingOfObserving,
      ]),
      because:
        "A weak or unowned reference to an object was formed in its own dealloc or deinit, and no function of observing is "
        + "on the stack.",
      next: [
        "Look at what dealloc or deinit uses for the first time: a lazy property, or a closure that captures self weakly. "
          + "If deinit removes an observer from a lazy property, remove it only if the property was made."
      ]),
    Rule(
      "weak-in-deinit", .cannotTell, possible: [.observerDied],
      sign: "`Cannot form weak reference`, or `weak_register_no_lock`, without the stack",
      when: .any([.frameNamed(["weak_register_no_lock"]), .words(["Cannot form weak reference"])]),
      because:
        "A weak or unowned reference to an object was formed while that object was being deallocated. What formed it is not "
        + "in the log. A removal of an observer in dealloc does it, and so does any other weak reference.",
      next: [
        "Look at the stack: which function below objc_initWeak or objc_storeWeak runs in dealloc or deinit?",
        "If deinit removes an observer from a lazy property, or asks for a lazy controller, make it in init.",
      ], cards: ["LIF-12", "LIF-10"]),
  ]

  // MARK: Swift's own failures

  static let swift = [
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
}
