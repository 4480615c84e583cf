internal import Synchronization

/// The changes that each thread has announced and not finished, the innermost last.
///
/// A change by hand is listed from its will to its did. A change that an accessor makes is listed only during the calls
/// before it. After them it may be held across an `await` and end on another thread, so the accessor's own frame keeps
/// it.
enum OpenChanges {
  /// By the numbers of the threads.
  private static let all = Locked<[Int: [OpenChange]]>([:])
  /// The number of open changes in the process. Usually there are none, and no lock is taken.
  private static let count = Atomic<Int>(0)

  /// The number of this thread. No other thread ever has the same number.
  private static var thread: Int {
    if threadNumber.value == 0 { threadNumber.value = threads.add(1, ordering: .relaxed).newValue }
    return threadNumber.value
  }
  private static let threadNumber = ThreadInteger()
  private static let threads = Atomic<Int>(0)

  /// The open changes of this thread.
  private static var current: [OpenChange] {
    if count.load(ordering: .acquiring) == 0 { return [] }
    let thread = thread
    return all.withLock { $0[thread] ?? [] }
  }

  /// Whether this thread has announced a change that it has not finished.
  static var isAnyOpen: Bool { !current.isEmpty }

  /// Whether a change of that key is open.
  static func contains(_ key: String, of info: ObservationInfo) -> Bool {
    current.contains { $0.info === info && $0.key == key }
  }

  /// Opens the change. A registration that another open change concerns is left to that change. A registration that was
  /// added since a change of the same key opened is not called before that change has ended.
  static func open(_ change: OpenChange) {
    let others = current
    if !others.isEmpty {
      let isInside = contains(change.key, of: change.info)
      for index in change.receivers.indices {
        let registration = change.receivers[index].registration
        change.receivers[index].isServed = !isInside && receiver(of: registration, in: others) == nil
      }
    }
    let thread = thread
    all.withLock { $0[thread, default: []].append(change) }
    count.add(1, ordering: .acquiringAndReleasing)
  }

  /// Adds a new step to the open changes of its key, which opened before it existed.
  static func note(_ step: Step, of registration: Registration) {
    for change in current where change.info === step.info && change.key == step.path.first {
      change.late.append((registration, step))
    }
  }

  /// Removes and returns the innermost change of the key that was announced by hand; nil if there is none.
  static func takeByHand(_ key: String, of info: ObservationInfo) -> OpenChange? {
    let change = current.last { $0.info === info && $0.key == key && $0.isByHand }
    if let change { take(change) }
    return change
  }

  /// Removes the change.
  static func take(_ change: OpenChange) {
    let thread = thread
    let taken = all.withLock { all in
      let before = all[thread] ?? []
      let others = before.filter { $0 !== change }
      all[thread] = others.isEmpty ? nil : others
      all.shrinkIfSparse()
      return before.count - others.count
    }
    count.subtract(taken, ordering: .acquiringAndReleasing)
  }

  /// Leaves registrations to other changes that are still open and concern them too: if pairs overlap, the last did
  /// calls.
  static func handOver(_ change: OpenChange) {
    let others = current
    if others.isEmpty { return }
    for index in change.receivers.indices where change.receivers[index].isServed {
      let receiver = change.receivers[index]
      guard let (heir, place) = self.receiver(of: receiver.registration, in: others) else { continue }
      let values = receiver.own ?? change.values
      heir.receivers[place].inherit(old: values.wholeOld ?? values.old)
      change.receivers[index].isServed = false
    }
  }

  /// The first of the changes that concerns the registration, and the index of its receiver.
  private static func receiver(of registration: Registration, in changes: [OpenChange]) -> (OpenChange, Int)? {
    for change in changes {
      if let index = change.receivers.firstIndex(where: { $0.registration === registration }) { return (change, index) }
    }
    return nil
  }
}
