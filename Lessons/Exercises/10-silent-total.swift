// A key that depends on others
//
// A shop shows the total of an invoice, which is the sum of two prices, the goods and the shipping. A window observes
// `total`. With this code the window is not called when a price changes, and continues to show the old total.
//
// Make the total observable: whichever of the two prices is set, an observer of `total` hears of one change, with the
// old total and the new one. An observer of `net`, the price of the goods, hears only of changes of that price.

import Exercises
import RawObserving

enum Attempt: SilentTotalExercise {
  final class Invoice: KeyValueObject, TotalledInvoice {
    @Observed var net = 0
    @Observed var shipping = 0

    var total: Int { net + shipping }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("total", \Invoice.total)]
    }
  }

  static func makeInvoice() -> Invoice { Invoice() }
}
