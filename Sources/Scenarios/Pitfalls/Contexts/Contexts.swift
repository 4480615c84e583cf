/// The pitfalls of contexts, and one method for all callbacks.
extension Pitfall {
  static let stolenCallback = Pitfall(
    "CTX-1", "stolen-callback", "A subclass compares only the key path, and takes its superclass's callbacks",
    frequency: .sometimes, symptoms: [.calledForOthers, .neverCalled, .calledTwice],
    why: """
      All calls for an object arrive in one method, the subclass's. Its \
      superclass's calls can have the same key path and the same object.
      """,
    fix: """
      Give each class its own context and compare it, or observe through \
      a controller, where each registration has its own closure.
      """,
    prediction: Prediction(
      """
      A clock view shows a clock's date. An alarm view inherits from it and checks the alarm at each change. \
      Each class has its own registration for the date of the same clock. The alarm view's method treats a call \
      as its own if the key path is "date", and passes other calls to `super`. The clock is set twice. How many \
      times does the clock view show the date, and how many times does the alarm view check the alarm?
      """,
      .wrong(
        "Twice and twice.",
        """
        Each class has its own registration, so you expect each to get its own calls. But \
        the object has one method for all four calls, and all four have the same key path.
        """),
      .wrong(
        "Twice and four times.",
        """
        All four calls do reach the alarm view's method. But it passes \
        none of them to `super`, so the clock view's code never runs.
        """),
      .right(
        "Never and four times.",
        "Two registrations and two changes make four calls. The alarm view's method treats all four as its own."),
      .wrong(
        "Never and twice.",
        """
        An override replaces the superclass's method, so the clock view does lose its calls. \
        But its registration still exists, and its two calls go to the alarm view as well.
        """)),
    change: .double("shown += 1"),
    acts: StolenCallback.acts)

  static let oneLongMethod = Pitfall(
    "CTX-6", "one-long-method",
    "The code that adds, removes and reacts is in three places, and one of them is forgotten",
    frequency: .sometimes, symptoms: [.calledForOthers, .valueWrong],
    why: "A new registration needs a change in all three places, and no tool checks that they agree.",
    fix: """
      Compare the object as well as the context and the key path, and change all three places \
      together. Or observe through a controller, where each registration has its own closure.
      """,
    prediction: Prediction(
      """
      A panel shows the time and the temperatures of the kitchen and the bedroom. The bedroom \
      came later: it was added where the panel registers and where it removes, and forgotten \
      in `observeValue`, which treats every "temperature" as the kitchen's. The time, the \
      kitchen and the bedroom change, in this order. How many of the three labels are right?
      """,
      .wrong(
        "Two, the time and the kitchen's.",
        """
        What is forgotten usually stays as it was, and the bedroom's label does. But the \
        bedroom's calls arrive, and the method writes their values into the kitchen's label.
        """),
      .wrong(
        "The process dies at the bedroom's call.",
        """
        No code seems to handle the bedroom's call, and a call that reaches the root class raises an exception. This \
        one has the panel's context and a key path that the method knows, so the method handles it, incorrectly.
        """),
      .right("One, the time.", "The bedroom's value is in the kitchen's label, and the bedroom's label is never set.")),
    change: .delete("panel.labels.bedroom = bedroom.temperature"),
    acts: OneLongMethod.acts)

  static let unforwardedContext = Pitfall(
    "CTX-2", "unforwarded-context", "A subclass drops the calls that are not its own",
    frequency: .sometimes, symptoms: [.neverCalled],
    why: """
      The superclass's calls arrive in the subclass's method. If that method \
      returns without calling `super`, the superclass never gets them.
      """,
    fix: """
      Pass each call with an unknown context to `super`, or observe \
      through a controller, where each class has its own closure.
      """,
    prediction: Prediction(
      """
      A clock view and its subclass, an alarm view, both observe a clock's date, each with its own context. \
      The alarm view's method returns if the context is not its own. The clock is set twice. How many times \
      does the clock view show the date, and how many times does the alarm view check the alarm?
      """,
      .right(
        "Never and twice.",
        "The alarm view knows its own two calls. The clock view's two arrive in the same method and are dropped."),
      .wrong(
        "Twice and twice.",
        """
        The contexts do tell the calls apart. But all calls arrive in the subclass's \
        method, and returning from it does not pass a call to the superclass.
        """),
      .wrong(
        "Never and four times.",
        """
        This is what happens if the subclass compares only the key path. \
        This one compares the context, and handles only its own two calls.
        """),
      .wrong(
        "The process dies at the first call with the clock view's context.",
        """
        A call that reaches the root class raises an exception. The alarm \
        view returns instead, so these calls reach no other class.
        """)),
    change: .delete("guard context == alarmViewContext else { return }"),
    acts: UnforwardedContext.acts)

  static let everythingForwarded = Pitfall(
    "CTX-3", "everything-forwarded", "Every call is passed on to super, even those that were handled",
    frequency: .rare, symptoms: [.diesWhenChanged],
    why: """
      The root class's `observeValue` raises an exception for every call \
      that reaches it. It cannot know that a subclass has handled the call.
      """,
    fix: """
      Pass only calls with an unknown context to `super`, or observe \
      through a controller, where there is no `super` to call.
      """,
    prediction: Prediction(
      """
      A clock view inherits directly from the root class. Its `observeValue` shows the date if the \
      context is its own, and then calls `super` in every case. The clock is set. What happens?
      """,
      .wrong(
        "The view shows the date, and the call of `super` does nothing.",
        """
        In many overrides a call of `super` is harmless. The root class's `observeValue` \
        treats every call that reaches it as unhandled, and raises an exception.
        """),
      .wrong(
        "The view shows the date twice.",
        """
        A call that is passed on looks as if it were handled again. The \
        root class has no code that shows a date. It raises an exception.
        """),
      .right(
        "The process dies, after the view has shown the date.",
        "The view handles the call and passes it on to the root class, which raises an exception."),
      .wrong(
        "The process dies before the view has shown the date.",
        "The root class does raise an exception. But `super` is called last, after the view has shown the date.")),
    change: .delete("super.observeValue(forKeyPath: keyPath, of: object, change: change, context: context)"),
    acts: EverythingForwarded.acts)

  static let sharedContext = Pitfall(
    "CTX-4", "shared-context", "Superclass and subclass both use nil as their context",
    frequency: .rare, symptoms: [.calledForOthers, .valueWrong, .neverCalled],
    why: "The subclass's method is called first, and mistakes its superclass's calls for its own.",
    fix: """
      Give each class its own address, in a private constant, or observe through a controller, which needs no context.
      """,
    prediction: Prediction(
      """
      A hall view shows a temperature, and inherits from a view that shows a date. Each \
      class handles the calls that have its context and passes the others to `super`. \
      Both contexts are nil. The date is set to 7. What does the hall view show?
      """,
      .wrong(
        "The date, 7.",
        """
        The superclass's method is correct, and so is its registration. But \
        the subclass's method is called first, and nil is its context as well.
        """),
      .right(
        "A temperature of 7 degrees.",
        """
        The hall view compares nil with nil, mistakes the call for its own, and shows the new value as a temperature.
        """),
      .wrong(
        "The date, 7, and then 7 degrees.",
        "Both methods would accept the call. But the hall view's method does not pass on what it has handled."),
      .wrong(
        "Nothing.",
        """
        In many functions nil means that there is none, so nil would be no context. These \
        methods compare it like any other address, and it equals itself.
        """)),
    change: .double("temperatures.append(degrees)"),
    acts: SharedContext.acts)

  static let observerOrder = Pitfall(
    "CTX-7", "observer-order", "The result depends on the order in which observers are called",
    frequency: .sometimes, symptoms: [.wrongOrder],
    why: "One observer relies on another having been called before it, and no order of observers is documented.",
    fix: """
      Let one observer call both objects in the order that you need. With the mediator, \
      one handler can call both. The order of two observations is not guaranteed.
      """,
    prediction: Prediction(
      """
      A converter observes a thermostat and keeps its temperature in Fahrenheit, 50 at first. A display \
      observes the thermostat too, and shows what the converter has. 20 degrees are set, which is 68 F. \
      The two are added in one order, and in a second run in the other order. What does the display show?
      """,
      .wrong(
        "68 in both orders.",
        """
        Both are called before the set returns, and afterwards the converter \
        is right in both orders. But the display may have read it too early.
        """),
      .wrong(
        "68 exactly if the converter is added first.",
        """
        First added, first called is the usual order in other libraries. This engine \
        calls the latest registration first after a change, and promises nothing.
        """),
      .wrong(
        "50 in both orders.",
        """
        Two observers of one change seem to be called at the same time. \
        They are called one after the other, so one order is right.
        """),
      .right(
        "68 in one order, and 50 in the other.",
        "The display is right only if the converter is called before it, and nothing promises that.")),
    change: .delete("panel.converter.convert(thermostat.temperature)"),
    acts: ObserverOrder.acts)
}
