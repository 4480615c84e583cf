// The row owns a token, and the token ends the observation when the row is deallocated. `on: .shared` brings each value
// to the main actor, where the row is set and drawn. The first value is read after the token is made: a change by the
// network thread comes either before that read or after the registration. No view reads the token and the controller, so
// the macro need not track them.

import Exercises
import ManagedObserving
import Observation
import RawObserving

enum Attempt: TransferWindowExercise {
  @MainActor
  @Observable
  final class Row {
    private(set) var percent = 0
    @ObservationIgnored private var token: ScopedObservation?
    @ObservationIgnored private lazy var controller = KVOController(observer: self)

    init(for transfer: FileTransfer) { follow(transfer) }

    func follow(_ transfer: FileTransfer) {
      token = controller.observe(transfer, \.$percent, on: .shared) { row, change in
        row.percent = change.value
      }.scoped()
      percent = transfer.percent
    }
  }

  @MainActor
  final class Window {
    private(set) var rows: [Row] = []

    func add(_ transfer: FileTransfer) -> Row {
      let row = Row(for: transfer)
      rows.append(row)
      return row
    }
  }

  static func openWindow() -> Window { Window() }

  static func add(_ transfer: FileTransfer, to window: Window) -> Row { window.add(transfer) }

  static func percent(of row: Row) -> Int { row.percent }

  // For the second exercise.

  static func rows(of window: Window) -> [Row] { window.rows }

  static func remove(_ row: Row, from window: Window) {}

  static func footer(of window: Window) -> String { "" }

  // For the third exercise.

  static func retry(_ row: Row, with transfer: FileTransfer) {}
}
