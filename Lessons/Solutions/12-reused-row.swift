// The row owns its controller, so no deinit has to remove anything.
// One handler is enough for both keys, because the row reads what it draws.
// The controller retains what it observes. A row that shows another transfer must unobserve the one before.

import Exercises
import ManagedObserving
import RawObserving

enum Attempt: ReusedRowExercise {
  final class Row: KeyValueObject {
    var transfer: FileTransfer?
    var text = ""
    var drawings = 0

    func show(_ new: FileTransfer?) {
      kvoController.unobserveAll()
      transfer = new
      draw()
      kvoController.observe(new, keyPaths: ["name", "percent"]) { row, _, _ in row.draw() }
    }

    func draw() {
      text = transfer.map { "\($0.name): \($0.percent) %" } ?? ""
      drawings += 1
    }
  }

  static func makeRow() -> Row { Row() }

  static func show(_ transfer: FileTransfer?, in row: Row) { row.show(transfer) }

  static func text(of row: Row) -> String { row.text }

  static func drawings(of row: Row) -> Int { row.drawings }
}
