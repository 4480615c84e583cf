import ManagedObserving
public import RawObserving

/// What the attempt at `reused-row` gives to its check.
public protocol ReusedRowExercise {
  associatedtype Row: KeyValueObject

  /// Makes a row that shows no transfer.
  static func makeRow() -> Row

  /// Shows the transfer in the row, in place of the one before; nil if the row is to be empty.
  static func show(_ transfer: FileTransfer?, in row: Row)

  /// What the row shows: `holiday.mov: 40 %`, or nothing.
  static func text(of row: Row) -> String

  /// How many times the row has drawn itself.
  static func drawings(of row: Row) -> Int
}

extension Exercise {
  static let reusedRow = Exercise(
    "reused-row", lesson: 12, "From registrations by hand to a controller",
    failure: "each registration with the transfer is made by a controller: 2 of 2 are made by hand",
    hints: [
      "Every `KeyValueObject` has a `kvoController`. What does it do when the row is deallocated?",
      "Call `kvoController.observe(transfer, keyPaths: [...]) { row, _, _ in ... }`. A row that shows another transfer "
        + "must stop observing the first.",
      "In `show`, begin with `kvoController.unobserveAll()` and end with "
        + "`kvoController.observe(new, keyPaths: [\"name\", \"percent\"]) { row, _, _ in row.draw() }`. Delete the "
        + "deinit and `observeValue`.",
    ],
    proof: [
      "One row showed two transfers, and drew itself once for each change of the one that it showed.",
      "A row that still observes the first transfer would have drawn itself when that one changed.",
    ])
}

extension Check {
  /// Shows two transfers in one row, and releases them and the row.
  public func reusedRow<Attempt: ReusedRowExercise>(_ attempt: Attempt.Type) {
    step("the row shows a transfer")
    var row: Attempt.Row? = Attempt.makeRow()
    var first: FileTransfer? = FileTransfer(name: "holiday.mov", percent: 40)
    func expectText(_ wanted: String, _ change: () -> Void) {
      let before = Attempt.drawings(of: row!)
      change()
      let (text, count) = (Attempt.text(of: row!), Attempt.drawings(of: row!) - before)
      expect(text == wanted, "the row shows \"\(wanted)\"", saw: "it shows \"\(text)\"")
      expect(count == 1, "the row draws itself once for each change", saw: "it draws itself \(times(count))")
    }
    let drawingsBefore = Attempt.drawings(of: row!)
    Attempt.show(first, in: row!)
    let drawings = Attempt.drawings(of: row!) - drawingsBefore
    expect(
      Attempt.text(of: row!) == "holiday.mov: 40 %", "the row shows \"holiday.mov: 40 %\"",
      saw: "it shows \"\(Attempt.text(of: row!))\"")
    let all = first!.activeRegistrations.count
    let byHand = all - first!.activeObservations.count
    expectObserved(first!, "the transfer in the row")
    expect(
      byHand == 0, "each registration with the transfer is made by a controller",
      saw: "\(byHand) of \(all) are made by hand")
    expect(
      drawings == 1, "the row draws itself once when it shows the transfer", saw: "it draws itself \(times(drawings))")
    step("the transfer goes on, and the file is renamed")
    expectText("holiday.mov: 50 %") { first!.percent = 50 }
    expectText("beach.mov: 50 %") { first!.name = "beach.mov" }
    let drawn = Attempt.drawings(of: row!)
    for percent in [53, 55] { first!.percent = percent }
    let both = Attempt.drawings(of: row!) - drawn
    expect(both == 2, "the row draws itself for each of two changes in a row", saw: "it draws itself \(times(both))")
    step("the row shows the same transfer once more")
    Attempt.show(first, in: row!)
    expectText("beach.mov: 60 %") { first!.percent = 60 }
    step("the row shows another transfer")
    let second = FileTransfer(name: "notes.txt", percent: 5)
    Attempt.show(second, in: row!)
    expect(first!, hasRegistrations: 0, "the first transfer has no registration left")
    expectText("notes.txt: 6 %") { second.percent = 6 }
    step("the first transfer changes and is released")
    let before = Attempt.drawings(of: row!)
    first!.percent = 70
    let count = Attempt.drawings(of: row!) - before
    expect(count == 0, "the row ignores the first transfer", saw: "it draws itself \(times(count))")
    let trace = Weak(first)
    first = nil
    expectGone(trace, "the first transfer")
    step("the row is emptied and shows the second transfer again")
    Attempt.show(nil, in: row!)
    let text = Attempt.text(of: row!)
    expect(text == "", "the row is empty", saw: "it shows \"\(text)\"")
    Attempt.show(second, in: row!)
    expectText("notes.txt: 7 %") { second.percent = 7 }
    step("the row is released, and the second transfer goes on")
    let traceOfRow = Weak(row)
    row = nil
    expectGone(traceOfRow, "the row")
    second.percent = 8
    expect(second, hasRegistrations: 0, "the deallocated row leaves no registration")
  }
}
