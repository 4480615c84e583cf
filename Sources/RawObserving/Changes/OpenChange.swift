/// The state of one change of one key of one object, from its *will* to its *did*.
final class OpenChange {
  /// One registration that the change concerns.
  struct Receiver {
    let registration: Registration
    /// Whether the registration's key path ends in the changed key. Then its change carries the indexes and the kind.
    /// For a longer path or a dependent key, the change is a setting.
    var isDirect = true
    /// The steps of the registration's route at this key, if it has a route.
    var steps: [Step] = []
    /// Whether this change calls it, and not another one that was open before. In will A, set A, did A the set leaves
    /// its observers to the pair around it.
    var isServed = true
    /// Its values, if they differ from those of the other receivers.
    var own: Values?

    /// Whether the registration's key path ends in the changed key now. `isDirect` holds for the time when the change
    /// opened. In a circle of objects the change itself can redirect the path.
    var endsHere: Bool {
      guard let route = registration.route else { return true }
      return steps.contains { route.ends(at: $0) }
    }

    /// Takes over from another change that would have called it. Both changes together are a setting of the whole
    /// value, whatever each did to its elements.
    mutating func inherit(old: Any?) {
      isServed = true
      isDirect = isDirect && steps.isEmpty
      own = Values(old: old)
    }
  }

  /// The values before and after the change that an observer asked for.
  final class Values {
    var old: Any?
    var new: Any?
    /// The whole value before a change of its elements, for another change that takes over.
    var wholeOld: Any?

    init(old: Any? = nil) { self.old = old }

    func store(_ value: Any?, _ option: KeyValueObservingOptions) {
      if option == .old { old = value } else { new = value }
    }
  }

  /// The information of the object whose key changes. Retained, so that its identity stays unique while the change is
  /// open.
  let info: ObservationInfo
  let key: String
  /// Which elements change; nil if the value changes as a whole.
  let elements: ElementChange?
  /// Whether `willChangeValue` opened it, and not a setter.
  let isByHand: Bool

  /// The registrations it concerns, in the order of registration. Fixed when it opens: one that is added later is not
  /// called, and one that is removed has a flag.
  var receivers: [Receiver]
  /// The values for all receivers whose key path ends in the key.
  let values = Values()
  /// The steps of routes whose following steps the change has cut off.
  var affected: [(registration: Registration, steps: [Step])] = []
  /// The steps at this key that were added since the change opened.
  var late: [(registration: Registration, step: Step)] = []

  init(
    _ info: ObservationInfo, _ key: String, _ elements: ElementChange?, isByHand: Bool,
    concerning snapshot: KeyRegistrations.Snapshot?
  ) {
    (self.info, self.key, self.elements, self.isByHand) = (info, key, elements, isByHand)
    receivers = snapshot.map(Self.receivers) ?? []
  }

  /// The change for the receiver's observer. The call before the change does not carry the new value.
  func told(to receiver: Receiver, isPrior: Bool) -> KeyValueChange {
    let options = receiver.registration.options
    let values = receiver.own ?? values
    let elements = receiver.isDirect ? elements : nil
    return KeyValueChange(
      kind: elements?.kind ?? .setting, newValue: options.contains(.new) && !isPrior ? values.new : nil,
      oldValue: options.contains(.old) ? values.old : nil, indexes: elements?.indexes, isPrior: isPrior)
  }

  /// Each registration once, however many steps of its route are at the key, in the order of registration.
  private static func receivers(_ snapshot: KeyRegistrations.Snapshot) -> [Receiver] {
    var receivers = snapshot.lists.direct.map { Receiver(registration: $0) }
    if snapshot.lists.stepwise.isEmpty { return receivers }
    var indexes: [ObjectIdentifier: Int] = [:]
    for stepwise in snapshot.lists.stepwise {
      if let index = indexes[ObjectIdentifier(stepwise.registration)] {
        receivers[index].isDirect = receivers[index].isDirect || stepwise.isDirect
        receivers[index].steps.append(stepwise.step)
      } else {
        indexes[ObjectIdentifier(stepwise.registration)] = receivers.count
        receivers.append(
          Receiver(registration: stepwise.registration, isDirect: stepwise.isDirect, steps: [stepwise.step]))
      }
    }
    return receivers.sorted { $0.registration.number < $1.registration.number }
  }
}
