// The row follows the new transfer as it followed the first one: the assignment ends the old observation. That ends the
// calls, and not the tasks that earlier calls have started. So each task asks whether its transfer is still the current
// one. With `on: .shared`, a controller of this package asks that itself.

import Exercises
import ManagedObserving
import Observation
import RawObserving

enum Attempt: TransferWindowExercise {
  @MainActor
  @Observable
  final class Row {
    private(set) var percent = 0
    @ObservationIgnored private var current: FileTransfer?
    @ObservationIgnored private var token: ScopedObservation?
    @ObservationIgnored private lazy var controller = KVOController(observer: self)

    init(for transfer: FileTransfer) { follow(transfer) }

    func follow(_ transfer: FileTransfer) {
      current = transfer
      token = controller.observe(transfer, \.$percent) { row, transfer, change in
        Task { @MainActor in
          if transfer === row.current { row.percent = change.value }
        }
      }.scoped()
      percent = transfer.percent
    }
  }

  @MainActor
  @Observable
  final class Window {
    private(set) var rows: [Row] = []

    func add(_ transfer: FileTransfer) -> Row {
      let row = Row(for: transfer)
      rows.append(row)
      return row
    }

    func remove(_ row: Row) { rows.removeAll { $0 === row } }

    /// Reads the rows each time, so it is never out of date.
    var footer: String { "\(rows.count { $0.percent == 100 }) of \(rows.count) sent" }
  }

  static func openWindow() -> Window { Window() }

  static func add(_ transfer: FileTransfer, to window: Window) -> Row { window.add(transfer) }

  static func percent(of row: Row) -> Int { row.percent }

  // For the second exercise.

  static func rows(of window: Window) -> [Row] { window.rows }

  static func remove(_ row: Row, from window: Window) { window.remove(row) }

  static func footer(of window: Window) -> String { window.footer }

  // For the third exercise.

  static func retry(_ row: Row, with transfer: FileTransfer) { row.follow(transfer) }
}
