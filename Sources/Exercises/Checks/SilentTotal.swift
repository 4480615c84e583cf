public import RawObserving

/// An invoice with a total, for the check to observe.
public protocol TotalledInvoice: KeyValueObject {
  /// The price of the goods, in cents.
  var net: Int { get set }
  /// The price of the shipping, in cents.
  var shipping: Int { get set }
  /// What the customer pays, in cents.
  var total: Int { get }
}

/// What the attempt at `silent-total` gives to its check.
public protocol SilentTotalExercise {
  associatedtype Invoice: TotalledInvoice

  /// Makes an invoice of 0 cents.
  static func makeInvoice() -> Invoice
}

extension Exercise {
  static let silentTotal = Exercise(
    "silent-total", lesson: 10, "A key that depends on others",
    failure: "when the price of the goods is set, the window hears 1 change of the total: it hears 0",
    hints: [
      "Which properties does the getter of `total` read, and where does the class say so?",
      "The engine does not look into a getter. It knows only the inputs that `computedKeys` lists.",
      "Declare both inputs behind the getter: `dependsOn: \\.$net, \\.$shipping`.",
    ],
    proof: [
      "Each price was set, and the window heard of one change of the total, with both values.",
      "A total that is announced for the goods alone would have been silent when the shipping was set.",
    ])
}

extension Check {
  /// Observes the total by its name, and sets each of the two prices.
  public func silentTotal<Attempt: SilentTotalExercise>(_ attempt: Attempt.Type) {
    step("a window observes the total and the price of the goods of an invoice")
    let invoice = Attempt.makeInvoice()
    let (totals, nets) = (ChangeLog(), ChangeLog())
    invoice.addObserver(totals, forKeyPath: "total", options: [.old, .new])
    invoice.addObserver(nets, forKeyPath: "net")
    expect(invoice, hasRegistrations: 2, "the invoice has the window's two registrations")
    func expectTotal(_ old: Int, _ new: Int, _ when: String, _ change: () -> Void) {
      let before = totals.changes.count
      change()
      let count = totals.changes.count - before
      expect(count == 1, "when \(when), the window hears 1 change of the total", saw: "it hears \(count)")
      guard let last = totals.changes.last, count > 0 else { return }
      let values = "from \(last.oldValue ?? "nothing") to \(last.newValue ?? "nothing")"
      expect(values == "from \(old) to \(new)", "the total changes from \(old) to \(new)", saw: values)
      expect(invoice.total, equals: new, "the invoice has the total")
    }
    step("the price of the goods is set to 2000")
    expectTotal(0, 2000, "the price of the goods is set") { invoice.net = 2000 }
    step("the shipping is set to 500")
    expectTotal(2000, 2500, "the shipping is set") { invoice.shipping = 500 }
    step("the price of the goods is set to 3000")
    expectTotal(2500, 3500, "the price of the goods is set again") { invoice.net = 3000 }
    let count = nets.changes.count
    expect(count == 2, "the window hears 2 changes of the price of the goods", saw: "it hears \(count)")
    step("the window is closed")
    invoice.removeObserver(totals, forKeyPath: "total")
    invoice.removeObserver(nets, forKeyPath: "net")
  }
}
