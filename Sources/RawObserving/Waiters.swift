/// Those who wait for one key of one object, in the order they came. Guarded by the lock of the
/// ``ObservationInfo`` that it belongs to.
struct Waiters {
  let key: String
  private(set) var hooks: [ObservationInfo.Hook] = []
  // How many of them want to be called before a change as well, or have a way that leads on from here.
  private var demanding = 0

  init(_ key: String) {
    self.key = key
  }

  /// What a set of the property comes to, if it can take the short way.
  var plainSet: PlainSet? {
    demanding == 0 ? PlainSet(key: key, hooks: hooks) : nil
  }

  mutating func add(_ hook: ObservationInfo.Hook) {
    hooks.append(hook)
    if hook.isDemanding { demanding += 1 }
  }

  /// Takes out the latest one that matches.
  mutating func remove(where matches: (ObservationInfo.Hook) -> Bool) -> ObservationInfo.Hook? {
    guard let index = hooks.lastIndex(where: matches) else { return nil }
    let hook = hooks.remove(at: index)
    if hook.isDemanding { demanding -= 1 }
    return hook
  }
}

extension ObservationInfo.Hook {
  fileprivate var isDemanding: Bool { step != nil || registration.options.contains(.prior) }
}
