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
  func told(to notification: Notification, new: Any?, isPrior: Bool) -> KeyValueChange {
    let elements = notification.isDirect ? elements : nil
    return KeyValueChange(
      kind: elements?.kind ?? .setting, newValue: new, oldValue: notification.old, indexes: elements?.indexes,
      isPrior: isPrior)
  }

  // MARK: Elements

  /// Notes whether the array has the indexes, before the first of several observers is called, who may change the array.
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
