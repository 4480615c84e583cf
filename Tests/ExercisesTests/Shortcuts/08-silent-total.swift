import Exercises
import RawObserving

@testable import Solutions

extension Attempt {
  static let silentTotal = [
    Attempt("solution", of: "silent-total", accepted: true) { $0.silentTotal(SilentTotalSolution.self) },
    Attempt("by Apple's method", of: "silent-total", accepted: true) { $0.silentTotal(SilentTotalByAppleMethod.self) },
    Attempt("stored total", of: "silent-total", accepted: true) { $0.silentTotal(SilentTotalStoredTotal.self) },
    Attempt("announced too late", of: "silent-total", accepted: false) {
      $0.silentTotal(SilentTotalAnnouncedLate.self)
    },
    Attempt("net set again", of: "silent-total", accepted: false) { $0.silentTotal(SilentTotalNetSetAgain.self) },
  ]
}

// Accepted: the inputs are declared by the method that Apple's classes override.
enum SilentTotalByAppleMethod: SilentTotalExercise {
  final class Invoice: KeyValueObject, TotalledInvoice {
    @Observed var net = 0
    @Observed var shipping = 0

    var total: Int { net + shipping }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("total", \Invoice.total, dependsOn: \.$net)]
    }

    override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
      key == "total" ? ["net", "shipping"] : super.keyPathsForValuesAffectingValue(forKey: key)
    }
  }

  static func makeInvoice() -> Invoice { Invoice() }
}

// Accepted: the total is a property of its own, and its setter announces it.
enum SilentTotalStoredTotal: SilentTotalExercise {
  final class Invoice: KeyValueObject, TotalledInvoice {
    @Observed var net = 0 { didSet { total = net + shipping } }
    @Observed var shipping = 0 { didSet { total = net + shipping } }
    @Observed private(set) var total = 0
  }

  static func makeInvoice() -> Invoice { Invoice() }
}

// Rejected: the change is announced after it was made, so the old total is the new one.
enum SilentTotalAnnouncedLate: SilentTotalExercise {
  final class Invoice: KeyValueObject, TotalledInvoice {
    @Observed var net = 0
    @Observed var shipping = 0 {
      didSet {
        willChangeValue(forKey: "total")
        didChangeValue(forKey: "total")
      }
    }

    var total: Int { net + shipping }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("total", \Invoice.total, dependsOn: \.$net)]
    }
  }

  static func makeInvoice() -> Invoice { Invoice() }
}

// Rejected: setting the net price again announces a change of the net price, too.
enum SilentTotalNetSetAgain: SilentTotalExercise {
  final class Invoice: KeyValueObject, TotalledInvoice {
    @Observed var net = 0
    @Observed var shipping = 0 { didSet { net += 0 } }

    var total: Int { net + shipping }

    override class var computedKeys: [ComputedKey] {
      super.computedKeys + [ComputedKey("total", \Invoice.total, dependsOn: \.$net)]
    }
  }

  static func makeInvoice() -> Invoice { Invoice() }
}
