// The initial call comes while `addObserver` is still running, before the registration is recorded.
// There is nothing to remove yet, so the sheet only notes that it is closed.
// It removes the registration when `addObserver` has returned. A controller does the same with three states.

import Exercises
import RawObserving

enum DoneAtOnceSolution: DoneAtOnceExercise {
  final class Sheet: KeyValueObject {
    let transfer: FileTransfer
    var isOpen = true
    var closings = 0
    var isRegistered = false

    init(for transfer: FileTransfer) {
      self.transfer = transfer
      super.init()
      transfer.addObserver(self, forKeyPath: "percent", options: .initial)
      isRegistered = true
      if !isOpen { stopObserving() }
    }

    deinit { stopObserving() }

    func stopObserving() {
      if isRegistered { transfer.removeObserver(self, forKeyPath: "percent") }
      isRegistered = false
    }

    override func observeValue(
      forKeyPath keyPath: String, of object: KeyValueObject, change: KeyValueChange, context: UnsafeMutableRawPointer?
    ) {
      guard transfer.percent == 100 else { return }
      isOpen = false
      closings += 1
      stopObserving()
    }
  }

  static func openSheet(for transfer: FileTransfer) -> Sheet { Sheet(for: transfer) }

  static func isOpen(_ sheet: Sheet) -> Bool { sheet.isOpen }

  static func closings(of sheet: Sheet) -> Int { sheet.closings }
}
