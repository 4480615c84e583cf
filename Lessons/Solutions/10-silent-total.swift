// The total has no setter that could announce a change, and the engine does not look into its getter.
// The class must declare each input. One that is missing is silent: no error tells you.
// The engine then announces the total with each input, and reads it before and after the change.

import Exercises
import RawObserving

enum Attempt: SilentTotalExercise {
  final class Invoice: KeyValueObject, TotalledInvoice {
    @Observed var net = 0
    @Observed var shipping = 0

    var total: Int { net + shipping }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("total", \Invoice.total, dependsOn: \.$net, \.$shipping)]
    }
  }

  static func makeInvoice() -> Invoice { Invoice() }
}
