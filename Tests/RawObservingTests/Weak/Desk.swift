import RawObserving

/// A clock that can tell of its deinit, and set things in it.
class DeskClock: KeyValueObject {
  @Observed var date = 0
  @Observed var zone: DeskClock?
  var whileDying: ((DeskClock) -> Void)?

  deinit { whileDying?(self) }
}

/// A desk with clocks that belong to others.
class Desk: KeyValueObject {
  @ObservedWeak var clock: DeskClock?
  @Observed var number = 0
  @ObservedWeak var spare: DeskClock?
  @ObservedWeak var silent: DeskClock?
  @ObservedWeak var neighbour: Desk?
  @Observed var drawer: Desk?

  var label: String { "\(clock?.date ?? -1) \(spare?.date ?? -1)" }

  override class func automaticallyNotifiesObservers(forKey key: String) -> Bool {
    key != "silent"
  }

  override class var computedKeys: [ComputedKey] {
    super.computedKeys + [ComputedKey("label", \Desk.label, dependsOn: \.$clock, \.$spare.$date)]
  }
}
