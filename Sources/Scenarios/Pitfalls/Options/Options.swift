/// The pitfalls of options, and what a change tells.
extension Pitfall {
  static let noOptions = Pitfall(
    "OPT-1", "no-options", "No options are given, and the change carries no value",
    frequency: .sometimes, symptoms: [.valueMissing],
    why: "A change carries its kind and what the options ask for, and nothing else.",
    fix: """
      Pass `.new`, or read the property. The mediator's handler \
      receives the object, and a typed change always has its value.
      """,
    prediction: Prediction(
      """
      A view is added for a clock's date with `options: []`. At each call it shows \
      `change.newValue as? Int ?? 0`. The date is set to 7. What does the view show?
      """,
      .right("0.", "The options did not ask for a value, so the change carries none, and the `?? 0` hides that."),
      .wrong(
        "7.",
        """
        A call for a change seems to carry the value. It carries what the options ask for, and no options were given.
        """),
      .wrong(
        "The process dies at the call.",
        """
        The change carries no value, and a forced cast, `as! Int`, would end \
        the process. The conditional cast, `as? Int`, gives nil.
        """),
      .wrong(
        "Nothing.",
        """
        No options may look like no request for calls. But the options choose only what a call \
        carries and which extra calls there are. The call after a change is always made.
        """)),
    change: .delete("view.shown = clock.date"),
    acts: NoOptions.acts)

  static let nullValue = Pitfall(
    "OPT-2", "null-value", "A nil value arrives as a null object",
    frequency: .sometimes, symptoms: [.valueMissing],
    why: "In a change, nil means that there is no value. So a value that is nil arrives as an object, the null object.",
    fix: """
      Cast to the type that you expect, because the cast turns the null object \
      into nil. Or use the mediator's typed change, in which nil is nil.
      """,
    prediction: Prediction(
      """
      A label observes a track's artist, an optional string, with the options \
      `initial` and `new`. At each call its text becomes the new value, or "unknown" \
      if the new value is nil. The artist is set to nil. What does the label read?
      """,
      .wrong(
        "unknown",
        """
        The value is nil, and the label has a text for nil. But the change \
        holds an object that represents nil, and an object is not nil.
        """),
      .right("<null>", "That is the text of the object that represents nil in a change."),
      .wrong("nil", "Swift prints an empty optional that way. But the change holds an object, not an empty optional."),
      .wrong(
        "The process dies.",
        """
        The new value is not a string, and a forced cast, `as! String`, would end the \
        process. The label makes a text of whatever object the change holds.
        """)),
    change: .delete("track.artist = nil", 1, of: 3),
    acts: NullValue.acts)

  static let initialOldValue = Pitfall(
    "OPT-3", "initial-old-value", "The initial call has no old value, and the missing value is mistaken for nil",
    frequency: .rare, symptoms: [.valueMissing],
    why: """
      The initial call reports no change. A cast to the type of the value turns both a missing value and null into \
      nil.
      """,
    fix: """
      Check that there is an old value before you read it. By hand, test `is KeyValueNull`. \
      With the mediator, use `if let`, because its old value is a double optional.
      """,
    prediction: Prediction(
      """
      A track has the artist Nina. A journal observes it with `initial`, `new` and `old`, and counts \
      how often a track that had no artist was given one: the old value, cast to a string, is nil, and \
      there is a new artist. The artist is set to nil and then to Ella. What does the journal count?
      """,
      .wrong("0", "Null arrives as an object, and an object is not nil. But the cast to a string turns it into nil."),
      .wrong(
        "1",
        "Only Ella should be counted. But the initial call has no old value, so Nina is counted as newly given."),
      .right("2", "Nina in the initial call, which has no old value, and Ella."),
      .wrong(
        "3",
        """
        There are three calls, and none of them has an old artist except \
        the second. But that one has no new artist, and is not counted.
        """)),
    change: .delete("track.artist = nil", 1, of: 2),
    acts: InitialOldValue.acts)

  static let priorCalls = Pitfall(
    "OPT-4", "prior-calls", "The prior option doubles the calls",
    frequency: .rare, symptoms: [.calledTwice, .wrongTime],
    why: "With `.prior`, the observer is called before each change as well as after it.",
    fix: """
      Check `isPrior` first, by hand and in a mediator's handler that \
      observes by string. A typed observation is called only after a change.
      """,
    prediction: Prediction(
      """
      A bar counts the pieces of a download: one at each call. It observes with \
      the options `new` and `prior`. Two pieces arrive. How many does it count?
      """,
      .wrong(
        "2",
        """
        The name sounds like a request for the prior value, which \
        is the option `old`. It asks for a call before each change.
        """),
      .wrong("3", "One extra call in all is what `initial` makes. `prior` makes one for each change."),
      .right("4", "One call before each change and one after it.")),
    change: .double("download.receivedBytes = 256", 1, of: 2),
    acts: PriorCalls.acts)

  static let mutatedInPlace = Pitfall(
    "OPT-6", "mutated-in-place", "The value is an object that is changed in place",
    frequency: .sometimes, symptoms: [.valueWrong],
    why: "The change carries a reference to the object. When the object changes, so does the old value.",
    fix: """
      Make the value a struct. Then a change in place sets the property. With an object, the mediator does not help.
      """,
    prediction: Prediction(
      """
      A track's cover is an object, and it is blue. An undo stack keeps the old value \
      of a change. The cover is painted red, and the track announces the change by \
      hand, before and after. What colour is the cover that the undo stack kept?
      """,
      .right("Red.", "The old value is a reference, and there is only one cover object."),
      .wrong("Blue.", "The old value is taken before the change, so it seems safe. It would be, if it were a copy."),
      .wrong(
        "It has kept none.",
        """
        Painting the object sets no property of the track, so the undo stack would \
        not be called. But this track announces the change by hand.
        """)),
    change: .delete(#"track.printedCover.colour = "red""#, 1, of: 2),
    acts: MutatedInPlace.acts)
}
