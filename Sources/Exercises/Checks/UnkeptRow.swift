/// What the attempt at `unkept-row` gives to its check.
public protocol UnkeptRowExercise {
  associatedtype List: AnyObject

  /// Makes an empty list of downloads.
  static func makeList() -> List

  /// Adds a row to the list. It shows each change of the download's percentage on the display.
  static func add(_ download: Download, to list: List, on display: Display)

  /// Removes the row of the download from the list.
  static func remove(_ download: Download, from list: List)
}

extension Exercise {
  static let unkeptRow = Exercise(
    "unkept-row", lesson: 4, "Rows that show nothing",
    failure: "the first row shows 40: it shows nothing",
    hints: [
      "The lines of the check show when a row is released. Why so early?",
      "A registration does not retain the observer, so something else must. Which object should own the rows?",
      "Give the list `private var rows: [Row] = []`. `add` appends to it, and `remove` calls "
        + "`rows.removeAll { $0.download === download }`.",
    ],
    proof: [
      "One row lived until its download was removed, and the other until the list closed.",
      "A row that outlives its removal would have shown 60, and one that outlives the list, 90.",
    ])
}

extension Check {
  /// Adds two downloads to a list, removes one, and closes the list.
  public func unkeptRow<Attempt: UnkeptRowExercise>(_ attempt: Attempt.Type) {
    let (display, otherDisplay) = (Display(), Display())
    step("the list opens")
    var list: Attempt.List? = Attempt.makeList()
    var (first, second): (Download?, Download?) = (Download(), Download())
    let (firstTrace, secondTrace, listTrace) = (Weak(first), Weak(second), Weak(list))
    step("two downloads are added to the list")
    Attempt.add(first!, to: list!, on: display)
    Attempt.add(second!, to: list!, on: otherDisplay)
    step("40 percent of the first download arrive")
    first!.percent = 40
    expect(display, shows: 40, "the first row")
    step("70 percent of the second download arrive")
    expectNothing(on: display, "the first row shows nothing of the second download") { second!.percent = 70 }
    expect(otherDisplay, shows: 70, "the second row")
    step("the first download is removed from the list, and goes on")
    Attempt.remove(first!, from: list!)
    expect(first!, hasRegistrations: 0, "the removed row leaves no registration")
    expectNothing(on: display, "the removed row shows nothing more") { first!.percent = 60 }
    step("the app releases the first download")
    first = nil
    expectGone(firstTrace, "the first download")
    step("80 percent of the second download arrive")
    second!.percent = 80
    expect(otherDisplay, shows: 80, "the second row")
    step("the list closes")
    list = nil
    expectGone(listTrace, "the closed list")
    expect(second!, hasRegistrations: 0, "the closed list leaves no registration")
    step("90 percent of the second download arrive after the list has closed")
    expectNothing(on: otherDisplay, "the second row shows nothing more") { second!.percent = 90 }
    step("the app releases the second download")
    second = nil
    expectGone(secondTrace, "the second download")
  }
}
