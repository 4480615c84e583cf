public import Synchronization

/// The short way of the commonest change: the setter of a property sets it, and those who wait for just that
/// property are told afterwards.
///
/// The long way (see KeyValueObject+Changes.swift) keeps a note of each change while it is open, because much
/// may happen between its will and its did. Nothing can happen here: nobody is called before the set, the
/// old value is held until everybody has been called, and no change is open on the thread that this one could
/// be part of. So there is nothing to note, and one look under the lock is enough. It takes a tenth of the
/// time of the long way; `make bench` measures it as "set, one raw observer".
@usableFromInline struct PlainSet {
  let key: String
  let hooks: [ObservationInfo.Hook]
  /// Whether the property can be nil, and its values have to be looked into.
  let isOptional: Bool
}

/// What a setter is to do with a change after the set.
@usableFromInline enum SetChange {
  case plain(PlainSet)
  case open(OpenChange)
}

extension KeyValueObject {
  /// Whether somebody may wait for the property that is stored at that address. Where it says no, nobody
  /// does.
  @inlinable
  final func isAwaited<Value>(_ type: Value.Type, storedAt place: UnsafeRawPointer) -> Bool {
    guard let reference = infoReference.load(ordering: .acquiring) else { return false }
    let offset = place - UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    // What takes no room has no place of its own.
    return MemoryLayout<Value>.size == 0
      || reference._withUnsafeGuaranteedRef { $0.isAwaited(at: offset) }
  }

  /// What comes before a set: called by ``Observed`` when somebody may wait for the property, with the
  /// address of its storage and the value before.
  @usableFromInline
  final func beginSet<Value>(storedAt place: UnsafeRawPointer, _ old: Value) -> SetChange? {
    if MemoryLayout<Value>.size > 0 && !OpenChanges.isAnyOpen {
      let offset = place - UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
      if let set = observationInfo?.plainSet(at: offset) {
        return Self.automaticallyNotifies(self, set.key) ? .plain(set) : nil
      }
    }
    return beginAutomaticChange(storedAt: place, old).map { .open($0) }
  }

  private static func automaticallyNotifies(_ object: KeyValueObject, _ key: String) -> Bool {
    type(of: object).automaticallyNotifiesObservers(forKey: key)
  }

  /// What comes after a set, with the values before and after it.
  @usableFromInline
  final func endSet<Value>(_ change: SetChange, _ old: Value, _ new: Value) {
    switch change {
    case .plain(let set): report(set, old, new)
    case .open(let change): endAutomaticChange(change, Value.self)
    }
  }

  /// Calls everybody, the latest registration first. No lock is held.
  private func report<Value>(_ set: PlainSet, _ old: Value, _ new: Value) {
    var told: (old: Any, new: Any)?
    for hook in set.hooks.reversed() {
      let options = hook.registration.options
      if told == nil && !options.isDisjoint(with: [.new, .old]) {
        told =
          set.isOptional
          ? (erase(old) ?? KeyValueNull.null, erase(new) ?? KeyValueNull.null) : (old, new)
      }
      hook.registration.deliver(
        KeyValueChange(
          kind: .setting, newValue: options.contains(.new) ? told?.new : nil,
          oldValue: options.contains(.old) ? told?.old : nil),
        of: self)
    }
  }
}
