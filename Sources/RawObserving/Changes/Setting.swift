/// A change that an accessor makes: a plain set, or a change in place. The accessor's frame holds it from the first
/// half to the second.
@usableFromInline struct AccessorChange: ~Copyable {
  fileprivate let snapshot: KeyRegistrations.Snapshot
  fileprivate let old: Any?
  /// Set if the change needs more state: see ``KeyValueObject/begin(_:isDeath:reading:)``.
  fileprivate let open: OpenChange?
}

extension KeyValueObject {
  /// Sets a property that may have registrations. The inlined setter jumps here.
  @inlinable @inline(never) func set<Value>(_ slot: Slot<Value>, to newValue: Value) {
    guard let change = begin(slot) else { return slot.write(newValue) }
    slot.write(newValue)
    end(change, slot)
  }

  /// The first half of a change: makes the calls before the change, and keeps the values for the calls after it.
  /// Returns nil if the change concerns no registration.
  ///
  /// This and the next function are inlined into the caller, which knows the type of the value, so that conversion to
  /// `Any` is cheap.
  @inlinable func begin<Value>(_ slot: Slot<Value>) -> AccessorChange? { begin(slot) { slot.read() } }

  /// The second half of a change: calls the observers.
  @inlinable func end<Value>(_ change: consuming AccessorChange, _ slot: Slot<Value>) { end(change) { slot.read() } }

  /// - Parameter isDeath: whether the change is the deallocation of the object in a weak property, which cannot be
  ///   passed on.
  @usableFromInline func begin(_ slot: AnySlot, isDeath: Bool = false, reading value: () -> Any) -> AccessorChange? {
    let concerned = registrationsToCall(for: slot)
    if Recording.isOn, let key = slot.registrations.object?.key {
      Recording.report(EngineEvent.willChange(self, key: key, from: value()))
    }
    guard let snapshot = concerned ?? (Recording.isOn ? slot.registrations.object?.emptySnapshot : nil) else {
      return nil
    }
    let isPlain = snapshot.lists.stepwise.isEmpty && !snapshot.options.contains(.prior)
    if isPlain && !isDeath && !OpenChanges.isAnyOpen {
      // There are no calls before the change, and no other change may call these observers for it.
      let old = snapshot.options.contains(.old) ? snapshot.told(value()) : nil
      return AccessorChange(snapshot: snapshot, old: old, open: nil)
    }
    let open = openChange(snapshot)
    OpenChanges.open(open)
    enforcing { () throws(Violation) in try begin(open, isDeath: isDeath) { snapshot.told(value()) } }
    OpenChanges.take(open)
    return AccessorChange(snapshot: snapshot, old: nil, open: open)
  }

  @usableFromInline func end(_ change: consuming AccessorChange, reading value: () -> Any) {
    let snapshot = change.snapshot
    Recording.report(EngineEvent.changed(self, key: snapshot.key, to: value()))
    // A change by hand that began after the first half and is still open may take over.
    if let open = change.open ?? (OpenChanges.isAnyOpen ? openChange(snapshot, old: change.old) : nil) {
      return enforcing { () throws(Violation) in try finish(open) { snapshot.told(value()) } }
    }
    // snippet.report
    let told = KeyValueChange(.setting, snapshot.options.contains(.new) ? snapshot.told(value()) : nil, change.old)
    CallbackDepth.nested(in: self) {
      for registration in snapshot.lists.direct.reversed() {
        if registration.options == snapshot.options {
          registration.deliver(told, of: self)
        } else {
          registration.deliver(told.reduced(to: registration.options), of: self)
        }
      }
    }
    // snippet.end
  }

  // snippet.receivers
  /// The registrations that a change of the property concerns; nil if there are none, or if the class announces it.
  func registrationsToCall(for slot: AnySlot) -> KeyRegistrations.Snapshot? {
    guard let registrations = slot.registrations.object, let snapshot = registrations.snapshot,
      type(of: self).automaticallyNotifiesObservers(forKey: snapshot.key)
    else { return nil }
    if registrations.belong(to: self) { return snapshot }
    terminate(.wrapperReplaced(key: snapshot.key, object: describe(self)))
  }
  // snippet.end

  private func openChange(_ snapshot: KeyRegistrations.Snapshot, old: Any? = nil) -> OpenChange {
    let open = OpenChange(existingOrNewInfo, snapshot.key, nil, isByHand: false, concerning: snapshot)
    open.values.old = old
    return open
  }
}
