/// The pitfalls of the mediator itself.
extension Pitfall {
  static let localController = Pitfall(
    "MED-5", "local-controller", "A controller is kept only in a local variable",
    frequency: .rare, symptoms: [.noLongerCalled],
    why: """
      A controller ends its observations when it is deallocated, \
      and a local variable holds it only while the function runs.
      """,
    fix: "Use the observer's own `kvoController`, or store the controller in the observer.",
    prediction: Prediction(
      """
      A view makes a controller in a function, keeps it in a local variable, and observes a clock with it. The \
      options are `initial`. The function returns. Then the clock is set twice. How many times is the view called?
      """,
      .wrong(
        "Three times.",
        """
        The view and the clock are still in memory, so the observation seems to last. But it \
        belongs to the controller, and the controller is deallocated when the function returns.
        """),
      .right(
        "Once.",
        """
        The initial call comes before the function returns. Then \
        the controller is deallocated, and unobserves the clock.
        """),
      .wrong(
        "Not at all.",
        """
        The controller does end its observations, but only when the function \
        returns. The initial call comes before that, inside `observe`.
        """),
      .wrong(
        "The process dies at the first set.",
        """
        The controller no longer exists, and by hand, an observer that is deallocated without a removal \
        does end the process. A controller removes its registrations in its deinit.
        """)),
    change: .delete("controller = KVOController(observer: self)"),
    acts: LocalController.acts)

  static let selfObservationCycle = Pitfall(
    "MED-1", "self-observation-cycle", "An object observes itself through the retaining controller",
    frequency: .rare, symptoms: [.neverFreed],
    why: """
      The object owns its controller, and the controller retains the object, because it \
      observes it. This is a retain cycle, so the deinit that would unobserve never runs.
      """,
    fix: """
      Unobserve by hand before the last owner releases the object, \
      or use `kvoControllerLifetimeBound`, which does not retain it.
      """,
    prediction: Prediction(
      """
      A thermostat observes its own temperature through its `kvoController`, which unobserves everything when \
      its observer is deallocated. The owner of the thermostat releases it. What happens to the thermostat?
      """,
      .right(
        "It stays in memory, and its deinit never runs.",
        "The controller retains what it observes, which is the thermostat, and the thermostat owns the controller."),
      .wrong(
        "It is deallocated, and the controller unobserves it.",
        """
        This is what the controller does for every observer that observes another object. But this \
        controller retains its own observer, so the deallocation that would make it unobserve never happens.
        """),
      .wrong(
        "It is deallocated, and the process dies.",
        """
        An object that observes itself by hand and forgets to remove itself does \
        end in an exception. This one is retained, so it is not deallocated at all.
        """)),
    change: .delete("kvoController.unobserve(self)"),
    acts: SelfObservationCycle.acts)

  static let nonRetainingCrash = Pitfall(
    "MED-2", "non-retaining-crash", "An object observes itself through the non-retaining controller",
    frequency: .rare, symptoms: [.diesWhenObservedGoes],
    why: """
      A weak reference to an object is nil as soon as its deallocation begins, \
      so the controller finds no object to remove the registration from.
      """,
    fix: """
      Unobserve before the last reference is released. In deinit it is too late. Or use \
      `kvoControllerLifetimeBound`, which is passed the object while it is deallocated.
      """,
    prediction: Prediction(
      """
      A thermostat observes itself through `kvoControllerNonRetaining`, which refers to \
      it weakly. The controller is released with the thermostat, and then unobserves \
      everything. The owner releases the thermostat. What happens in the classic era, \
      under the strict rules of systems up to iOS 10?
      """,
      .wrong(
        "It is deallocated, and the controller unobserves it in time.",
        """
        The controller is released in time, before the check for leftovers. But its weak \
        reference to the thermostat is nil by then, and a removal needs an object to remove from.
        """),
      .wrong(
        "It stays in memory.",
        """
        The thermostat and its controller would retain each other with `kvoController`, which retains \
        what it observes. Both references of this controller are weak, so there is no cycle.
        """),
      .right(
        "The process dies when it is deallocated.",
        """
        The registration still exists when the deinit checks for leftovers, \
        because the controller could not reach the object any more.
        """)),
    change: .delete("thermostat.stop()"),
    acts: NonRetainingCrash.acts)

  static let hiddenDedupe = Pitfall(
    "MED-3", "hidden-dedupe", "The same key path is observed again with another closure, options or context",
    frequency: .rare, symptoms: [.neverCalled, .valueMissing],
    why: """
      A controller compares observations only by object and key path, \
      so the second one counts as a duplicate and is dropped.
      """,
    fix: """
      Use one closure that does both, or a second controller. Or pass `duplicates:`, which says what \
      to do with the second: `.add` or `.replace`. The token's `isActive` says whether it was dropped, \
      and so does a line on standard error in a debug build of your own program.
      """,
    prediction: Prediction(
      """
      A view observes a thermostat's temperature through its `kvoController`, with a closure that \
      shows it. Elsewhere it observes the same temperature through the same controller, with a \
      second closure that looks for frost. The temperature is set twice. Which closures run?
      """,
      .wrong(
        "Both, twice each.",
        """
        Each `addObserver` makes its own registration, so by hand both would \
        be called. The controller drops what it treats as a duplicate.
        """),
      .right(
        "Only the first, twice.",
        "The controller has a record for this key path of this thermostat, so the second call does nothing."),
      .wrong(
        "Only the second, twice.",
        """
        The second closure could replace the first, as a property for a handler would be overwritten. \
        The controller keeps what it has, unless the call says `.replace`.
        """),
      .wrong(
        "The process dies at the second observation.",
        """
        A controller could treat a duplicate as a mistake of the caller, \
        and stop. This one drops it, and only the token says so.
        """)),
    change: .delete(#"view.kvoController.observe(thermostat, \.$temperature) { view, _, _ in view.show() }"#, 1, of: 3),
    acts: HiddenDedupe.acts)

  static let sharedController = Pitfall(
    "MED-4", "shared-controller", "A superclass and its subclass share one lazy controller",
    frequency: .rare, symptoms: [.neverCalled, .noLongerCalled],
    why: """
      Each object has one `kvoController`. A second observation of a key path is dropped, and `unobserveAll` in one \
      class ends the observations of both.
      """,
    fix: """
      Give the subclass its own controller. Or let it observe with `.add`, keep the token, and cancel only the token.
      """,
    prediction: Prediction(
      """
      A view observes a clock through `kvoController`. Its subclass observes the clock through \
      `kvoController` as well, and calls `kvoController.unobserveAll()` when its alarms are switched \
      off. After that the clock is set. How many times is the closure of the superclass called?
      """, act: 2,
      .right("Not at all.", "Both classes share one controller, and `unobserveAll` ends everything in it."),
      .wrong(
        "Once.",
        """
        The call is in the subclass, next to its own `observe`, so it seems to end only what the subclass began. \
        But `kvoController` is a property of the object, and holds everything that the object observes.
        """),
      .wrong(
        "The process dies at `unobserveAll()`.",
        """
        The call also ends what the subclass did not add, and removing by hand what is not registered raises \
        an exception. The controller removes only what it registered itself, and that is allowed.
        """)),
    change: .delete("super.watch(clock)", 1, of: 3),
    acts: SharedController.acts)

  static let keptDownloads = Pitfall(
    "MED-6", "kept-downloads", "Observed objects stay in memory after their last use",
    frequency: .rare, symptoms: [.neverFreed],
    why: "A controller retains what it observes until it is unobserved, or until the controller itself is deallocated.",
    fix: """
      Unobserve each object when it is no longer used, or use `kvoControllerLifetimeBound`, which does not retain it.
      """,
    prediction: Prediction(
      """
      A bar observes a hundred downloads, one after the other, through its `kvoController`, and \
      stays in memory. No other object holds the downloads any more. How many are in memory?
      """,
      .wrong(
        "None.",
        """
        A registration by hand retains nothing, and weak references are usual for observing. This \
        controller retains what it observes, so that nothing is deallocated while it is observed.
        """),
      .wrong(
        "The process dies when the first download is released.",
        """
        By hand it would, in the classic era, because no code removes the bar. \
        The controller retains each download, so none is deallocated.
        """),
      .wrong(
        "One, the last.",
        "A bar shows one download at a time. But observing another object does not end the observations before it."),
      .right("All hundred.", "The controller retains each until it is unobserved, and no code unobserves them.")),
    change: .delete("bar.kvoController.unobserve(download)"),
    acts: KeptDownloads.acts)

  static let vanishingChecks = Pitfall(
    "MED-9", "vanishing-checks", "Parameters are checked with assertions, which a release build leaves out",
    frequency: .sometimes, symptoms: [.neverCalled, .diesWhenAdded],
    why: "A mistake of the caller ends a debug build, and has no visible effect in a release build.",
    fix: """
      Check parameters in every build, with `precondition` or by throwing \
      an error. This repository's mediator ends the process with a message.
      """,
    prediction: Prediction(
      """
      A view passes an empty list of key paths, because its code forgets to fill it in. \
      A mediator that checks with `assert` says so in a debug build and does nothing in \
      a release build. What does this repository's mediator do in a release build?
      """, act: 2,
      .wrong(
        "Nothing.",
        """
        A loop over no key paths has nothing to do, and this is what remains of a function whose check was \
        an assertion. This mediator's check is an ordinary condition, which no build leaves out.
        """),
      .wrong(
        "It returns a token that is not active.",
        """
        It does that for an object that is nil, which may be intended. \
        An empty list of key paths is always a mistake of the caller.
        """),
      .right(
        "The process dies, as in a debug build.",
        "The check is in every build, and its message asks for a key path. Developer and user see the same.")),
    isShownNaively: true,
    change: .delete("controller.observe(clock, keyPaths: keyPaths) { heard.withLock { $0 += 1 } }"),
    acts: VanishingChecks.acts)

  static let silentNothing = Pitfall(
    "MED-10", "silent-nothing", "A nil object, or one that is already observed, is silently ignored",
    frequency: .sometimes, symptoms: [.neverCalled],
    why: "The call returns early, and its result does not say so.",
    fix: "Read the `isActive` of the token that `observe` returns.",
    prediction: Prediction(
      """
      A mediator that is written like FBKVOController is asked to observe a nil clock, then a clock, \
      and then the same clock again. The clock is set. What do the first and the third call do?
      """,
      .right(
        "Nothing, and the caller gets no error.",
        """
        Both calls return without observing, and no value or error distinguishes \
        them from the second call. One handler is called.
        """),
      .wrong(
        "The process dies at the first call, in a debug build.",
        """
        The same function asserts that the list of key paths is not \
        empty. It asserts nothing about a nil object or a duplicate.
        """),
      .wrong(
        "The first does nothing, and the third adds a handler.",
        "By hand each add makes its own registration. The mediator drops a second observation of the same key path.")),
    isShownNaively: true,
    change: .delete(#"controller.observe(clock, keyPaths: ["date"]) { called.withLock { $0 += 1 } }"#),
    acts: SilentNothing.acts)

  static let unretainedDiesFirst = Pitfall(
    "MED-11", "unretained-dies-first", "The observed object is deallocated before its non-retaining controller",
    frequency: .rare, symptoms: [.diesWhenObservedGoes],
    why: """
      The controller holds the observed object weakly and is not told \
      when the object is deallocated, so the registration is not removed.
      """,
    fix: """
      Unobserve before the observed object is deallocated, or retain it. Or use \
      `kvoControllerLifetimeBound`, which removes the registration when either object is deallocated.
      """,
    prediction: Prediction(
      """
      A view observes a clock through `kvoControllerNonRetaining`. The owner of the clock releases it, and no \
      code has unobserved it. The view and its controller stay in memory. What happens in the classic era, \
      under the strict rules of systems up to iOS 10?
      """,
      .right(
        "The process dies when the clock is deallocated.",
        """
        This is LIF-1 through a mediator: the controller does not \
        retain the clock, and is not told that it is deallocated.
        """),
      .wrong(
        "The controller finds its weak reference nil, and removes the registration.",
        """
        A weak reference turns nil by itself, but no code runs at that \
        moment. And with nil there is no object left to remove from.
        """),
      .wrong(
        "The clock stays in memory until the view is deallocated.",
        "`kvoController` works like this, because it retains what it observes. This one does not.")),
    change: .delete("view.kvoControllerNonRetaining.unobserve(clock)"),
    acts: UnretainedDiesFirst.acts)

  static let leakedRegistration = Pitfall(
    "MED-7", "leaked-registration", "One thread unobserves while another is still registering",
    frequency: .rare, symptoms: [.diesWhenObservedGoes],
    why: """
      One thread reads a record's state and writes it in a second \
      step. Another thread unobserves between the two steps.
      """,
    fix: """
      In your own mediator, read and write the state in one step: with an \
      atomic operation, as this repository's mediator does, or under a lock.
      """,
    prediction: Prediction(
      """
      A thread adds an observer. It reads the record's state, `initial`, and is about to write `observing`. Now \
      a second thread unobserves: it removes the registration only if the state is `observing`, and writes \
      `notObserving`. Then the first thread continues. How many registrations are left?
      """,
      .right(
        "One. Nothing will ever remove it.",
        """
        The second thread leaves the removal to the first one. The first \
        one has read the state already, and leaves it to the second.
        """),
      .wrong(
        "None. The second thread removes it.",
        """
        It is asked to unobserve, and the registration does exist. But the state still \
        says `initial`, so the second thread leaves the removal to the first one.
        """),
      .wrong(
        "None. The first thread removes it.",
        """
        The first thread should see that the record was unobserved, and the state `initial` is there for this very \
        case. But it read the state before the other thread changed it, and does not read it again.
        """),
      .wrong(
        "None. Both threads remove it, and the process dies.",
        """
        Two threads that both end something suggest two removals. The \
        opposite happens: each thread leaves the removal to the other.
        """)),
    isShownNaively: true,
    change: .delete(#"controller.object.unobserve(clock.object, keyPath: "date")"#, 3, of: 3),
    acts: LeakedRegistration.acts)

  static let lostController = Pitfall(
    "MED-8", "lost-controller", "Two threads ask for a lazy controller at the same time, and it does not exist yet",
    frequency: .rare, symptoms: [.neverCalled, .noLongerCalled],
    why: """
      Looking for the controller and storing a new one are two steps. If two threads take them \
      at once, one controller is overwritten. It is deallocated, and ends its observations.
      """,
    fix: """
      In your own mediator, look for the controller and create it under one lock, as this repository's mediator does.
      """,
    prediction: Prediction(
      """
      A property makes its controller when it is first asked for, and stores it. Two threads ask at the \
      same moment, and both find that there is none. Each then observes its own clock with the controller \
      that it gets. Each clock is set once. For how many of the two changes is a handler called?
      """,
      .wrong(
        "Two.",
        """
        A lazy property makes one controller, and two controllers would observe both clocks as \
        well. But each thread makes one, and the property owns only the controller that is stored \
        last. The other one has no owner, is deallocated, and unobserves.
        """),
      .right(
        "One.",
        """
        The property keeps the controller that is stored last. The other one is deallocated, and unobserves its clock.
        """),
      .wrong(
        "The process dies at a set.",
        """
        One of the controllers has no owner and is deallocated. By hand, an observer that is deallocated without \
        a removal does end the process. A controller removes its registrations in its deinit.
        """)),
    isShownNaively: true,
    change: .delete(#"onAnotherThread(named: "network") { observe(clocks[1]) }"#),
    acts: LostController.acts)
}
