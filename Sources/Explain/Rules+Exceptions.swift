/// The rules that know the words of an exception.
extension Rule {
  // MARK: The words of an exception

  static let exceptions = [
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
      "not-handled-by-foreigner", .kind(.observerDied, .likely), possible: [.unhandled],
      sign: "`message was received but not handled`, from an object of a system class, or from a text",
      when: .all([.words(["message was received but not handled"]), .foreignObserver]),
      because:
        "The observer that the message names is of a class that hardly ever observes: most likely the observer was "
        + "deallocated, and this object has its address now."),
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
      "library-refuses-key-path", .kind(.notCompliant, .sure),
      sign: "a library's assertion that it cannot observe a key path, and that the property's name is needed",
      when: .all([
        .oneOf(["observe keypath", "observe key path"]), .oneOf(["use property name", "property name instead"]),
      ]),
      because: "The library refuses the key path: it names a getter, or no property."),
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
  static let deallocationWords = [
    "deallocated while key value", "deallocated while key-value", "NSKVODeallocateBreak",
    "Observation info was leaked", "key value observers were still registered",
  ]
}
