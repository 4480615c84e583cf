/// The pitfalls of registration: adding, and being called for it.
extension Pitfall {
  static let unhandledCallback = Pitfall(
    "REG-3", "unhandled-callback", "The observer does not implement the callback",
    frequency: .rare, symptoms: [.diesWhenChanged],
    why: """
      Every object inherits an `observeValue`, so neither the compiler nor \
      `addObserver` reports a mistake. The inherited method raises an exception.
      """,
    fix: """
      Override `observeValue` in the observer, and make one change \
      in a test. Or pass the reaction to a controller as a closure.
      """,
    prediction: Prediction(
      """
      A view is added as an observer of a clock, but does not override \
      `observeValue`. Then the date is set once. What happens?
      """,
      .wrong(
        "It does not compile.",
        "A missing method is often a compile error. This one is inherited from the root class, so nothing is missing."),
      .wrong(
        "The process dies in `addObserver`.",
        """
        `addObserver` receives the observer and could check it. \
        It does not check which methods the observer overrides.
        """),
      .wrong(
        "Nothing.",
        """
        A delegate that lacks an optional method is skipped. The inherited \
        `observeValue` does not ignore the call: it raises an exception.
        """),
      .right(
        "The process dies at the change.",
        "The change calls the inherited `observeValue`, which raises an exception.")),
    change: .delete("clock.date = 1", 1, of: 3),
    acts: UnhandledCallback.acts)

  static let doubleAdd = Pitfall(
    "REG-1", "double-add", "The same observer is added twice for the same key path",
    frequency: .sometimes, symptoms: [.calledTwice],
    why: "Each `addObserver` makes another registration, and a change calls the observer of every registration.",
    fix: "Add in a place that runs once. Or observe through a controller, which drops the second observation.",
    prediction: Prediction(
      """
      A view is added twice as an observer of a clock's date. The date is set once. How many times is the view called?
      """,
      .wrong(
        "Once.",
        """
        Adding looks like putting something into a set. A registration \
        is not unique: the second add makes a second one.
        """),
      .right("Twice.", "Each registration is called once per change."),
      .wrong(
        "The process dies at the second add.",
        "`removeObserver` does check, and raises an exception if nothing matches. `addObserver` makes no check.")),
    change: .delete(#"clock.removeObserver(view, forKeyPath: "date")"#, 1, of: 4),
    acts: DoubleAdd.acts)

  static let repeatedHook = Pitfall(
    "REG-2", "repeated-hook", "An observer is added in a method that runs several times, but it is removed only once",
    frequency: .daily, symptoms: [.calledTwice, .calledAfterTheEnd, .diesWhenObservedGoes],
    why: "Each call of the method makes another registration, and the removal ends only one of them.",
    fix: """
      Add and remove in two methods that are always called in pairs. Or observe \
      through a controller, which drops a second observation of the same key path.
      """,
    prediction: Prediction(
      """
      A view adds itself as an observer of a clock in `viewWillAppear`, and removes itself in `viewDidDisappear`. \
      Twice the user starts a swipe back and abandons it, so the view appears 3 times. Then it disappears once. \
      How many times is the view called for one change while it is shown, and how many times when it is hidden?
      """,
      .wrong(
        "Once, and then never.",
        "The two methods have opposite names and look like a pair. But the first runs 3 times and the second once."),
      .wrong("3 times, and then never.", "You would expect a removal to end all observing. It ends one registration."),
      .right("3 times, and then twice.", "3 adds make 3 registrations, and one removal leaves 2 of them."),
      .wrong(
        "The process dies at the second add.",
        "Two adds in a row are a mistake, and a check would find it. `addObserver` makes no check.")),
    change: .delete(#"kvoController.unobserve(clock, \.$date)"#),
    acts: RepeatedHook.acts)

  static let registeredOrNot = Pitfall(
    "REG-5", "registered-or-not", "A flag says whether the observer is registered, and becomes wrong",
    frequency: .sometimes, symptoms: [.noLongerCalled, .diesWhenRemoved],
    why: """
      The observed object stores the registration, and the observer stores the \
      flag. Other code can remove the registration without changing the flag.
      """,
    fix: """
      Do not keep a flag. Keep a token for the registration, or observe through \
      a controller. Both may be told more than once to end the observation.
      """,
    prediction: Prediction(
      """
      When a view is shown, it adds itself as an observer of a clock, unless a flag is set. \
      Then it sets the flag. The view is shown. Other code removes it as an observer. The \
      view is shown again, and the date is set once. How many times is the view called?
      """,
      .right("Never.", "The flag is still set, so the view does not add itself again."),
      .wrong(
        "Once.",
        "You would expect the second showing to add the view again, but the flag is still set, so nothing is added."),
      .wrong("Twice.", "Showing it a second time could add a second registration. That is what the flag prevents."),
      .wrong(
        "The process dies when the view is shown again.",
        """
        The flag and the clock now disagree, which looks like an error. Only a \
        removal checks what is registered with the clock, and there is none.
        """)),
    change: .delete(#"clock.removeObserver(self, forKeyPath: "date")"#),
    acts: RegisteredOrNot.acts)

  static let initialTooEarly = Pitfall(
    "REG-8", "initial-too-early", "The initial call comes before the observer is ready",
    frequency: .sometimes, symptoms: [.wrongTime],
    why: "`addObserver` makes the initial call before it returns, so the code after it has not run.",
    fix: """
      Register last, when the observer is complete. The mediator does \
      not help: it also makes the initial call before it returns.
      """,
    prediction: Prediction(
      """
      A clock is at 7. In its initialiser, a view observes the clock with `initial`, and afterwards gets \
      its unit, s. Until then its unit is "?". Later the clock is set to 8. What does the view show?
      """,
      .wrong(
        "First \"7 s\", then \"8 s\".",
        """
        An initial call could wait until the observer is complete. The engine \
        cannot know when that is, and calls before `addObserver` returns.
        """),
      .wrong(
        "Only \"8 s\".",
        "Nothing has changed while the view was created. But `initial` asks for a call at once, without a change."),
      .wrong(
        "It does not compile.",
        """
        Swift checks that every property has a value before `self` is \
        used. Each has one, but the unit is still the placeholder.
        """),
      .right(
        "First \"7 ?\", then \"8 s\".",
        "The first call comes while `addObserver` is still running, before the view has its unit.")),
    change: .delete("unit = chosenUnit()", 1, of: 3),
    acts: InitialTooEarly.acts)

  static let misspeltKey = Pitfall(
    "REG-7", "misspelt-key", "A misspelt key is accepted silently",
    frequency: .rare, symptoms: [.neverCalled, .diesWhenAdded],
    why: "A key path is a string, and `addObserver` registers it without checking that the object has such a property.",
    fix: """
      Use a typed key path such as `\\.$date`, which does not compile if it \
      is misspelt. A controller that observes by string is just as silent.
      """,
    prediction: Prediction(
      """
      A clock has one property, `date`. A view is added as an observer for the key path \
      "data". The date is set once, and the view is removed for "data" again. What happens?
      """,
      .right(
        "No exception is raised, and the view is never called.",
        "The set announces \"date\", and the view is registered for \"data\"."),
      .wrong(
        "The process dies in the add.",
        """
        A clock has no property `data`. A compiler would say so, and the engine could check. But adding reads \
        no value and only records the key: a class may announce a key of that name by hand.
        """),
      .wrong(
        "The process dies in the removal.",
        """
        A removal without an add does raise an exception. This removal repeats \
        the mistake of the add, so it finds the registration.
        """),
      .wrong(
        "The view is called once.",
        """
        A delegate is told of every change of its object, and leaves out what it does not want. A registration \
        is for one key path, and a change of any other key does not call it.
        """)),
    change: .delete(#"clock.removeObserver(view, forKeyPath: "data")"#),
    acts: MisspeltKey.acts)

  static let emptyKeyPath = Pitfall(
    "REG-9", "empty-key-path", "A key path that is read from data is empty",
    frequency: .rare, symptoms: [.diesWhenAdded],
    why: """
      An empty key path names no property. This engine refuses it with an exception that says \
      so. Apple's runtime raises an exception that names neither the key path nor the object.
      """,
    fix: """
      Choose from typed key paths, and decide what to do without a choice. A controller also refuses an empty string.
      """,
    prediction: Prediction(
      """
      The settings say which property of a clock a view observes. No setting is chosen, \
      so the key path is "". The view is added as an observer for it. What happens?
      """,
      .wrong(
        "No exception is raised, and the view is never called.",
        """
        A misspelt key is accepted like this. But the engine checks the form of a key path, and refuses an empty key.
        """),
      .right(
        "The process dies in the add.",
        "The engine first splits the key path into its keys, and raises an exception if one of them is empty."),
      .wrong(
        "The process dies at the next change of the clock.",
        """
        The change looks for the registrations of its key, so a bad key path could be \
        found there. But the add has to split the key path, and is refused.
        """)),
    change: .delete("Clock().addObserver(ClockView(), forKeyPath: keyPath)"),
    acts: EmptyKeyPath.acts)
}
