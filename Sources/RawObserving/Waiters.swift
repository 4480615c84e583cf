/// Those who wait for one key of one object, in the order they came. Guarded by the lock of the
/// ``ObservationInfo`` that it belongs to.
struct Waiters {
  let key: String
  /// The registrations of the key itself, unless it depends on others.
  private(set) var plain: [Registration] = []
  /// Those with routes. One registration may wait more than once, at several steps.
  private(set) var routed: [ObservationInfo.Hook] = []
  /// How many of the plain ones want to be called before a change as well.
  private var priors = 0

  // The marks of the plain ones, once one of many was to be removed; of a few, all are looked at.
  private var marks = RegistrationMarks()
  private static let few = 32

  init(_ key: String) {
    self.key = key
  }

  var isEmpty: Bool { plain.isEmpty && routed.isEmpty }

  /// The registrations made with this object, and not with one from which a path leads here, in their order.
  var registrationsHere: [Registration] {
    if routed.isEmpty { return plain }
    return (plain + routed.filter(\.step.isFirst).map(\.registration))
      .sorted { $0.number < $1.number }
  }

  /// What a set of the property comes to, if it can take the short way.
  var plainSet: PlainSet? {
    priors == 0 && routed.isEmpty ? PlainSet(key: key, registrations: plain) : nil
  }

  mutating func add(_ registration: Registration, _ step: Step?) {
    if let step { return routed.append(.init(registration: registration, step: step)) }
    plain.append(registration)
    if !marks.isEmpty { marks.append(registration) }
    if registration.options.contains(.prior) { priors += 1 }
  }

  /// Takes the step's hook out.
  mutating func remove(_ step: Step) {
    if let index = routed.lastIndex(where: { $0.step === step }) { routed.remove(at: index) }
  }

  /// Takes out the latest registration of the observer for the key path, with that context, and made with this
  /// object.
  mutating func remove(
    _ keyPath: KeyPathString, of observer: KeyValueObject, _ context: SoughtContext
  ) -> Registration? {
    // snippet.sought
    func isSought(_ registration: Registration) -> Bool {
      registration.belongs(to: observer) && context.matches(registration.context)
        && registration.keyPath == keyPath
    }
    // snippet.end
    // All registrations for one key path are of one kind: its key depends on others, or it does not.
    if let index = lastPlain(of: observer, context, where: isSought) {
      return removePlain(at: index)
    }
    return routed.lastIndex { $0.step.isFirst && isSought($0.registration) }
      .map { routed.remove(at: $0).registration }
  }

  private mutating func lastPlain(
    of observer: KeyValueObject, _ context: SoughtContext, where isSought: (Registration) -> Bool
  ) -> Int? {
    if plain.count <= Self.few { return plain.lastIndex(where: isSought) }
    if marks.isEmpty { for registration in plain { marks.append(registration) } }
    return marks.lastIndex(of: .init(observer, context)) { isSought(plain[$0]) }
  }

  private mutating func removePlain(at index: Int) -> Registration {
    let registration = plain.remove(at: index)
    if plain.count <= Self.few { marks = RegistrationMarks() }
    if !marks.isEmpty { marks.remove(at: index) }
    if registration.options.contains(.prior) { priors -= 1 }
    return registration
  }
}
