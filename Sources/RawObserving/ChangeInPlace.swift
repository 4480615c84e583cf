/// The short way of a change in place, such as `clock.date += 1` and `playlist.tracks.append("Blue Train")`.
///
/// A set can be told of without a note (PlainSet.swift), because nothing happens between its two halves.
/// Here the value is lent to somebody in between, who may do anything: set other properties, announce
/// changes by hand, add and remove observers. So the change is noted, but briefly: whom it is told to, and
/// the old value. Only if another change opens on this thread meanwhile, or a path is laid that leads
/// through the lent value, the note is made a full one (``OpenChange/disturb()``), and the change ends the
/// long way.
///
/// Nearly always nothing comes between. A change in place with one observer takes 170 ns then, and 420 by the
/// long way.
extension KeyValueObject {
  /// What comes before a change in place: called by ``Observed`` when somebody may wait for the property, with
  /// the address of its storage and the value.
  @inlinable
  final func beginChangeInPlace<Value>(
    storedAt place: UnsafeRawPointer, _ value: Value
  ) -> OpenChange? {
    guard MemoryLayout<Value>.size > 0, let set = shortWay(storedAt: place) else {
      return beginAutomaticChange(storedAt: place, value)
    }
    if set.registrations.isEmpty { return nil }
    // An old value that nobody asks for is not kept: to keep an array makes the change copy it.
    return open(set, storedAt: place, old: set.isAskedForOld ? told(value) : nil)
  }

  /// Notes the change, until `close`.
  @usableFromInline
  final func open(_ set: PlainSet, storedAt place: UnsafeRawPointer, old: Any?) -> OpenChange {
    let change = OpenChange(existingOrNewInfo, storedAt: place, set, old: old)
    OpenChanges.current.open(change)
    return change
  }

  /// What comes after a change in place: calls everybody, the latest registration first.
  @inlinable
  final func endChangeInPlace<Value>(_ change: OpenChange, _ type: Value.Type) {
    guard let set = change.undisturbed, let new = change.stored(type) else {
      return endAutomaticChange(change, type)
    }
    close(change)
    report(set, old: change.oldInPlace, new: told(new))
  }

  @usableFromInline final func close(_ change: OpenChange) { OpenChanges.current.close(change) }
}

extension PlainSet {
  /// Whether somebody is to be told the value before.
  @inlinable var isAskedForOld: Bool {
    registrations.contains { $0.options.contains(.old) }
  }
}
