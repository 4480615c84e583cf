public import Observation
import RawObserving

/// What the attempt at the project of lesson 18 gives to its checks: `transfer-window`, and the exercises in which it grows.
@MainActor
public protocol TransferWindowExercise: SendableMetatype {
  /// The model of one row. It follows a transfer.
  associatedtype Row: AnyObject, Observable
  /// The model of the window.
  associatedtype Window: AnyObject

  /// Opens a window without rows.
  static func openWindow() -> Window

  /// Adds a row for the transfer to the window, and returns it.
  static func add(_ transfer: FileTransfer, to window: Window) -> Row

  /// What the row shows: how much has been sent, in percent.
  static func percent(of row: Row) -> Int

  /// The rows of the window, in the order in which they were added.
  static func rows(of window: Window) -> [Row]

  /// Removes a row from the window.
  static func remove(_ row: Row, from window: Window)

  /// What the footer shows, such as `1 of 3 sent`.
  static func footer(of window: Window) -> String

  /// The row shows this transfer from now on, which begins anew.
  static func retry(_ row: Row, with transfer: FileTransfer)
}

extension Exercise {
  static let transferWindow = Exercise(
    "transfer-window", lesson: 18, "Project 1. A model for one transfer",
    failure: "the row shows 40: it shows 10",
    hints: [
      "What tells the row of a change? It reads the transfer once, and `FileTransfer` reports by key-value observing.",
      "Let the row own a controller and a token, both marked `@ObservationIgnored`. The percentage is set on the network "
        + "thread, and the row belongs to the main actor.",
      "`token = controller.observe(transfer, \\.$percent, on: .shared) { row, change in row.percent = change.value }"
        + ".scoped()`, and then `percent = transfer.percent`. The controller is "
        + "`@ObservationIgnored private lazy var controller = KVOController(observer: self)`.",
    ],
    proof: [
      "The network thread set percentages. The row was drawn after them, and released with its window.",
      "A row that is not observable, or is set on the network thread, would have shown an old value.",
    ])

  static let transferList = transferWindow.grown(
    "transfer-list", "Project 2. A list of them",
    task: "The window lists its rows, and a footer says how many have been sent: \"1 of 2 sent\". What is shown is "
      + "drawn again when something that it has read has changed. A row is drawn for its own percentage only, and the "
      + "list when a row comes or goes. A row that is removed is deallocated.",
    failure: "with a second row, the list is drawn again: it shows 0 rows",
    hints: [
      "Which object has the rows, and can it announce that they have changed?",
      "Mark the window `@Observable`. The footer is a computed property: it reads the percentages of the rows, so it is "
        + "out of date whenever one of them changes.",
      "`var footer: String { \"\\(rows.count { $0.percent == 100 }) of \\(rows.count) sent\" }`, and `remove` calls "
        + "`rows.removeAll { $0 === row }`.",
    ],
    proof: [
      "Rows came, changed and went. Each part of the window was drawn when it had to be.",
      "A window that is not observable would have shown no row. A copied footer would have lagged.",
    ])

  static let transferRetry = transferList.grown(
    "transfer-retry", "Project 3. Try again",
    task: "A transfer has failed, and the user tries again: the row follows a new transfer. A value of the old "
      + "transfer that is still on its way to the main actor is not shown, and neither is a later one. The transfers "
      + "before are no longer observed. With Apple's token you have no `on:`, so leave it out here too, and bring each "
      + "value to the main actor with a task.",
    failure: "your file brings each value to the main actor itself: it uses `on:`, which Apple's token does not have",
    hints: [
      "Without `on:`, the closure runs on the network thread. What brings its value to the main actor? And what can be on "
        + "its way when `retry` is called?",
      "Let the row follow the new transfer as it followed the first one. The token of the old observation must go. A task "
        + "that is on its way has to ask whether its transfer is still the current one: keep it in a property of the row.",
      "In `follow`: `current = transfer`, then `token = controller.observe(transfer, \\.$percent) { row, transfer, change "
        + "in Task { @MainActor in if transfer === row.current { row.percent = change.value } } }.scoped()`, then "
        + "`percent = transfer.percent`. `retry` calls `row.follow(transfer)`.",
    ],
    proof: [
      "A value of the old transfer was on its way when the row was told of the new one, and not shown.",
      "A task that does not compare its transfer would have shown 95 in the row of a transfer that has 0.",
    ])
}

extension Check {
  /// Adds a row for a transfer, which goes on on the network thread, and closes the window.
  public func transferWindow<Attempt: TransferWindowExercise>(_ attempt: Attempt.Type) {
    onMainActor { await self.oneTransfer(attempt) }
  }

  /// Adds rows, lets their transfers go on, and removes one.
  public func transferList<Attempt: TransferWindowExercise>(_ attempt: Attempt.Type) {
    guard passes({ $0.transferWindow(attempt) }) else { return }
    onMainActor { await self.severalTransfers(attempt) }
  }

  /// Tries a transfer again while a value of the first try is on its way.
  public func transferRetry<Attempt: TransferWindowExercise>(_ attempt: Attempt.Type) {
    guard passes({ $0.transferList(attempt) }) else { return }
    onMainActor { await self.anotherTry(attempt) }
  }

  /// Sets the percentage on the network thread. The main actor gets no turn meanwhile.
  @MainActor
  private func send(_ percent: Int, of transfer: FileTransfer) {
    let handed = Handed(transfer)
    onAnotherThread { handed.object.percent = percent }
  }

  @MainActor
  private func expect(_ drawing: Drawing, shows wanted: String, _ what: String) async {
    await letOthersRun(forAtMost: .milliseconds(500)) {
      drawing.drawIfNeeded()
      return drawing.shown == wanted
    }
    drawing.drawIfNeeded()
    let shown = drawing.shown
    expect(shown == wanted, "\(what) shows \(wanted)", saw: "it shows \(shown.isEmpty ? "nothing" : shown)")
  }

  @MainActor
  private func row<Attempt: TransferWindowExercise>(_ attempt: Attempt.Type, _ row: Attempt.Row?) -> Drawing {
    let weak = Weak(row)
    return Drawing { (weak.object as? Attempt.Row).map { "\(Attempt.percent(of: $0))" } ?? "nothing" }
  }

  @MainActor
  private func oneTransfer<Attempt: TransferWindowExercise>(_ attempt: Attempt.Type) async {
    step("a window opens, and a transfer of which 10 percent have been sent is added")
    var transfer: FileTransfer? = FileTransfer(percent: 10)
    let transferTrace = Weak(transfer)
    var window: Attempt.Window? = Attempt.openWindow()
    var added: Attempt.Row? = Attempt.add(transfer!, to: window!)
    let rowTrace = Weak(added)
    let drawing = row(attempt, added)
    await expect(drawing, shows: "10", "the row")
    step("the network thread sends up to 40 percent")
    send(40, of: transfer!)
    await expect(drawing, shows: "40", "the row")
    step("the network thread goes on, faster than the main actor looks")
    for percent in [50, 60, 70] { send(percent, of: transfer!) }
    await expect(drawing, shows: "70", "the row")
    expectObserved(transfer!, "the transfer")
    step("the window is closed")
    added = nil
    window = nil
    await letOthersRun(forAtMost: .milliseconds(500)) { rowTrace.isGone }
    expectGone(rowTrace, "the row of the closed window")
    step("the transfer goes on, and the app releases it")
    send(80, of: transfer!)
    expect(transfer!, hasRegistrations: 0, "the transfer has no registration left")
    transfer = nil
    await letOthersRun(forAtMost: .milliseconds(500)) { transferTrace.isGone }
    expectGone(transferTrace, "the transfer")
  }

  @MainActor
  private func severalTransfers<Attempt: TransferWindowExercise>(_ attempt: Attempt.Type) async {
    step("grown: a window opens, and a row is added")
    let (film, song, photo) = (FileTransfer(name: "film"), FileTransfer(name: "song"), FileTransfer(name: "photo"))
    let window = Attempt.openWindow()
    let list = Drawing {
      let count = Attempt.rows(of: window).count
      return count == 1 ? "1 row" : "\(count) rows"
    }
    let footer = Drawing { Attempt.footer(of: window) }
    list.drawIfNeeded()
    footer.drawIfNeeded()
    let first = Attempt.add(film, to: window)
    list.drawIfNeeded()
    step("grown: a second row is added")
    var second: Attempt.Row? = Attempt.add(song, to: window)
    let secondTrace = Weak(second)
    list.drawIfNeeded()
    expect(list.shown == "2 rows", "with a second row, the list is drawn again", saw: "it shows \(list.shown)")
    await expect(footer, shows: "0 of 2 sent", "the footer")
    let (filmRow, songRow) = (row(attempt, first), row(attempt, second))
    filmRow.drawIfNeeded()
    songRow.drawIfNeeded()
    let before = (list.drawings, filmRow.drawings)
    step("grown: the song is sent")
    send(50, of: song)
    await expect(songRow, shows: "50", "the row of the song")
    send(99, of: song)
    await expect(songRow, shows: "99", "the row of the song")
    await expect(footer, shows: "0 of 2 sent", "the footer")
    send(100, of: song)
    await expect(songRow, shows: "100", "the row of the song")
    await expect(footer, shows: "1 of 2 sent", "the footer")
    filmRow.drawIfNeeded()
    list.drawIfNeeded()
    expect(
      filmRow.drawings == before.1, "the row of the film is not drawn for the song",
      saw: "it is drawn \(times(filmRow.drawings - before.1))")
    expect(
      list.drawings == before.0, "the list is not drawn for a percentage",
      saw: "it is drawn \(times(list.drawings - before.0))")
    step("grown: a third row is added, and its photo is sent")
    let third = Attempt.add(photo, to: window)
    list.drawIfNeeded()
    send(100, of: photo)
    await expect(footer, shows: "2 of 3 sent", "the footer")
    step("grown: the row in the middle is removed")
    Attempt.remove(second!, from: window)
    second = nil
    list.drawIfNeeded()
    expect(list.shown == "2 rows", "without the row of the song, the list shows 2 rows", saw: "it shows \(list.shown)")
    await expect(footer, shows: "1 of 2 sent", "the footer")
    let left = Attempt.rows(of: window)
    expect(
      left.count == 2 && left.first === first && left.last === third, "the rows of film and photo are left",
      saw: "others are left")
    await letOthersRun(forAtMost: .milliseconds(500)) { secondTrace.isGone }
    expectGone(secondTrace, "the removed row")
  }

  @MainActor
  private func anotherTry<Attempt: TransferWindowExercise>(_ attempt: Attempt.Type) async {
    step("grown: the values come to the main actor without `on:`")
    expect(
      !Trace.hasDeliveries, "your file brings each value to the main actor itself",
      saw: "it uses `on:`, which Apple's token does not have")
    step("grown: a row shows a transfer that stops at 90 percent")
    let (failed, again) = (FileTransfer(name: "film"), FileTransfer(name: "film"))
    let window = Attempt.openWindow()
    var row: Attempt.Row? = Attempt.add(failed, to: window)
    let trace = Weak(row)
    let drawing = self.row(attempt, row)
    send(90, of: failed)
    await expect(drawing, shows: "90", "the row")
    step("grown: the user tries again")
    Attempt.retry(row!, with: again)
    drawing.drawIfNeeded()
    expect(drawing.shown == "0", "after the retry, the row shows 0", saw: "it shows \(drawing.shown)")
    send(20, of: again)
    await expect(drawing, shows: "20", "the row")
    step("grown: the user tries once more, while 95 percent of the transfer before are on their way")
    let third = FileTransfer(name: "film")
    send(95, of: again)
    Attempt.retry(row!, with: third)
    await letOthersRun(forAtMost: .milliseconds(60)) { false }
    drawing.drawIfNeeded()
    expect(drawing.shown == "0", "the row shows 0, as the third transfer has it", saw: "it shows \(drawing.shown)")
    step("grown: the transfers before go on, and so does the third")
    for percent in [5, 96] { send(percent, of: again) }
    send(97, of: failed)
    for before in [failed, again] { expect(before, hasRegistrations: 0, "an earlier transfer is no longer observed") }
    send(30, of: third)
    await expect(drawing, shows: "30", "the row")
    send(95, of: third)
    await expect(drawing, shows: "95", "the row")
    step("grown: the row is removed while a value is on its way")
    send(40, of: third)
    Attempt.remove(row!, from: window)
    row = nil
    await letOthersRun(forAtMost: .milliseconds(500)) { trace.isGone }
    expectGone(trace, "the removed row")
  }
}
