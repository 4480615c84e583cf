/// What the attempt at `forward-the-rest` gives to its check.
public protocol ForwardTheRestExercise {
  associatedtype Row: DownloadRow

  /// Opens a row that shows how many percent of the download have arrived, and how many are missing.
  static func openRow(for download: Download, arrived: Display, missing: Display) -> Row
}

extension Exercise {
  static let forwardTheRest = Exercise(
    "forward-the-rest", lesson: 8, "What to pass on to super",
    failure: "40 percent of the download arrive: message was received but not handled",
    hints: [
      "Whose call does the message show? Compare its context with those of the two registrations.",
      "Handle the calls that have your context. Pass every other call to `super`. Do not do both with one call.",
      "`guard context == missingContext else { return super.observeValue(forKeyPath: keyPath, of: object, change: "
        + "change, context: context) }`, and after it only `missing.show(100 - download.percent)`.",
    ],
    proof: [
      "After each change the row showed its own number and that of the framework's class, each once.",
      "The row's own call ends the process in the root class. A call that stays in the row shows nothing.",
    ])
}

extension Check {
  /// Lets a download arrive that has a row with two displays, and closes the row.
  public func forwardTheRest<Attempt: ForwardTheRestExercise>(_ attempt: Attempt.Type) {
    let (download, arrived, missing) = (Download(), Display(), Display())
    step("the row opens")
    var row: Attempt.Row? = Attempt.openRow(for: download, arrived: arrived, missing: missing)
    step("40 percent of the download arrive")
    download.percent = 40
    expect(arrived, shows: 40, "the display of what has arrived")
    expect(missing, shows: 60, "the display of what is missing")
    step("70 percent of the download arrive")
    download.percent = 70
    expect(arrived, hasShown: [40, 70], "the display of what has arrived has shown 40 and 70, each once")
    expect(missing, hasShown: [60, 30], "the display of what is missing has shown 60 and 30, each once")
    expect(download, hasRegistrations: 2, "each of the two classes has its registration")
    let handled = row?.handledCalls ?? 0
    expect(handled == 2, "DownloadRow handles a call for each of the two percentages", saw: "it handles \(handled)")
    step("the row is closed")
    let trace = Weak(row)
    row = nil
    expectGone(trace, "the closed row")
    step("90 percent of the download arrive after the row was closed")
    expectNothing(on: missing, "the closed row shows nothing more") { download.percent = 90 }
  }
}
