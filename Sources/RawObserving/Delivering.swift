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
      if options.contains(.prior) { call(notification, change.asSeen(by: notification, new: nil, isPrior: true)) }
    }
  }

  /// Takes the pending notifications from the end. For each it lets the route continue at the new objects, reads the
  /// new value and calls the observer, before it continues with the next one. So the last call that an observer gets
  /// carries the present value, even if another observer has set the property again.
  func did(_ change: PendingChange, reading value: () -> Any) throws(Violation) {
    change.checkIndexes(.new, value)
    // Decided before the first call, because an observer may set an object on the path again.
    let unannounced = change.notifications.map { $0.registration.route?.unannounced($0.moves) }
    for notification in change.notifications { notification.registration.route?.wait(notification.moves, 1) }
    defer { for left in change.notifications { left.registration.route?.wait(left.moves, -1) } }
    try continueRoutesLaidMeanwhile(of: change)
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
      call(notification, change.asSeen(by: notification, new: new, isPrior: false))
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
  private func call(_ notification: PendingChange.Notification, _ change: KeyValueChange) {
    guard let root = root(of: notification) else { return }
    let thread = ThreadState.current
    thread.beginCallbacks(in: self)
    notification.registration.deliver(change, of: root)
    thread.endCallbacks()
  }

  /// Continues the routes that were laid at the key while the change was pending, and lead to the previous object.
  private func continueRoutesLaidMeanwhile(of change: PendingChange) throws(Violation) {
    let now = observationInfo?.registrations(for: change.receivers.key)?.receivers
    guard let now, now !== change.receivers else { return }
    let known = Set(change.notifications.map { ObjectIdentifier($0.registration) })
    try continueRoutes(now.routed.filter { !known.contains(ObjectIdentifier($0.registration)) })
  }

  /// Lets routes continue at the objects that are the values now.
  func continueRoutes(_ receivers: [Receivers.Receiver]) throws(Violation) {
    for receiver in receivers where !receiver.registration.isSilenced {
      try receiver.registration.route?.moveIfChanged(receiver.steps, for: receiver.registration)
    }
  }
}

/// One change of one key of one object, from its *will* to its *did*.
///
/// If it is made by hand, the thread keeps it: see ``ThreadState``. If an accessor makes it, the accessor's frame does.
final class PendingChange {
  /// One registration that the change concerns, and what its calls need.
  struct Notification {
    let registration: Registration
    /// The steps of the registration's route at the key, if it has a route.
    let steps: [Step]
    /// Whether the registration's key path ended in the key at the will. Then its change carries the indexes and the
    /// kind. For a longer path or a dependent key, the change is a setting.
    let isDirect: Bool
    /// The steps whose following steps may move at the did.
    let moves: [Route.Move]
    /// The observer, if the change retains it.
    let observer: KeyValueObject?
    /// The value before the change, if the observer asked for it.
    var old: Any?

    /// Whether the registration's key path ends in the key now. In a circle of objects the change itself can redirect
    /// the path.
    var isDirectNow: Bool { steps.isEmpty || steps.contains(where: \.isEndOfPath) }

    /// Whether the registration's route still leads through the key.
    var isStillThere: Bool { steps.isEmpty || steps.contains { registration.route?.hasStep(at: $0) ?? false } }
  }

  /// The information of the object whose key changes. Retained, so that its identity stays unique.
  let info: ObservationInfo
  let receivers: Receivers
  /// Which elements change; nil if the value changes as a whole.
  let elements: ElementChange?
  /// Whether it is the deallocation of the object in a weak property.
  let isDeath: Bool
  /// The object, if the change is announced by hand. As on Apple's systems, such a change retains its object and its
  /// observers from its will to its did. It does not retain what is being deallocated.
  private let object: KeyValueObject?
  private let isByHand: Bool
  /// Whether an index that the array lacks was removed by an observer that was called in this half of the change.
  private var mayLackIndexes = false

  /// In the order of registration, as far as the will has come. A registration that is added later is not called.
  var notifications: [Notification] = []

  init(
    _ info: ObservationInfo, _ receivers: Receivers, _ elements: ElementChange? = nil, isDeath: Bool = false,
    byHandOf object: KeyValueObject? = nil
  ) {
    (self.info, self.receivers, self.elements, self.isDeath) = (info, receivers, elements, isDeath)
    weak let living = object  // reads nil if the object is in its deinit
    (self.object, isByHand) = (living, object != nil)
  }

  /// The notification for the registration, before the change.
  func notification(for receiver: Receivers.Receiver) -> Notification {
    let (registration, steps) = (receiver.registration, receiver.steps)
    return Notification(
      registration: registration, steps: steps, isDirect: steps.isEmpty || steps.contains(where: \.isEndOfPath),
      moves: registration.route?.moves(at: steps, isDeath: isDeath) ?? [],
      observer: isByHand ? registration.observer : nil)
  }

  /// The change as the observer receives it.
  func asSeen(by notification: Notification, new: Any?, isPrior: Bool) -> KeyValueChange {
    let elements = notification.isDirect ? elements : nil
    return KeyValueChange(
      kind: elements?.kind ?? .setting, newValue: new, oldValue: notification.old, indexes: elements?.indexes,
      isPrior: isPrior)
  }

  // MARK: Elements

  /// Notes whether the array has the indexes, before the first of several observers is called, who may change the
  /// array.
  func checkIndexes(_ option: KeyValueObservingOptions, _ value: () -> Any) {
    func asks(_ registration: Registration) -> Bool {
      registration.options.contains(option) && !registration.isSilenced
    }
    guard let elements, receivers.all.count > 1, receivers.all.contains(where: { asks($0.registration) }) else {
      return
    }
    mayLackIndexes = elements.areIndexes(of: value())
  }

  /// The part of the value that an observer receives. Nil if another observer has removed it meanwhile. Throws if the
  /// array did not have the indexes in the first place.
  func part(of value: Any, _ option: KeyValueObservingOptions, in object: KeyValueObject) throws(Violation) -> Any? {
    guard let elements else { return value }
    return try elements.part(of: value is KeyValueNull ? nil : value, option, in: object, mayLackIndexes)
  }
}
