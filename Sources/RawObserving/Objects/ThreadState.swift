/// What the engine keeps for each thread.
final class ThreadState {
  private static let local = ThreadLocal<ThreadState>()

  static var current: ThreadState { local.object { ThreadState() } }

  // MARK: Changes by hand

  /// A key of an object, as long as a change of it is pending.
  private struct Place: Hashable {
    let info: ObjectIdentifier
    let key: String
  }

  /// The changes that this thread has announced by hand and not finished; of each key, the innermost last.
  private var pending: [Place: [PendingChange]] = [:]

  /// Adds a change that has been announced with a *will*.
  func push(_ change: PendingChange) {
    pending[place(change.receivers.key, of: change.info), default: []].append(change)
  }

  /// Removes and returns the innermost pending change of the key; nil if there is none.
  func pop(_ key: String, of info: ObservationInfo) -> PendingChange? {
    let place = place(key, of: info)
    guard var changes = pending.removeValue(forKey: place) else { return nil }
    let last = changes.popLast()
    if !changes.isEmpty { pending[place] = changes }
    pending.shrinkIfSparse()
    return last
  }

  private func place(_ key: String, of info: ObservationInfo) -> Place { Place(info: ObjectIdentifier(info), key: key) }

  // MARK: Changes in place

  /// The changes in place that are under way on this thread outside of tasks, the outermost first.
  var changesInPlace: [ChangeInPlace] = []

  // MARK: Learning names

  /// The classes whose properties are being learnt on this thread. Their class properties are other code, which may
  /// create an object of the same class.
  var learning: Set<ObjectIdentifier> = []

  // MARK: Nested callbacks

  /// The largest number of changes whose callbacks are under way on one thread, each inside the previous one.
  ///
  /// A handler that always sets the property it observes would otherwise overflow the stack, which ends the process
  /// without a message. It is more than a chain of properties needs that set each other, and few enough for a stack of
  /// 512 kB in a debug build.
  static let mostNested = 40

  private var nested = 0

  /// Call it before the callbacks of a change of the object, and ``endCallbacks()`` after them.
  func beginCallbacks(in object: KeyValueObject) {
    if nested >= Self.mostNested { terminate(.endlessCallbacks(object: describe(object), depth: Self.mostNested)) }
    nested += 1
  }

  func endCallbacks() { nested -= 1 }

  // MARK: The initial value

  /// The call of `addObserver` whose initial value is being read, and the key that is read for it.
  ///
  /// Any class may override `value(forKey:)`, so only the root class's implementation finds out that a key is missing.
  /// Its message then names the call that asked for the value.
  var initialRead: (call: String, key: String)?
}
