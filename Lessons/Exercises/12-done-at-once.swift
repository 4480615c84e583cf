// A sheet for a file that has been sent
//
// A sheet waits until a file has been sent. Then it closes itself and removes its registration. With this code the
// program dies if the file has already been sent when the sheet opens.
//
// Make the sheet close once in both cases, and leave no registration behind.

import Exercises
import RawObserving

enum Attempt: DoneAtOnceExercise {
  final class Sheet: KeyValueObject {
    let transfer: FileTransfer
    var isOpen = true
    var closings = 0

    init(for transfer: FileTransfer) {
      self.transfer = transfer
      super.init()
      transfer.addObserver(self, forKeyPath: "percent", options: .initial)
    }

    deinit {
      if isOpen { transfer.removeObserver(self, forKeyPath: "percent") }
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      guard transfer.percent == 100 else { return }
      isOpen = false
      closings += 1
      transfer.removeObserver(self, forKeyPath: "percent")
    }
  }

  static func openSheet(for transfer: FileTransfer) -> Sheet { Sheet(for: transfer) }

  static func isOpen(_ sheet: Sheet) -> Bool { sheet.isOpen }

  static func closings(of sheet: Sheet) -> Int { sheet.closings }
}
