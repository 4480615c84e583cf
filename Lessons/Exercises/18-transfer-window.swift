// Project 1. A model for one transfer
//
// You build the models of a window that sends files. `FileTransfer` stands for a class of a framework: it reports its
// percentage by key-value observing, and sets it on the network thread. The check draws a row as SwiftUI does: again when
// something that it has read has changed. With this code a row shows the first percentage and no other.
//
// Make `Row` follow its transfer. A row is released with its window, and leaves no registration behind. The rest of the
// file is for the next two exercises, in which the same file grows.

import Exercises
import ManagedObserving
import Observation
import RawObserving

enum Attempt: TransferWindowExercise {
  @MainActor
  @Observable
  final class Row {
    private(set) var percent = 0

    init(for transfer: FileTransfer) { follow(transfer) }

    func follow(_ transfer: FileTransfer) {
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
