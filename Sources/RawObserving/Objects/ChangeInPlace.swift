public import Synchronization

/// A change in place that is under way, such as `list.items.removeAll()`.
///
/// The value cannot be read until the change ends. An element that is released meanwhile may be in a weak property, and
/// the observers of that property may read the value. So the deaths that a change in place causes are announced when it
/// has ended.
@usableFromInline final class ChangeInPlace: Sendable {
  /// Whether any weak property of the process has been observed. Until then no death is announced, and a change in place
  /// does nothing for it.
  @inlinable static var canCauseDeaths: Bool { weakPropertyIsObserved.load(ordering: .relaxed) }
  @usableFromInline static let weakPropertyIsObserved = Atomic(false)

  /// The task that makes the change. If it holds the change across an `await`, the thread runs other tasks meanwhile, and
  /// their deaths are announced at once.
  private let task = ChangeInPlace.currentTask

  private static var currentTask: Int? { unsafe withUnsafeCurrentTask { unsafe $0?.hashValue } }

  /// The announcements that wait; nil once the change has ended.
  private let deaths = Locked<[Death]?>(uncheckedState: [])

  /// A death of which observers are to be told.
  struct Death { let announce: () -> Void }

  /// Notes that this thread begins a change in place; nil if no death can be announced.
  @inlinable static func begin() -> ChangeInPlace? { canCauseDeaths ? noted() : nil }

  @usableFromInline static func noted() -> ChangeInPlace {
    let (change, thread) = (ChangeInPlace(), ThreadState.current)
    thread.changesInPlace.removeAll(where: \.isOver)
    thread.changesInPlace.append(change)
    return change
  }

  private var isOver: Bool { deaths.withLockUnchecked { $0 == nil } }

  /// Announces the deaths that waited. The value can be read again.
  @usableFromInline func end() {
    let waiting = deaths.withLockUnchecked { $0.take() } ?? []
    for death in waiting { death.announce() }
  }

  /// Announces a death: at the end of the outermost change in place that this thread and task are making, or now.
  static func announce(_ death: Death) {
    let task = currentTask
    for change in ThreadState.current.changesInPlace where change.task == task {
      let isPostponed = change.deaths.withLockUnchecked { deaths in
        deaths?.append(death)
        return deaths != nil
      }
      if isPostponed { return }
    }
    death.announce()
  }
}
