// The window is observable too, so the list hears when a row comes or goes. The footer is no copy: a computed property
// reads the rows, and a view that shows it tracks what it has read. A row is an object of its own, so its percentage is
// no change of the window.

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

  static func retry(_ row: Row, with transfer: FileTransfer) {}
}
