/// The two halves of a change that needs a ``PendingChange``. Every change, including a plain one, ends in
/// ``Registration/deliver(_:of:)``.
extension KeyValueObject {
  /// Makes a pending notification for each registration, in the order of registration: reads the old value, and makes
  /// the call before the change, before it continues with the next one.
  func will(_ change: PendingChange, reading value: () -> Any) throws(Violation) {
    change.checkIndexes(.old, value)
    for receiver in change.receivers.all {
      var notification = change.notification(for: receiver)
      let options = receiver.registration.options
      if options.contains(.old) && !change.isDeath && !receiver.registration.isSilenced {
        notification.old = try read(.old, notification, change, value)
      }
      change.notifications.append(notification)
      if options.contains(.prior) { call(notification, change.told(to: notification, new: nil, isPrior: true)) }
    }
  }

  /// Takes the pending notifications from the end. For each it lets the route continue at the new objects, reads the
  /// new value and calls the observer, before it continues with the next one. So the last call that an observer gets carries
  /// the present value, even if another observer has set the property again.
  func did(_ change: PendingChange, reading value: () -> Any) throws(Violation) {
    change.checkIndexes(.new, value)
    // Decided before the first call, because an observer may set an object on the path again.
    let unannounced = change.notifications.map { $0.registration.route?.unannounced($0.moves) }
    for notification in change.notifications { notification.registration.route?.wait(notification.moves, 1) }
    defer { for left in change.notifications { left.registration.route?.wait(left.moves, -1) } }
    try continueLateRoutes(of: change)
    while let notification = change.notifications.popLast() {
      let registration = notification.registration
      registration.route?.wait(notification.moves, -1)
      if registration.isRemoved { EventProbe.report(EngineEvent.skips(registration, of: self)) }
      if registration.isRemoved || !notification.isStillThere { continue }
      var new: Any?
      if !registration.isSilenced {
        try registration.route?.move(notification.moves, for: registration)
        if let step = unannounced[change.notifications.count] { throw registration.unannounced("update for", step) }
        if registration.options.contains(.new) { new = try read(.new, notification, change, value) }
      }
      call(notification, change.told(to: notification, new: new, isPrior: false))
    }
  }

  /// The value that the observer asks for, before the change (`.old`) or after it (`.new`).
  private func read(
    _ option: KeyValueObservingOptions, _ notification: PendingChange.Notification, _ change: PendingChange,
    _ value: () -> Any
  ) throws(Violation) -> Any? {
    let hasMoved = change.elements == nil && option == .new && !notification.isDirectNow
    if notification.isDirect && !hasMoved { return try change.part(of: value(), option, in: self) }
    return try root(of: notification)?.currentValue(at: notification.registration.keyPath) ?? KeyValueNull.null
  }

  /// The object with which the registration was made. A longer path may begin at another object than this one.
  private func root(of notification: PendingChange.Notification) -> KeyValueObject? {
    if notification.steps.isEmpty || notification.steps.contains(where: \.isFirst) { return self }
    guard let route = notification.registration.route else { return nil }
    // The route reads nil in the deinit of its object. A key that depends on the one that changes is this object's own.
    return route.object ?? (route.begins(at: observationInfo) ? self : nil)
  }

  /// Calls the observer. No lock is held.
  private func call(_ notification: PendingChange.Notification, _ told: KeyValueChange) {
    guard let root = root(of: notification) else { return }
    let thread = ThreadState.current
    thread.beginCallbacks(in: self)
    notification.registration.deliver(told, of: root)
    thread.endCallbacks()
  }

  /// Continues the routes that were laid at the key while the change was pending, and lead to the previous object.
  private func continueLateRoutes(of change: PendingChange) throws(Violation) {
    let now = observationInfo?.registrations(for: change.receivers.key)?.receivers
    guard let now, now !== change.receivers else { return }
    let known = Set(change.notifications.map { ObjectIdentifier($0.registration) })
    try continueRoutes(now.routed.filter { !known.contains(ObjectIdentifier($0.registration)) })
  }

  /// Lets routes continue at the objects that are the values now.
  func continueRoutes(_ receivers: [Receivers.Receiver]) throws(Violation) {
    for receiver in receivers where !receiver.registration.isSilenced {
      try receiver.registration.route?.moveLate(receiver.steps, for: receiver.registration)
    }
  }
}
