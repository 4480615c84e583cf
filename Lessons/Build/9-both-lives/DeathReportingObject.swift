public import RawObserving

/// An observed object that reports its deallocation to the controllers that are bound to it.
open class DeathReportingObject: KeyValueObject {
  /// The tables to report to. Guarded by the mediator's lock.
  final var tables: [ObjectIdentifier: Table] = [:]

  // Runs after the deinit bodies of the subclasses, and before the engine looks for registrations that are left. It
  // passes `self`: weak references to the object are nil by now.
  deinit {
    let tables = Mediator.shared.locked { self.tables }
    for table in tables.values {
      let records = Mediator.shared.locked { table.removeAll(of: self) }
      for record in records { Mediator.shared.unobserve(self, record) }
    }
  }
}
