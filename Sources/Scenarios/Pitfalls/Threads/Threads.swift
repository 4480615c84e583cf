/// The pitfalls of threads and reentrancy.
extension Pitfall {
  static let otherThread = Pitfall(
    "THR-1", "other-thread", "The callback runs on the thread that made the change",
    frequency: .daily, symptoms: [.wrongThread],
    why: "The setter calls the observers itself, whichever thread added them.",
    fix: """
      Send the value to the right thread in the callback, or observe \
      through the mediator with `on: .shared`, which is the main actor.
      """,
    prediction: Prediction(
      """
      The main thread adds a progress bar as an observer of a download. The \
      network thread sets the bytes. On which thread is the bar called?
      """,
      .wrong(
        "On none, and the process dies.",
        """
        The bar was added on another thread, and an interface that belongs to one thread could check that. \
        The engine does not ask on which thread it runs, neither in the add nor in the call.
        """),
      .wrong(
        "On main.",
        """
        The bar was added on main, and many interfaces call back on the thread that \
        subscribed. `addObserver` does not keep the thread. The setter makes the call.
        """),
      .right("On network.", "The setter calls the bar, and returns when the bar does."),
      .wrong(
        "On a thread that belongs to the engine.",
        "A notification service could have its own queue. This engine has none: the call is part of the set.")),
    change: .delete("runMainThread { bar.bytes > 0 }"),
    acts: OtherThread.acts)

  static let wrongIsolation = Pitfall(
    "THR-10", "wrong-isolation", "A callback assumes the main actor, and is called on another thread",
    frequency: .sometimes, symptoms: [.diesWhenChanged, .wrongThread],
    why: """
      The setter calls the callback on the thread that sets, and \
      `MainActor.assumeIsolated` ends the process on any thread but the main one.
      """,
    fix: """
      Send the value to the main actor, or observe with `on: .shared`. Call \
      `assumeIsolated` only if a framework promises to set the property on the main thread.
      """,
    prediction: Prediction(
      """
      A label belongs to the main actor. It observes a download by hand, and its \
      callback calls the label inside `MainActor.assumeIsolated`, because the compiler \
      asks for the main actor. The network thread sets the bytes. What happens?
      """,
      .wrong(
        "The call waits until the main thread is free.",
        "`await` and `MainActor.run` would wait. `assumeIsolated` does not change the thread. It checks it."),
      .wrong(
        "The label is called on the network thread.",
        "It would be without the check, and that would be a data race. The check is what `assumeIsolated` is for."),
      .right("The process dies.", "`assumeIsolated` finds that this is not the main thread, and ends the process.")),
    change: .delete(#"runMainThread { label.finding != "the label is not set" }"#, 2, of: 2),
    acts: WrongIsolation.acts)

  static let setInCallback = Pitfall(
    "THR-4", "set-in-callback", "A callback sets the property that it is called for",
    frequency: .sometimes, symptoms: [.calledTwice, .calledForNothing, .neverEnds],
    why: """
      A set inside a callback is another change. It calls every observer before the outer change has reached \
      all of them. Each call carries the value that the property has by then, so the outer calls repeat it.
      """,
    fix: """
      Put the rule into the setter. Or guard the callback, and let the other \
      observers ignore a value that they already have. The mediator does not help.
      """,
    prediction: Prediction(
      """
      A saver observes a thermostat and lowers whatever is set above 20 degrees by one degree. \
      A display was added before the saver, and is called after it. It shows `change.newValue`. \
      25 is set. What is the temperature then, and what does the display show?
      """,
      .wrong(
        "24, and the display shows 24.",
        "This is what the saver is meant to do. But its own set calls it again, as long as the value is above 20."),
      .wrong(
        "20, and the display shows 20, 21, 22, 23, 24 and 25.",
        """
        The display is called for the inner changes first, and for the outer one \
        last. But the new value is read just before each call, and is 20 by then.
        """),
      .right(
        "20, and the display shows 20, six times.",
        """
        The saver is called inside its own call, until the temperature is 20. Only then is the \
        display called, once for each change, and each time it is told of the present value.
        """),
      .wrong(
        "The saver calls itself until the process dies.",
        """
        Each set does call the saver again, inside its own call. But each set also \
        lowers the temperature, and at 20 the saver sets nothing.
        """)),
    change: .delete("if isLowering { return }"),
    acts: SetInCallback.acts)

  static let addInCallback = Pitfall(
    "THR-6", "add-in-callback", "An observer added inside a callback misses the current change",
    frequency: .rare, symptoms: [.neverCalled],
    why: """
      The engine chooses the observers of a change when the change begins. An observer \
      that is added during the change is called for the next change at the earliest.
      """,
    fix: "Pass `.initial`, by hand and with the mediator, to get the current value.",
    prediction: Prediction(
      """
      A list observes a download. When it is called for the first piece, it adds a bar as an observer, \
      with the option `new`. The whole download arrives in one piece of 512 bytes. What does the bar show?
      """,
      .wrong(
        "512.",
        """
        The change is still being reported, so the bar seems to be in time, and many publishers \
        send the current value to each new subscriber. But the engine chose the observers when the \
        change began, and only the option `initial` makes a call in the add.
        """),
      .right("0.", "It is not called for the current change, and there is no other change."),
      .wrong(
        "The process dies in the add.",
        """
        It seems that no observer may be added during a change: a collection that changes while it \
        is iterated is an error in many languages. The engine iterates over a snapshot.
        """)),
    change: .double("download.receivedBytes = 512", 1, of: 2),
    acts: AddInCallback.acts)

  static let callUnderWay = Pitfall(
    "THR-3", "call-under-way", "A callback that is already running continues after the removal has returned",
    frequency: .sometimes, symptoms: [.calledAfterTheEnd],
    why: "A removal prevents calls that have not begun. It does not wait for a call that has begun on another thread.",
    fix: """
      Give each registration a number and compare it under a lock before you act. \
      Or pass `on:` to the mediator, and cancel on the thread that makes the calls.
      """,
    prediction: Prediction(
      """
      The network thread has begun to call a progress bar. Before the bar shows anything, the window thread removes \
      the bar as an observer and closes it. Then the call continues. How many times is the closed bar shown?
      """,
      .wrong(
        "Never, because the removal stops the call.",
        "A removal does prevent calls that have not begun. This one has begun, and continues to its end."),
      .wrong(
        "Never, because the removal waits until the call has ended.",
        """
        Waiting would make the order safe. But the removal returns at once. \
        If it waited, two threads that wait for each other would hang.
        """),
      .right(
        "Once, because the call continues after the removal.",
        "The call was under way when the removal returned, and it continues.")),
    change: .delete("generation += 1"),
    acts: CallUnderWay.acts)

  static let lockAcrossSet = Pitfall(
    "THR-7", "lock-across-set", "A lock is held across a set, and the callback takes it",
    frequency: .rare, symptoms: [.hangs],
    why: "The setter calls the observers before it returns, so they run while its caller holds the lock.",
    fix: """
      Announce the change by hand, outside the lock. Or observe \
      with the mediator's `on:`, so that the call is made later.
      """,
    prediction: Prediction(
      """
      A room is heated to 21 under a lock. A display, called for the change, takes the same lock to read \
      the temperature. The lock reports an error instead of waiting forever. What does the display read?
      """,
      .wrong(
        "21, because its thread already holds the lock.",
        "A recursive lock lets its own thread in a second time. Most locks do not, and this one does not either."),
      .wrong(
        "21, because it is called after the lock is released.",
        "This would be so if calls were queued. They are part of the set, and the set is under the lock."),
      .wrong(
        "18, because the set has not returned.",
        """
        The call is inside the set, so the old value is plausible. But the new \
        value has already been stored. The display fails to take the lock.
        """),
      .right(
        "Nothing, because it cannot take the lock.",
        "Its own thread holds the lock, around the set that calls it.")),
    change: .delete(#"willChangeValue(forKey: "temperature")"#),
    acts: LockAcrossSet.acts)

  static let thousandsOfRegistrations = Pitfall(
    "THR-9", "thousands-of-registrations", "One observer has thousands of registrations",
    frequency: .rare, symptoms: [.slow],
    why: """
      On OS X 10.9 and iOS 9, reports say that an add became slower as the \
      observer's registrations grew in number. In this engine the cost hardly grows.
      """,
    fix: """
      Measure before you change anything. If one object has many registrations, \
      remove the latest first, because this engine begins its search there.
      """,
    prediction: Prediction(
      """
      A view observes 4,000 clocks, and stops observing them. What does each \
      of these registrations cost in this engine, compared with one of 40?
      """,
      .right(
        "About as much.",
        """
        Each clock has its own registrations, so their total does not \
        matter. The run allows up to four times the cost.
        """),
      .wrong(
        "About a hundred times as much.",
        """
        A search through all registrations of the observer at each add would cost that, and OS X \
        10.9 and iOS 9 were reported to slow down so. In this engine an add looks only at one clock.
        """),
      .wrong(
        "Removing costs as much, and adding a hundred times as much.",
        """
        A check for a duplicate would have to search what is registered. `addObserver` \
        makes no such check: it makes a second registration.
        """)),
    change: .delete(#"for clock in clocks[part] { clock.removeObserver(view, forKeyPath: "date") }"#),
    acts: ThousandsOfRegistrations.acts)
}
