/// The pitfalls of keys and key paths, and what a class has to do for them.
extension Pitfall {
  static let backingStorage = Pitfall(
    "KEY-1", "backing-storage", "The storage of a property is written directly, without its setter",
    frequency: .sometimes, symptoms: [.neverCalled, .diesWhenRemoved],
    why: "Only the setter announces a change. The engine does not watch the storage.",
    fix: """
      Use the setter, or announce the write by hand with \
      `willChangeValue` and `didChangeValue`. A controller does not help.
      """,
    prediction: Prediction(
      """
      A view observes the date of a clock, and shows what it is told. The date is set to 5. Then a \
      method of the clock writes 0 to the storage of the property. What do the clock and the view show?
      """,
      .right(
        "The clock is at 0, the view shows 5.",
        "The property reads its storage, but only its setter announces a change."),
      .wrong(
        "The clock is at 0, the view shows 0.",
        """
        The property has changed, so a call seems due. But the engine does not watch the \
        storage. Only the setter announces a change, and the method did not call it.
        """),
      .wrong(
        "The clock is at 5, the view shows 5.",
        """
        Storage with an underscore looks like a private copy. It is \
        where the property itself reads, so the write takes effect.
        """)),
    change: .delete(#"willChangeValue(forKey: "date")"#),
    acts: BackingStorage.acts)

  static let getterName = Pitfall(
    "KEY-3", "getter-name", "The key path names the getter, and not the property that is set",
    frequency: .sometimes, symptoms: [.neverCalled, .diesWhenAdded],
    why: "The setter of `ready` announces `ready`, and the engine cannot know that `isReady` reads it.",
    fix: """
      Observe the property that is set, or declare the getter in `computedKeys`. \
      A controller does not help if it observes the same string.
      """,
    prediction: Prediction(
      """
      A download has a stored property `ready` and a getter `isReady`, which returns it. \
      A view observes the string "isReady". Then `ready` is set to true. What happens?
      """,
      .wrong(
        "The view is called once.",
        """
        `isReady` has become true, so a call seems due. But the setter of `ready` announces \
        only `ready`, and the engine does not know what a getter reads.
        """),
      .wrong(
        "The process dies in the add.",
        """
        `isReady` has no setter, and a property that cannot be set looks as if it could not \
        be observed. But adding only with `new` does not read the property at all.
        """),
      .right(
        "No exception is raised, and the view is never called.",
        "The setter announces `ready`, and the view is registered for `isReady`.")),
    change: .double("download.ready = true", 2, of: 2),
    acts: GetterName.acts)

  static let dottedKey = Pitfall(
    "KEY-13", "dotted-key", "A key contains a dot or begins with @",
    frequency: .rare, symptoms: [.neverCalled, .diesWhenAdded],
    why: """
      A key path is split at its dots, so `sync.enabled` means the property \
      `enabled` of the property `sync`. A leading `@` begins an operator.
      """,
    fix: "Choose keys without dots and without a leading `@`, or give a setting its own property and observe that.",
    prediction: Prediction(
      """
      A class of settings keeps its values in a dictionary and announces each key by \
      hand. A view observes the key "sync.enabled", which is a key of the dictionary. \
      The value is set, and the key is announced. How many times is the view called?
      """,
      .right(
        "Not at all, and no exception is raised.",
        "The view is registered for the path from `sync` to `enabled`. The key `sync.enabled` has no registration."),
      .wrong(
        "Once.",
        """
        What is announced and what is observed are the same string. But `addObserver` takes \
        a key path and `willChangeValue` a key, and only the path is split.
        """),
      .wrong(
        "The process dies in the add.",
        """
        There is no property `sync`, and most classes would raise an exception for it. This \
        one keeps its values in a dictionary, and returns nil for an unknown key.
        """)),
    change: .delete("willChangeValue(forKey: key)"),
    acts: DottedKey.acts)

  static let unwrappedProperty = Pitfall(
    "KEY-12", "unwrapped-property", "An observed property is declared without the wrapper",
    frequency: .daily, symptoms: [.neverCalled],
    why: "Only the wrapper's setter announces changes. A plain stored property has no such setter.",
    fix: """
      Declare the property `@Observed`. Use the typed key path \
      `\\.$title`, which does not compile without the wrapper.
      """,
    prediction: Prediction(
      """
      The title of a playlist is a plain stored property, declared without the wrapper \
      `@Observed`. A view observes the string "title". Then the title is set. What happens?
      """,
      .right(
        "No exception is raised, and the view is never called.",
        "The class compiles and the string is accepted, but a plain property announces no changes."),
      .wrong(
        "The view is called once.",
        """
        The class inherits from `KeyValueObject`, which looks sufficient. \
        But only the setter of a wrapped property announces a change.
        """),
      .wrong(
        "The process dies in the add.",
        """
        The engine could see that the title has no wrapper. But a class \
        may announce such a key by hand, so adding accepts any key.
        """)),
    change: .double(#"playlist.title = "Evening""#, 3, of: 3),
    acts: UnwrappedProperty.acts)

  static let equalValue = Pitfall(
    "KEY-5", "equal-value", "A property is set to the value that it already has",
    frequency: .daily, symptoms: [.calledForNothing, .calledTwice, .neverEnds],
    why: "The setter announces a change for every assignment. It does not compare the new value with the old one.",
    fix: """
      Compare the old and the new value in the callback. If a callback sets a \
      property, let it compare first. A controller does not compare for you.
      """,
    prediction: Prediction(
      """
      A thermostat is at 18 degrees. A view observes the temperature, and draws itself at each \
      call. The temperature is set to 18 three times. How many times does the view draw itself?
      """,
      .wrong(
        "Never.",
        """
        The word change suggests a different value, and a comparison \
        would be easy. But every assignment is announced as a change.
        """),
      .right("Three times.", "Each assignment is announced, and the engine does not compare values."),
      .wrong(
        "Once.",
        """
        Views merge their drawing, so equal changes might be merged into one. The setter calls \
        the observers before it returns, so each assignment makes its own call.
        """)),
    change: .double("for _ in 1...3 { thermostat.temperature = 18 }", 1, of: 2),
    acts: EqualValue.acts)

  static let reportedTwice = Pitfall(
    "KEY-6", "reported-twice", "A change is announced by hand around a setter that announces it as well",
    frequency: .sometimes, symptoms: [.calledTwice, .calledForNothing],
    why: "The setter makes one announcement and the pair by hand makes another. The engine does not merge them.",
    fix: """
      Do not announce by hand what a setter announces, or return false for the key \
      from `automaticallyNotifiesObservers(forKey:)`. A controller does not help.
      """,
    prediction: Prediction(
      """
      A job finishes: it calls `willChangeValue`, sets its property `isFinished`, and calls \
      `didChangeValue`. A list observes the property, and counts a finished job at each call. The \
      setter notifies automatically. How many jobs does the list count for one that finishes?
      """,
      .wrong(
        "One.",
        """
        The value changes only once, and Apple's guide shows a setter that announces by hand. \
        But the class in the guide also switches automatic notification off for that key, \
        and neither `didChangeValue` nor the setter compares values.
        """),
      .wrong(
        "The process dies as the job calls `didChangeValue`.",
        """
        A `didChangeValue` belongs to a `willChangeValue`, and here each has its own: \
        the pair of the setter is complete, and lies inside the pair by hand.
        """),
      .right(
        "Two.",
        """
        The setter calls the list, and then `didChangeValue` calls \
        it again. Both calls have the same old and new value.
        """),
      .wrong(
        "Four.",
        """
        There are two pairs, each with a will and a did. But a will calls only \
        an observer that has asked for `prior`, and the list has not.
        """)),
    change: .delete(#"willChangeValue(forKey: "isFinished")"#),
    acts: ReportedTwice.acts)

  static let willWithoutDid = Pitfall(
    "KEY-7", "will-without-did", "A change is announced with willChangeValue, and never with didChangeValue",
    frequency: .rare, symptoms: [.neverFreed, .valueWrong],
    why: """
      A `willChangeValue` retains the object and its observers until its `didChangeValue`, or until the \
      thread ends. A later `didChangeValue` without a will ends that change, and reports its old value.
      """,
    fix: """
      Announce by hand only through a helper that calls `didChangeValue` \
      in a `defer`. A controller cannot detect the missing call.
      """,
    prediction: Prediction(
      """
      A download announces its byte count by hand: will, the write, did. An empty piece makes the \
      method throw between will and did. Then two good pieces arrive. A view observes the count until \
      it is removed. At the end both owners release the download and the view. What has happened?
      """,
      .wrong(
        "The view heard of neither good piece.",
        """
        The first will is still open, so later pairs might be nested in it. But \
        a did ends the latest will of its key, and each pair makes its own call.
        """),
      .wrong(
        "The view heard of both good pieces, and both objects are freed.",
        "The view lost only the change that failed. But the engine retains both objects for the did that never comes."),
      .wrong(
        "The view heard of both good pieces, and the view is freed while the download is not.",
        """
        The change belongs to the download. But a change by hand \
        retains the observers as well, because its did calls them.
        """),
      .right(
        "The view heard of both good pieces, and neither object is freed.",
        "Each good piece is a complete pair. The lone will keeps both objects until its thread ends.")),
    change: .delete("defer { didChangeValue(forKey: key) }"),
    acts: WillWithoutDid.acts)

  static let silentMiddle = Pitfall(
    "KEY-9", "silent-middle", "The middle of a path is replaced without notification",
    frequency: .rare, symptoms: [.noLongerCalled, .calledForOthers, .diesWhenRemoved],
    why: """
      The engine moves the registration to the new object only when the replacement is announced. Otherwise the \
      registration stays with the old object, and the next removal or announced change finds none with the new one.
      """,
    fix: "Leave automatic notification on, or announce each replacement by hand. A controller does not help.",
    prediction: Prediction(
      """
      A view observes `clock.date` of a tower. A method of the tower replaces the clock and forgets to announce \
      it. The date of the old clock is set, then that of the new one, and then the view is removed. What happens?
      """,
      .wrong(
        "The view is called for the new clock, and is then removed.",
        """
        The path leads to the new clock, and it looks as if it were followed at each change. But the engine registers \
        with the objects that it found, and moves a registration only when a replacement is announced.
        """),
      .wrong(
        "The view is called for the old clock, and is then removed.",
        """
        The first half is true. But the removal follows the path, and finds \
        a different clock from the one with which the engine is registered.
        """),
      .wrong(
        "The view is called for neither, and is then removed.",
        "The old clock is no longer on the path. But the engine was not told, and is registered with it as before."),
      .right(
        "The process dies at the removal, and until then the view is called for the old clock.",
        """
        The engine is still registered with the old clock, and finds \
        the new one as it follows the path to remove the view.
        """)),
    change: .delete(#"willChangeValue(forKey: "clock")"#),
    acts: SilentMiddle.acts)

  static let pairAroundHead = Pitfall(
    "KEY-14", "pair-around-head", "The head of an observed path is announced by hand around a setter that announces it",
    frequency: .rare, symptoms: [.diesWhenChanged],
    why: """
      The setter moves the registration to the new object. The `didChangeValue` \
      by hand then looks for it at the previous one, where it no longer is.
      """,
    fix: """
      Do not announce by hand what a setter announces, or return false for the key \
      from `automaticallyNotifiesObservers(forKey:)`. A controller does not help.
      """,
    prediction: Prediction(
      """
      A view observes `clock.date` of a tower. A method of the tower calls \
      `willChangeValue` for the clock, sets the clock, and calls `didChangeValue`. The \
      setter notifies automatically. Then the date of the new clock is set. What happens?
      """,
      .wrong(
        "The view is called for the new clock and for its date, once for each.",
        "The pair and the setter tell of the same change. But each of them makes its own announcement."),
      .wrong(
        "The view is called twice for the new clock, and once for its date.",
        """
        If the view observed `clock` alone, the two announcements would be two calls. \
        For a longer path, each announcement also moves the registration at the clock.
        """),
      .right(
        "The process dies as the tower calls `didChangeValue`.",
        "The setter has moved the registration, and the pair by hand wants to move it from the previous clock again."),
      .wrong(
        "The process dies as the date is set.",
        """
        The second move could leave a registration at the wrong clock, \
        which would show only now. But the engine checks at the move.
        """)),
    change: .delete(#"willChangeValue(forKey: "clock")"#),
    acts: PairAroundHead.acts)

  static let freshObject = Pitfall(
    "KEY-8", "fresh-object", "A getter in the middle of a path makes a new object for each read",
    frequency: .rare, symptoms: [.diesWhenChanged, .diesWhenRemoved, .diesWhenObserverGoes],
    why: """
      The engine registers with the object that one read returns. The next read \
      returns another object, which looks like a replacement that was not announced.
      """,
    fix: "Return the same object until you announce another one. A controller does not help.",
    prediction: Prediction(
      """
      The clock of a tower is a getter that makes a new clock for each read. The class declares that the clock \
      depends on the zone. A view observes `clock.date` of the tower. The zone is set to 2. What happens?
      """,
      .wrong(
        "The view is told the date for zone 2.",
        """
        The dependency is declared correctly, and the setter of the zone announces the change. But the \
        engine looks first for the clock with which it is registered, and a read returns another one.
        """),
      .right(
        "The process dies as the zone is set.",
        """
        A read returns another clock than the one with which the engine is registered. The \
        engine mistakes the difference for a replacement that was not announced.
        """),
      .wrong(
        "The view is not called.",
        """
        The engine could stay with the clock that it read first, and many undeclared changes are silent. But the \
        change of the zone is announced, so the engine reads the path again, and gets another clock.
        """)),
    change: .delete("clocks[zone] = clock"),
    acts: FreshObject.acts)

  static let pathThroughArray = Pitfall(
    "KEY-10", "path-through-array", "A path runs through an array to the elements' properties",
    frequency: .rare, symptoms: [.diesWhenAdded, .diesWhenChanged],
    why: """
      The path continues after the array, so the engine would have \
      to register with the array itself. An array has no observers.
      """,
    fix: "Observe each element, which a controller makes short, or the number of elements with `@count`.",
    prediction: Prediction(
      """
      A playlist has an array of two tracks. A view asks to observe \
      `tracks.title` of the playlist, and then the titles are set. What happens?
      """,
      .right(
        "The process dies in the add.",
        """
        After `tracks` the engine would have to register with the array itself, and an \
        array cannot be observed. Adding the observer raises an exception.
        """),
      .wrong(
        "The view is called for each title that is set.",
        """
        Apple's key-value coding reads such a path as the titles of all tracks, so \
        observing it looks possible. But an array cannot announce changes of its elements.
        """),
      .wrong(
        "The view is called when the array is replaced, and not for a title.",
        "Observing only `tracks` does that. This path does not end at the array, so the engine does not stop there."),
      .wrong(
        "No exception is raised, and the view is never called.",
        """
        A misspelt key is accepted in this way. But for this path the \
        engine has to read the array, and raises an exception at once.
        """)),
    change: .delete(#"view.kvoController.observe(track, \.$title) { view, _, _ in view.calls += 1 }"#),
    acts: PathThroughArray.acts)

  static let nilInTheMiddle = Pitfall(
    "KEY-11", "nil-in-the-middle", "A value in the middle of a path is nil",
    frequency: .sometimes, symptoms: [.valueMissing],
    why: "`addObserver` accepts a path through nil, and the missing value at its end is reported as null.",
    fix: "Handle null in the callback: decide what to show for it. A controller passes the null on unchanged.",
    prediction: Prediction(
      """
      A tower has no clock. A view observes `clock.date` with `initial` and `new`, and prints what it is told. A \
      clock whose date is 5 is hung in the tower. Later it is taken down and set to 9. What does the view print?
      """,
      .wrong(
        "Only 5.",
        """
        Without a clock there is no date to report. But `initial` calls at once, \
        and taking the clock down is a change as well: both calls carry null.
        """),
      .wrong(
        "<null>, 5, <null>, 9.",
        """
        The view was registered with that clock. But when the tower announces \
        that its clock is nil, the engine ends the registration with the old one.
        """),
      .right(
        "<null>, 5, <null>.",
        "Hanging the clock is a change, taking it down is another, and a missing value is reported as null."),
      .wrong(
        "0, 5, 0.",
        """
        In Objective-C, nil returns 0 if you ask it for a number. \
        Key-value coding returns no value, which a change carries as null.
        """)),
    change: .delete("tower.clock = nil"),
    acts: NilInTheMiddle.acts)
}
