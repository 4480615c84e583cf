/// The pitfalls of removal.
extension Pitfall {
  static let removeUnadded = Pitfall(
    "REM-1", "remove-unadded", "An observer that was never added is removed",
    frequency: .sometimes, symptoms: [.diesWhenRemoved],
    why: "`removeObserver` looks for a registration that matches, and raises an exception if there is none.",
    fix: """
      Remove only what you added. Keep a token that removes the observer once. Or \
      unobserve through a controller, which ignores the call if there is no observation.
      """,
    prediction: Prediction(
      """
      A view adds itself as an observer when it is shown, and removes itself \
      when it is closed. It is closed without having been shown. What happens?
      """,
      .wrong(
        "Nothing.",
        """
        Removing what is not in a `Set` does nothing. But `removeObserver` treats a missing registration as an error.
        """),
      .right(
        "The process dies when the view is closed.",
        "`removeObserver` finds no registration, and raises an exception."),
      .wrong(
        "The removal is remembered and cancels the next add.",
        """
        The numbers would balance in the end. But `removeObserver` keeps no count. It acts on what is registered now.
        """)),
    change: .delete(#"clock.removeObserver(self, forKeyPath: "date")"#),
    acts: RemoveUnadded.acts)

  static let doubleRemove = Pitfall(
    "REM-2", "double-remove", "An observer is removed twice: by a reset method and by deinit",
    frequency: .sometimes, symptoms: [.diesWhenRemoved],
    why: "The first removal ends the only registration, so the second finds none and raises an exception.",
    fix: """
      Remove in one place, or in a method that may be called \
      twice. With a controller, a second `unobserve` does nothing.
      """,
    prediction: Prediction(
      """
      A view adds itself as an observer of a clock in its initialiser. Its reset method removes \
      it, and so does its deinit. The view is reset, and then deallocated. What happens?
      """,
      .right(
        "The process dies when the view is deallocated.",
        "The removal in deinit finds no registration, and raises an exception."),
      .wrong(
        "The process goes on.",
        """
        The second removal seems to do nothing, as many operations that end something may \
        be repeated. `removeObserver` raises an exception if nothing matches.
        """),
      .wrong(
        "The process dies when the clock is set next.",
        """
        That is the end of a view that is deallocated without a removal. This view \
        has no registration any more, so its mistake shows earlier.
        """)),
    change: .delete(#"deinit { clock.removeObserver(self, forKeyPath: "date") }"#),
    acts: DoubleRemove.acts)

  static let otherContext = Pitfall(
    "REM-3", "other-context", "An observer is removed with a different context from the one it was added with",
    frequency: .rare, symptoms: [.diesWhenRemoved],
    why: "If you pass a context, `removeObserver` matches only a registration with the same context.",
    fix: """
      Use one static context for each registration, in the add and in \
      the removal. With a controller, `unobserve` needs no context.
      """,
    prediction: Prediction(
      """
      A view observes a clock's date with the context `timeContext`. When it is \
      closed, it removes itself with the context `alarmContext`. What happens?
      """,
      .wrong(
        "The registration is removed.",
        """
        Observer and key path match, and the exception names only these and the \
        object. But a context that is passed has to match as well.
        """),
      .wrong(
        "Nothing is removed, and the view stays registered in silence.",
        "Nothing matches, so nothing can be removed. But a removal that matches nothing raises an exception."),
      .right(
        "The process dies when the view is closed.",
        "No registration has that context, and `removeObserver` raises an exception if none matches.")),
    change: .delete(#"clock.removeObserver(self, forKeyPath: "date", context: alarmContext)"#),
    acts: OtherContext.acts)

  static let guessedRegistration = Pitfall(
    "REM-4", "guessed-registration", "A removal without a context matches several registrations",
    frequency: .rare, symptoms: [.wrongOneRemoved],
    why: "A removal ends one registration, and only the context could tell it which one you mean.",
    fix: "Pass the context in every removal, or use one controller for each purpose.",
    prediction: Prediction(
      """
      A view observes a clock's date twice: for the time and for an alarm, each with its own \
      context. To stop the alarm, it removes itself without a context. There are two tries: \
      one adds the time first, the other the alarm. In how many tries does the alarm stop?
      """,
      .wrong(
        "In both.",
        """
        An argument that is left out often means "all", and both registrations \
        would be removed. A removal ends exactly one registration.
        """),
      .wrong(
        "In none, and the process dies.",
        """
        Without a context, it seems that nothing can match, and an explicit nil \
        does have that effect. The form without a context matches any.
        """),
      .right(
        "In one.",
        """
        `removeObserver` removes one of the two, by a rule of the engine. It \
        cannot know which one you mean, so it is right for only one order.
        """)),
    change: .double(#"clock.removeObserver(view, forKeyPath: "date")"#, 1, of: 2),
    acts: GuessedRegistration.acts)

  static let takenRegistration = Pitfall(
    "REM-5", "taken-registration", "A subclass removes its superclass's registration",
    frequency: .rare, symptoms: [.wrongOneRemoved, .noLongerCalled, .diesWhenRemoved],
    why: """
      An object of the subclass is one observer for both classes, so a removal \
      without a context in one class also matches the registration of the other.
      """,
    fix: """
      Give each class its own context, and pass it in each removal. Or give the subclass its own stored controller.
      """,
    prediction: Prediction(
      """
      A clock view adds itself as an observer in its initialiser and removes itself in its deinit, \
      without a context. Its subclass switches off an alarm that was never on, by the same call of \
      `removeObserver`. Then the date is set, and the view is deallocated. What happens?
      """,
      .wrong(
        "The process dies when the alarm is switched off.",
        "The alarm was never added, so its removal should find nothing. It finds the superclass's registration."),
      .right(
        "The process dies when the view is deallocated.",
        "The alarm's removal ended the superclass's registration, so the one in deinit finds none."),
      .wrong(
        "The view shows the new date, and the program goes on.",
        "Each class seems to remove only its own registration. The clock sees one observer, not two classes.")),
    change: .delete("view?.switchOff()"),
    acts: TakenRegistration.acts)

  static let swappedObject = Pitfall(
    "REM-6", "swapped-object", "The observed object is swapped, and its registration is not moved",
    frequency: .sometimes, symptoms: [.noLongerCalled, .calledForOthers, .diesWhenRemoved],
    why: """
      `addObserver` registers with an object, not with a property. Assigning \
      another object to the property later does not move the registration.
      """,
    fix: "Move the registration in the property's setter, by hand or through a controller.",
    prediction: Prediction(
      """
      A view observes the clock in its property, which is the kitchen's. Then the property \
      is set to the hall's clock, whose date is set to 2. Then the view is closed: it \
      removes itself as an observer of the clock in its property. What happens?
      """,
      .wrong(
        "The view shows 2, and closing works.",
        "The property holds the hall's clock now. But the registration is still with the kitchen's."),
      .wrong(
        "The view shows 0, and closing works.",
        """
        It is true that the registration did not move. But the \
        removal looks for it on the hall's clock, which has none.
        """),
      .wrong(
        "The process dies when the property is set.",
        """
        No code removed the registration before the swap. But setting a property \
        does not check that, and the kitchen's clock is not deallocated.
        """),
      .right(
        "The process dies when the view is closed.",
        "The removal looks on the hall's clock for a registration that is on the kitchen's.")),
    change: .delete(#"kvoController.unobserve(oldValue, \.$date)"#),
    acts: SwappedObject.acts)

  static let lateAdd = Pitfall(
    "REM-8", "late-add", "The removal runs before a postponed add",
    frequency: .rare, symptoms: [.diesWhenRemoved, .calledAfterTheEnd],
    why: "A removal applies to what is registered when it runs, not to an add that is still waiting.",
    fix: "Run the add and the removal on the same queue, in this order. With a controller you need the same.",
    prediction: Prediction(
      """
      Opening a view queues the add, to run later. Closing the view removes the observer \
      at once. The view is opened and closed before the queue runs. What happens?
      """,
      .right(
        "The process dies when the view is closed.",
        "There is no registration yet, and a removal that matches nothing raises an exception."),
      .wrong(
        "Nothing, and the later add is dropped.",
        """
        The observer has been removed before it is added, so the add could be dropped. But a removal is \
        not kept for later. It looks for a registration now, and the add has not run yet.
        """),
      .wrong(
        "The view is closed, and stays registered when the add has run.",
        "This is the result through a controller. By hand, the removal raises an exception before the add runs.")),
    change: .delete("queue.later { view.open(clock) }", 2, of: 4),
    acts: LateAdd.acts)

  static let fewerRemovals = Pitfall(
    "REM-10", "fewer-removals", "An observer is added to every element in a loop, and removed from fewer",
    frequency: .sometimes, symptoms: [.calledAfterTheEnd, .diesWhenObservedGoes],
    why: """
      The loop removes the observer from the objects that are in \
      the list now, not from the objects that it was added to.
      """,
    fix: "Keep one token for each add and release them all, or call `unobserveAll` on a controller.",
    prediction: Prediction(
      """
      A bar adds itself as an observer of 3 downloads in a loop. One of them is cancelled and leaves the \
      list, but is not deallocated yet. Then the bar is closed: it removes itself from each download in \
      the list. The cancelled one gets a last piece, and is deallocated. What happens in the classic era, \
      under the strict rules of systems up to iOS 10?
      """,
      .wrong(
        "Nothing more.",
        """
        A cancelled download seems to have no observers: removing it from the list seems to end everything \
        that the list was used for. But the array has no part in a registration.
        """),
      .wrong(
        "The closed bar is called once, and the download is deallocated in silence.",
        """
        The first half is right. The second half is right for later systems. \
        In the classic era a leftover registration raises an exception.
        """),
      .right(
        "The process dies when the cancelled download is deallocated.",
        """
        3 adds and 2 removals leave one registration. In the classic \
        era, the deallocation of an observed object raises an exception.
        """),
      .wrong(
        "The process dies when the bar is closed.",
        """
        There are fewer removals than adds, and that could be checked. \
        But each removal that is made finds its registration.
        """)),
    change: .delete("bar.close()", 2, of: 2),
    acts: FewerRemovals.acts)

  static let removeByIndex = Pitfall(
    "REM-11", "remove-by-index", "An observer is added and removed by index, and the array changes in between",
    frequency: .rare, symptoms: [.wrongOneRemoved, .diesWhenRemoved, .noLongerCalled],
    why: "An index names a position in the array. After an insertion, another element is at that position.",
    fix: "Let each row store the element that it observes, by hand or with a controller.",
    prediction: Prediction(
      """
      A list view observes the titles of the tracks in rows 0 and 1, by index. A new track is inserted \
      at the top. Then the row that was row 1 is hidden: the view removes itself as an observer of the \
      track in row 1. Both old tracks get a new title. For which of them is the view called?
      """, act: 2,
      .right(
        "Only for the track that was hidden.",
        "The removal ended the registration of the track that is now in row 1, which is the visible one."),
      .wrong(
        "Only for the track that is still visible.",
        "That would be right if index 1 still named the same track. It names the one that was in row 0."),
      .wrong(
        "For both tracks.",
        """
        The removal names the wrong track, so you would expect it to \
        find nothing. It finds the registration of the visible track.
        """),
      .wrong(
        "The process dies in the removal.",
        """
        It would if row 1 held a track that is not observed, as in act 1. In this act, that track is observed.
        """)),
    change: .delete("self.track = track"),
    acts: RemoveByIndex.acts)

  static let removeInInitial = Pitfall(
    "REM-7", "remove-in-initial", "An observer is removed inside the initial call, before the add is recorded",
    frequency: .rare, symptoms: [.diesWhenAdded, .diesWhenRemoved],
    why: "The engine records the registration when the initial call has returned, so the removal finds none.",
    fix: """
      By hand, set a flag in the initial call, and remove the observer when `addObserver` has returned. \
      With the mediator, unobserve inside the call. The mediator then removes the registration.
      """,
    prediction: Prediction(
      """
      An alarm is set for 7. It observes a clock's date with the initial option, \
      rings as soon as the date is 7 or more, and removes itself inside that call. If \
      it is 6 when the alarm begins to observe, this works. What happens if it is 8?
      """,
      .wrong(
        "The alarm rings once, inside `addObserver`, and is removed.",
        """
        An alarm that begins at 6 does ring once and is removed, because the call in which it rings comes \
        after the registration. The initial call comes before it, and then the removal raises an exception.
        """),
      .wrong(
        "The alarm rings now, and again at the next change.",
        """
        The removal comes too early, and the alarm would ring again if it were ignored: `addObserver` registers the \
        alarm after the initial call. But a removal that finds no registration is not ignored. It raises an exception.
        """),
      .right(
        "The process dies in the removal.",
        "The initial call comes before the registration, so `removeObserver` finds nothing and raises an exception.")),
    change: .delete(#"object.removeObserver(self, forKeyPath: "date")"#),
    acts: RemoveInInitial.acts)
}
