/// The pitfalls of keys that depend on other keys.
extension Pitfall {
  static let undeclaredInputs = Pitfall(
    "DEP-1", "undeclared-inputs", "A computed property does not declare its inputs",
    frequency: .sometimes, symptoms: [.neverCalled],
    why: "The property has no setter that could announce a change, and the engine cannot see what its getter reads.",
    fix: "Declare the inputs with `dependsOn:`. A mediator is called only for what the class announces.",
    prediction: Prediction(
      """
      A track has a title and an artist, and a line that is computed from both. Its class declares the \
      line, but not what it is computed from. A view observes the line and asks for an initial call. Then \
      the title is set, and after it the artist. How many times is the view called after the initial call?
      """,
      .wrong(
        "Twice.",
        "The getter reads both parts, so it seems that the engine could know. It cannot see what a getter reads."),
      .right("Never.", "Without declared inputs no property reports a change of the line."),
      .wrong(
        "The process dies in the add.",
        """
        A computed property without inputs could be refused. But \
        it may also be a constant, and the engine cannot tell.
        """)),
    change: .double(#"track.title = "So What""#, 2, of: 2),
    acts: UndeclaredInputs.acts)

  static let lostDependencies = Pitfall(
    "DEP-2", "lost-dependencies", "A subclass declares what a key depends on, and does not call super",
    frequency: .rare, symptoms: [.neverCalled, .noLongerCalled],
    why: "The override returns its own inputs instead of adding them to the inherited ones.",
    fix: "Add your inputs to those that `super` returns, for every key. A mediator cannot detect missing inputs.",
    prediction: Prediction(
      """
      A track's line depends on its title and artist. A remix adds a remixer to the \
      line. It overrides `keyPathsForValuesAffectingValue(forKey:)`, returns the remixer \
      for the line, and calls `super` for every other key. A view observes the line; \
      title, artist and remixer are set. For how many of the three changes is it called?
      """,
      .right("One, that of the remixer.", "The set that the subclass returns replaces the inherited one."),
      .wrong(
        "Two, those of title and artist.",
        """
        The superclass declared them first, so its declaration could count. \
        But the override is called instead, and only its set counts.
        """),
      .wrong("All three.", "Overriding looks like adding. The method of the superclass is never called for the line.")),
    change: .double(#"remix.title = "So What""#),
    acts: LostDependencies.acts)

  static let selfDependency = Pitfall(
    "DEP-4", "self-dependency", "A key declares that it depends on itself",
    frequency: .rare, symptoms: [.diesWhenAdded],
    why: """
      `addObserver` asks the class for the key's inputs, and raises an \
      exception if the key, or a path that starts with it, is one of them.
      """,
    fix: "Remove the key from its own inputs. A mediator registers in the same way, and raises the same exception.",
    prediction: Prediction(
      """
      The declaration of a track's line names the title, the artist and the line itself. While there \
      is no observer, the title is set. Then a view is added as an observer of the line. What happens?
      """,
      .wrong(
        "The line is observed, and the view is called once for each change.",
        """
        One input too many looks harmless, and two keys that depend on \
        each other are allowed. A key that depends on itself is refused.
        """),
      .wrong(
        "The process dies when the title is set.",
        "The declaration is wrong from the start. But it is read only when an observer is added."),
      .right(
        "The process dies in the add.",
        "The add finds the key among its own inputs, and raises `NSInternalInconsistencyException`."),
      .wrong(
        "The line is observed, and the view is called twice for each change.",
        """
        The line would be announced for its part, and then once more for itself. \
        But the add is refused before any change can be announced.
        """)),
    change: .delete(#"+ [ComputedKey("line", \Track.line, dependsOn: \.$title, \.$artist, \.lineProperty)]"#),
    acts: SelfDependency.acts)

  static let toManyDependency = Pitfall(
    "DEP-5", "to-many-dependency", "A key depends on a property of every object in an array",
    frequency: .rare, symptoms: [.diesWhenAdded, .neverCalled],
    why: """
      A key path cannot continue after a property that holds several objects (a to-many \
      property), and a dependency on the array does not include changes of its elements.
      """,
    fix: """
      Let the owner observe each element, and store the result in an observed \
      property. With a controller, that is one call for each element.
      """,
    prediction: Prediction(
      """
      The total of an album is computed from the seconds of its tracks, and is \
      declared to depend on the array `tracks`. A view observes the total. A track is \
      added, and then the seconds of that track are set. How often is the view called?
      """, act: 2,
      .wrong(
        "Twice.",
        """
        Both changes change the total. But the declaration names the \
        array, and the seconds are a property of another object.
        """),
      .wrong(
        "The process dies in the add.",
        """
        A key path cannot continue after an array, so a dependency on one looks forbidden \
        as well. It may end there, so this declaration is accepted.
        """),
      .right(
        "Once, when the track is added.",
        "The array changes when a track is added. The seconds of a track are a property of another object.")),
    change: .delete(#"album.total = album.tracks.map(\.seconds).reduce(0, +)"#),
    acts: ToManyDependency.acts)

  static let tornValue = Pitfall(
    "DEP-7", "torn-value", "Two inputs of one value change one after the other",
    frequency: .sometimes, symptoms: [.wrongTime, .valueWrong],
    why: "Each input announces its own change, so the dependent value is read between the two assignments.",
    fix: """
      Keep both inputs in one value, and set that value once: a struct in this engine, an immutable \
      object on Apple's systems, where a struct of your own cannot be `@objc dynamic`. Or announce both \
      inputs by hand, one pair inside the other: two calls, and none is torn. A mediator does not help.
      """,
    prediction: Prediction(
      """
      A view shows the line of a track, which depends on the title and the artist. The line is "Naima by John \
      Coltrane". One method sets the title to "So What" and then the artist to "Miles Davis". What does the view show?
      """,
      .wrong(
        "So What by Miles Davis, in one call.",
        "One method sets both, which looks like one change. Each setter announces its own."),
      .right(
        "So What by John Coltrane, then So What by Miles Davis.",
        "Each input announces its own change, and the line is read at once."),
      .wrong(
        "So What by Miles Davis, in two calls.",
        "There are two calls. But the first is made before the artist is set.")),
    change: .double("self.title = title", 1, of: 3),
    acts: TornValue.acts)
}
