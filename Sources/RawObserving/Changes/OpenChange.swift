/// One change of one key of one object, from its *will* to its *did*: what has to be remembered in between.
final class OpenChange {
  /// One registration that the change concerns.
  struct Receiver {
    let registration: Registration
    /// Whether the registration's key path ends in the changed key. Then it is told where elements were inserted or
    /// removed; a longer path and a dependent key are told of a setting.
    var isDirect = true
    /// The steps of the registration's route at this key, if it has a route.
    var steps: [Step] = []
    /// Whether this change calls it, and not another one that was open before: of will A, set A, did A the set leaves
    /// its observers to the pair around it.
    var isServed = true
    /// What it is told, where that is not what all others are told.
    var own: Values?

    /// Whether the registration's key path ends in the changed key now. `isDirect` was so when the change opened; in
    /// a circle of objects the change itself can lead the path elsewhere.
    var endsHere: Bool {
      guard let route = registration.route else { return true }
      return steps.contains { route.ends(at: $0) }
    }

    /// Takes over from another change that would have called it. What both did to the value is a setting of the
    /// whole, whatever each did to its elements.
    mutating func inherit(old: Any?) {
      isServed = true
      isDirect = isDirect && steps.isEmpty
      own = Values(old: old)
    }
  }

  /// The values before and after the change, as far as an observer asked for them.
  final class Values {
    var old: Any?
    var new: Any?
    /// The whole value before a change of its elements, for a change that takes over.
    var wholeOld: Any?

    init(old: Any? = nil) { self.old = old }

    func store(_ value: Any?, _ option: KeyValueObservingOptions) {
      if option == .old { old = value } else { new = value }
    }
  }

  /// Whose key changes. Retained, so that its identity stays its own while the change is open.
  let info: ObservationInfo
  let key: String
  /// Which elements change; nil if the value changes as a whole.
  let elements: ElementChange?
  /// Whether `willChangeValue` opened it, and not a setter.
  let isByHand: Bool

  /// The registrations it concerns, in the order of registration. Fixed when it opens: one that is added later is not
  /// called, and one that is removed says so itself.
  var receivers: [Receiver]
  /// What all receivers are told whose key path ends in the key.
  let values = Values()
  /// The steps of routes that the change has cut off from what lies behind them.
  var affected: [(registration: Registration, steps: [Step])] = []
  /// The steps at this key that were laid since the change opened.
  var late: [(registration: Registration, step: Step)] = []

  init(
    _ info: ObservationInfo, _ key: String, _ elements: ElementChange?, isByHand: Bool,
    concerning snapshot: KeyRegistrations.Snapshot?
  ) {
    (self.info, self.key, self.elements, self.isByHand) = (info, key, elements, isByHand)
    receivers = snapshot.map(Self.receivers) ?? []
  }

  /// What the receiver's observer is told. The call before the change says nothing of the new value.
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
