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
}
