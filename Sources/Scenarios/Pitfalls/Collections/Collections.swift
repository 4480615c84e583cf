/// The pitfalls of collections: arrays and sets.
extension Pitfall {
  static let behindTheProperty = Pitfall(
    "COL-1", "behind-the-property", "An array is changed behind the property that returns it",
    frequency: .sometimes, symptoms: [.neverCalled],
    why: """
      An array cannot announce a change, and a write to its \
      storage does not pass through the property that returns it.
      """,
    fix: """
      Store the array in an `@Observed` property, or declare accessors and change \
      the array through the proxy. A mediator is called only for what is announced.
      """,
    prediction: Prediction(
      """
      A playlist keeps its tracks in a private array that is not observed. A computed \
      property, `tracks`, returns the array, and a method appends to it. A view observes \
      `tracks`, and two tracks are added by the method. How many times is the view called?
      """,
      .wrong(
        "Twice.",
        """
        The property returns two more tracks, so it seems to have changed twice. \
        But the method writes to the array itself, and nothing announces that.
        """),
      .wrong(
        "The process dies in the add.",
        "A property without a setter may seem impossible to observe. It may be observed like any other."),
      .right("Never.", "The array cannot announce anything, and the writes do not pass through the property."),
      .wrong(
        "Once, with both tracks.",
        """
        A proxy can insert several elements in one change. This method \
        does not use a proxy, and nothing announces its writes.
        """)),
    change: .double(#"playlist.add("Naima")"#, 1, of: 2),
    acts: BehindTheProperty.acts)

  static let wholeArrayForEach = Pitfall(
    "COL-2", "whole-array-for-each", "A proxy is used on a class without accessors",
    frequency: .rare, symptoms: [.slow],
    why: "The proxy reads the whole array, changes it and sets it again, for each element.",
    fix: """
      Declare accessors, insert several elements at once, or store the array \
      in an `@Observed` property. A mediator does not change the cost.
      """,
    prediction: Prediction(
      """
      A playlist has a computed property, `tracks`, with a getter and a setter, and no accessors. A \
      proxy of `tracks` appends 100 titles, one by one. How many titles does the setter write in all?
      """,
      .wrong(
        "100.",
        """
        The observers receive 100 insertions of one title each. But the setter \
        can only take a whole array, so it writes more than they receive.
        """),
      .right("5050.", "The setter writes the whole array for each element: 1 + 2 + … + 100."),
      .wrong("10000.", "The setter writes the whole array 100 times. But the array has 100 titles only at the end."),
      .wrong(
        "The process dies at the first title.",
        "A proxy has to know how to insert, and it looks for accessors first. If there are none, it uses the setter.")),
    change: .double(#"for number in 1...100 { tracks.append("Track \(number)") }"#),
    acts: WholeArrayForEach.acts)

  static let partForTheWhole = Pitfall(
    "COL-4", "part-for-the-whole", "The elements of an insertion or removal are mistaken for the whole array",
    frequency: .rare, symptoms: [.partOfTheValue, .valueMissing],
    why: "Only a setting carries the whole array. The other kinds of change carry the added or removed elements.",
    fix: """
      Check the kind of the change, or read the whole array: a typed change \
      has it as its `value`. A controller passes the change on unchanged.
      """,
    prediction: Prediction(
      """
      At each change, a view sets its rows to `change.newValue as? [String] ?? []`. It shows a playlist with \
      one track. An object that `playlist.mutableArrayValue(…)` returns, and that is used like the array, appends \
      a second track, then removes the first. How many rows does the view have after each of the two?
      """,
      .right("1, then 0.", "The new value of an insertion is the inserted elements, and a removal has no new value."),
      .wrong(
        "2, then 1.",
        """
        This would be right for two assignments, which carry the whole \
        array. An insertion and a removal carry only their elements.
        """),
      .wrong(
        "2, then 0.",
        """
        The second number is right: a removal has no new value. But the new value of an \
        insertion is not the whole array. It is the inserted element alone.
        """)),
    change: .double(#"tracks.append("So What")"#),
    acts: PartForTheWhole.acts)

  static let setDifferences = Pitfall(
    "COL-6", "set-differences", "The elements that a change of a set carries are mistaken for the whole set",
    frequency: .rare, symptoms: [.partOfTheValue],
    why: "A replacement of a set carries only the members that differ. A setting carries both sets in full.",
    fix: """
      Pass `.old`. Subtract the old elements and add the new ones, and replace the \
      whole set only for a setting. A controller passes the change on unchanged.
      """,
    prediction: Prediction(
      """
      A view shows the tags of a playlist. It adds what an insertion carries, subtracts what a \
      removal carries, and replaces all its tags by the new value of a replacement or a setting. It \
      shows {jazz, live}. The proxy then calls `set` with {jazz, calm}. What does the view show?
      """,
      .wrong(
        "calm and jazz.",
        """
        The call replaces the whole set, so its new value looks like the whole \
        set. It carries only the members that were not in the set before.
        """),
      .right("Only calm.", "A replacement carries only what differs, and jazz is in both sets."),
      .wrong(
        "calm, jazz and live.",
        "This would be right if the call were reported as an insertion of calm. It is reported as a replacement.")),
    change: .delete("shown.subtract(change.oldElements ?? [])"),
    acts: SetDifferences.acts)

  static let missedSetting = Pitfall(
    "COL-5", "missed-setting", "A whole array arrives where changes by index are expected",
    frequency: .rare, symptoms: [.diesWhenChanged, .partOfTheValue],
    why: """
      An assignment arrives as a setting, which has no indexes. If the view skips \
      it, its rows differ from the array, and a later index may be out of range.
      """,
    fix: "Handle settings as well as changes by index. A controller passes both on, and does not help.",
    prediction: Prediction(
      """
      A view copies each insertion and removal of an array into its own rows, by index, and \
      skips a change without indexes. One track is appended through the proxy. Then an array of \
      three tracks is assigned. Then the third track is removed through the proxy. What happens?
      """,
      .wrong(
        "The view has two rows, like the array.",
        "Each change is announced. But the assignment has no indexes, and the view skips it."),
      .wrong(
        "The view keeps its one row, and the program goes on.",
        "Skipping a change without indexes looks cautious. But the removal has an index that the rows do not have."),
      .wrong(
        "The process dies at the assignment.",
        "The assignment is what the view cannot handle. It is skipped, and nothing is wrong until the next index."),
      .right(
        "The process dies at the removal.",
        "The rows never got the three tracks, so the index of the removal is out of range.")),
    change: .delete("if change.kind == .setting { rows = change.newValue as? [String] ?? [] }"),
    acts: MissedSetting.acts)

  static let lostIndexes = Pitfall(
    "COL-7", "lost-indexes", "An insertion is observed through a value that is computed from the array",
    frequency: .rare, symptoms: [.partOfTheValue, .valueMissing],
    why: """
      The engine does not know which part of a computed value has \
      changed, so it reports a setting with the whole new value.
      """,
    fix: """
      Read the value again in the callback, or observe a key path that ends in the array. \
      A controller reports the same, but its closure receives the object to read from.
      """,
    prediction: Prediction(
      """
      The queue of a player is computed: it returns the tracks of a playlist. A view shows its \
      only track, observes the queue, and copies each insertion into its rows by index. A \
      second track is appended through the proxy of `tracks`. How many rows does the view show?
      """,
      .right("One.", "A computed value arrives as a setting without indexes, and the view has no index to apply."),
      .wrong(
        "Two.",
        """
        The queue is the same array, so an insertion into the tracks seems to be one \
        into the queue. The engine knows only that the queue depends on the tracks.
        """),
      .wrong(
        "The process dies at the insertion.",
        """
        An index that the rows do not have would end the process. This \
        change has no indexes, and the view returns at once.
        """),
      .wrong(
        "Three.",
        """
        The change does carry the whole array, and the view shows a track already. \
        But the change has no indexes, so nothing is inserted.
        """)),
    change: .delete("view.rows = player.queue", 3, of: 3),
    acts: LostIndexes.acts)

  static let laterElements = Pitfall(
    "COL-8", "later-elements", "Elements that are added later are not observed",
    frequency: .sometimes, symptoms: [.neverCalled, .calledTwice],
    why: """
      A loop registers with the elements that are in the array \
      at that time. No code follows later changes of the array.
      """,
    fix: """
      Observe the array too. At each change, unobserve the removed elements and observe the \
      added ones. A controller can observe all elements again, because it drops duplicates.
      """,
    prediction: Prediction(
      """
      A view observes the seconds of each track of an album, in a loop over the array. A track is added \
      to the album. Then the seconds of both tracks are set. For which of the two is the view called?
      """,
      .wrong(
        "For both.",
        """
        The later track is in the same array. But each registration \
        is with one track, and the loop does not run again.
        """),
      .right("For the first track only.", "The loop registered with the tracks that were in the album at that time."),
      .wrong(
        "For none.",
        """
        A new array could end what was registered through the old one. \
        But the registrations are with the tracks, not with the array.
        """)),
    change: .double("view.show(album)", 1, of: 2),
    acts: LaterElements.acts)
}
