/// The catalogue as people read it, in at most 80 columns.
enum Listing {
  /// Every pitfall, lesson by lesson.
  static func print(_ pitfalls: [Pitfall]) {
    var lesson: Lesson?
    for pitfall in pitfalls {
      if pitfall.lesson != lesson {
        if lesson != nil { Swift.print("") }
        lesson = pitfall.lesson
        Swift.print("Lessons/\(pitfall.lesson.rawValue)")
      }
      row("  " + pitfall.id.padded(to: 8) + pitfall.name.padded(to: 24), pitfall.title)
    }
    Swift.print("\nRun one with 'scenarios run NAME', by its name or its id.")
    Swift.print("'scenarios list NAME' lists its acts.")
  }

  /// The acts of one pitfall, with the numbers that `--act` takes.
  static func printActs(of pitfall: Pitfall) {
    Report.printHeading(of: pitfall)
    Swift.print("")
    for (index, act) in pitfall.acts.enumerated() {
      row("  \(index + 1)  " + pitfall.label(of: act).padded(to: 14), act.title + eras(of: act))
    }
    if pitfall.acts.contains(where: \.isReadNotRun) {
      Swift.print("")
      for line in wrapped(Act.readNotRun, to: Report.width) { Swift.print(line) }
    }
    Swift.print("\nRun one act with 'scenarios run \(pitfall.id) --act N'.")
  }

  /// What the eras make of the act, if there is a death or a difference to tell.
  private static func eras(of act: Act) -> String {
    let endings = act.endings
    if endings.count > 1 {
      let told = endings.map { "\($0.eras.names): \($0.expectation.summary)" }
      return " (" + told.joined(separator: "; ") + ")"
    }
    if act.classic.isDeath { return " (dies in every era)" }
    return act.everyEra ? " (the same in every era)" : ""
  }

  private static func row(_ start: String, _ text: String) {
    let lines = wrapped(text, to: Report.width - start.count)
    Swift.print(start + lines[0])
    for line in lines.dropFirst() {
      Swift.print(String(repeating: " ", count: start.count) + line)
    }
  }
}
