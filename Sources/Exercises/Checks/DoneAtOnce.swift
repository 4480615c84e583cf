public import RawObserving

/// What the attempt at `done-at-once` gives to its check.
public protocol DoneAtOnceExercise {
  associatedtype Sheet: KeyValueObject

  /// Opens a sheet that waits until the transfer is complete.
  static func openSheet(for transfer: FileTransfer) -> Sheet

  /// Whether the sheet is still open.
  static func isOpen(_ sheet: Sheet) -> Bool

  /// How many times the sheet has closed itself.
  static func closings(of sheet: Sheet) -> Int
}

extension Exercise {
  static let doneAtOnce = Exercise(
    "done-at-once", lesson: 12, "A sheet for a file that has been sent",
    failure: "a sheet opens for a transfer that is already complete: "
      + "an observer is removed that is not registered",
    hints: [
      "In which order do `addObserver`, the initial call and the registration happen?",
      "The initial call comes before the registration is recorded, so there is nothing to remove yet. Let a controller "
        + "observe: it removes once `addObserver` has returned.",
      "`kvoController.observe(transfer, \\.$percent, options: .initial)`, and in its closure, when `change.value` is "
        + "100: `sheet.kvoController.unobserve(transfer)`. Leave out the deinit and `observeValue`.",
    ],
    proof: [
      "One sheet opened for a running transfer and one for a complete one, and each closed once.",
      "A removal that comes too early raises an exception. A sheet that only hides leaves its registration.",
    ])
}

extension Check {
  /// Opens sheets for transfers that end later, have ended already, and never end.
  public func doneAtOnce<Attempt: DoneAtOnceExercise>(_ attempt: Attempt.Type) {
    step("a sheet opens for a transfer that ends later")
    func expectClosed(_ sheet: Attempt.Sheet, _ transfer: FileTransfer) {
      expect(!Attempt.isOpen(sheet), "the sheet is closed", saw: "the sheet is open")
      let closings = Attempt.closings(of: sheet)
      expect(closings == 1, "the sheet has closed once", saw: "it has closed \(times(closings))")
      expect(transfer, hasRegistrations: 0, "the closed sheet leaves no registration")
    }
    let running = FileTransfer(percent: 40)
    let sheet = Attempt.openSheet(for: running)
    running.percent = 80
    expect(Attempt.isOpen(sheet), "the sheet is open at 80 percent", saw: "the sheet is closed")
    expectObserved(running, "the transfer")
    step("the transfer ends")
    running.percent = 100
    running.percent = 100
    expectClosed(sheet, running)
    step("that transfer goes back to 50 percent")
    running.percent = 50
    expectClosed(sheet, running)
    step("a sheet opens for a transfer that is already complete")
    let complete = FileTransfer(percent: 100)
    let late = Attempt.openSheet(for: complete)
    expectClosed(late, complete)
    step("the percentage of that transfer is set to 100 again")
    complete.percent = 100
    expectClosed(late, complete)
    step("a sheet is released while its transfer is running")
    let slow = FileTransfer(percent: 10)
    let trace = Weak(Attempt.openSheet(for: slow))
    expectGone(trace, "the sheet")
    slow.percent = 20
    expect(slow, hasRegistrations: 0, "the deallocated sheet leaves no registration")
  }
}
