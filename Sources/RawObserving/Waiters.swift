/// Those who wait for one key of one object, in the order they came. Guarded by the lock of the
/// ``ObservationInfo`` that it belongs to.
struct Waiters {
  let key: String
  private(set) var hooks: [ObservationInfo.Hook] = []
  // How many of them want to be called before a change as well, or have a way that leads on from here.
  private var demanding = 0
  // There are marks where there are more hooks than a few, once one was to be removed. They would be a tenth
  // of the memory of a registration.
  private var marks = HookMarks()
  private static let few = 32

  init(_ key: String) {
    self.key = key
  }

  /// What a set of the property comes to, if it can take the short way.
  var plainSet: PlainSet? {
    demanding == 0 ? PlainSet(key: key, hooks: hooks) : nil
  }

  mutating func add(_ hook: ObservationInfo.Hook) {
    hooks.append(hook)
    if !marks.isEmpty { marks.append(hook.registration) }
    if hook.isDemanding { demanding += 1 }
  }

  /// Takes out the latest one that matches.
  mutating func remove(where matches: (ObservationInfo.Hook) -> Bool) -> ObservationInfo.Hook? {
    hooks.lastIndex(where: matches).map { remove(at: $0) }
  }

  /// Takes out the latest one of the observer, with that context, that matches.
  mutating func remove(
    of observer: KeyValueObject, _ context: SoughtContext,
    where matches: (ObservationInfo.Hook) -> Bool
  ) -> ObservationInfo.Hook? {
    func isSought(_ hook: ObservationInfo.Hook) -> Bool {
      hook.registration.belongs(to: observer) && context.matches(hook.registration.context)
        && matches(hook)
    }
    if hooks.count <= Self.few { return remove(where: isSought) }
    if marks.isEmpty { for hook in hooks { marks.append(hook.registration) } }
    let sought = HookMarks.Sought(observer, context)
    return marks.lastIndex(of: sought) { isSought(hooks[$0]) }.map { remove(at: $0) }
  }

  private mutating func remove(at index: Int) -> ObservationInfo.Hook {
    let hook = hooks.remove(at: index)
    if hooks.count <= Self.few { marks = HookMarks() }
    if !marks.isEmpty { marks.remove(at: index) }
    if hook.isDemanding { demanding -= 1 }
    return hook
  }
}

extension ObservationInfo.Hook {
  fileprivate var isDemanding: Bool { step != nil || registration.options.contains(.prior) }
}
