// The initial call comes while `addObserver` is still running, before the registration is recorded.
// A controller knows that: it remembers `unobserve`, and removes the registration once `addObserver` has returned.
// By hand, look at the percentage before you add, or keep a flag that says whether `addObserver` has returned.

import Exercises
import ManagedObserving
import RawObserving

enum Attempt: DoneAtOnceExercise {
  final class Sheet: KeyValueObject {
    var isOpen = true
    var closings = 0

    init(for transfer: FileTransfer) {
      super.init()
      kvoController.observe(transfer, \.$percent, options: .initial) { sheet, transfer, change in
        guard change.value == 100 else { return }
        sheet.isOpen = false
        sheet.closings += 1
        sheet.kvoController.unobserve(transfer)
      }
    }
  }

  static func openSheet(for transfer: FileTransfer) -> Sheet { Sheet(for: transfer) }

  static func isOpen(_ sheet: Sheet) -> Bool { sheet.isOpen }

  static func closings(of sheet: Sheet) -> Int { sheet.closings }
}
