internal import Synchronization

/// The short way of the commonest change: the setter of a property sets it, and those who wait for just that
/// property are told afterwards.
///
/// The way goes from the setter in Observed.swift to `setAwaited`. There `shortWay` looks under the lock who waits
/// (``ObservationInfo``, ``Waiters``); the value is stored; and `report` calls `deliver` of each
/// ``Registration``, which calls the observer.
///
/// The long way (KeyValueObject+Changes.swift) keeps a note of each change while it is open, because much may
/// happen between its will and its did. It is taken where
/// - somebody wants to be called before the change, too (`.prior`), or waits by way of a longer path or a
///   dependent key,
/// - a change is open on this thread already, which this one may be part of,
/// - or the value takes no room, and so has no place of its own.
///
/// Otherwise nothing can happen in between, for the old value is held until everybody has been called: there
/// is nothing to note. A set with one observer takes 43 ns then, and 420 by the long way.
@usableFromInline struct PlainSet {
  let key: String
  @usableFromInline let registrations: [Registration]
}

extension KeyValueObject {
  /// Sets a property that somebody may wait for: called by its setter, with the place where it is stored.
  ///
  /// Never inlined. All that a setter does for an awaited property is to jump here, so it saves no registers for
  /// the branch that is rarely taken: an unobserved set takes 26 instructions, and 35 with this in its middle.
  @inlinable @inline(never)
  final func setAwaited<Value>(
    _ place: UnsafeMutablePointer<Observed<Value>>, to newValue: Value
  ) {
    // Sound because the setter gave the address of this very property, and holds the object. To get it, the
    // setter has begun and ended an access of its own: where somebody is in the midst of changing the property,
    // Swift's check of exclusive access has ended the process there.
    let old = place.pointee.stored
    if MemoryLayout<Value>.size > 0, let set = shortWay(storedAt: place) {
      place.pointee.stored = newValue
      report(set, old: told(old), new: told(newValue))
    } else {
      let change = beginAutomaticChange(storedAt: place, old)
      place.pointee.stored = newValue
      if let change { endAutomaticChange(change, Value.self) }
    }
  }

  /// What comes before a set: called when somebody may wait for the property, with the address of its
  /// storage. Returns nil where the set has to go the long way, and for a key that does not
  /// notify automatically, for which the long way does nothing.
  @usableFromInline
  final func shortWay(storedAt place: UnsafeRawPointer) -> PlainSet? {
    if OpenChanges.isAnyOpen { return nil }
    let offset = offset(of: place)
    let reference = infoReference.load(ordering: .acquiring)
    guard let set = reference?._withUnsafeGuaranteedRef({ $0.plainSet(at: offset) }),
      type(of: self).automaticallyNotifiesObservers(forKey: set.key)
    else { return nil }
    return set
  }

  /// What comes after a set or a change in place, with the values before and after it: calls everybody, the
  /// latest registration first. No lock is held. Inlined, because where the type of the values is known, it is
  /// cheap to make an `Any` of them.
  @inlinable
  final func report(
    _ set: PlainSet, old: @autoclosure () -> Any?, new: @autoclosure () -> Any?
  ) {
    // snippet.report
    let registrations = set.registrations
    var index = registrations.count - 1
    while index >= 0 {
      let options = registrations[index].options
      let change = KeyValueChange(
        kind: .setting, newValue: options.contains(.new) ? new() : nil,
        oldValue: options.contains(.old) ? old() : nil)
      // Whoever asked for the same is told the same.
      repeat {
        // Sound because the array, which nobody changes, holds the registration for the time of the call.
        // Retaining it once more would take a tenth of the time of the whole set.
        Unmanaged.passUnretained(registrations[index])._withUnsafeGuaranteedRef {
          $0.deliver(change, of: self)
        }
        index -= 1
      } while index >= 0 && registrations[index].options == options
    }
    withExtendedLifetime(registrations) {}
    // snippet.end
  }
}

/// What an observer is told of the value. Looking for a nil in it costs more than all the rest, and where the
/// type is known and cannot be nil, the compiler leaves it out.
@inlinable func told<Value>(_ value: Value) -> Any {
  // An `Any` may hold an optional, so it is looked into, too.
  _isOptional(Value.self) || Value.self == Any.self
    ? erase(value) ?? KeyValueNull.null : value
}
