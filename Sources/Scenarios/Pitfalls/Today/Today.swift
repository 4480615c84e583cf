/// The pitfalls of today's own tools: Observation, tokens, asynchronous sequences.
extension Pitfall {
  static let firesOnce = Pitfall(
    "MOD-5", "fires-once", "withObservationTracking is mistaken for a subscription",
    frequency: .sometimes, symptoms: [.noLongerCalled],
    why: "The first change uses the tracker up, and no other tracker is created.",
    fix: """
      Set the property on the main actor, and track again after each call of `onChange`, in a task there. \
      Or loop over an `Observations` sequence there.
      """,
    prediction: Prediction(
      """
      A view passes two closures to `withObservationTracking` of the framework Observation. The first \
      one reads the date of a clock and is run at once. The second one, `onChange`, is to tell the view \
      of a change. Then the date is set three times. How often is `onChange` called?
      """,
      .right(
        "Once, at the first set.",
        "The call says that what was read is out of date. For further calls, you track again."),
      .wrong(
        "Three times.",
        """
        It looks like the closure of a subscription, and an observer of key-value \
        observing would be called three times. But the first change uses the tracker up.
        """),
      .wrong(
        "Once, after the third set.",
        """
        A framework could combine all changes before the next `await`, as `Observations` does. \
        The tracker does not wait: `onChange` is called during the first set.
        """),
      .wrong(
        "Never.",
        """
        `withObservationTracking` returns no token, so it seems that no object can \
        retain the tracker. The observed object retains it until the first change.
        """)),
    change: .double("Task { @MainActor [weak self] in self?.watch() }"),
    acts: FiresOnce.acts)

  static let beforeTheWrite = Pitfall(
    "MOD-6", "before-the-write", "onChange is mistaken for a call after the change",
    frequency: .sometimes, symptoms: [.valueWrong, .showsOldValue, .wrongTime],
    why: "`Observation` calls `onChange` from `willSet`, before the new value is written.",
    fix: """
      Set the property on the main actor. Let `onChange` start a task there, and read the value in the task.
      """,
    prediction: Prediction(
      """
      A view shows the date of a clock, which is 0, and tracks it. In `onChange` the view reads \
      the date and shows it. The date is set to 1. Which date does the view show in the end?
      """,
      .wrong(
        "1.",
        """
        The name `onChange` suggests that the change has happened, and the closures of most \
        libraries run after it. This one runs before the write, and no call follows after it.
        """),
      .right("0.", "`onChange` runs before the new value is written, so the view reads the old one again."),
      .wrong(
        "0 first, and then 1.",
        """
        The prior option of key-value observing makes such a pair of calls, one \
        before and one after the write. `onChange` is only the first of the two.
        """),
      .wrong(
        "None, and the process dies.",
        """
        The view reads the date while it is written, and exclusive access might forbid \
        that. The value is not being written yet, and the read is allowed.
        """)),
    change: .delete("await wait { view.shown.count == 2 }"),
    acts: BeforeTheWrite.acts)

  static let changeInBetween = Pitfall(
    "MOD-7", "change-in-between", "A change is made after onChange and before the next tracking",
    frequency: .sometimes, symptoms: [.neverCalled, .valueWrong, .showsOldValue],
    why: "A change uses the tracker up. Until the next tracker is created, a change calls nothing.",
    fix: """
      Loop over an `Observations` sequence. Or read and track again in one closure, before any work that suspends. Do \
      either on the actor that sets the property.
      """,
    prediction: Prediction(
      """
      When the date of a clock changes, a view shows it, fades for a while, and then tracks the date again. The \
      date is set to 1. While the view is fading, the date is set to 2. Which date does the view show in the end?
      """,
      .wrong(
        "2.",
        """
        Tracking runs a closure that reads the date, so you would expect it to notice the new \
        date. It reads, but compares nothing. Nor does the change wait for it: no tracker existed \
        at the moment of the change, and nothing is kept for a later one.
        """),
      .wrong(
        "0.",
        "`onChange` is called before the write, but this view reads the date later, in a task. So it shows 1."),
      .right("1.", "The tracker was used up by the first change, and the next one was made after the second.")),
    change: .delete("await fade()", 1, of: 2),
    acts: ChangeInBetween.acts)

  static let countedValues = Pitfall(
    "MOD-11", "counted-values", "The values of Observations are counted as changes",
    frequency: .sometimes, symptoms: [.partOfTheValue, .calledForNothing],
    why: """
      `Observations` begins with the current value, and combines \
      the changes between two turns of the loop into one value.
      """,
    fix: """
      Let the observed object count the changes. Or use the \
      controller's sequence, which has an element for every change.
      """,
    prediction: Prediction(
      """
      A loop takes the received bytes of a download from an `Observations` sequence and counts \
      the values. It has taken the first one. Then three pieces arrive, one right after the \
      other. How many values has it counted in the end?
      """, act: 2,
      .wrong(
        "Three.",
        """
        Three changes seem to make three values. But the first value was \
        no change, and the three changes came before the loop had a turn.
        """),
      .wrong(
        "Four.",
        "There is a first value, and three pieces. It would be four if the loop had a turn after each piece."),
      .right("Two.", "One value before any piece, and one for the state after all three."),
      .wrong(
        "One.",
        "The three changes do become one value. The value from before the first piece is counted as well.")),
    change: .double("download.receive(256)"),
    acts: CountedValues.acts)

  static let equalAssignment = Pitfall(
    "MOD-9", "equal-assignment", "A property is set to an equal value, by assignment or in place",
    frequency: .sometimes, symptoms: [.neverCalled, .calledForNothing],
    why: """
      The macro's setter compares the old and the new value. A change \
      in place calls `_modify`, which announces without comparing.
      """,
    fix: """
      If every reading counts, give the value a number. If equal values \
      should not be announced, compute the value first and then assign it.
      """,
    prediction: Prediction(
      """
      Two thermostats are at 18. One is observed by key-value observing. The other is `@Observable` and is tracked \
      again before each assignment. 18 is assigned three times to each. How many changes does each announce?
      """,
      .wrong(
        "Three and three.",
        "Both properties have a setter that announces. But the macro's setter compares the values first."),
      .wrong(
        "None and none.",
        "The value stays the same. But key-value observing does not compare values. Its observers have to."),
      .wrong(
        "Three and one.",
        """
        A tracker is used up by the first announcement, so one call is the usual count. This view would \
        get three, because it tracks again each time. But not even the first assignment is announced.
        """),
      .right(
        "Three and none.",
        "Key-value observing announces every assignment. The macro's setter skips an equal value.")),
    change: .delete("today.reading = .init(number: today.reading.number + 1, temperature: 18)"),
    acts: EqualAssignment.acts)

  static let equalObject = Pitfall(
    "MOD-16", "equal-object", "An observable property is set to an equal but different object",
    frequency: .rare, symptoms: [.neverCalled, .valueWrong],
    why: """
      The setter that `@Observable` generates compares an `Equatable` value with the old \
      one. If the two are equal, it announces nothing, even if they are two objects.
      """,
    fix: """
      Do not make a class with mutable state `Equatable` by some of its properties. Or let `==` compare identities.
      """,
    prediction: Prediction(
      """
      A player is `@Observable`. Its tracks are objects of a class that is `Equatable`: \
      two tracks are equal if their numbers are. The player's track is replaced by \
      another object with the same number and another title. Is `onChange` called?
      """,
      .wrong(
        "Yes.",
        "Objects have identity. But the setter uses `==` if there is one, and this `==` compares numbers."),
      .right(
        "No, and the new object is stored.",
        "The setter stores the object, and announces nothing because `==` says that the two are equal."),
      .wrong(
        "No, and the old object stays.",
        "An equal value need not be stored. It is stored all the same. Only the announcement is left out.")),
    change: .double("player.track = other"),
    acts: EqualObject.acts)

  static let plainInside = Pitfall(
    "MOD-8", "plain-inside", "The tracked closure reads no property of an observable object",
    frequency: .sometimes, symptoms: [.neverCalled],
    why: "Only properties of observable objects that the closure itself reads are tracked.",
    fix: """
      Make every class on the path observable, and read the property inside \
      the closure. The mediator does not help with a plain object either.
      """,
    prediction: Prediction(
      """
      A player is `@Observable`. Its property `plain` refers to a track of a plain class. \
      A view tracks `player.plain.title`, and the title is set. Is `onChange` called?
      """,
      .right(
        "No, because the title announces nothing.",
        """
        The closure read the property `plain` of the player, and only \
        that is tracked. The title of a plain class announces nothing.
        """),
      .wrong(
        "Yes, because the track is inside an observable player.",
        """
        If the track were a struct, setting the title would also set the \
        player's property. An object changes without setting the property.
        """),
      .wrong(
        "Yes, because the closure read the title.",
        """
        Reads in the closure are tracked. But a read is recorded by code that \
        the macro adds to an observable class, and a plain class has none.
        """),
      .wrong(
        "No, because it does not compile.",
        "A compiler could warn about this. But reading a plain property in the closure is ordinary Swift.")),
    change: .delete("story.say(player.track.line)"),
    acts: PlainInside.acts)

  static let escapedRead = Pitfall(
    "MOD-23", "escaped-read", "The property is read in a closure that runs after the tracked closure",
    frequency: .sometimes, symptoms: [.neverCalled],
    why: """
      Only reads that happen while the tracked closure runs, and on its thread, are tracked. \
      A closure that is made there and called later reads when no closure is being tracked.
      """,
    fix: """
      Read the property in the tracked closure itself, and let the other closure capture \
      the value. Or call the other closure before the tracked closure returns.
      """,
    prediction: Prediction(
      """
      A list calls a closure for the text of its row whenever it draws itself. In a tracked closure, a view gives \
      the list a closure that reads the date of a clock. After the tracked closure, the list draws itself. \
      Then the date is set. Is `onChange` called?
      """,
      .right(
        "No, because the tracked closure has read nothing.",
        "The list reads the date later, and nothing tracks that read."),
      .wrong(
        "Yes, because the read is inside the tracked closure.",
        """
        In the source it looks like any other read there. What counts is when \
        it runs, and it runs after the tracked closure has returned.
        """),
      .wrong(
        "Yes, because the tracked closure has captured the clock.",
        """
        A capture holds the clock, so it seems to be a use of it. A capture reads \
        no property, and the tracker is told of properties that are read.
        """),
      .wrong(
        "No, because it does not compile.",
        """
        The inner closure escapes, and the compiler does refuse to let a closure escape that is not marked \
        `@escaping`. That concerns the tracked closure itself. It may make closures that live longer.
        """)),
    change: .delete("list.draw()", 3, of: 4),
    acts: EscapedRead.acts)

  static let overObservation = Pitfall(
    "MOD-21", "over-observation", "The tracked closure reads a whole value, and shows a part of it",
    frequency: .daily, symptoms: [.calledForNothing],
    why: """
      A tracker is told of properties of observable objects, and of nothing smaller: neither \
      of a field of a struct nor of an element of an array. A nested tracked closure \
      counts its reads for the outer one too.
      """,
    fix: """
      Make an observable class of what changes by itself, such as an element. \
      Draw a child outside the tracked closure of its parent.
      """,
    prediction: Prediction(
      """
      A song is a struct with a title and a number of plays, and a player is `@Observable` and has a song. A label \
      shows `player.song.title`. In each turn, it is drawn again if something that it has read has changed. The \
      song is played in three turns, and the number goes up each time. How many times is the label drawn in all?
      """,
      .wrong(
        "Once.",
        """
        Observation is known for calling only those that have read what changes, and the \
        label has read a title. But the property of the observable object is the song.
        """),
      .right(
        "Four times.",
        "To read the title, the closure reads the property `song`. Each new number of plays changes this property."),
      .wrong(
        "Twice.",
        """
        A tracker is used up by the first change, so `onChange` alone would be \
        called once. But drawing again also tracks again, so the next play is announced too.
        """)),
    change: .double("player.song.plays += 1", 1, of: 2),
    acts: OverObservation.acts)

  static let laggingTotal = Pitfall(
    "MOD-22", "lagging-total", "A value is derived from another one in a loop or in a task",
    frequency: .sometimes, symptoms: [.valueWrong, .wrongTime],
    why: """
      The loop has its turn when the code that made the change suspends. \
      Until then, the derived value belongs to the state before.
      """,
    fix: """
      Compute the value from its inputs. If that takes too long, \
      set it together with its inputs, such as in their `didSet`.
      """,
    prediction: Prediction(
      """
      A cart is `@Observable` and belongs to the main actor. Its prices are [2]. A task of the main actor \
      loops over an `Observations` sequence of them and sets the total, which is 2. A function of the main \
      actor appends 3 to the prices, and reads the total in the next line. What does it read?
      """,
      .wrong(
        "5.",
        """
        An observer of key-value observing would have been called by the change, and set the total \
        inside the setter. A loop is not called. It goes on when the actor is free.
        """),
      .wrong(
        "3.",
        "The elements of a sequence of changes could be such parts. The elements of `Observations` are whole states."),
      .wrong(
        "2 or 5, by chance.",
        """
        The two would run at the same time if they belonged to no actor or to different ones. These \
        two belong to the main actor, and neither runs until the other suspends.
        """),
      .right("2.", "The function has not suspended, so the loop has not had its turn.")),
    change: .delete("await wait { cart.total == cart.prices.reduce(0, +) }"),
    acts: LaggingTotal.acts)

  static let concurrentSet = Pitfall(
    "MOD-15", "concurrent-set", "A property is set on another thread while tracking begins",
    frequency: .rare, symptoms: [.neverCalled, .showsOldValue, .wrongThread],
    why: """
      The tracker is installed after the closure has returned. A change that another \
      thread makes between the read and the end of the closure is not announced.
      """,
    fix: """
      Isolate the object to the main actor, track it there, and send the value there. \
      Or take each value from a sequence that carries it.
      """,
    prediction: Prediction(
      """
      A clock is `@Observable` and belongs to no actor. A view on the main thread tracks its date. While the tracking \
      closure still runs, after it has read the date, another thread sets the date to 1. Is `onChange` called?
      """,
      .wrong(
        "No, and the process dies.",
        """
        Two threads that use a property at the same time are a data race. Here they \
        do not: the closure waits until the other thread has set the date.
        """),
      .wrong(
        "Yes, on the other thread.",
        """
        `onChange` is called on the thread of the change, so this is what a later \
        change does. But this change comes before the tracker is installed.
        """),
      .wrong(
        "Yes, when the closure has returned.",
        "The tracking could compare values when it begins, or count changes. It does neither in Swift 6.3.1."),
      .right("No.", "The reads are only noted while the closure runs. The tracker is installed after it.")),
    change: .delete("gate.pass()"),
    acts: ConcurrentSet.acts)

  static let overtakenStore = Pitfall(
    "MOD-26", "overtaken-store", "A property is tracked on one thread and set on another",
    frequency: .sometimes, symptoms: [.showsOldValue, .calledTwice, .wrongThread],
    why: """
      `onChange` is called on the thread that sets the property, before the value is stored. The tracker's task on \
      another thread can run before the store. It reads the old value and tracks again, and the store calls nothing. \
      Two such threads can call one tracker, and then two trackers follow it.
      """,
    fix: """
      Set the property on the actor on which it is tracked. \
      Or take each value from a sequence that carries it, such as `changes(of:)`.
      """,
    prediction: Prediction(
      """
      The date of a clock is 0, and a lock guards it. A view on the main thread shows it, and tracks it again in a task \
      whenever `onChange` is called. The network thread sets the date to 1. The task on the main thread runs before the \
      network thread stores the 1. After that the date is not set again. Which date does the view show in the end?
      """,
      .wrong(
        "1: the task waits for the lock.",
        """
        The lock makes each read and each store atomic. It does not say which of the two comes first, and no thread holds it \
        while `onChange` is called.
        """),
      .wrong(
        "1: the store calls `onChange` of the new tracker.",
        """
        The task has created a tracker before the store, so it seems to be in time. But a change is announced before its \
        store, and only there. When this tracker was created, the announcement was over.
        """),
      .right(
        "0: the store calls no tracker.",
        "The task has read the old date, and the store that comes after it is not announced."),
      .wrong(
        "None: the process dies of a data race.",
        """
        Without a lock this would be a data race. With one, each access is in order, and the process goes on. What is \
        lost is the announcement.
        """)),
    change: nil,  // the acts hold one order of two threads, and a changed line leaves the order to chance
    acts: OvertakenStore.acts)

  static let sharedSequence = Pitfall(
    "MOD-27", "shared-sequence", "Two loops take their values from one sequence",
    frequency: .rare, symptoms: [.showsOldValue, .neverCalled],
    why: """
      One `Observations` sequence remembers once, for all its loops, that there was a change. The loop that comes first \
      uses that up. A sequence of the controller hands each change to one loop.
      """,
    fix: "Make a sequence for each loop.",
    prediction: Prediction(
      """
      A label and a page show the dates of a clock, each with a loop over the same `Observations` sequence. All of it \
      is on the main actor. Both have shown 0, and the page is still fading. The date is set to 1, and the label shows \
      it. Then the page has faded, and takes the next value. Which date does the page show?
      """,
      .wrong(
        "1: the sequence passes each value to both loops.",
        """
        The proposal of `Observations` promises that each loop gets the values. In Swift 6.3.1 this holds for loops that \
        wait at the same time. The page was not waiting.
        """),
      .wrong(
        "1: its loop reads the date again when it takes the next value.",
        """
        A loop does read the date for each value, but only when it has been told of a change. It waits for the next one.
        """),
      .wrong(
        "None: a sequence can have one loop only, and the process dies.",
        """
        Some sequences end the process if two loops wait for their next value. This one may be looped over by several.
        """),
      .right(
        "0: the loop of the page waits for another change.",
        "The label has used the change up. The page shows 0 until the date is set again.")),
    change: .delete("isFading = fades && shown.count == 1"),
    acts: SharedSequence.acts)

  static let piledTrackers = Pitfall(
    "MOD-10", "piled-trackers", "A second tracker is added while the first still waits",
    frequency: .sometimes, symptoms: [.calledTwice, .neverFreed],
    why: "Each call of `withObservationTracking` adds a tracker, and no public function removes it.",
    fix: """
      Make sure that the owner has at most one tracker. Or loop over \
      an `Observations` sequence in a task that you can cancel.
      """,
    prediction: Prediction(
      """
      A view tracks the date of a clock whenever it is about to appear. It appears \
      three times. Then the date is set once. How many times is the view called?
      """,
      .wrong(
        "Once: each tracking replaces the one before.",
        """
        The mediator drops a second observation of the same property. `withObservationTracking` \
        has no owner or name by which it could recognise a duplicate.
        """),
      .wrong(
        "Once: a tracker is used up by the first change.",
        "Each tracker is. But three of them wait, and the change uses up all three."),
      .right(
        "Three times: each tracking adds a tracker.",
        "They wait for the change side by side, and each is called.")),
    change: .delete("if isTracking { return }"),
    acts: PiledTrackers.acts)

  static let guardBeforeLoop = Pitfall(
    "MOD-24", "guard-before-loop", "A task makes a strong reference to its owner before its loop",
    frequency: .daily, symptoms: [.neverFreed, .calledAfterTheEnd],
    why: """
      The strong reference that `guard let self` makes lasts to the end of its scope. \
      Before the loop, this is the end of the task, and the loop does not end.
      """,
    fix: """
      Write `guard let self` inside the loop, and cancel the task in the owner's \
      deinit. Or cancel the task when the owner is closed.
      """,
    prediction: Prediction(
      """
      A view starts a task that captures it weakly. The task begins with `guard let self else { return }`. Then it \
      loops over the dates of a clock. The deinit of the view cancels the task. The loop has shown one date when the \
      last owners of the view and of the clock release them. What is left?
      """,
      .right(
        "The task, the view and the clock.",
        "The task holds the view until its loop ends. So the deinit that would end the loop does not run."),
      .wrong(
        "Nothing.",
        """
        The capture is weak, and the line after it is a usual one. It makes a strong \
        reference, which usually ends soon. Here a loop without end comes in between.
        """),
      .wrong(
        "The task and the clock.",
        """
        That is left if the `guard` is inside the loop and no deinit cancels the task. \
        Then a waiting loop holds no reference to the view. This one does.
        """),
      .wrong(
        "All three, until the next date.",
        """
        A `guard` in the loop would check again for each date. This one has been passed once, and is not run again.
        """)),
    change: .delete("deinit { task?.cancel() }"),
    acts: GuardBeforeLoop.acts)

  static let droppedToken = Pitfall(
    "MOD-1", "dropped-token", "An observation lasts as long as its token, and the token is not stored",
    frequency: .daily, symptoms: [.noLongerCalled],
    why: """
      A scoped token ends its observation when it is deallocated. A token \
      in a local variable is deallocated when the function returns.
      """,
    fix: "Store the token in a property of the observer, or use an observation that does not depend on its token.",
    prediction: Prediction(
      """
      A view calls a function that observes a clock and asks for the initial value. The function keeps \
      the scoped token, an object that stands for the observation, in a local variable. After the \
      function has returned, the date is set twice. How many times is the view called?
      """,
      .wrong(
        "Three times.",
        """
        The initial call and one for each assignment: a plain `observe` works this way, because you \
        may discard its token. A scoped token ends the observation when it is deallocated.
        """),
      .wrong(
        "Not at all.",
        """
        The observation is over before the first assignment. But the \
        initial call came earlier, while the function was still running.
        """),
      .right(
        "Once.",
        """
        The initial call comes inside the function. The token is \
        deallocated when the function returns, which ends the observation.
        """),
      .wrong(
        "Twice.",
        """
        A tracker of `withObservationTracking` does stay until the next change, and the token's last call could come \
        with the first assignment. A token ends its observation at once, so the assignments make no call.
        """)),
    change: .double("for date in 1...2 { clock.date = date }"),
    acts: DroppedToken.acts)

  static let tokenCycle = Pitfall(
    "MOD-2", "token-cycle", "A token's closure captures the token's owner",
    frequency: .daily, symptoms: [.neverFreed],
    why: """
      The owner holds the token, the token holds the closure, and the closure holds the owner. This is a retain cycle.
      """,
    fix: """
      Capture the owner weakly, or use the observer that is passed \
      to the closure. No library can break the cycle for you.
      """,
    prediction: Prediction(
      """
      A view observes the date of a clock with a closure that calls `self.show(…)`. It stores \
      the scoped token that it gets, an object that ends the observation when it is deallocated. \
      The view's last owner releases it. What happens to the view?
      """,
      .wrong(
        "It is deallocated, and its token ends the observation.",
        """
        Scoped tokens are made for this. But the closure holds a strong reference \
        to the view, so the view is not deallocated, and neither is its token.
        """),
      .right(
        "It stays in memory until the observation is cancelled.",
        "Cancelling makes the record release the closure, and the closure releases the view."),
      .wrong(
        "It stays in memory until the next change of the date.",
        """
        A tracker of `withObservationTracking` is used up by a change, and then releases its \
        closure. An observation with a token stays after each change, and so does its closure.
        """)),
    change: .delete("self.show(clock.date)"),
    acts: TokenCycle.acts)

  static let parkedLoop = Pitfall(
    "MOD-14", "parked-loop", "A loop keeps waiting for values after its owner is deallocated",
    frequency: .sometimes, symptoms: [.neverFreed],
    why: "A loop that waits for a value runs no code, so it does not check whether its owner has been deallocated.",
    fix: """
      Cancel the task in its owner's deinit. Or loop over the \
      controller's sequence, which ends when the owner is deallocated.
      """,
    prediction: Prediction(
      """
      A view starts a task that loops over the dates of a clock. The task captures the view weakly, and leaves the \
      loop when the view is nil. Then the last owners of the view and of the clock release them. What is left?
      """,
      .wrong(
        "Nothing.",
        "The loop does check, but only after a value. No further value arrives, so the check never runs."),
      .right(
        "The task and the clock.",
        "The view is deallocated. The loop waits for a change of a clock that only the task itself still holds."),
      .wrong(
        "The task, the view and the clock.",
        """
        A task retains what it captures, and a task that waits is not \
        finished. But the view is captured weakly, so it is deallocated.
        """),
      .wrong(
        "Only the task.",
        """
        The view was captured weakly, and it is easy to forget that the closure of the \
        `Observations` sequence captured the clock. It captured the clock strongly.
        """)),
    change: nil,  // every step is awaited, so a changed line makes an act hang
    acts: ParkedLoop.acts)

  static let wrappedHandler = Pitfall(
    "MOD-25", "wrapped-handler", "A closure is itself the state of a Mutex",
    frequency: .rare, symptoms: [.slow, .diesWhenChanged],
    why: """
      A lock is generic in its state. The compiler converts a closure to the form that generic code uses, and converts \
      it back, each time by wrapping it in another function. The wrapped closure is stored again, even after a read.
      """,
    fix: "Make the closure a property of a structure, and the structure the state of the lock.",
    prediction: Prediction(
      """
      A download keeps the handler of its view in a `Mutex`, because it receives its parts on several threads. \
      For each part it copies the handler out of the lock, and calls it, always from the same function. How much of the \
      stack does the thousandth call use, compiled with Swift 6.3?
      """,
      .wrong(
        "As much as the first call.",
        """
        Each call returns before the next one begins, and the download holds one handler. But the handler is not the same function any more: \
        it has been wrapped once more at each read.
        """),
      .wrong(
        "As much as the first call, and the heap has a thousand copies of the handler.",
        """
        A closure is copied by retaining what it captures, so a thousand copies would cost nothing and live as long as \
        the call. What grows is the chain of functions around it, in the heap and, during a call, on the stack.
        """),
      .wrong(
        "The process ends before that.",
        """
        A lock that is held during a call can be taken again inside it, and that would end the process. This one is \
        released before. The process does end, but after some thousand calls, on a thread whose stack has 512 kB.
        """),
      .right(
        "Tens of thousands of bytes more than the first call.",
        "Each read wraps the handler once more, and each wrapper has a frame of its own during the call.")),
    change: .double("(1...1000).forEach(download.receive)"),
    acts: WrappedHandler.acts)
}
