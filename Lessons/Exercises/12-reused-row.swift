// From registrations by hand to a controller
//
// A table of transfers has a few rows and shows many transfers: a row that scrolls away shows another transfer next.
// This row works, but each key needs an add, two removals and a condition in the callback.
//
// Let a controller observe the transfer instead, with no registration by hand. The row does the same as before. It
// draws itself once when it shows a transfer and once for each change, and a transfer that the row no longer shows can
// be deallocated.

import Exercises
import ManagedObserving
import RawObserving

enum Attempt: ReusedRowExercise {
  final class Row: KeyValueObject {
    var transfer: FileTransfer?
    var text = ""
    var drawings = 0

    func show(_ new: FileTransfer?) {
      transfer?.removeObserver(self, forKeyPath: "name")
      transfer?.removeObserver(self, forKeyPath: "percent")
      transfer = new
      draw()
      transfer?.addObserver(self, forKeyPath: "name")
      transfer?.addObserver(self, forKeyPath: "percent")
    }

    deinit {
      transfer?.removeObserver(self, forKeyPath: "name")
      transfer?.removeObserver(self, forKeyPath: "percent")
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      if keyPath == "name" || keyPath == "percent" { draw() }
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
