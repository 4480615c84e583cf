public import Synchronization

/// A change that an accessor makes: a plain set, or a change in place. The accessor's frame holds it from the first
/// half to the second, which may be on another thread if the value is changed in place across an `await`.
@usableFromInline struct AccessorChange: ~Copyable {
  /// Nil if only a probe is told of the change.
  fileprivate let receivers: Receivers?
  fileprivate let old: Any?
  /// Set if the change needs more state: for observers that are called before it, for longer paths and dependent keys.
  fileprivate let pending: PendingChange?
  /// Set for a change in place that may cause deaths.
  fileprivate var inPlace: ChangeInPlace? = nil
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

  /// The first half of a change in place. Returns nil if it concerns no registration and can cause no death.
  @inlinable func beginInPlace<Value>(_ slot: Slot<Value>) -> AccessorChange? {
    beginInPlace(slot.isWatched ? begin(slot) : nil)
  }

  @usableFromInline func beginInPlace(_ change: consuming AccessorChange?) -> AccessorChange? {
    guard let inPlace = ChangeInPlace.begin() else { return change }
    var change = change.take() ?? AccessorChange(receivers: nil, old: nil, pending: nil)
    change.inPlace = inPlace
    return change
  }

  /// The second half of a change: calls the observers.
  @inlinable func end<Value>(_ change: consuming AccessorChange, _ slot: Slot<Value>) {
    end(change, slot) { slot.read() }
  }

  /// - Parameter isDeath: whether the change is the deallocation of the object in a weak property, which cannot be
  ///   passed on.
  @usableFromInline func begin(_ slot: AnySlot, isDeath: Bool = false, reading value: () -> Any) -> AccessorChange? {
    EventProbe.report(EngineEvent.willChange(self, key: key(of: slot), from: value()))
    guard let receivers = receivers(of: slot) else {
      return EventProbe.isInstalled ? AccessorChange(receivers: nil, old: nil, pending: nil) : nil
    }
    if receivers.isPlain {
      let isAsked = receivers.options.contains(.old) && !isDeath
      return AccessorChange(receivers: receivers, old: isAsked ? receivers.nullForNil(value()) : nil, pending: nil)
    }
    let pending = PendingChange(existingOrNewInfo, receivers, isDeath: isDeath)
    enforcing { () throws(Violation) in try will(pending) { receivers.nullForNil(value()) } }
    return AccessorChange(receivers: receivers, old: nil, pending: pending)
  }

  @usableFromInline
  func end(_ change: consuming AccessorChange, _ slot: AnySlot, reading value: () -> Any) {
    EventProbe.report(EngineEvent.changed(self, key: key(of: slot), to: value()))
    change.inPlace?.end()
    guard let receivers = change.receivers else { return }
    if let pending = change.pending {
      return enforcing { () throws(Violation) in try did(pending) { receivers.nullForNil(value()) } }
    }
    // snippet.report
    let thread = ThreadState.current
    thread.beginCallbacks(in: self)
    // Backwards by index: an iterator over the reversed array would retain it and each registration once more.
    var index = receivers.direct.count
    while index > 0 {
      index -= 1
      // Read for each observer, because the one that was called before may have set the property again.
      let options = receivers.direct[index].options
      let new = options.contains(.new) ? receivers.nullForNil(value()) : nil
      let old = options.contains(.old) ? change.old : nil
      receivers.direct[index].deliver(KeyValueChange(.setting, new, old), of: self)
    }
    thread.endCallbacks()
    // snippet.end
  }

  // snippet.receivers
  /// The registrations that a change of the property concerns; nil if there are none, or if the class announces it.
  func receivers(of slot: AnySlot) -> Receivers? {
    guard let registrations = slot.registrations, let receivers = registrations.receivers,
      receivers.asked.notifiesAutomatically
    else { return nil }
    if registrations.belong(to: self) { return receivers }
    terminate(.wrapperReplaced(key: receivers.key, object: describe(self)))
  }
  // snippet.end

  /// The name of the property, for a probe.
  private func key(of slot: AnySlot) -> String {
    slot.registrations?.key ?? (try? FieldNames.key(of: slot, in: self)) ?? "?"
  }
}

/// A change in place that is under way, such as `list.items.removeAll()`.
///
/// The value cannot be read until the change ends. An element that is released meanwhile may be in a weak property, and
/// the observers of that property may read the value. So the deaths that a change in place causes are announced when it
/// has ended.
@usableFromInline final class ChangeInPlace: Sendable {
  /// Whether the process has a weak property. Until then no death is announced, and a change in place does nothing for
  /// it. The first observer of a weak property may be added inside a change, so that would be too late.
  @inlinable static var canCauseDeaths: Bool { hasWeakProperty.load(ordering: .relaxed) }
  @usableFromInline static let hasWeakProperty = Atomic(false)

  /// The task that makes the change; nil if a thread makes it outside of tasks. If a task holds the change across an
  /// `await`, it goes on on another thread, and its thread runs other tasks meanwhile.
  private let task = ChangeInPlace.currentTask

  private static var currentTask: Int? { unsafe withUnsafeCurrentTask { unsafe $0?.hashValue } }

  /// The changes that are under way in tasks, by task, the outermost first.
  private static let inTasks = Locked<[Int: [ChangeInPlace]]>([:])

  /// A death of which observers are to be told.
  struct Death { let announce: () -> Void }

  /// The announcements that wait.
  private let deaths = Locked<[Death]>(uncheckedState: [])

  /// Notes that a change in place begins; nil if no death can be announced.
  @inlinable static func begin() -> ChangeInPlace? { canCauseDeaths ? noted() : nil }

  @usableFromInline static func noted() -> ChangeInPlace {
    let change = ChangeInPlace()
    if let task = change.task {
      inTasks.withLock { $0[task, default: []].append(change) }
    } else {
      ThreadState.current.changesInPlace.append(change)
    }
    return change
  }

  /// Announces the deaths that waited. The value can be read again.
  @usableFromInline func end() {
    if let task {
      Self.inTasks.withLock { changes in
        changes[task]?.removeAll { $0 === self }
        if changes[task]?.isEmpty ?? false { changes[task] = nil }
      }
    } else {
      ThreadState.current.changesInPlace.removeAll { $0 === self }
    }
    let waiting = deaths.withLockUnchecked { deaths in
      defer { deaths = [] }
      return deaths
    }
    for death in waiting { death.announce() }
  }

  /// Announces a death: at the end of the outermost change in place that is under way in this task, or outside of tasks
  /// on this thread, or now.
  static func announce(_ death: Death) {
    let underWay = currentTask.map { task in inTasks.withLock { $0[task] ?? [] } } ?? ThreadState.current.changesInPlace
    guard let outermost = underWay.first else { return death.announce() }
    outermost.deaths.withLockUnchecked { $0.append(death) }
  }
}
