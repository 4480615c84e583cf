/// Those who wait for one key of one object, in the order they came. Guarded by the lock of the
/// ``ObservationInfo`` that it belongs to.
final class Waiters {
  let key: String
  /// The property of that name that is stored in the object, if there is one.
  let property: StoredProperty?
  private(set) var hooks: [ObservationInfo.Hook] = []
  // How many of them a set of the property cannot simply be reported to.
  private var demanding = 0

  init(_ key: String, _ property: StoredProperty?) {
    self.key = key
    self.property = property
  }

  /// Whether it is enough to call them when the property has been set: nobody wants to be called before,
  /// and nobody's way leads on from here.
  var areUndemanding: Bool { demanding == 0 }

  func add(_ hook: ObservationInfo.Hook) {
    hooks.append(hook)
    if hook.isDemanding { demanding += 1 }
  }

  /// Takes out the latest one that matches.
  func remove(where matches: (ObservationInfo.Hook) -> Bool) -> ObservationInfo.Hook? {
    guard let index = hooks.lastIndex(where: matches) else { return nil }
    let hook = hooks.remove(at: index)
    if hook.isDemanding { demanding -= 1 }
    return hook
  }
}

extension ObservationInfo.Hook {
  fileprivate var isDemanding: Bool { step != nil || registration.options.contains(.prior) }
}
