public import Synchronization

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

  /// Announces a death: at the end of the outermost change in place that is under way in this task, or outside of tasks on
  /// this thread, or now.
  static func announce(_ death: Death) {
    let underWay = currentTask.map { task in inTasks.withLock { $0[task] ?? [] } } ?? ThreadState.current.changesInPlace
    guard let outermost = underWay.first else { return death.announce() }
    outermost.deaths.withLockUnchecked { $0.append(death) }
  }
}
